package schema

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Format names that a plugin's schema may use. They are asserted, not only
// noted. Those of the standard that describe less than they seem to (uri,
// date-time without dates) are not offered.
const (
	// FormatDateTime is a calendar date, or a date with a time, with or without
	// an offset: 2031-05-04, 2031-05-04T09:00, 2031-05-04 09:00:00.5+02:00.
	FormatDateTime = "iso-date-time"
	// FormatEmail is one address, without a name, at most 320 UTF-16 units.
	FormatEmail = "email"
	// FormatEmailList is addresses with commas between them; blanks are skipped.
	FormatEmailList = "email-list"
	// FormatHTTPSURL is an absolute https link; white space around it is removed.
	FormatHTTPSURL = "https-url"
	// FormatFormula begins with "=".
	FormatFormula = "formula"
	// FormatNoFormula begins with none of the signs that spreadsheets take for
	// the start of a formula.
	FormatNoFormula = "no-formula-prefix"
)

// format is one assertion about text.
type format struct {
	// want completes "must be ...".
	want string
	ok   func(string) bool
}

var formats = map[string]format{
	FormatDateTime:  {"a date or date-time such as 2031-05-04 or 2031-05-04T09:00:00Z", isDateTime},
	FormatEmail:     {"an e-mail address such as ana@example.com, without a name", isEmail},
	FormatEmailList: {"e-mail addresses with commas between them, without names", isEmailList},
	FormatHTTPSURL:  {"a link that begins with https://", isHTTPSURL},
	FormatFormula:   {"a formula that begins with =", func(s string) bool { return strings.HasPrefix(trim(s), "=") }},
	FormatNoFormula: {"text that begins with none of = + - @", func(s string) bool {
		s = trim(s)
		return s == "" || !strings.ContainsRune("=+-@", rune(s[0]))
	}},
}

// Errors of the formats that document.format makes; convert turns them into
// words.
var (
	errLength = errors.New("length")
	errFormat = errors.New("format")
)

// format registers the assertion of a node's length and format and gives its
// name.
func (d *document) format(n *node) string {
	d.made++
	name := fmt.Sprintf("wslite-%d", d.made)
	b, f := n.bounds, formats[n.format]
	d.compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
		s, isText := v.(string)
		if !isText {
			return nil
		}
		if l := units(s); b.minLen >= 0 && l < b.minLen || b.maxLen >= 0 && l > b.maxLen {
			return errLength
		}
		if f.ok != nil && !f.ok(s) {
			return errFormat
		}
		return nil
	}})
	return name
}

// units counts UTF-16 code units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

const maxEmail = 320

// isEmail is the peer's rule: one @, something in front of it, and behind it a
// name with a dot that neither begins nor ends it; no white space and none of
// , < > " anywhere.
func isEmail(s string) bool {
	if len(s) > 4*maxEmail || units(s) > maxEmail {
		return false
	}
	for _, r := range s {
		if isSpace(r) || strings.ContainsRune(`,<>"`, r) {
			return false
		}
	}
	local, domain, ok := strings.Cut(s, "@")
	if !ok || local == "" || strings.Contains(domain, "@") {
		return false
	}
	_, first := utf8.DecodeRuneInString(domain)
	_, last := utf8.DecodeLastRuneInString(domain)
	return first+last < len(domain) && strings.Contains(domain[first:len(domain)-last], ".")
}

func isEmailList(s string) bool {
	for _, a := range strings.Split(s, ",") {
		if a = trim(a); a != "" && !isEmail(a) {
			return false
		}
	}
	return true
}
