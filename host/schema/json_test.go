package schema

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParseJSON(t *testing.T) {
	cases := []struct {
		in   string
		want any
	}{
		{`{}`, map[string]any{}},
		{` [ ] `, []any{}},
		{"\ufeff{\"a\":1}", map[string]any{"a": json.Number("1")}},
		{"{\r\n\t\"a\" : [ true , false , null ]\r\n}\r\n", map[string]any{"a": []any{true, false, nil}}},
		{`"a\"\\\/\b\f\n\r\tä\ud83d\ude00é"`, "a\"\\/\b\f\n\r\tä😀é"},
		{`9007199254740993`, json.Number("9007199254740993")},
		{`123456789012345678901234567890.5`, json.Number("123456789012345678901234567890.5")},
		{`{"__proto__":{},"constructor":1}`, map[string]any{"__proto__": map[string]any{}, "constructor": json.Number("1")}},
		{`{"":""}`, map[string]any{"": ""}},
	}
	for _, c := range cases {
		got, err := ParseJSON([]byte(c.in))
		if err != nil || !cmp.Equal(got, c.want) {
			t.Errorf("%q: %v, %v", c.in, got, err)
		}
	}
}

func TestParseJSONRefuses(t *testing.T) {
	cases := []struct{ in, want string }{
		{``, "line 1, column 1: the text ends"},
		{`{`, "key in double quotes"},
		{`{userId:me}`, "line 1, column 2: a key in double quotes"},
		{`{'a':1}`, "double quotes"},
		{`{"a":1,}`, "double quotes"},
		{`{"a" 1}`, "colon"},
		{`{"a":1 "b":2}`, "comma or }"},
		{`[1,]`, "no JSON value"},
		{`[1 2]`, "comma or ]"},
		{`[1`, "comma or ]"},
		{"[1,\n  x]", "line 2, column 3: this is no JSON value"},
		{`true false`, "something follows"},
		{`trueish`, "no JSON value"},
		{`nul`, "no JSON value"},
		{`undefined`, "no JSON value"},
		{`NaN`, "no JSON value"},
		{`-Infinity`, "no JSON number"},
		{`01`, "no JSON number"},
		{`1.`, "no JSON number"},
		{`.5`, "no JSON value"},
		{`+1`, "no JSON value"},
		{`0x10`, "no JSON number"},
		{`1e`, "no JSON number"},
		{`1e400`, "too large"},
		{`-1e400`, "too large"},
		{`1e-400`, "too small"},
		{strings.Repeat("1", 401), "too many digits"},
		{`"abc`, "closing quote"},
		{"\"a\nb\"", "control character"},
		{`"\x"`, "no such escape"},
		{`"\u12g4"`, "four hexadecimal digits"},
		{`"\ud800"`, "half of a surrogate pair"},
		{`"\udc00\ud800"`, "half of a surrogate pair"},
		{`"\ud800\u0041"`, "half of a surrogate pair"},
		{"\"a\xffb\"", "not UTF-8"},
		{"\"a\xed\xa0\x80b\"", "not UTF-8"},
		{"{\"a\":1,\n\"a\":2}", "line 2, column 1: the key stands twice"},
		{`{"a":1,"\u0061":2}`, "the key stands twice"},
		{strings.Repeat("[", 200) + strings.Repeat("]", 200), "deeper than 128"},
		{"\xff\xfe{\x00}\x00", "UTF-16"},
	}
	for _, c := range cases {
		v, err := ParseJSON([]byte(c.in))
		if err == nil {
			t.Errorf("%q: accepted as %v", c.in, v)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.in, err, c.want)
		}
	}
}

