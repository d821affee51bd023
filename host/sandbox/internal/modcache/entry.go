package modcache

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wslite/wslite/host/safefile"
)

const (
	// seal is the file that makes an entry complete.
	seal    = "entry.json"
	maxSeal = 64 << 10
	// headSize is how much of each file the seal vouches for. wazero has a
	// checksum for the native code, but none for the tables before it, and
	// would take their lengths at their word.
	headSize = 1 << 20
	// refresh is how old a use may get before it is noted again. It is short:
	// where many modules fill the cache within an hour, those in use must not
	// be taken for the oldest.
	refresh = time.Minute
)

// Entry is the place of one module.
type Entry struct {
	cache *Cache
	path  string
}

// Path is the directory for wazero's own files.
func (e *Entry) Path() string { return e.path }

// sealed is the content of the seal: wazero's files.
type sealed struct {
	Files []sealedFile `json:"files"`
}

type sealedFile struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Head uint32 `json:"head"` // CRC-32C of the first headSize bytes
}

// Valid says whether the native code is there, as Seal left it. A damaged
// entry is told of and removed.
func (e *Entry) Valid() bool {
	path := filepath.Join(e.path, seal)
	raw, err := safefile.Read(path, maxSeal)
	if err != nil {
		return false
	}
	var s sealed
	if err := json.Unmarshal(raw, &s); err != nil {
		e.Discard("its list of files is damaged")
		return false
	}
	for _, f := range s.Files {
		if got, err := look(e.path, f.Name); err != nil || got != f {
			e.Discard(fmt.Sprintf("%s is damaged", filepath.Base(f.Name)))
			return false
		}
	}
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > refresh {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // only trimming looks at it
	}
	return true
}

// Seal records the native code that wazero has written, and trims the cache.
func (e *Entry) Seal() {
	s := sealed{Files: []sealedFile{}}
	err := filepath.WalkDir(e.path, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Dir(path) == e.path || strings.HasSuffix(path, ".tmp") {
			return err
		}
		name, err := filepath.Rel(e.path, path)
		if err != nil {
			return err
		}
		f, err := look(e.path, name)
		s.Files = append(s.Files, f)
		return err
	})
	if err == nil {
		var raw []byte
		if raw, err = json.Marshal(s); err == nil {
			err = safefile.Write(filepath.Join(e.path, seal), raw)
		}
	}
	if err != nil {
		e.cache.warn(fmt.Sprintf("a plugin will be prepared anew next time: %v", err))
		return
	}
	e.cache.trim(time.Now())
}

func look(dir, name string) (sealedFile, error) {
	if !filepath.IsLocal(name) {
		return sealedFile{}, fs.ErrInvalid
	}
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return sealedFile{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return sealedFile{}, err
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if _, err := io.Copy(sum, io.LimitReader(f, headSize)); err != nil {
		return sealedFile{}, err
	}
	return sealedFile{name, info.Size(), sum.Sum32()}, nil
}

// Discard removes the entry, because of why, and makes its directory anew.
func (e *Entry) Discard(why string) {
	e.cache.warn("a prepared plugin is thrown away and made again: " + why)
	_ = os.RemoveAll(e.path)
	_ = os.Mkdir(e.path, 0o700)
}
