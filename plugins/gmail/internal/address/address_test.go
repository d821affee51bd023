package address

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		list string
		want []string
	}{
		{"", nil}, {" , ;,", nil},
		{"a@b.c", []string{"a@b.c"}},
		{" a@b.c ,, d@e.f;g@h.i", []string{"a@b.c", "d@e.f", "g@h.i"}},
		{`"山田 太郎" <a@example.com>, "Doe, Jané" <b@example.com>, plain@example.com`,
			[]string{`"山田 太郎" <a@example.com>`, `"Doe, Jané" <b@example.com>`, "plain@example.com"}},
		{`"a \" , b" <c@d.e>, f@g.h`, []string{`"a \" , b" <c@d.e>`, "f@g.h"}},
		{`a@b.c (work, mostly (not, at home)), d@e.f`, []string{"a@b.c (work, mostly (not, at home))", "d@e.f"}},
		{`<a@b.c,d@e.f>, g@h.i`, []string{"<a@b.c,d@e.f>", "g@h.i"}},
		{`"open, a@b.c`, []string{`"open, a@b.c`}},
		{`(a "b) , c@d.e`, []string{`(a "b)`, "c@d.e"}},
	} {
		if got := Split(c.list); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.list, got, c.want)
		}
	}
}

func TestFault(t *testing.T) {
	for _, ok := range []string{
		"a@b.c", "Ana <a@b.c>", `"Doe, Jané" <b@example.com>`, `"a@b" <c@d.e>`, `"a b"@c.d`, "a@b.c (at work, a@b)", "<a@b.c>", "Ana < a@b.c >", "a@localhost", "team", "", "é@ü.de",
	} {
		if f := Fault(ok); f != "" {
			t.Errorf("%s %s", ok, f)
		}
	}
	for bad, why := range map[string]string{
		"outside@bad b@allowed":   "several",
		"<a@b.c> <d@e.f>":         "several",
		"<a@b.c <d>":              "several",
		"a@b.c\r\nBcc: d@e.f":     "line break",
		"a@b.c\x00":               "control",
		`"Ana <a@b.c>`:            "quote",
		"Ana <a@b.c":              "< without",
		"a@b.c (x":                "( without",
		"@b.c":                    "no address",
		"a@":                      "no address",
		"a b@c.d":                 "no address",
		"Ana <a b@c.d>":           "no address",
		"Ana <a@b.c> x":           "no address",
		"a@b.c>":                  "no address",
		"\"Ana\" \"Ng\" a b@c.d ": "no address",
	} {
		if f := Fault(bad); !strings.Contains(f, why) {
			t.Errorf("%s: %q, want %q", bad, f, why)
		}
	}
}

// Splitting loses nothing but separators and white space, and a member is one.
func FuzzSplit(f *testing.F) {
	f.Add(`"Doe, J" <b@example.com>, (a,b) c@d.e; "x\",`)
	f.Fuzz(func(t *testing.T, list string) {
		members := Split(list)
		bare := func(s string) string {
			return strings.NewReplacer(",", "", ";", "", " ", "").Replace(strings.Join(strings.Fields(s), ""))
		}
		if got := bare(strings.Join(members, "")); got != bare(list) && !strings.ContainsAny(list, "\u0085\ufeff") {
			t.Fatalf("%q, want %q", got, bare(list))
		}
		for _, m := range members {
			if again := Split(m); len(again) != 1 || again[0] != m {
				t.Fatalf("%q splits into %q", m, again)
			}
			if Fault(m) == "" && len(Split(m+", a@b.c")) != 2 {
				t.Fatalf("%q swallows what follows", m)
			}
		}
	})
}
