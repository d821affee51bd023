package blob

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/fault"
)

// placement is where a blob's content was put.
type placement struct {
	mu   sync.Mutex
	raw  string // the name as the service gave it
	path string // empty until it is in place
}

// CheckOutput says whether the output path can take content, as far as that is
// known before there is any: CONFLICT where a file is there and Force is not
// set, USAGE where the path can't be a file.
func (s *Store) CheckOutput() error {
	if !s.ToFile() || s.isDir() {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(s.o.Output)); err != nil || !info.IsDir() {
		return fault.New(fault.Usage, "%q: the directory for it does not exist", s.o.Output).WithHint("make the directory first")
	}
	return s.checkTarget(s.o.Output)
}

// CheckName says the same of content with a name that the service chose, before
// any of it is fetched: in a directory the name decides which file it would be.
// Only what certainly goes to the output path is to be asked about. Place looks
// again, for a file may come while the content does.
func (s *Store) CheckName(name string) error {
	if err := s.CheckOutput(); err != nil || !s.ToFile() || !s.isDir() {
		return err
	}
	s.mu.Lock()
	path, _ := s.free(s.o.Output, safeName(lastOf(name)))
	s.mu.Unlock()
	return s.checkTarget(path)
}

// isDir follows a link that leads to a directory: the user named it.
func (s *Store) isDir() bool {
	if os.IsPathSeparator(s.o.Output[len(s.o.Output)-1]) {
		return true
	}
	info, err := os.Stat(s.o.Output)
	return err == nil && info.IsDir()
}

// checkTarget refuses a path that must not be replaced.
func (s *Store) checkTarget(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fault.Wrap(err, fault.Usage, "%q can't be looked at", path).WithHint("check the path and its rights")
	case !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0:
		return fault.New(fault.Usage, "%q is not a regular file; nothing is put in its place", path).WithHint("name another path")
	case !s.o.Force:
		return exists(path)
	}
	return nil
}

func exists(path string) error {
	return fault.New(fault.Conflict, "%q exists already and was left as it is", path).WithHint("name another path, or replace it with --force")
}

// destination gives the directory and the file name for content with a name
// that the service chose. A directory that was named is made.
func (s *Store) destination(raw string) (dir, base string, err error) {
	out := s.o.Output
	if !s.isDir() {
		return filepath.Dir(out), filepath.Base(out), nil
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return "", "", fault.Wrap(err, fault.Usage, "%q can't be made a directory", out).WithHint("name another one")
	}
	return out, safeName(raw), nil
}

// part makes a new file beside the destination. It has the rights that the user
// gives new files, since it will stay. Its name says whose it is, for whoever
// finds it after a crash.
func (s *Store) part(dir, base string) (*os.File, error) {
	for {
		random := make([]byte, 4)
		rand.Read(random)
		path := filepath.Join(dir, cutName(base)+".wslite-"+hex.EncodeToString(random)+".part")
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fault.Wrap(err, fault.Usage, "no file can be written to %q", dir).WithHint("check the directory and its rights")
		}
		if err := s.hold(f, true); err != nil {
			f.Close()
			os.Remove(path)
			return nil, err
		}
		return f, nil
	}
}

// Place puts the content at the output path and tells where it is now. The
// error is a *fault.Error: CONFLICT where a file is there and Force is not set.
// What was there before stays whole until the moment it is replaced.
//
// The bytes are on the disk before the file gets its name: after a crash or a
// power cut the path holds all of the content, or what it held before, and
// never a part. A name that was given within the last moments may be lost with
// the power; the content is then still in the ".part" beside it.
func (b *Blob) Place() (path string, err error) {
	s := b.store
	if !s.ToFile() {
		return "", fault.New(fault.Client, "no output path was given")
	}
	b.place.mu.Lock()
	defer b.place.mu.Unlock()
	if b.place.path != "" {
		return b.place.path, nil
	}
	dir, base, err := s.destination(b.place.raw)
	if err != nil {
		return "", err
	}
	target, err := s.reserve(dir, base)
	if err != nil {
		return "", err
	}
	if err := b.moveTo(dir, target); err != nil {
		s.release(target)
		return "", err
	}
	b.place.path = target
	return target, nil
}

// reserve chooses a path that this call has not filled yet.
func (s *Store) reserve(dir, base string) (string, error) {
	inDir := s.isDir()
	s.mu.Lock()
	defer s.mu.Unlock()
	path, first := s.free(dir, base)
	if !first && !inDir {
		return "", fault.New(fault.Conflict, "%q can't hold two contents", filepath.Join(dir, base)).WithHint("name a directory")
	}
	s.placed[strings.ToLower(path)] = true
	return path, nil
}

// free is the path for a name in a directory, with a number where this call has
// filled the path itself; first tells that it has not.
func (s *Store) free(dir, base string) (path string, first bool) {
	path, first = filepath.Join(dir, base), true
	ext := filepath.Ext(base)
	for n := 2; s.placed[strings.ToLower(path)]; n++ {
		first = false
		path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(base, ext), n, ext))
	}
	return path, first
}

func (s *Store) release(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.placed, strings.ToLower(path))
}

// moveTo puts the content at a path. What is not in a file yet, or in one
// elsewhere, goes through a ".part" beside it.
func (b *Blob) moveTo(dir, target string) error {
	s := b.store
	if err := s.checkTarget(target); err != nil {
		return err
	}
	f := b.file
	if f == nil || b.local {
		var err error
		if f, err = b.copyTo(dir, filepath.Base(target)); err != nil {
			return err
		}
		defer s.drop(f) // does nothing once it is in place
	}
	if s.o.Force {
		if old, err := os.Lstat(target); err == nil && old.Mode().IsRegular() {
			f.Chmod(old.Mode().Perm()) // who may read it is not for us to widen
		}
	}
	// Some file systems write a name sooner than what it names: without this a
	// crash could leave an empty file under the name of a whole one. It costs 2 ms
	// where a small file costs 0.1 ms.
	if err := f.Sync(); err != nil {
		return cantKeep(target, err)
	}
	if runtime.GOOS == "windows" { // which moves no open file
		f.Close()
	}
	if err := move(f.Name(), target, s.o.Force); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.file != f {
		delete(s.open, f)
		f.Close()
		return nil
	}
	s.open[f] = false // from now on Close only closes it
	if runtime.GOOS == "windows" {
		delete(s.open, f)
		if again, err := os.Open(target); err == nil {
			b.file = again
			s.open[again] = false
		}
	}
	return nil
}

func (b *Blob) copyTo(dir, base string) (*os.File, error) {
	r, err := b.Open()
	if err != nil {
		return nil, err
	}
	f, err := b.store.part(dir, base)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, r); err != nil {
		b.store.drop(f)
		return nil, cantKeep(f.Name(), err)
	}
	return f, nil
}
