package blob

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/wslite/wslite/host/blob/charset"
	"github.com/wslite/wslite/host/fault"
)

// Text decodes text to UTF-8 (by BOM or stated charset), cut to maxUnits UTF-16
// units between characters; 0 does not cut. It reads no more than it gives. The
// error is NOT_SUPPORTED where the content is not text.
func (b *Blob) Text(maxUnits int) (string, error) {
	if !b.isText {
		return "", fault.New(fault.NotSupported, "%q is not text", b.name).WithHint("save it to a file with --output")
	}
	f, err := b.Open()
	if err != nil {
		return "", err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	head, _ := in.Peek(3)
	if _, size, ok := charset.Mark(head); ok {
		in.Discard(size)
	}
	if d := b.charset.Decoder(); d != nil {
		in = bufio.NewReader(transform.NewReader(in, d))
	}
	var out strings.Builder
	units := 0
	for {
		r, _, err := in.ReadRune() // a byte that is not UTF-8 is U+FFFD
		switch {
		case err == io.EOF:
			return out.String(), nil
		case err != nil:
			return "", fault.Wrap(err, fault.Client, "%q can't be read any more", b.name)
		}
		if units++; r > 0xffff {
			units++
		}
		if maxUnits > 0 && units > maxUnits {
			return out.String(), nil
		}
		out.WriteString(string(r))
	}
}

// Units is the length of a text in UTF-16 units, which is how the services
// count.
func Units(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if r > 0xffff {
			n++
		}
	}
	return n
}
