package bearer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

const (
	fileName    = "mcp-tokens.json"
	fileVersion = 1
	maxFile     = 1 << 20 // bytes; MaxTokens of them have a quarter of it

	lockPatience = 10 * time.Second
	lockPoll     = 20 * time.Millisecond
)

// stored is the file.
type stored struct {
	Version int   `json:"version"`
	Tokens  []row `json:"tokens"`
}

// row is one token in the file.
type row struct {
	ID      string    `json:"id"`
	User    string    `json:"user"`
	SHA256  string    `json:"sha256"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"`
}

func rowOf(e Entry, sum [sha256.Size]byte) row {
	return row{ID: e.ID, User: e.User, SHA256: hex.EncodeToString(sum[:]), Created: e.Created, Expires: e.Expires}
}

func (r row) entry() Entry {
	return Entry{ID: r.ID, User: r.User, Created: r.Created, Expires: r.Expires}
}

// sum is the hash of the row's token; right says that it has one.
func (r row) sum() (sum [sha256.Size]byte) {
	hex.Decode(sum[:], []byte(r.SHA256))
	return sum
}

func (r row) right() bool {
	raw, err := hex.DecodeString(r.SHA256)
	return err == nil && len(raw) == sha256.Size && r.ID != "" && r.User != ""
}

func (s *Store) file() string { return filepath.Join(s.dir, fileName) }

// read reads the file; none is no tokens. What can't be understood is an error:
// a token that was passed over might be one that somebody wants to take back.
func (s *Store) read() ([]row, error) {
	data, err := safefile.ReadPrivate(s.file(), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var f stored
	bad := json.Unmarshal(data, &f) != nil || f.Version != fileVersion
	for _, r := range f.Tokens {
		bad = bad || !r.right()
	}
	if bad {
		return nil, fault.New(fault.Client, "%q is not a list of tokens of this version", s.file()).
			WithHint("move it away and give the users new tokens: wslite mcp token add")
	}
	return f.Tokens, nil
}

// change reads the file, lets f change it and writes it, while no other process
// can. An error of f leaves it as it was.
func (s *Store) change(ctx context.Context, f func([]row) ([]row, error)) error {
	if err := safefile.Dir(s.dir); err != nil {
		return err
	}
	l := flock.New(s.file()+".lock", flock.SetPermissions(0o600))
	limited, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	switch got, err := l.TryLockContext(limited, lockPoll); {
	case got:
		defer l.Unlock()
	case ctx.Err() != nil:
		return fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while another wslite was waited for")
	case limited.Err() != nil:
		return fault.New(fault.Client, "another wslite process holds %q for more than %d seconds", l.Path(), int(lockPatience.Seconds())).
			WithHint("end that process, then repeat")
	default:
		return fault.Wrap(err, fault.Client, "%q can't be locked", l.Path())
	}
	rows, err := s.read()
	if err != nil {
		return err
	}
	if rows, err = f(rows); err != nil {
		return err
	}
	data, err := json.MarshalIndent(stored{fileVersion, rows}, "", "  ")
	if err != nil {
		return err
	}
	return safefile.Write(s.file(), append(data, '\n'))
}
