package main

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/value"
)

func mustParse(t testing.TB, s string) value.Value {
	t.Helper()
	v, err := value.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSearchQuery(t *testing.T) {
	for params, want := range map[string]string{
		`{}`:                          "in:inbox",
		`{"query":"  "}`:              "in:inbox",
		`{"from":"a b"}`:              `from:"a b"`,
		`{"from":"x in:trash"}`:       `from:"x in:trash"`,
		`{"isUnread":true}`:           "is:unread",
		`{"isUnread":"true"}`:         "is:unread",
		`{"isUnread":"TRUE"}`:         "in:inbox",
		`{"hasAttachment":true}`:      "has:attachment",
		`{"hasAttachment":false}`:     "in:inbox",
		`{"isStarred":false}`:         "in:inbox",
		`{"label":"Work/2026"}`:       "label:Work/2026",
		`{"subject":"OR"}`:            `subject:"OR"`,
		`{"subject":"a|b"}`:           `subject:"a|b"`,
		`{"subject":"(a"}`:            `subject:"(a"`,
		`{"subject":"-a"}`:            `subject:"-a"`,
		`{"subject":"a\tb"}`:          `subject:"a b"`,
		`{"subject":"a\" in:trash"}`:  `subject:"a  in:trash"`,
		`{"to":"x:y"}`:                `to:"x:y"`,
		`{"from":"Zoë"}`:              "from:Zoë",
		`{"query":"a","to":"o'b@c"}`:  "a to:o'b@c",
		`{"after":"2031/5/4"}`:        "after:2031/5/4",
		`{"before":"2031/05/04"}`:     "before:2031/05/04",
		`{"query":"in:anywhere x  "}`: "in:anywhere x",
	} {
		if got := searchQuery(mustParse(t, params)); got != want {
			t.Errorf("%s: %s, want %s", params, got, want)
		}
	}
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		query, labels string
		want          bool
	}{
		{"in:spam is:unread", `["SPAM","UNREAD"]`, true},
		{"in:spam is:unread", `["SPAM"]`, false},
		{"IN:SPAM Is:Unread x", `["UNREAD"]`, false},
		{"is:read", `["UNREAD"]`, false},
		{"-is:unread", `["UNREAD"]`, false},
		{"-is:unread", `[]`, true},
		{"-in:trash", `["TRASH"]`, false},
		{"is:starred", `[]`, false},
		{`"is:starred"`, `[]`, true},
		{`subject:"x is:starred"`, `[]`, true},
		{"in:spam OR is:unread", `[]`, true},
		{"{in:spam is:unread}", `[]`, true},
		{"-(is:unread)", `["UNREAD"]`, true},
		{`"is:unread`, `[]`, true},
		{"invoice", `[]`, true},
		{"", `[]`, true},
	} {
		if got := fits(c.query, mustParse(t, `{"labelIds":`+c.labels+`}`)); got != c.want {
			t.Errorf("%s with %s: %v", c.query, c.labels, got)
		}
	}
}

// FuzzTerm: a value stays one value: outside its quotes nothing separates terms,
// and nothing that is quoted ends the quotes.
func FuzzTerm(f *testing.F) {
	for _, s := range []string{"a b", `"`, `a" in:trash "`, "OR", "-x", "{a}", "é", "a\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := value.Object(value.M("from", value.String(s)))
		q := searchQuery(raw)
		rest, ok := strings.CutPrefix(q, "from:")
		if !ok {
			if q != "in:inbox" {
				t.Fatalf("%q gives %q", s, q)
			}
			return
		}
		if inner, quoted := strings.CutPrefix(rest, `"`); quoted {
			if strings.Index(inner, `"`) != len(inner)-1 {
				t.Fatalf("%q gives %q", s, q)
			}
			return
		}
		if strings.ContainsAny(rest, " \t\r\n\"(){}|:,") || strings.HasPrefix(rest, "-") || rest == "" {
			t.Fatalf("%q gives %q", s, q)
		}
	})
}
