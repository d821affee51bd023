package route

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/abi"
)

// Limits on what fills a URL, in bytes before escaping. Larger values are no
// ids or filters, and servers refuse the URL anyway.
const (
	maxPathValue  = 2048  // Gmail's attachment ids, the longest ids known, stay under 1000
	maxQueryValue = 8192  // Drive's search expression is the longest known
	maxURL        = 16384 // of the finished URL; Google's front end refuses more
)

// URL builds the URL of one request. Scheme, host and the shape of the path
// are the table's. Each path value becomes exactly one escaped segment, and
// each query value exactly the parameter that the route names.
//
// The error is PLUGIN_VIOLATION: a value is missing, unknown, of the wrong
// type, or tries to be more than a value. Values of the service itself pass,
// as x@group.calendar.google.com, kix.abc or @default.
func (r *Route) URL(path map[string]string, query map[string]abi.Raw) (*url.URL, error) {
	decoded, escaped, err := r.path(path)
	if err != nil {
		return nil, err
	}
	q, err := r.query(query)
	if err != nil {
		return nil, err
	}
	u := &url.URL{Scheme: scheme(r.Host), Host: r.Host, Path: decoded, RawPath: escaped, RawQuery: q}
	if n := len(u.String()); n > maxURL {
		return nil, r.violation("the URL would have %d bytes; at most %d are sent", n, maxURL)
	}
	return u, nil
}

// UploadURL is URL for a request that carries content: the same address below
// /upload, where Google's APIs take it.
func (r *Route) UploadURL(path map[string]string, query map[string]abi.Raw) (*url.URL, error) {
	if r.Upload == 0 {
		return nil, r.violation("it takes no content")
	}
	u, err := r.URL(path, query)
	if err != nil {
		return nil, err
	}
	u.Path, u.RawPath = "/upload"+u.Path, "/upload"+u.RawPath
	return u, nil
}

// path fills the template, once as text and once escaped.
func (r *Route) path(values map[string]string) (decoded, escaped string, err error) {
	for name := range values {
		if !slices.ContainsFunc(r.PathParams, func(p PathParam) bool { return p.Name == name }) {
			return "", "", r.violation("the path has no variable %s", show(name))
		}
	}
	params := r.PathParams
	var plain, esc strings.Builder
	for _, s := range r.segments {
		plain.WriteByte('/')
		esc.WriteByte('/')
		if s.param == "" {
			plain.WriteString(s.literal)
			esc.WriteString(s.literal)
			continue
		}
		p := params[0]
		params = params[1:]
		v, ok := values[p.Name]
		if !ok {
			return "", "", r.violation("path value %q is missing", p.Name)
		}
		if why := p.refuse(v); why != "" {
			return "", "", r.violation("path value %q %s", p.Name, why)
		}
		plain.WriteString(v + s.verb)
		esc.WriteString(escapeSegment(v) + s.verb)
	}
	return plain.String(), esc.String(), nil
}

// climbs finds text that another layer may decode to a dot, a slash, a
// backslash or a control character, however often it was encoded, overlong
// UTF-8 included. It would be escaped once more here, so it is harmless to a
// server that decodes once; not every server does.
var climbs = pattern(`(?i)%(25)*(2e|2f|5c|[01][0-9a-f]|7f|c0%(25)*(ae|af)|c1%(25)*9c|e0%(25)*80%(25)*(ae|af))`)

// refuse says why a text can't be a path value; empty where it can.
func (p PathParam) refuse(v string) string {
	switch {
	case v == "":
		return "is empty"
	case len(v) > maxPathValue:
		return "is longer than " + strconv.Itoa(maxPathValue) + " bytes"
	case !utf8.ValidString(v):
		return "is not UTF-8"
	case strings.ContainsFunc(v, unicode.IsControl):
		return "holds a control character"
	case strings.ContainsAny(v, `/\`):
		return "holds a slash or backslash; it must be one segment"
	case strings.Contains(v, "%") && climbs().MatchString(v):
		return "holds an encoded slash, dot or control character"
	case onlyDots(v):
		return "is made of dots; it would climb the path"
	case p.Type == "integer" && !fitsInteger(v, p.Format):
		return "is not a whole number in range"
	case p.pattern != nil && !p.pattern.MatchString(v):
		return "does not have the form that the API asks for"
	}
	return ""
}

// onlyDots finds "." and "..", also as servers may come to read them: with
// blanks around, or cut at a semicolon (path parameters).
func onlyDots(v string) bool {
	head, _, _ := strings.Cut(v, ";")
	return strings.Trim(head, ". ") == ""
}

// escapeSegment escapes all but RFC 3986's unreserved characters, as Google's
// own clients do: a colon in a value can't pass for a custom verb.
func escapeSegment(v string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(v) {
		c := v[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_', c == '~':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// show quotes untrusted text for a message: short, ASCII, nothing invisible.
func show(s string) string {
	if len(s) > 60 {
		s = s[:57] + "..."
	}
	return strconv.QuoteToASCII(s)
}
