package value

import (
	"errors"
	"strings"
	"testing"
)

func TestParseKeepsWhatWasWritten(t *testing.T) {
	for _, text := range []string{
		`null`, `true`, `false`, `""`, `[]`, `{}`, `0`, `-0`, `1.50`, `1E+400`, `-12e-3`,
		`9007199254740993`, `123456789012345678901234567890.1`,
		`{"b":1,"a":[null,{"c":"d"}]}`, `{"":""}`, `"ü€😀"`, `{"constructor":1,"__proto__":2}`,
	} {
		v, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := v.String(); got != text {
			t.Errorf("%s came out as %s", text, got)
		}
	}
}

func TestParseUnescapes(t *testing.T) {
	v, err := Parse(" [ \"\\u0041\\n\\\"\\/\\ud83d\\ude00 z\\t\" ]\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.Items()[0].Text(), "A\n\"/😀 z\t"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		``:                         "a value is missing at byte 0",
		`{"a":1,"b":2,"a":3}`:      "a member is named twice at byte 13",
		`{"a":{"x":1,"\u0078":2}}`: "a member is named twice at byte 12",
		`"\ud800"`:                 "half a surrogate pair at byte 7",
		`"\ud800\u0041"`:           "half a surrogate pair",
		`"\udc00"`:                 "half a surrogate pair",
		"\"\xff\"":                 "the text is not UTF-8 at byte 1",
		"\ufeff1":                  "a value is missing at byte 0",
		`01`:                       "text behind the value at byte 1",
		`1.`:                       "a number is malformed",
		`.5`:                       "a value is missing",
		`+1`:                       "a value is missing",
		`1e`:                       "a number is malformed",
		`NaN`:                      "a value is missing",
		`nul`:                      "a value is missing",
		`"a`:                       "a string has no end",
		"\"a\nb\"":                 "a control character in a string",
		`"\x41"`:                   "an unknown escape at byte 2",
		`"\u00g0"`:                 "four hexadecimal digits",
		`[1,]`:                     "a value is missing",
		`[1 2]`:                    "a comma or ] is missing",
		`{"a" 1}`:                  "a colon is missing",
		`{"a":1,}`:                 "a member's name is missing",
		`{a:1}`:                    "a member's name is missing",
		`{} {}`:                    "text behind the value at byte 3",
		"1\x00":                    "text behind the value",
		`[`:                        "a value is missing",
		`{"a":1`:                   "a comma or } is missing",
	} {
		v, err := Parse(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: error %v, want one with %q", text, err, reason)
		}
		if v.Exists() {
			t.Errorf("%q: a value beside the error: %s", text, v)
		}
	}
}

func TestDepthIsLimited(t *testing.T) {
	nest := func(n int) string { return strings.Repeat(`[`, n) + strings.Repeat(`]`, n) }
	if _, err := Parse(nest(MaxDepth)); err != nil {
		t.Errorf("%d levels: %v", MaxDepth, err)
	}
	if _, err := Parse(nest(MaxDepth + 1)); err == nil {
		t.Errorf("%d levels were accepted", MaxDepth+1)
	}
	if _, err := Parse(strings.Repeat(`{"a":`, MaxDepth+1)); err == nil || !strings.Contains(err.Error(), "deeply") {
		t.Errorf("objects: %v", err)
	}
	// A text of nothing but brackets must not use up the stack.
	if _, err := Parse(strings.Repeat(`[`, 1<<20)); err == nil {
		t.Error("a megabyte of brackets was accepted")
	}
}

// Beyond a few members the names are looked up in a map; the boundary must not
// let a repeated name through.
func TestNamesTwiceInLargeObjects(t *testing.T) {
	for n := 1; n < 3*searchedKeys; n++ {
		var b strings.Builder
		for i := range n {
			b.WriteString(`"k` + strings.Repeat("x", i) + `":0,`)
		}
		if _, err := Parse(`{` + b.String() + `"last":0}`); err != nil {
			t.Fatalf("%d distinct names: %v", n+1, err)
		}
		for _, again := range []string{`"k":0`, `"k` + strings.Repeat("x", n-1) + `":0`} {
			if _, err := Parse(`{` + b.String() + again + `}`); err == nil {
				t.Errorf("%d names and %s again: accepted", n, again)
			}
		}
	}
}

