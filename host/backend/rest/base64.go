package rest

import (
	"bytes"
	"errors"
	"io"
)

// errNotBase64 says that text is neither of the two alphabets.
var errNotBase64 = errors.New("not base64")

// base64Writer decodes base64 as services write it: the standard or the URL
// alphabet, with or without padding, in lines or in one. What is none of that
// is an error. It works in pieces; Close ends it.
type base64Writer struct {
	to     io.Writer
	bits   uint32
	n      int // characters in bits
	pads   int
	buffer []byte
}

// outBuffer is how many decoded bytes are gathered before they are passed on.
const outBuffer = 32 << 10

func (b *base64Writer) Write(p []byte) (int, error) {
	for _, c := range p {
		if err := b.put(c); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func (b *base64Writer) put(c byte) error {
	switch v := sextet[c]; {
	case v < 64 && b.pads == 0:
		b.bits = b.bits<<6 | uint32(v)
		if b.n++; b.n == 4 {
			b.buffer = append(b.buffer, byte(b.bits>>16), byte(b.bits>>8), byte(b.bits))
			b.bits, b.n = 0, 0
			if len(b.buffer) >= outBuffer {
				return b.flush()
			}
		}
		return nil
	case v == blankChar:
		return nil
	case v == padChar && b.n >= 2 && b.n+b.pads < 4:
		b.pads++
		return nil
	}
	return errNotBase64
}

func (b *base64Writer) flush() error {
	_, err := b.to.Write(b.buffer)
	b.buffer = b.buffer[:0]
	return err
}

// Close writes the last bytes.
func (b *base64Writer) Close() error {
	switch b.n {
	case 1:
		return errNotBase64
	case 2:
		b.buffer = append(b.buffer, byte(b.bits>>4))
	case 3:
		b.buffer = append(b.buffer, byte(b.bits>>10), byte(b.bits>>2))
	}
	return b.flush()
}

// decodeBase64 is base64Writer for text that is in memory.
func decodeBase64(s string) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(len(s) / 4 * 3)
	w := base64Writer{to: &out}
	if _, err := w.Write([]byte(s)); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

const (
	blankChar = 64 + iota
	padChar
	otherChar
)

var sextet = func() (t [256]byte) {
	for i := range t {
		t[i] = otherChar
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") {
		t[c] = byte(i)
	}
	t['+'], t['-'], t['/'], t['_'] = 62, 62, 63, 63
	t[' '], t['\t'], t['\r'], t['\n'] = blankChar, blankChar, blankChar, blankChar
	t['='] = padChar
	return t
}()
