package main

import (
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

// FuzzCalls gives the plugin inputs that no schema has seen.
func FuzzCalls(f *testing.F) {
	f.Add("slides_insert_table", `{"presentationId":"p","slideIndex":0,"values":[[1e999,false],null,[[]]],"rows":2,"cols":0}`)
	f.Add("slides_format_text", `{"presentationId":"p","slideIndex":0,"objectId":"o","findText":"x","linkUrl":"a:","foregroundColor":"#","backgroundColor":"#12345678"}`)
	f.Add("slides_batch", `{"presentationId":"p","operations":[{"action":"imageInsert","params":{"slideIndex":0,"imageUrl":"https:"}},null,7]}`)
	f.Add("slides_get_presentation", `{"presentation":{"id":"p","pageWidth":1.005,"slides":[{"index":-0.001},5]}}`)
	f.Add("slides_get_slide_elements", `{"elements":[{"left":99.999,"text":"\n","link":{"slideIndex":1e5}},[]],"changes":[1]}`)
	paritytest.Fuzz(f, slides())
}

var literal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$`)

// FuzzNumbers reads literals as package math/big does.
func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"0", "-0.00", "1e-3", "-1.995", "99.995", "-9.999", "0.005", "-0.004", "123456789.125", "1e9", "-0e7", "1E+9", "0.0001e4", "1000000000"} {
		f.Add(s)
	}
	billion := new(big.Rat).SetInt64(1_000_000_000)
	f.Fuzz(func(t *testing.T, s string) {
		if !literal.MatchString(s) || len(s) > 60 {
			return
		}
		want, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatal(s)
		}
		d := readDecimal(s)
		if d.zero != (want.Sign() == 0) || d.positive() != (want.Sign() > 0) {
			t.Fatalf("%s: %+v", s, d)
		}
		if d.within(9) != (new(big.Rat).Abs(want).Cmp(billion) < 0) {
			t.Fatalf("%s within 10^9: %v", s, d.within(9))
		}
		out := rounded(s)
		got, ok := new(big.Rat).SetString(out)
		if !ok || strings.ContainsAny(s, "eE") && out != s {
			t.Fatalf("%s became %s", s, out)
		}
		if diff, _ := new(big.Rat).Abs(new(big.Rat).Sub(got, want)).Float64(); math.Abs(diff) > 0.005+1e-12 {
			t.Fatalf("%s became %s", s, out)
		}
		if _, decimals, _ := strings.Cut(out, "."); !strings.ContainsAny(s, "eE") && (len(decimals) > 2 || strings.HasSuffix(decimals, "0") || out == "-0") {
			t.Fatalf("%s became %s", s, out)
		}
	})
}

var hexColor = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{3}[fF]|[0-9a-fA-F]{6}|[0-9a-fA-F]{6}[fF]{2})$`)

// FuzzColors: what is taken for a color is one in digits, or a word of the list.
func FuzzColors(f *testing.F) {
	for _, s := range []string{"teal", "TEAL", "", " ", "#", "#fff", "#ffff", "#12345", "#abcdefFF", "teal thistle", "yellowgreen"} {
		f.Add(s)
	}
	known := map[string]bool{}
	for _, name := range strings.Fields(colorNames) {
		known[name] = true
	}
	if len(known) != 148 {
		f.Fatalf("%d named colors, want the 148 of CSS", len(known))
	}
	f.Fuzz(func(t *testing.T, s string) {
		ascii := strings.IndexFunc(s, func(r rune) bool { return r > 0x7f }) < 0
		want := hexColor.MatchString(s) || ascii && known[strings.ToLower(s)]
		if opaque(s) != want {
			t.Fatalf("%q: %v, want %v", s, opaque(s), want)
		}
		if opaque(s) && transparent(s) {
			t.Fatalf("%q covers and does not", s)
		}
	})
}
