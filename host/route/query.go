package route

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/abi"
)

// query encodes the query values, sorted by name.
func (r *Route) query(values map[string]abi.Raw) (string, error) {
	for _, p := range r.Query {
		if _, ok := values[p.Name]; p.Required && !ok {
			return "", r.violation("query value %q is missing", p.Name)
		}
	}
	out := url.Values{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(r.Query, func(p QueryParam) bool { return p.Name == name })
		if i < 0 {
			return "", r.violation("it has no query parameter %s", show(name))
		}
		texts, why := r.Query[i].texts(values[name])
		if why != "" {
			return "", r.violation("query value %q %s", name, why)
		}
		out[name] = texts
	}
	return out.Encode(), nil
}

// texts turns a JSON value into what stands in the URL, one text per
// occurrence; or it says what is wrong with the value.
func (p QueryParam) texts(raw abi.Raw) (texts []string, why string) {
	v, ok := decode(raw)
	if !ok {
		return nil, "is not JSON"
	}
	list, isList := v.([]any)
	switch {
	case isList && !p.Repeated:
		return nil, "is a list; the parameter takes one value"
	case isList && len(list) == 0:
		return nil, "is an empty list"
	case !isList:
		list = []any{v}
	}
	for _, x := range list {
		t, why := p.text(x)
		if why != "" {
			return nil, why
		}
		texts = append(texts, t)
	}
	return texts, ""
}

func decode(raw abi.Raw) (any, bool) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	return v, d.Decode(&v) == nil
}

func (p QueryParam) text(v any) (text, why string) {
	switch x := v.(type) {
	case string:
		text = x
		if p.Type != "string" {
			return "", "is a string, not of the type " + p.Type
		}
		if isWholeFormat(p.Format) && !fitsInteger(text, p.Format) {
			return "", "is not a whole number in range"
		}
	case bool:
		text = strconv.FormatBool(x)
		if p.Type != "boolean" {
			return "", "is a boolean, not of the type " + p.Type
		}
	case json.Number:
		text = x.String()
		if p.Type != "number" && p.Type != "integer" {
			return "", "is a number, not of the type " + p.Type
		}
		if p.Type == "integer" && !fitsInteger(text, p.Format) {
			return "", "is not a whole number in range"
		}
	default:
		return "", "is not of the type " + p.Type
	}
	switch {
	case len(text) > maxQueryValue:
		return "", "is longer than " + strconv.Itoa(maxQueryValue) + " bytes"
	case strings.ContainsFunc(text, unicode.IsControl):
		return "", "holds a control character"
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, text):
		return "", "is not one of " + strings.Join(p.Enum, ", ")
	}
	return text, ""
}

// wholeRanges gives the bits of Discovery's integer formats and whether they
// have a sign. An integer without a format counts as int64.
var wholeRanges = map[string]struct {
	bits   uint
	signed bool
}{
	"int32": {32, true}, "uint32": {32, false}, "int64": {64, true}, "uint64": {64, false},
}

// maxWhole is more than the digits of any 64-bit number, with its sign.
const maxWhole = 21

var wholeNumber = pattern(`^(0|-?[1-9][0-9]*)$`)

func isWholeFormat(format string) bool { _, ok := wholeRanges[format]; return ok }

// fitsInteger says that a text is a whole number, without exponent or
// fraction, within its format.
func fitsInteger(text, format string) bool {
	rng, ok := wholeRanges[format]
	if !ok {
		rng = wholeRanges["int64"]
	}
	if len(text) > maxWhole || !wholeNumber().MatchString(text) {
		return false
	}
	n, _ := new(big.Int).SetString(text, 10)
	if !rng.signed {
		return n.Sign() >= 0 && uint(n.BitLen()) <= rng.bits
	}
	if n.Sign() < 0 { // -2^(bits-1) still fits
		n.Add(n, big.NewInt(1))
	}
	return uint(n.BitLen()) < rng.bits
}