// What ParseJSON accepts encoding/json reads as the same value, and what
// encoding/json refuses ParseJSON refuses.
func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.50,-0,1e3,"x\u00e4"],"b":null}`, "\ufeff[]", `"\ud83d\ude00"`, `[[[[1]]]]`, `1E+2`, `{"a":1,"a":1}`, `0.000001`, `123456789012345678901234567890`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, err := ParseJSON(src)
		if err != nil {
			return
		}
		if !utf8.Valid(bytes.TrimPrefix(src, bom)) {
			t.Fatalf("%q: accepted, and is no UTF-8", src)
		}
		d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(src, bom)))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatalf("%q: accepted, encoding/json says %v", src, err)
		}
		if !sameValue(got, want) {
			t.Fatalf("%q: %v, encoding/json has %v", src, got, want)
		}
		again, err := json.Marshal(got)
		if err != nil {
			t.Fatalf("%q: can't be written: %v", src, err)
		}
		if back, err := ParseJSON(again); err != nil || !reflect.DeepEqual(got, back) {
			t.Fatalf("%q: written and read back %v, %v", src, back, err)
		}
	})
}

// sameValue compares as values: numbers by what they mean.
func sameValue(a, b any) bool {
	switch x := a.(type) {
	case json.Number:
		y, ok := b.(json.Number)
		if !ok {
			return false
		}
		n, err := canonical(y.String())
		return err == nil && n == x
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !sameValue(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k := range x {
			if !sameValue(x[k], y[k]) {
				return false
			}
		}
		return true
	}
	return a == b
}

func TestCanonicalNumbers(t *testing.T) {
	cases := []struct{ in, want string }{
		{"0", "0"}, {"-0", "0"}, {"0.0", "0"}, {"0e999999999999", "0"}, {"5", "5"}, {"5.0", "5"}, {"5.", "5"}, {".5", "0.5"},
		{"+5", "5"}, {"-5", "-5"}, {"007", "7"}, {"0.5e1", "5"}, {"1e3", "1000"}, {"1E+3", "1000"}, {"1200e-2", "12"},
		{"1.50", "1.5"}, {"0.1", "0.1"}, {"1e-6", "0.000001"}, {"1e-7", "1e-7"}, {"1.25e-7", "1.25e-7"},
		{"100000000000000000000", "100000000000000000000"}, {"1e21", "1e21"}, {"1000000000000000000000", "1e21"},
		{"9007199254740993", "9007199254740993"}, {"-9007199254740993.10", "-9007199254740993.1"},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{"1e308", "1e308"}, {"-1.5e300", "-1.5e300"}, {"1e-300", "1e-300"}, {"4.9e-324", "4.9e-324"},
	}
	for _, c := range cases {
		got, err := canonical(c.in)
		if err != nil || got.String() != c.want {
			t.Errorf("canonical(%q) = %q, %v, want %q", c.in, got, err, c.want)
			continue
		}
		if again, err := canonical(c.want); err != nil || again != got || !isJSONNumber(c.want) {
			t.Errorf("canonical(%q) = %q, %v", c.want, again, err)
		}
	}
	for _, in := range []string{"", "-", "+", ".", "e5", "1e", "1e+", "1x", "1 2", "--1", "1_000", "1e5.5", "٣", "1e1_0", "Infinity", "NaN", "0x10"} {
		if got, err := canonical(in); err == nil {
			t.Errorf("canonical(%q) = %q, want an error", in, got)
		}
	}
	for in, want := range map[string]bool{"5": true, "5.5": false, "1e21": true, "1.5e30": true, "1e-7": false, "-3": true} {
		n, _ := canonical(in)
		if isWhole(n) != want {
			t.Errorf("isWhole(%s) = %v", n, !want)
		}
	}
}

// The canonical spelling means what the text means, digit for digit.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"1e21", "-0.00", "12.3400e5", "1.7976931348623157e308", "4.9e-300", "000.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := canonical(s)
		if err != nil {
			return
		}
		if !isJSONNumber(n.String()) {
			t.Fatalf("canonical(%q) = %q is no JSON number", s, n)
		}
		again, err := canonical(n.String())
		if err != nil || again != n {
			t.Fatalf("canonical(%q) = %q, then %q, %v", s, n, again, err)
		}
		want, err := strconv.ParseFloat(s, 64)
		got, err2 := strconv.ParseFloat(n.String(), 64)
		if err != nil || err2 != nil || (got != want && !(got == 0 && want == 0)) || math.IsInf(got, 0) {
			t.Fatalf("canonical(%q) = %q: %v %v, want %v %v", s, n, got, err2, want, err)
		}
	})
}

func TestJSNumber(t *testing.T) {
	cases := []struct{ in, want string }{
		{"5", "5"}, {" 7\n", "7"}, {"\u00a07\ufeff", "7"}, {"0x10", "16"}, {"0XfF", "255"}, {"0b101", "5"}, {"0o17", "15"},
		{"0x20000000000001", "9007199254740993"}, {"1e2", "100"}, {".5", "0.5"}, {"5.", "5"}, {"-0", "0"}, {"+1", "1"}, {"007", "7"},
		{"", ""}, {" ", ""}, {"\t\n", ""}, {"NaN", ""}, {"Infinity", ""}, {"-Infinity", ""}, {"+Infinity", ""}, {"0x", ""}, {"0xg", ""},
		{"-0x10", ""}, {"0x-1", ""}, {"0x1_0", ""}, {"0b2", ""}, {"1_000", ""}, {"1,000", ""}, {"5px", ""}, {"--5", ""}, {"1e400", ""}, {"٣", ""}, {"5n", ""},
	}
	for _, c := range cases {
		got, err := jsNumber(c.in)
		if got.String() != c.want || (err == nil) != (c.want != "") {
			t.Errorf("jsNumber(%q) = %q, %v, want %q", c.in, got, err, c.want)
		}
	}
}
