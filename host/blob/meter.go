package blob

import (
	"io"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/wslite/wslite/host/blob/charset"
)

// meter watches content that comes in and tells in the end whether it is text,
// in which charset and how long. It holds nothing of it but a few bytes.
type meter struct {
	stated  charset.Charset
	isKnown bool // a charset is stated
	head    []byte
	begun   bool
	marked  bool // by a byte order mark
	charset charset.Charset
	through io.WriteCloser // decodes to UTF-8 and goes on to units
	units   counter
}

func newMeter(contentType string) *meter {
	c, ok := charset.OfType(contentType)
	return &meter{stated: c, isKnown: ok}
}

func (m *meter) write(p []byte) {
	if !m.begun {
		m.head = append(m.head, p...)
		if len(m.head) < 3 { // the longest mark
			return
		}
		p = m.begin()
	}
	if m.units.binary {
		return
	}
	m.through.Write(p) // a counter never fails, and decoders write U+FFFD
}

// begin decides by the first bytes; it gives them without the mark.
func (m *meter) begin() []byte {
	m.begun = true
	c, size, marked := charset.Mark(m.head)
	switch {
	case marked:
		m.charset, m.marked = c, true
	case m.isKnown:
		m.charset = m.stated
	default:
		m.charset = charset.Charset{Name: charset.UTF8}
	}
	// Text without a word on its charset must be UTF-8 without a flaw.
	m.units.strict = !marked && !m.isKnown
	m.through = nopCloser{&m.units}
	if d := m.charset.Decoder(); d != nil {
		m.through = transform.NewWriter(&m.units, d)
	}
	rest := m.head[size:]
	m.head = nil
	return rest
}

// end gives the facts.
func (m *meter) end() (isText bool, units int, c charset.Charset) {
	if !m.begun {
		if rest := m.begin(); len(rest) > 0 {
			m.through.Write(rest)
		}
	}
	m.through.Close()
	m.units.end()
	if m.units.binary {
		return false, 0, charset.Charset{}
	}
	return true, m.units.n, m.charset
}

// counter counts the UTF-16 units of UTF-8 that comes in pieces.
type counter struct {
	n      int
	strict bool
	binary bool // it has a NUL, or is not UTF-8 and must be
	rest   []byte
}

func (c *counter) Write(p []byte) (int, error) {
	all := len(p)
	if len(c.rest) > 0 {
		p = append(c.rest, p...)
		c.rest = nil
	}
	for i := 0; i < len(p) && !c.binary; {
		if b := p[i]; b < utf8.RuneSelf {
			c.n++
			c.binary = b == 0
			i++
			continue
		}
		if !utf8.FullRune(p[i:]) {
			c.rest = append([]byte(nil), p[i:]...)
			break
		}
		r, size := utf8.DecodeRune(p[i:])
		c.rune(r, size)
		i += size
	}
	return all, nil
}

func (c *counter) rune(r rune, size int) {
	if r == utf8.RuneError && size == 1 && c.strict {
		c.binary = true
	}
	c.n++
	if r > 0xffff {
		c.n++
	}
}

func (c *counter) end() {
	for range c.rest { // each byte of a cut character becomes U+FFFD
		c.rune(utf8.RuneError, 1)
	}
	c.rest = nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
