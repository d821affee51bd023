package gapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

type inner struct {
	X string `json:"x"`
	Y int    `json:"y,omitempty"`
}

type outer struct {
	A    string  `json:"a"`
	In   *inner  `json:"in"`
	List []inner `json:"list"`
	Tag  string  `json:"etag"`
}

func (o outer) EntityTag() string { return o.Tag }

func sample() outer {
	return outer{A: "1", In: &inner{"p", 2}, List: []inner{{"q", 3}, {"r", 0}}, Tag: `"t"`}
}

func TestFields(t *testing.T) {
	for text, want := range map[string]string{
		"a":            `{"a":"1"}`,
		"*":            `{"a":"1","in":{"x":"p","y":2},"list":[{"x":"q","y":3},{"x":"r"}],"etag":"\"t\""}`,
		"in":           `{"in":{"x":"p","y":2}}`,
		"in/x":         `{"in":{"x":"p"}}`,
		"in(x),list/y": `{"in":{"x":"p"},"list":[{"y":3},{}]}`,
		"list(x,y)":    `{"list":[{"x":"q","y":3},{"x":"r"}]}`,
		"list/*":       `{"list":[{"x":"q","y":3},{"x":"r"}]}`,
		"in/x,in":      `{"in":{"x":"p","y":2}}`,
		"in,in/x":      `{"in":{"x":"p","y":2}}`,
		"in/x,a,in/y":  `{"a":"1","in":{"x":"p","y":2}}`,
		"a,*":          `{"a":"1","in":{"x":"p","y":2},"list":[{"x":"q","y":3},{"x":"r"}],"etag":"\"t\""}`,
	} {
		s, err := parseFields(text, reflect.TypeFor[outer]())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		v, err := s.project(sample())
		got, _ := json.Marshal(v)
		if err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{",", "a,", ",a", "b", "a/x", "in/", "in(", "in(x", "in(x))", "in()", "a b", "in/z", "(a)", "a(", "A",
		strings.Repeat("list(", 1000), strings.Repeat("a,", 1024) + "a"} {
		if _, err := parseFields(text, reflect.TypeFor[outer]()); err == nil {
			t.Errorf("%.30s is accepted", text)
		}
	}
}

// FuzzFields: what is accepted never adds anything, and applying it twice is
// the same as once.
func FuzzFields(f *testing.F) {
	for _, s := range []string{"a", "*", "in/x", "list(x,y),a", "in(x", ",,", "in/x,in"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseFields(text, reflect.TypeFor[outer]())
		if err != nil {
			if !utf8.ValidString(err.Error()) {
				t.Errorf("malformed message %q", err)
			}
			return
		}
		whole, _ := json.Marshal(sample())
		var v any
		json.Unmarshal(whole, &v)
		once, _ := json.Marshal(s.apply(v))
		twice, _ := json.Marshal(s.apply(v))
		if len(once) > len(whole) || string(once) != string(twice) {
			t.Errorf("%q: %s then %s", text, once, twice)
		}
	})
}

func TestPageTokens(t *testing.T) {
	key := []byte("key")
	for _, pos := range [][]byte{nil, {1}, []byte("position")} {
		token := SealPageToken(key, "scope", pos)
		got, err := OpenPageToken(key, "scope", token)
		if err != nil || string(got) != string(pos) {
			t.Errorf("got %q, %v, want %q", got, err, pos)
		}
		for what, open := range map[string]func() ([]byte, error){
			"another scope": func() ([]byte, error) { return OpenPageToken(key, "scop", token) },
			"another key":   func() ([]byte, error) { return OpenPageToken([]byte("kez"), "scope", token) },
			"cut":           func() ([]byte, error) { return OpenPageToken(key, "scope", token[:8]) },
			"longer":        func() ([]byte, error) { return OpenPageToken(key, "scope", token+"AAAA") },
			"line break":    func() ([]byte, error) { return OpenPageToken(key, "scope", token+"\n") },
		} {
			if _, err := open(); err == nil {
				t.Errorf("%s is accepted", what)
			}
		}
	}
}

