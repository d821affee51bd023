// Package charset turns text in the charsets of mails and files into UTF-8.
//
// It never fails: an unknown charset is read as UTF-8, and what can't be
// decoded becomes U+FFFD. Start reading at Choose.
package charset

import (
	"bytes"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// UTF8 is the name of the charset that needs no decoding.
const UTF8 = "utf-8"

// Charset is a way to read bytes as text.
type Charset struct {
	// Name is the WHATWG or IANA name in lower case.
	Name string
	enc  encoding.Encoding // nil is UTF-8
}

// Of finds a charset by a label such as "gb2312" or "ISO-8859-1".
func Of(label string) (Charset, bool) {
	label = strings.ToLower(strings.Trim(label, " \t\"'"))
	if label == "" {
		return Charset{}, false
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		if e, err = ianaindex.MIME.Encoding(label); err != nil || e == nil {
			return Charset{}, false
		}
		return Charset{Name: label, enc: e}, true
	}
	name, err := htmlindex.Name(e)
	if err != nil || name == "replacement" { // what browsers refuse to decode
		return Charset{}, false
	}
	if name == UTF8 {
		return Charset{Name: UTF8}, true
	}
	return Charset{Name: name, enc: e}, true
}

// Label is the charset that a content type states in its parameter; "" where it
// states none.
func Label(contentType string) string {
	_, params, err := mime.ParseMediaType(contentType)
	if err == nil || params != nil {
		return params["charset"]
	}
	// One odd parameter must not hide the charset.
	_, after, _ := strings.Cut(strings.ToLower(contentType), "charset=")
	label, _, _ := strings.Cut(after, ";")
	return label
}

// OfType finds the charset that a content type states.
func OfType(contentType string) (Charset, bool) { return Of(Label(contentType)) }

// Mark finds the charset that a byte order mark at the beginning tells, and how
// long the mark is.
func Mark(head []byte) (c Charset, size int, ok bool) {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return Charset{Name: UTF8}, 3, true
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return Charset{Name: "utf-16le", enc: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}, 2, true
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return Charset{Name: "utf-16be", enc: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}, 2, true
	}
	return Charset{}, 0, false
}

// Choose decides how to read a whole text: by its byte order mark, else by the
// stated label, else as it looks. A service may have turned the text into
// UTF-8 and left its label: bytes that are plainly UTF-8 are read as that.
func Choose(b []byte, label string) Charset {
	if c, _, ok := Mark(b); ok {
		return c
	}
	c, stated := Of(label)
	switch {
	case stated && c.enc != nil && !plainlyUTF8(b):
		return c
	case stated || utf8.Valid(b):
		return Charset{Name: UTF8}
	case label != "": // stated, but unknown here
		return Charset{Name: UTF8}
	}
	return guess(b)
}

// guess reads a text without a label that is not UTF-8.
func guess(b []byte) Charset {
	if c, ok := meta(b); ok && c.enc != nil {
		return c
	}
	c, _ := Of("windows-1252")
	return c
}

// meta finds the charset that an HTML document states of itself.
func meta(b []byte) (Charset, bool) {
	head := bytes.ToLower(b[:min(len(b), 2048)])
	_, tag, found := bytes.Cut(head, []byte("<meta"))
	for found {
		body, rest, _ := bytes.Cut(tag, []byte(">"))
		if _, after, ok := bytes.Cut(body, []byte("charset=")); ok {
			label := strings.FieldsFunc(string(after), func(r rune) bool { return strings.ContainsRune(" \t\r\n\"';/", r) })
			if len(label) > 0 {
				return Of(label[0])
			}
		}
		_, tag, found = bytes.Cut(rest, []byte("<meta"))
	}
	return Charset{}, false
}

// plainlyUTF8 says that bytes with another label are UTF-8 beyond doubt. A byte
// above 127 in another charset hardly ever stands in a valid sequence. Pairs of
// bytes may by chance (GBK's do), so only longer sequences, or many of them,
// count.
func plainlyUTF8(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	pairs := 0
	for _, r := range string(b) {
		switch {
		case r == 0x1b || r == 0: // a charset of escapes, or of 16 bits
			return false
		case r >= 0x800:
			return true
		case r >= 0x80:
			pairs++
		}
	}
	return pairs >= 8
}

// Decode turns bytes into UTF-8, without a byte order mark.
func (c Charset) Decode(b []byte) string {
	if _, n, ok := Mark(b); ok {
		b = b[n:]
	}
	if c.enc == nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	out, _, err := transform.Bytes(c.enc.NewDecoder(), b)
	if err != nil { // decoders write U+FFFD instead of failing; a cut end may fail
		return strings.ToValidUTF8(string(out), "\ufffd")
	}
	return string(out)
}

// Decoder decodes a stream whose mark is taken off already; nil means that the
// bytes are UTF-8 as they are.
func (c Charset) Decoder() transform.Transformer {
	if c.enc == nil {
		return nil
	}
	return c.enc.NewDecoder()
}