func TestSetLeavesCopiesAlone(t *testing.T) {
	a := Object(M("x", Int(1)), M("gone", Value{}), M("y", Null()))
	b := a
	b.Set("x", String("changed"))
	b.Set("z", Bool(true))
	c := b
	c.Set("y", Value{})
	d := c
	d.Set("q", Int(1))
	c.Set("r", Int(2))
	for _, check := range []struct {
		v    Value
		want string
	}{
		{a, `{"x":1,"y":null}`},
		{b, `{"x":"changed","y":null,"z":true}`},
		{c, `{"x":"changed","z":true,"r":2}`},
		{d, `{"x":"changed","z":true,"q":1}`},
		{b.Without("x", "nope"), `{"y":null,"z":true}`},
	} {
		if got := check.v.String(); got != check.want {
			t.Errorf("got %s, want %s", got, check.want)
		}
	}
}

func TestGetters(t *testing.T) {
	v, err := Parse(`{"s":"x","n":-9223372036854775808,"big":9223372036854775808,"f":5.0,"t":true,"z":null,"l":[1,2]}`)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := v.Get("s").AsString(); s != "x" || !ok {
		t.Error("s")
	}
	if n, ok := v.Get("n").AsInt(); n != -1<<63 || !ok {
		t.Errorf("n = %d %v", n, ok)
	}
	for _, key := range []string{"big", "f", "s", "missing"} {
		if n, ok := v.Get(key).AsInt(); ok || n != 0 {
			t.Errorf("%s reads as the integer %d", key, n)
		}
	}
	if b, ok := v.Get("t").AsBool(); !b || !ok {
		t.Error("t")
	}
	if _, ok := v.Get("s").AsBool(); ok {
		t.Error("a string is no boolean")
	}
	if !v.Has("z") || !v.Get("z").IsNull() || v.Get("z").Text() != "" {
		t.Error("z")
	}
	if v.Has("toString") || v.Get("l").Get("0").Exists() || v.Get("l").Len() != 2 || v.Len() != 7 {
		t.Error("members")
	}
	if v.Get("big").Number() != "9223372036854775808" {
		t.Error("digits were lost")
	}
}

func TestWriterMakesValidUTF8(t *testing.T) {
	v := Object(M("a\xff", String("\xc3(\x00\x1f\x7f\"\\é")))
	const want = `{"a` + "\ufffd" + `":"` + "\ufffd" + `(\u0000\u001f` + "\x7f" + `\"\\é"}`
	if got := v.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Array(Value{}, Strings(nil)).String(); got != `[null,[]]` {
		t.Errorf("absent and empty: %s", got)
	}
}

func TestEqual(t *testing.T) {
	same := func(a, b string) bool {
		x, errX := Parse(a)
		y, errY := Parse(b)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		return x.Equal(y)
	}
	if !same(`{"a":[1,"x"],"b":null}`, `{"b":null,"a":[1,"x"]}`) {
		t.Error("the order of members counts")
	}
	for _, pair := range [][2]string{{`1`, `"1"`}, {`[]`, `{}`}, {`{"a":1}`, `{"b":1}`}, {`[1]`, `[2]`}, {`[1]`, `[1,1]`}, {`null`, `false`}} {
		if same(pair[0], pair[1]) {
			t.Errorf("%s equals %s", pair[0], pair[1])
		}
	}
	if !(Value{}).Equal(Value{}) || (Value{}).Equal(Null()) {
		t.Error("absent values")
	}
}

func TestMap(t *testing.T) {
	twice := func(v Value) Value { return Array(v, v) }
	for in, want := range map[string]string{`[1,"a",null]`: `[[1,1],["a","a"],[null,null]]`, `[]`: `[]`, `{"a":1}`: `[]`, `7`: `[]`} {
		v, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Map(twice).String(); got != want || v.String() != in {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
