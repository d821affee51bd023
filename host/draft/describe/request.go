package describe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/size"
)

// cutMark ends a content of which only the beginning was kept (package rest).
const cutMark = "\n[and more]\n"

// effects shows the requests that would go out, as they would.
func (l *listing) effects(d *draft.Draft) {
	list := d.Payload.Effects
	for i, e := range list {
		r := e.Request
		switch {
		case len(list) == 1:
			l.title("What would be sent first")
		default:
			l.title("What would be sent, request %d of %d", i+1, len(list))
		}
		l.outside(Value, "request", r.Method+" "+r.Route)
		l.outside(Value, "address", r.URL)
		if r.Note != "" {
			l.outside(Value, "note", r.Note)
		}
		if r.Body != nil {
			l.add(Fact, "body", "as JSON")
			l.json(r.Body)
		}
		m := r.Media
		if m == nil {
			continue
		}
		if strings.HasPrefix(strings.ToLower(m.MimeType), "message/rfc822") {
			l.mail(m.Text)
			continue
		}
		l.outside(Value, "content", fmt.Sprintf("%s  %s", size.Text(float64(m.Size)), m.MimeType))
		if strings.HasSuffix(m.Text, cutMark) {
			l.add(Alert, "", "The draft keeps only the beginning of this content.")
		}
		if m.Text != "" {
			l.outside(Quote, "", m.Text)
		}
	}
	if len(list) == 0 {
		l.add(Blank, "", "")
		l.add(Words, "", "The requests can't be told beforehand; the parameters say what would be done.")
	}
}

// params shows the parameters: what is sent is made from them, and what follows
// the first request too.
func (l *listing) params(d *draft.Draft) {
	l.title("Parameters")
	if len(d.Payload.Params) == 0 {
		l.add(Words, "", "There are none.")
		return
	}
	ops := operations(d)
	for _, key := range slices.Sorted(maps.Keys(d.Payload.Params)) {
		if key != "operations" || len(ops) == 0 {
			l.param("parameter", key, d.Payload.Params[key])
		}
	}
	for i, op := range ops {
		l.add(Fact, "operation", fmt.Sprintf("%d of %d", i+1, len(ops)))
		l.json(op)
	}
}

// param shows one parameter: a text as it reads, everything else as JSON.
func (l *listing) param(label, key string, v any) {
	if s, ok := v.(string); ok {
		switch {
		case slices.Contains(l.texts, sameText(s)):
			l.outside(Value, "as the text", key)
		case strings.ContainsAny(s, "\r\n"):
			l.outside(Value, label, key+" =")
			l.outside(Quote, "", s)
		default:
			l.outside(Value, label, key+" = "+s)
		}
		return
	}
	raw := indented(v)
	if strings.Contains(raw, "\n") {
		l.outside(Value, label, key+" =")
		l.outside(Quote, "", raw)
		return
	}
	l.outside(Value, label, key+" = "+raw)
}

func (l *listing) json(v any) { l.outside(Quote, "", indented(v)) }

// indented is v as JSON for people: no letter is escaped but those that JSON
// must escape.
func indented(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil { // it came out of JSON
		return fmt.Sprintf("%v", v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// operations are those of a batch; nil for a single action.
func operations(d *draft.Draft) []any {
	ops, _ := d.Payload.Params["operations"].([]any)
	return ops
}

// sameText is a text without what changes on its way into a mail.
func sameText(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
}
