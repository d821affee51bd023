package rest

import (
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/wslite/wslite/host/blob"
)

// content is what goes up: runs of text and of blobs, one after the other. Its
// size is known and its bytes are made as they are read, so it takes no memory
// to speak of and can be read again from any place.
type content struct {
	mimeType string
	runs     []run
	size     int64
}

// run is a text or a blob.
type run struct {
	text   string
	blob   *blob.Blob // nil for a text
	base64 bool
}

func (r run) size() int64 {
	switch {
	case r.blob == nil:
		return int64(len(r.text))
	case r.base64:
		return base64Size(r.blob.Size())
	}
	return r.blob.Size()
}

func contentOf(mimeType string, runs ...run) *content {
	c := &content{mimeType: mimeType, runs: runs}
	for _, r := range runs {
		c.size += r.size()
	}
	return c
}

// name is what the progress is shown under: the first file's.
func (c *content) name() string {
	for _, r := range c.runs {
		if r.blob != nil && r.blob.Name() != "" {
			return r.blob.Name()
		}
	}
	return "upload"
}

// open reads n bytes from a place on.
func (c *content) open(from, n int64) io.ReadCloser {
	return &contentReader{runs: c.runs, skip: from, left: n}
}

// contentReader may be closed while it is read: transports do so when an answer
// comes early.
type contentReader struct {
	mu         sync.Mutex
	closed     bool
	runs       []run
	skip, left int64 // bytes
	now        io.Reader
	closer     io.Closer
}

func (c *contentReader) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if c.closed {
			return 0, fs.ErrClosed
		}
		if c.left == 0 {
			return 0, io.EOF
		}
		if c.now == nil {
			if err := c.next(); err != nil {
				return 0, err
			}
		}
		n, err := c.now.Read(p[:min(int64(len(p)), c.left)])
		c.left -= int64(n)
		if errors.Is(err, io.EOF) {
			c.end()
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// next opens the run in which the next byte lies.
func (c *contentReader) next() error {
	for len(c.runs) > 0 {
		r := c.runs[0]
		c.runs = c.runs[1:]
		if size := r.size(); c.skip >= size {
			c.skip -= size
			continue
		}
		from := c.skip
		c.skip = 0
		if r.blob == nil {
			c.now = strings.NewReader(r.text[from:])
			return nil
		}
		f, err := r.blob.Open()
		if err != nil {
			return err
		}
		c.now, c.closer = f, f
		if !r.base64 {
			_, err = f.Seek(from, io.SeekStart)
			return err
		}
		if _, err := f.Seek(from/lineOut*lineIn, io.SeekStart); err != nil {
			return err
		}
		c.now = &base64Lines{from: f}
		_, err = io.CopyN(io.Discard, c.now, from%lineOut)
		return err
	}
	return io.ErrUnexpectedEOF // a run was shorter than it said
}

func (c *contentReader) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.end()
	return nil
}

// end closes the run that is open.
func (c *contentReader) end() {
	if c.closer != nil {
		c.closer.Close()
	}
	c.now, c.closer = nil, nil
}

// Base64 in mails: lines of 76 characters that each end in CRLF.
const (
	lineIn  = 57 // bytes of content in a line
	lineOut = 78 // bytes that it becomes
)

func base64Size(n int64) int64 {
	size := n / lineIn * lineOut
	if rest := n % lineIn; rest > 0 {
		size += (rest+2)/3*4 + 2
	}
	return size
}

// base64Lines encodes what it reads.
type base64Lines struct {
	from io.Reader
	in   [lineIn * 64]byte
	out  []byte
	room [lineOut * 64]byte
	err  error
}

func (b *base64Lines) Read(p []byte) (int, error) {
	if len(b.out) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		var n int
		n, b.err = io.ReadFull(b.from, b.in[:])
		if b.err == io.ErrUnexpectedEOF && n > 0 {
			b.err = nil // the last lines; a file that shrank says so at the next read
		}
		b.out = b.room[:0]
		for in := b.in[:n]; len(in) > 0; {
			line := in[:min(lineIn, len(in))]
			in = in[len(line):]
			b.out = append(base64.StdEncoding.AppendEncode(b.out, line), '\r', '\n')
		}
		if len(b.out) == 0 {
			return 0, b.err
		}
	}
	n := copy(p, b.out)
	b.out = b.out[n:]
	return n, nil
}
