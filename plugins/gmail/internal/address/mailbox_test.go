package address

import (
	"net/mail"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for member, want := range map[string]Mailbox{
		"plain@example.com":                     {"", "plain@example.com"},
		"Ana <Ana.B@Example.com>":               {"Ana", "Ana.B@Example.com"},
		`"山田 太郎" <a@example.com>`:               {"山田 太郎", "a@example.com"},
		`"Doe, \"J\" \\ é" < b@example.com >`:   {`Doe, "J" \ é`, "b@example.com"},
		"c@example.com (at work, <mostly>)":     {"", "c@example.com"},
		`"a b"@example.com`:                     {"", `"a b"@example.com`},
		"x@bücher.example":                      {"", "x@xn--bcher-kva.example"},
		"x@例え.テスト":                              {"", "x@xn--r8jz45g.xn--zckzah"},
		"x@президент.рф":                        {"", "x@xn--d1abbgf6aiiy.xn--p1ai"},
		"o'b@example.org":                       {"", "o'b@example.org"},
		`"Team: a" <t@example.com>`:             {"Team: a", "t@example.com"},
		"me+tag@localhost":                      {"", "me+tag@localhost"},
		"first (the) last <a@b.c> (his mother)": {"first  last", "a@b.c"},
	} {
		if got, fault := Parse(member); got != want || fault != "" {
			t.Errorf("%s: %+v %s, want %+v", member, got, fault, want)
		}
	}
	for _, bad := range []string{
		"", "ana", "@b.c", "a@", "a@.b", "a@b..c", "a@b.c.", "a@-b.c", ".a@b.c", "a@b_c d", "Team: a@b.c", "Team: Ana <a@b.c>",
		"a@[127.0.0.1]", "é@b.c", "a@evil.example。allowed.example", "a@" + strings.Repeat("x", 64) + ".c", "a@b.c\r\nBcc: x@y.z", "<a@b.c", "a@b.c d@e.f", "a<b@c.d>e@f.g",
	} {
		if got, fault := Parse(bad); fault == "" {
			t.Errorf("%q passes as %+v", bad, got)
		}
	}
}

func TestParseHeader(t *testing.T) {
	got, skipped := ParseHeader(`Team: a@b.c, Ana <d@e.f>; undisclosed-recipients:;, Doe, Jo <g@h.i>, broken@@x.y`)
	want := []Mailbox{{"", "a@b.c"}, {"Ana", "d@e.f"}, {"Jo", "g@h.i"}}
	if len(got) != len(want) || skipped != 1 {
		t.Fatalf("%+v, %d skipped", got, skipped)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestBase(t *testing.T) {
	for address, want := range map[string]string{
		"ME@Example.org": "me@example.org", "me+list@example.org": "me@example.org", "m.e@example.org": "m.e@example.org",
		"M.e+x@googlemail.com": "me@gmail.com", "+x@gmail.com": "+x@gmail.com",
	} {
		if got := (Mailbox{Address: address}).Base(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// FuzzParse: what we read, another parser reads as the same address; so an
// allow-list that uses that one can't be told another recipient.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"a@b.c", `"a, b" <c@d.e>`, "a (b) <c@d.e>", `"x" y <"q r"@d.e>`, "a@ü.de", "a..b@c.d", `"\"@x.y`, "A <a@b.c> (d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, member string) {
		m, fault := Parse(member)
		if fault != "" {
			return
		}
		for i := range len(m.Address) {
			if c := m.Address[i]; c < ' ' || c >= 0x7f {
				t.Fatalf("%q gives %q", member, m.Address)
			}
		}
		// Where the other parser reads the member at all.
		other, err := mail.ParseAddress(member)
		if err != nil {
			return
		}
		domain := func(a string) string { return a[strings.LastIndex(a, "@")+1:] }
		ascii, ok := asciiDomain(domain(other.Address))
		if !ok || !strings.EqualFold(ascii, domain(m.Address)) {
			t.Fatalf("%q: %q, net/mail reads %q", member, m.Address, other.Address)
		}
	})
}