func FuzzPageToken(f *testing.F) {
	f.Add("scope", []byte("pos"), "AAAA")
	f.Fuzz(func(t *testing.T, scope string, pos []byte, forged string) {
		key := []byte("key")
		token := SealPageToken(key, scope, pos)
		if got, err := OpenPageToken(key, scope, token); err != nil || string(got) != string(pos) {
			t.Errorf("got %q, %v, want %q", got, err, pos)
		}
		if _, err := OpenPageToken(key, scope, forged); err == nil && forged != token {
			t.Errorf("forged token %q is accepted", forged)
		}
	})
}

func TestParseTime(t *testing.T) {
	for _, good := range []string{"2030-01-31T12:00:00Z", "2030-01-31T12:00:00.5Z", "2030-01-31T12:00:00.123456789+05:30", "0001-01-01T00:00:00-23:59", "2028-02-29T00:00:00Z"} {
		if _, err := ParseTime(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "2030", "2030-01-31", "2030-01-31T12:00:00", "2030-01-31 12:00:00Z", "2030-01-31T1:00:00Z", "2030-01-31T12:00:00,5Z",
		"2030-01-31T12:00:00.Z", "2030-01-31T12:00:00+24:00", "2030-01-31T12:00:00+0100", "2030-01-31T12:00:00 01:00", "2030-02-29T00:00:00Z",
		"2030-01-31T25:00:00Z", "2030-01-31T12:00:60Z", "2030-01-31t12:00:00z", "+2030-01-31T12:00:00Z", "2030-01-31T12:00:00Z "} {
		if _, err := ParseTime(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	if got := FormatTime(time.Date(2030, 1, 31, 23, 59, 59, 999e6, time.FixedZone("", 3600)).UnixMilli()); got != "2030-01-31T22:59:59.999Z" {
		t.Errorf("got %s", got)
	}
}

func TestETags(t *testing.T) {
	if ETag("ab", "c") == ETag("a", "bc") {
		t.Error("two things have one tag")
	}
	for _, c := range []struct {
		header       string
		strong, weak bool
	}{
		{`"t"`, true, true}, {`*`, true, true}, {`"x", "t"`, true, true}, {`W/"t"`, false, true}, {`"x"`, false, false}, {`t`, false, false},
	} {
		if got := listed(c.header, `"t"`, false); got != c.strong {
			t.Errorf("strong %s: %v", c.header, got)
		}
		if got := listed(c.header, `"t"`, true); got != c.weak {
			t.Errorf("weak %s: %v", c.header, got)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"plain": `"plain"`, "a\x1b[31mb\u202ec\u0000": `"a\x1b[31mb\u202ec\x00"`, "\xff": `"\xff"`,
		strings.Repeat("é", 65): `"` + strings.Repeat("é", 64) + `..."`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// FuzzBody: a body is either refused with 4xx, or its fields hold valid JSON.
func FuzzBody(f *testing.F) {
	for _, s := range []string{``, `{}`, `{"a":1}`, `{"a":"x","a":"y"}`, `{"b":1}`, `[1]`, `{"a":`, `{"a":"\ud800"}`, `{"in":{"x":1}} `} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := decodeBody(strings.NewReader(text), "thing", reflect.TypeFor[outer](), 0)
		if err != nil {
			if e, ok := err.(*Error); !ok || e.HTTP < 400 || e.HTTP > 499 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		for name, raw := range b.fields {
			if !json.Valid(raw) {
				t.Errorf("%q: %s holds %q", text, name, raw)
			}
		}
	})
}

func TestSelects(t *testing.T) {
	for _, c := range []struct {
		fields string
		path   []string
		want   bool
	}{
		{"a,in/x", []string{"a"}, true}, {"a,in/x", []string{"list"}, false}, {"a,in/x", []string{"in", "y"}, false}, {"in", []string{"in", "y"}, true},
		{"*", []string{"list", "x"}, true}, {"list(x)", []string{"list"}, true},
	} {
		s, err := parseFields(c.fields, reflect.TypeFor[outer]())
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Call{fields: s}).Selects(c.path...); got != c.want {
			t.Errorf("%s selects %v: %v", c.fields, c.path, got)
		}
	}
	if !(&Call{}).Selects("a") {
		t.Error("without fields something is left out")
	}
}
