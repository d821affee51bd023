package rest

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/wslite/wslite/host/fault"
)

// maxKey is the longest member name, in bytes, that is looked at.
const maxKey = 256

// lift copies a JSON object and takes the text of one of its members out on the
// way: the text goes to a writer in pieces, null stands in its place. So an
// attachment of many megabytes never lies in memory whole. What it copies is
// checked by whoever reads it.
type lift struct {
	in    *bufio.Reader
	field string
	to    io.Writer
	rest  bytes.Buffer
	limit int64
	found bool
}

// errTwice says that the answer holds the member twice.
var errTwice = errors.New("a member stands twice")

// run copies to the end. The error is io's, the writer's or a *fault.Error.
func (l *lift) run() error {
	depth, isKey, key := 0, false, ""
	for {
		c, err := l.in.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case int64(l.rest.Len()) > l.limit:
			return fault.New(fault.LimitExceeded, "the answer is larger than the limit").WithHint("ask for fewer items")
		}
		switch c {
		case '{', '[':
			depth++
			isKey = depth == 1 && c == '{'
		case '}', ']':
			depth--
		case ',':
			isKey = depth == 1
		case ':':
			isKey = isKey && depth != 1
		case '"':
			if depth == 1 && !isKey && key == l.field {
				if l.found {
					return errTwice
				}
				l.found = true
				if err := l.text(l.to); err != nil {
					return err
				}
				l.rest.WriteString("null")
				continue
			}
			start := l.rest.Len()
			if err := l.copyText(); err != nil {
				return err
			}
			if depth == 1 && isKey {
				key = nameOf(l.rest.Bytes()[start:])
			}
			continue
		}
		l.rest.WriteByte(c)
	}
}

// copyText copies a string whose first quote is read already.
func (l *lift) copyText() error {
	l.rest.WriteByte('"')
	for escaped := false; ; {
		c, err := l.in.ReadByte()
		if err != nil {
			return cutShort(err)
		}
		l.rest.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			return nil
		case int64(l.rest.Len()) > l.limit:
			return nil // run says so
		}
	}
}

func nameOf(quoted []byte) string {
	if len(quoted) > maxKey {
		return ""
	}
	v, err := decode(quoted)
	s, _ := v.(string)
	if err != nil {
		return ""
	}
	return s
}

// text passes a string on whose first quote is read already. Base64 is ASCII; a
// character beyond it is passed as a byte that no alphabet has.
func (l *lift) text(to io.Writer) error {
	buf := make([]byte, 0, 4096)
	for {
		c, err := l.in.ReadByte()
		if err != nil {
			return cutShort(err)
		}
		switch c {
		case '"':
			_, err := to.Write(buf)
			return err
		case '\\':
			if c, err = l.escape(); err != nil {
				return err
			}
		}
		if buf = append(buf, c); len(buf) == cap(buf) {
			if _, err := to.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
}

// escape reads what follows a backslash.
func (l *lift) escape() (byte, error) {
	c, err := l.in.ReadByte()
	if err != nil {
		return 0, cutShort(err)
	}
	switch c {
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		var hex [4]byte
		if _, err := io.ReadFull(l.in, hex[:]); err != nil {
			return 0, cutShort(err)
		}
		n, err := strconv.ParseUint(string(hex[:]), 16, 16)
		if err != nil || n >= 0x80 {
			return 0xff, nil
		}
		return byte(n), nil
	}
	return c, nil
}

func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
