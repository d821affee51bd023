package address

import (
	"slices"
	"strings"
	"testing"
)

func TestList(t *testing.T) {
	for in, want := range map[string][]string{
		"": nil, " ,; ,\t": nil,
		"Ana <ANA@X.Example>, b@x.example; c@x.example":  {"ana@x.example", "b@x.example", "c@x.example"},
		`"Doe, Jane" <j@x.example>, "a;b" <c@x.example>`: {"j@x.example", "c@x.example"},
		`"b, c"@x.example`:                                {"b, c@x.example"},
		`"eve@evil.example"@x.example`:                    {"eve@evil.example@x.example"},
		`"a \" , b" <c@x.example>`:                        {"c@x.example"},
		`a@x.example (at work, mostly), b@x.example`:      {"a@x.example", "b@x.example"},
		`"a@corp.example" <b@x.example>`:                  {"b@x.example"},
		"<a@x.example>":                                   {"a@x.example"},
		"é@BÜCHER.example":                                {"é@xn--bcher-kva.example"},
		"a@[192.0.2.1]":                                   {"a@[192.0.2.1]"},
		"=?utf-8?q?A=2C_b=40corp.example?= <c@x.example>": {"c@x.example"},
		"=?x-unknown?q?A=FF?= <a@x.example>":              {"a@x.example"},
		"a@x.example,a@x.example":                         {"a@x.example", "a@x.example"},
		"\u202ea@x.example":                               {"\u202ea@x.example"}, // another mailbox, and shown with care
		"\u0430na@x.example":                              {"\u0430na@x.example"},
	} {
		got, err := List(in)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
}

// A domain with a character that nobody sees, or that looks like another, is
// another domain.
func TestListLookalikes(t *testing.T) {
	for _, in := range []string{"ana@x.example\u200d", "ana@x\u00ad.example", "ana@\u0445.example", "ana@x.ex\u0430mple",
		"ana@x\u3002example", "ana@\uff58.example", "\u0430na@x.example", "ana\u200b@x.example", "ana@evil-x.example", "ana@x.example.evil.example"} {
		if got, err := List(in); err == nil && slices.Contains(got, "ana@x.example") {
			t.Errorf("%q passes for ana@x.example", in)
		}
	}
}

// What is not plainly a list of mailboxes is refused, and the error repeats
// nothing of it.
func TestListRefuses(t *testing.T) {
	for in, want := range map[string]error{
		"Team: a@x.example, b@x.example;":      errGroup,
		"Team:a@x.example":                     errGroup,
		"undisclosed-recipients:;":             errGroup,
		"a@x.example, Team: b@x.example;":      errGroup,
		"a@x.example\r\nBcc: eve@evil.example": errControl,
		"a@x.example,\n b@x.example":           errControl,
		"a@x.example\x00":                      errControl,
		"\"a\r\nb\" <c@x.example>":             errControl,
		"a@x.example\x7f":                      errControl,
		`"Ana <a@x.example>`:                   errOpen,
		"Ana <a@x.example":                     errOpen,
		"a@x.example (at work":                 errOpen,
		"a@[192.0.2.1":                         errOpen,
		"ana":                                  errForm,
		"@x.example":                           errForm,
		"a@":                                   errForm,
		"a@x.example b@x.example":              errForm,
		"<@relay.example:a@x.example>":         errForm, // a route
		"<@a.example,@b.example:a@x.example>":  errForm,
		"<a@x.example> <b@x.example>":          errForm,
		"<a@x.example,b@x.example>":            errForm,
		"a@x.example, ana":                     errForm,
		"a@b@x.example":                        errForm,
		"Ana <a@x.example> eve@evil.example":   errForm,
		"anyone":                               errForm,
		"\xffa@x.example":                      errForm,
		"a@x..example":                         errForm,
		"https://x.example/@a":                 errGroup,
		"mailto:a@x.example":                   errGroup,
		"[a@x.example]":                        errForm,
		`" ana"@x.example`:                     errForm,
		`a@x.example"`:                         errOpen,
		"a@x.example>":                         errForm,
		"\u00a0":                               errForm,
	} {
		got, err := List(in)
		if err != want {
			t.Errorf("%q: %q, %v; want %v", in, got, err, want)
		}
	}
}

// Whatever the list, each address has a name and a domain, is its own form, and
// stands for one that a lenient reader finds too: nothing passes unseen.
func FuzzList(f *testing.F) {
	for _, s := range []string{"a@x.example", `"a, b" <c@x.example>; d@x.example`, "Team: a@x.example;", "<@r.example:a@x.example>",
		"a@x.example\r\nBcc: b@x.example", `"eve@evil.example"@x.example`, "é@bücher.example", "a (c) @x.example", "a@[192.0.2.1]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		list, err := List(s)
		if err != nil {
			if list != nil {
				t.Fatalf("%q: %q beside %v", s, list, err)
			}
			return
		}
		loose := In(s)
		for _, a := range list {
			at := strings.LastIndexByte(a, '@')
			if at < 1 || at == len(a)-1 || strings.ContainsAny(a, "\r\n\x00") {
				t.Fatalf("%q: %q is no address", s, a)
			}
			if Same(a) != a {
				t.Fatalf("%q: %q would become %q", s, a, Same(a))
			}
			// In reads the list as a whole, or finds what looks like an address.
			if !slices.Contains(loose, a) && !strings.ContainsAny(s, "\";()[]\\") {
				t.Fatalf("%q: %q is not in %q", s, a, loose)
			}
		}
		if again, err := List(s + ", " + s); err != nil || len(again) != 2*len(list) {
			t.Fatalf("%q twice: %q, %v", s, again, err)
		}
	})
}
