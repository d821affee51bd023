// Package mbox cuts a mailbox file into mails, as a stream: it holds one line
// of the file in memory, however big a mail or the file is.
//
// It reads the two forms in use, mboxo and mboxrd, and what Google Takeout
// writes. A line "From sender date" after an empty line begins a mail; a line of
// the mail that would look so has a ">" in front, which goes when it is read. In
// mboxo a line that had its ">" already can't be told from one that got it;
// both lose it, as in mboxrd.
//
// It reads no headers. Start reading at Reader.Next.
package mbox

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"sync"
)

// ErrFormat says that a file does not begin like a mailbox.
var ErrFormat = errors.New("the file does not begin with an mbox separator: a line \"From sender date\"")

// bufferSize is how much of a line is looked at, in bytes. Longer lines are
// passed on in pieces.
const bufferSize = 64 << 10

// Reader reads a mailbox. It is one goroutine's.
type Reader struct {
	in      *bufio.Reader
	started bool
	inMail  bool   // the last mail was not read to its end
	within  bool   // the next bytes go on with a line
	blank   []byte // an empty line that may belong to the separator
	out     []byte // bytes of the mail that were not asked for yet
	err     error
}

// NewReader reads the mailbox r.
func NewReader(r io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(r, bufferSize)} }

// separator is a line that begins a mail: a sender without blanks, and a time.
var separator = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^From \S+\s.*\d:\d\d`) })

// quoted is a line that would look like one.
var quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^>+From `) })

// Next gives the next mail, whose reader is good until the next call; what of
// the mail before was not read is passed over. It gives io.EOF at the end, and
// ErrFormat for a file that is none.
func (r *Reader) Next() (io.Reader, error) {
	if !r.started {
		r.started = true
		if err := r.first(); err != nil {
			return nil, err
		}
	} else if _, err := io.Copy(io.Discard, mail{r}); err != nil {
		return nil, err
	}
	if r.err != nil {
		return nil, r.err
	}
	r.inMail = true
	return mail{r}, nil
}

// byteOrderMark is what programs on Windows put before text.
var byteOrderMark = []byte("\ufeff")

// first finds the first separator. A byte-order mark and empty lines before it
// are tolerated.
func (r *Reader) first() error {
	for {
		line, err := r.in.ReadSlice('\n')
		line = bytes.TrimPrefix(line, byteOrderMark)
		switch {
		case len(bytes.TrimRight(line, "\r\n")) > 0:
			if !separator().Match(line) {
				r.err = ErrFormat
				return r.err
			}
			r.err = r.rest(err)
			return r.err
		case err != nil:
			r.err = err
			return err
		}
	}
}

// rest passes over the rest of a line that was too long for the buffer.
func (r *Reader) rest(err error) error {
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.in.ReadSlice('\n')
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// mail is the reader of the current mail.
type mail struct{ *Reader }

// Read implements io.Reader.
func (m mail) Read(p []byte) (int, error) {
	for len(m.out) == 0 && m.inMail {
		m.fill()
	}
	if len(m.out) == 0 {
		if m.err != nil && m.err != io.EOF {
			return 0, m.err
		}
		return 0, io.EOF
	}
	n := copy(p, m.out)
	m.out = m.out[n:]
	return n, nil
}

// fill reads a line, or a piece of one. It ends the mail at a separator.
func (r *Reader) fill() {
	line, err := r.in.ReadSlice('\n')
	start := !r.within
	r.within = errors.Is(err, bufio.ErrBufferFull)
	if err != nil && !r.within {
		r.err, r.inMail = err, false // after what this last piece holds
	}
	switch {
	case start && r.blank != nil && separator().Match(line):
		r.blank, r.inMail, r.within = nil, false, false
		r.err = r.rest(err) // a separator at the very end begins an empty mail
		return
	case start && len(bytes.TrimRight(line, "\r\n")) == 0 && len(line) > 0:
		r.out = append(r.out[:0], r.blank...)
		r.blank = append([]byte{}, line...)
		return
	}
	r.out = append(r.out[:0], r.blank...)
	if r.blank != nil && len(line) == 0 {
		r.out = r.out[:0] // the empty line that ends the file
	}
	r.blank = nil
	if start && quoted().Match(line) {
		line = line[1:]
	}
	r.out = append(r.out, line...)
}
