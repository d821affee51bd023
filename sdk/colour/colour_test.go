package colour

import (
	"regexp"
	"strings"
	"testing"
)

func TestColours(t *testing.T) {
	type is struct{ known, opaque, transparent bool }
	for texts, want := range map[string]is{
		"#fff #FFF #3366cc #fffF #3366ccFf teal TEAL rebeccapurple aliceblue yellowgreen": {known: true, opaque: true},
		"#fff0 #3366cc00":         {known: true, transparent: true},
		"#fff8 #3366cc80":         {known: true},
		"transparent TRANSPARENT": {transparent: true},
		"# #f #ff #fffff #fffffff #fffffffff #ggg #fff0x fff teals tea alicebluea inherit": {},
	} {
		for _, s := range strings.Fields(texts) {
			if got := (is{Known(s), Opaque(s), Transparent(s)}); got != want {
				t.Errorf("%s: %+v, want %+v", s, got, want)
			}
		}
	}
}

var covering = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{3}[fF]|[0-9a-fA-F]{6}|[0-9a-fA-F]{6}[fF]{2})$`)

// FuzzOpaque: what covers is a colour in digits, or a word of the list.
func FuzzOpaque(f *testing.F) {
	for _, s := range []string{"teal", "TEAL", "", " ", "#", "#fff", "#ffff", "#12345", "#abcdefFF", "teal thistle", "yellowgreen", "#\x10\x11\x12", "ﬀ"} {
		f.Add(s)
	}
	listed := map[string]bool{}
	for _, name := range strings.Fields(names) {
		listed[name] = true
	}
	if len(listed) != 148 {
		f.Fatalf("%d named colours, want the 148 of CSS", len(listed))
	}
	f.Fuzz(func(t *testing.T, s string) {
		ascii := strings.IndexFunc(s, func(r rune) bool { return r > 0x7f }) < 0
		want := covering.MatchString(s) || ascii && listed[strings.ToLower(s)]
		if Opaque(s) != want {
			t.Fatalf("%q: %v, want %v", s, Opaque(s), want)
		}
		if Opaque(s) && (Transparent(s) || !Known(s)) {
			t.Fatalf("%q covers and does not", s)
		}
	})
}
