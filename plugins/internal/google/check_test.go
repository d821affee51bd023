package google

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// checked runs a check as a table does. It gives the code and field of a
// refusal ("BAD_REQUEST page"), or else the warnings.
func checked(t *testing.T, check func(*actions.Params), params string) (refusal string, warnings []string) {
	t.Helper()
	args, err := value.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	table := actions.Table{Rows: []actions.Row{{Name: "a", Tool: "x_a", Check: check}}}
	choice, err := table.Transform(&plugin.Call{Tool: "x_a", Args: args})
	if err != nil {
		e := err.(*plugin.Error)
		return e.Code + " " + e.Field, nil
	}
	return "", slices.Concat(choice.Warnings, choice.ProxyWarnings)
}

func TestIsID(t *testing.T) {
	for s, want := range map[string]bool{
		"1aZ_-9": true, "-": true, "": false, "a b": false, "a/b": false, "é": false, "a.b": false, "..": false, "a\x00": false,
	} {
		if IsID(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}

func TestChecks(t *testing.T) {
	page := func(p *actions.Params) { CheckPage(p, 5000, "Go away.") }
	opaque := func(p *actions.Params) { CheckOpaque(p, "a", "b") }
	behind := func(p *actions.Params) { CheckBehind(p, "a") }
	link := func(p *actions.Params) { CheckLink(p, "a", "") }
	image := func(p *actions.Params) { CheckImageURL(p, "a") }
	table := func(p *actions.Params) { CheckTable(p, 3, 2) }
	for _, c := range []struct {
		name   string
		check  func(*actions.Params)
		params string
		want   string
	}{
		{"the last page", page, `{"page":50,"maxResults":100}`, ""},
		{"a page too far", page, `{"page":51,"maxResults":100}`, "LIMIT_EXCEEDED page"},
		{"rounded down", page, `{"page":1667,"maxResults":3}`, "LIMIT_EXCEEDED page"},
		{"no size", page, `{"page":99999}`, ""},
		{"a size of nothing", page, `{"page":99999,"maxResults":0}`, ""},
		{"no page", page, `{"maxResults":100}`, ""},

		{"colours that cover", opaque, `{"a":"#fff","b":"Teal"}`, ""},
		{"no colours", opaque, `{}`, ""},
		{"half transparent", opaque, `{"a":"#fff","b":"#fff8"}`, "BAD_REQUEST b"},
		{"not seen at all", opaque, `{"a":"transparent"}`, "BAD_REQUEST a"},
		{"nothing behind", behind, `{"a":"transparent"}`, ""},
		{"alpha 0 behind", behind, `{"a":"#12345600"}`, ""},
		{"half transparent behind", behind, `{"a":"#12345680"}`, "BAD_REQUEST a"},
		{"no colour behind", behind, `{"a":"tealish"}`, "BAD_REQUEST a"},

		{"a link", link, `{"a":"HTTPS://example.com"}`, ""},
		{"a mail", link, `{"a":"mailto:ana@example.com"}`, ""},
		{"a link without a scheme", link, `{"a":"#heading=h.1"}`, ""},
		{"a script", link, `{"a":"javascript:alert(1)"}`, "BAD_REQUEST a"},
		{"a script in disguise", link, `{"a":" java\tscript:x"}`, "BAD_REQUEST a"},
		{"a file", link, `{"a":"file:///etc/passwd"}`, "BAD_REQUEST a"},

		{"an image", image, `{"a":"https://example.com/x@y"}`, ""},
		{"an image in capitals", image, `{"a":" HTTPS://EXAMPLE.com "}`, ""},
		{"an image with a password", image, `{"a":"https://u:p@example.com/x"}`, "BAD_REQUEST a"},
		{"an image of two hosts", image, `{"a":"https://good.example\\@evil.example/x"}`, "BAD_REQUEST a"},
		{"an image without a host", image, `{"a":"https:///x"}`, "BAD_REQUEST a"},
		{"an image of nothing", image, `{"a":"https://"}`, "BAD_REQUEST a"},
		{"an image with one slash", image, `{"a":"https:/example.com"}`, "BAD_REQUEST a"},
		{"an image over http", image, `{"a":"http://example.com"}`, "BAD_REQUEST a"},

		{"a table", table, `{"values":[["a","b"],["c"]]}`, ""},
		{"no rows", table, `{"values":[]}`, "BAD_REQUEST values"},
		{"no columns", table, `{"values":[[],["a"]]}`, "BAD_REQUEST values"},
		{"too many rows", table, `{"values":[["a"],["a"],["a"],["a"]]}`, "BAD_REQUEST values"},
		{"too many columns", table, `{"values":[["a","b","c"]]}`, "BAD_REQUEST values"},
		{"the size is given", table, `{"values":[[],["a"]],"cols":1}`, ""},
	} {
		if got, warnings := checked(t, c.check, c.params); got != c.want || warnings != nil {
			t.Errorf("%s: %q %q, want %q", c.name, got, warnings, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	table := func(p *actions.Params) { CheckTable(p, 3, 2) }
	for params, want := range map[string][]string{
		`{"values":[["a"],["b","c"]]}`:                {"The table has 2 rows and 1 column: 1 value lies outside"},
		`{"values":[["a"],["b"],["c"]],"rows":1}`:     {"The table has 1 row and 1 column: 2 values lie outside"},
		`{"values":[["a"],[0]],"rows":1}`:             {"The table has 1 row and 1 column"},
		`{"values":[["a",-0.0e5]]}`:                   {"leaves cells with 0 or false empty"},
		`{"values":[[false,1],["",1e-9],["0",null]]}`: {"leaves cells with 0 or false empty"},
		`{"values":[["",1e-9],["0",null]]}`:           nil,
	} {
		_, got := checked(t, table, params)
		if len(got) != len(want) || len(got) == 1 && !strings.Contains(got[0], want[0]) {
			t.Errorf("%s: %q, want %q", params, got, want)
		}
	}
	_, got := checked(t, func(p *actions.Params) { WarnTrimmed(p, "a", "b", "c") }, `{"a":" x","b":"x y","c":"\n"}`)
	if len(got) != 2 || !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "of c.") }) {
		t.Errorf("%q", got)
	}
}

// FuzzScheme: where the URL parser of Go finds a scheme, so does ours; a
// browser's leniency only adds some.
func FuzzScheme(f *testing.F) {
	for _, s := range []string{"https://e.com", "MAILTO:a", "a+b.c-d1:x", "1a:x", "//a:b", "#a:b", " java\tscript:x", ":", "é:x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := url.Parse(s)
		if err == nil && u.Scheme != "" && scheme(s) != u.Scheme {
			t.Fatalf("scheme(%q) is %q, want %q", s, scheme(s), u.Scheme)
		}
		if got := scheme(" \n" + strings.Join(strings.Split(s, ""), "\t")); got != scheme(s) {
			t.Fatalf("white space hides a scheme: %q, want %q", got, scheme(s))
		}
	})
}
