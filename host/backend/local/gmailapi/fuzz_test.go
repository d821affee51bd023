package gmailapi

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzSearch: whatever is searched for, SQLite understands what is made of it,
// and what a query finds and what its negation finds are together everything.
func FuzzSearch(f *testing.F) {
	for _, q := range []string{
		`from:"a\"b" OR {subject:x* -y}`, "in:spam", `"' OR 1=1 --`, "NEAR(a b)", "a\x00b", "\xff\xfe", "日本 OR ()", "label:(a -b)", "has:drive",
		"larger:1 smaller:9G", strings.Repeat("a OR ", 290) + "a", strings.Repeat("-", 39) + "a",
	} {
		f.Add(q)
	}
	b := openBench(f)
	f.Cleanup(b.close)
	b.importMail(compose("a b x", "Subject: one", "From: a@x.org"))
	b.importMail(compose("日本", "Subject: two"), "a")
	f.Fuzz(func(t *testing.T, q string) {
		b.t = t
		count := func(q string) (int, bool) {
			r := b.send("GET", "messages?includeSpamTrash=true&q="+url.QueryEscape(q), "")
			if r.status == 400 {
				return 0, false
			}
			if r.status != 200 {
				t.Fatalf("%q: status %d: %s", q, r.status, r.raw)
			}
			n, _ := r.at("resultSizeEstimate").(float64)
			return int(n), true
		}
		with, ok := count(q)
		if !ok || strings.Contains(q, `"`) { // an open quotation would take the parenthesis in
			return
		}
		if without, ok := count("-(" + q + ")"); ok && with+without != 2 {
			t.Fatalf("%q finds %d, its negation %d, of 2", q, with, without)
		}
	})
}
