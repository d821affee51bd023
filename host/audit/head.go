package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
)

const headName = "audit.head"

// headSize is the size of the head file. It is written in place with one write
// of one disk sector, so that a crash leaves the old one or the new one.
const headSize = 512

// head tells where the log ends. It shows that lines are missing at the end,
// which the chain alone can't.
type head struct {
	// File is the number of the file that is written to; 0 before the first.
	// Oldest is the first file that is kept.
	File   int `json:"file"`
	Oldest int `json:"oldest"`
	mark
	// Synced is the last point up to which the file is surely on the disk. What
	// is behind it can be lost when the machine stops, and with it alone: Boot
	// tells one start of the machine from the next ("" where it has no name).
	Synced mark   `json:"synced"`
	Boot   string `json:"boot,omitempty"`
}

// mark is a point behind a line: how many bytes of the file are before it, and
// that line's number and hash.
type mark struct {
	Size int64  `json:"size"`
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

var errNoHead = errors.New("the head can't be read")

// empty is the head of a log without a file.
func empty() head { return head{mark: mark{Hash: noHash}, Synced: mark{Hash: noHash}} }

func readHead(r io.Reader) (head, error) {
	raw, err := io.ReadAll(io.LimitReader(r, headSize+1))
	if err != nil {
		return head{}, err
	}
	var h head
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if len(raw) != headSize || d.Decode(&h) != nil || !h.sound() {
		return head{}, errNoHead
	}
	return h, nil
}

func (h head) sound() bool {
	return h.File >= 0 && h.Oldest >= 0 && h.Oldest <= max(h.File, 1) && h.mark.sound() && h.Synced.sound() &&
		h.Synced.Size <= h.Size && h.Synced.Seq <= h.Seq && (h.File > 0) == (h.Seq > 0)
}

func (m mark) sound() bool { return m.Size >= 0 && m.Seq >= 0 && isDigest(m.Hash) }

func (h head) write(f *os.File) error {
	raw, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if len(raw) >= headSize {
		return errors.New("the head is too long")
	}
	raw = append(raw, bytes.Repeat([]byte{' '}, headSize-len(raw)-1)...)
	_, err = f.WriteAt(append(raw, '\n'), 0)
	return err
}
