package value

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzAgainstStandard compares the reader with encoding/json. Both accept the
// same texts, less those that this package is documented to refuse; what both
// accept means the same, and writing it and reading it again changes nothing.
func FuzzAgainstStandard(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,2.5e-3,"x\u00e9\n",true,null],"b":{"c":{}}}`, `{"a":1,"a":2}`, `"\ud83d\ude00\ud800"`,
		"\"\xff\"", `[[[[]]]]`, ` 1 `, `-0`, `1e999`, `{"\u0061":1,"a":2}`, `[1,]`, `tru`, "\ufeff{}", `"\/"`, `{"":0}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		standard := json.Valid([]byte(text))
		if err == nil && !standard {
			t.Fatalf("accepted %q, which is not JSON", text)
		}
		if err != nil {
			if v.Exists() {
				t.Fatalf("a value beside the error for %q", text)
			}
			if standard && !documented(text, err) {
				t.Fatalf("refused %q: %v", text, err)
			}
			return
		}
		out := v.JSON()
		if !sameMeaning(t, []byte(text), out) {
			t.Fatalf("%q was written as %s", text, out)
		}
		again, err := Parse(string(out))
		if err != nil || !again.Equal(v) || !bytes.Equal(again.JSON(), out) {
			t.Fatalf("%s does not read back: %v", out, err)
		}
	})
}

// documented tells whether valid JSON is one of the kinds that Parse refuses.
func documented(text string, err error) bool {
	for _, reason := range []string{"named twice", "half a surrogate", "nested too deeply"} {
		if strings.Contains(err.Error(), reason) {
			return true
		}
	}
	return !utf8.ValidString(text)
}

func sameMeaning(t *testing.T, a, b []byte) bool {
	t.Helper()
	var out [2]bytes.Buffer
	for i, text := range [][]byte{a, b} {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("encoding/json: %v in %q", err, text)
		}
		if err := json.NewEncoder(&out[i]).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	return bytes.Equal(out[0].Bytes(), out[1].Bytes())
}

// FuzzWriter writes any string, as a value and as a name, and reads it back
// with encoding/json.
func FuzzWriter(f *testing.F) {
	f.Add("a\"b\\c\n\x00\x7f\u2028\xff\xed\xa0\x80😀")
	f.Fuzz(func(t *testing.T, s string) {
		var got map[string]string
		if err := json.Unmarshal(Object(M(s, String(s))).JSON(), &got); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		want := string([]rune(s)) // each bad byte becomes one U+FFFD
		if len(got) != 1 || got[want] != want {
			t.Fatalf("%q came out as %q", s, got)
		}
	})
}
