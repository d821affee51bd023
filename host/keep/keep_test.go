package keep

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func decode(t testing.TB, s string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func TestApply(t *testing.T) {
	const doc = `{"kind":"k","nextPageToken":"n","big":12345678901234567890,
	 "items":[{"id":"1","owner":{"name":"A","mail":"a@x"},"tags":["p","q"]},{"id":"2"},7],
	 "map":{"r":{"id":1,"x":2},"s":{"id":3}},"nested":[[{"id":4,"y":5}]],"none":null}`
	for mask, want := range map[string]string{
		"*":                       doc,
		"kind":                    `{"kind":"k"}`,
		"big,none":                `{"big":12345678901234567890,"none":null}`,
		"missing":                 `{}`,
		"missing/deeper":          `{}`,
		"kind/deeper":             `{}`,
		"items/id":                `{"items":[{"id":"1"},{"id":"2"}]}`,
		"items(id)":               `{"items":[{"id":"1"},{"id":"2"}]}`,
		"items(id,owner/name)":    `{"items":[{"id":"1","owner":{"name":"A"}},{"id":"2"}]}`,
		"items(id,owner(name))":   `{"items":[{"id":"1","owner":{"name":"A"}},{"id":"2"}]}`,
		"items/owner/mail,kind":   `{"kind":"k","items":[{"owner":{"mail":"a@x"}},{}]}`,
		"items/id,items/tags":     `{"items":[{"id":"1","tags":["p","q"]},{"id":"2"}]}`,
		"items/id,items":          `{"items":[{"id":"1","owner":{"name":"A","mail":"a@x"},"tags":["p","q"]},{"id":"2"},7]}`,
		"map/*/id":                `{"map":{"r":{"id":1},"s":{"id":3}}}`,
		"map(*(id),r/x)":          `{"map":{"r":{"id":1,"x":2},"s":{"id":3}}}`,
		"map(*/id,r)":             `{"map":{"r":{"id":1,"x":2},"s":{"id":3}}}`,
		"map/*":                   `{"map":{"r":{"id":1,"x":2},"s":{"id":3}}}`,
		"nested/id":               `{"nested":[[{"id":4}]]}`,
		"*/name":                  `{"items":[{},{}],"map":{},"nested":[[{}]]}`,
		"items/owner(name),map/s": `{"items":[{"owner":{"name":"A"}},{}],"map":{"s":{"id":3}}}`,
	} {
		m, err := Parse(mask)
		if err != nil {
			t.Errorf("%s: %v", mask, err)
			continue
		}
		got, ok := m.Apply(decode(t, doc))
		if !ok || !reflect.DeepEqual(got, decode(t, want)) {
			b, _ := json.Marshal(got)
			t.Errorf("%s:\n got %s\nwant %s", mask, b, want)
		}
	}
	m, err := Parse("id")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := m.Apply(decode(t, `[{"id":1,"x":2}]`)); !reflect.DeepEqual(got, decode(t, `[{"id":1}]`)) {
		t.Errorf("a list at the top: %v", got)
	}
	if got, ok := m.Apply("text"); ok || got != nil {
		t.Errorf("a plain value was kept: %v", got)
	}
}

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat("a/", MaxDepth) + "a"
	paren := strings.Repeat("a(", MaxDepth) + "a" + strings.Repeat(")", MaxDepth)
	for _, bad := range []string{
		"", ",", "a,", ",a", "a,,b", "/", "a/", "/a", "a//b", "(", "()", "a()", "a(", "a(b", "a(b))", "a)b", "a(b)c", "a(b)/c", "(a)", "a b", " a", "a, b", "a\n", "a\x00", "ä", "**", "a*", "*a", "a(b,)", `a"b`, "a?b", "a#", "a&b=c",
		deep, paren, strings.Repeat("a", maxLength+1),
	} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	if _, err := Parse(strings.Repeat("a/", MaxDepth-1) + "a"); err != nil {
		t.Error(err)
	}
}

func TestCutText(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"abcdef", 3, "abc"}, {"abc", 3, "abc"}, {"abc", 0, "abc"}, {"", 1, ""},
		{"äöü", 2, "äö"}, {"a😀b", 1, "a"}, {"a😀b", 2, "a"}, {"a😀b", 3, "a😀"}, {"😀", 1, ""}, {"a😀b", 4, "a😀b"},
	} {
		if got := CutText(c.in, c.max); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.in, c.max, got, c.want)
		}
	}
	in := decode(t, `{"longkey":["abcdef",{"x":"abcdef","n":123456,"b":true,"z":null}]}`)
	before, _ := json.Marshal(in)
	got, _ := json.Marshal(CutText(in, 2))
	if want := `{"longkey":["ab",{"b":true,"n":123456,"x":"ab","z":null}]}`; string(got) != want {
		t.Errorf("got %s", got)
	}
	if after, _ := json.Marshal(in); !bytes.Equal(before, after) {
		t.Error("CutText changed its input")
	}
}

// FuzzKeep: what is kept stands in the answer at the same place, keeping twice
// changes nothing, and a text is never longer than asked nor broken.
func FuzzKeep(f *testing.F) {
	for _, s := range [][2]string{
		{"items(id,owner/name),nextPageToken", `{"items":[{"id":"1","owner":{"name":"A"}}]}`},
		{"*", `[1,"2",null]`},
		{"a/*/b,a(c,*(d))", `{"a":{"c":{"b":1,"d":2},"x":[[{"d":"😀😀"}]]}}`},
		{"a(", `{`},
		{"*(*(*(a))),b", `{"b":{"b":{"b":{"a":1}}}}`},
	} {
		f.Add(s[0], s[1], 3)
	}
	f.Fuzz(func(t *testing.T, mask, doc string, max int) {
		m, err := Parse(mask)
		if err != nil {
			return
		}
		d := json.NewDecoder(strings.NewReader(doc))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil {
			return
		}
		once, ok := m.Apply(v)
		if ok && !within(once, v) {
			t.Fatalf("%s invented something: %v of %v", mask, once, v)
		}
		if twice, again := m.Apply(once); ok && (!again || !reflect.DeepEqual(once, twice)) {
			t.Fatalf("%s is not idempotent: %v then %v", mask, once, twice)
		}
		max = max&0xff + 1
		short := CutText(once, max)
		if !fits(short, max) || !reflect.DeepEqual(CutText(short, max), short) {
			t.Fatalf("texts of %v exceed %d", short, max)
		}
	})
}

// within says that part can be had from whole by leaving things out.
func within(part, whole any) bool {
	switch p := part.(type) {
	case map[string]any:
		w, ok := whole.(map[string]any)
		for k, v := range p {
			x, there := w[k]
			if !there || !within(v, x) {
				return false
			}
		}
		return ok
	case []any:
		w, ok := whole.([]any)
		i := 0
		for _, v := range p {
			for i < len(w) && !within(v, w[i]) {
				i++
			}
			if i == len(w) {
				return false
			}
			i++
		}
		return ok
	}
	return reflect.DeepEqual(part, whole)
}

func fits(v any, max int) bool {
	switch x := v.(type) {
	case string:
		return len(utf16.Encode([]rune(x))) <= max && utf8.ValidString(x)
	case []any:
		for _, item := range x {
			if !fits(item, max) {
				return false
			}
		}
	case map[string]any:
		for _, m := range x {
			if !fits(m, max) {
				return false
			}
		}
	}
	return true
}
