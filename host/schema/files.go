package schema

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Files reads what arguments name: "-" is standard input, anything else a path.
type Files interface {
	ReadFile(name string) ([]byte, error)
}

// NewFiles reads from the file system, and standard input from stdin. A file
// of more than limit bytes is refused before it is read whole.
func NewFiles(stdin io.Reader, limit int64) Files { return osFiles{stdin, limit} }

type osFiles struct {
	stdin io.Reader
	limit int64
}

// ReadFile gives USAGE for what can't be read, LIMIT_EXCEEDED for what is too
// long. The file's content is in neither message.
func (f osFiles) ReadFile(name string) ([]byte, error) {
	in, label := f.stdin, "standard input"
	if name != "-" {
		label = "the file " + text.Cut(text.Line(name), 120)
		file, err := os.Open(name)
		if err != nil {
			return nil, unreadable(label, err)
		}
		defer file.Close()
		// A pipe or device may be read; a folder gives a poor message later.
		if st, err := file.Stat(); err == nil && st.IsDir() {
			return nil, fault.New(fault.Usage, "%s is a folder", label)
		}
		in = file
	}
	if in == nil {
		return nil, fault.New(fault.Usage, "there is no standard input to read")
	}
	b, err := io.ReadAll(io.LimitReader(in, f.limit+1))
	if err != nil {
		return nil, unreadable(label, err)
	}
	if int64(len(b)) > f.limit {
		return nil, fault.New(fault.LimitExceeded, "%s is too large: parameters may have at most %d bytes", label, f.limit)
	}
	return b, nil
}

// unreadable says why in the system's words, without repeating the path.
func unreadable(label string, err error) error {
	why := err
	var p *fs.PathError
	if errors.As(err, &p) {
		why = p.Err
	}
	return fault.Wrap(err, fault.Usage, "%s can't be read: %s", label, text.Line(why.Error()))
}
