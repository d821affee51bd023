package mcp

import (
	"encoding/json"
	"strings"
	"unicode/utf16"

	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/text"
)

// An answer is bounded twice: its text has at most the budget's UTF-16 units, and
// so has what structuredContent holds of the result, written without blanks. A
// client shows its model the one or the other, so each of them tells by itself
// what it left out; what it tells beside the result has bounds of its own.

// roomForWords is kept free for what tells of a loss.
const roomForWords = 1200

// shown is an answer's text and what it left out.
type shown struct {
	text string
	lost loss
}

// fit gives the answer's text within the budget. The plugin's text counts first,
// else the data as JSON. Where it is too long a list loses whole items, and a
// text its end; keep is asked for a resource with the whole of it.
func (c caller) fit(res *invoke.Result, notes []string, keep func(string) string) shown {
	foot := footer(res, notes...)
	room := c.budget() - units(foot)
	body := strings.TrimRight(text.Clean(res.Text), "\n")
	value := resultOf(res)
	if body == "" {
		body = indented(value)
	}
	if units(body) <= room {
		return shown{text: body + foot}
	}
	var lost loss
	whole := body
	room -= roomForWords
	if res.Text == "" || c.isList(value) {
		body, _, lost = shrink(value, room, indented)
	} else {
		all := units(body)
		short, kept := cutText(body, room)
		body, lost = short, loss{Texts: []lostText{{"", kept, all}}}
	}
	uri := ""
	if keep != nil && (len(lost.Texts) > 0 || lost.All || c.argument(sizeArguments) == "") {
		uri = keep(whole)
	}
	return shown{body + footer(res, append(c.words(lost, uri), notes...)...), lost}
}

// resultOf is what the call gave: the data, and the results of a batch that did
// not succeed as a whole.
func resultOf(res *invoke.Result) any {
	r := res.Response
	if r.Partial {
		return map[string]any{"data": r.Data, "results": r.Results}
	}
	return r.Data
}

// isList says whether the tool's result is a list, which can lose whole items.
func (c caller) isList(v any) bool {
	if o := c.tool.Output; o != nil && o.Kind == "list" {
		return true
	}
	_, list := v.([]any)
	return list
}

func (c caller) budget() int {
	if c.o.Budget <= 0 {
		return DefaultBudget
	}
	return max(c.o.Budget, 4*roomForWords)
}

// structured is the envelope: what the tool gave, and what it is. Its members are
// JSON already where they come from outside, with hidden characters escaped.
func (c caller) structured(res *invoke.Result, notes []string) map[string]any {
	o := res.Response.Object()
	o["service"], o["action"], o["class"] = res.Service, res.Action, string(res.Class)
	if res.Duplicate {
		o["duplicate"] = true
	}
	if list := warnings(res); len(list) > 0 {
		o["warnings"] = list
	}
	if len(notes) > 0 {
		o["notes"] = notes
	}
	inner := map[string]any{}
	for _, key := range []string{"data", "results"} {
		if v, there := o[key]; there {
			inner[key] = v
		}
	}
	// The names of the members are the envelope's own and don't count.
	room := c.budget() + len(dense(map[string]any{"data": 0, "results": 0}))
	_, kept, lost := shrink(inner, room, dense)
	if lost.All {
		delete(o, "data")
		delete(o, "results")
	}
	for key, v := range asObject(kept) {
		o[key] = json.RawMessage(dense(v))
	}
	if p, there := o["pagination"]; there {
		o["pagination"] = json.RawMessage(dense(p))
	}
	if lost.some() {
		o["truncated"] = true
		o["leftOut"] = c.words(lost, "")
	}
	return o
}

func asObject(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}

// units counts UTF-16 units, in which clients measure.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// cut keeps at most n units, and whole characters.
func cut(s string, n int) string {
	for i, r := range s {
		if n -= utf16.RuneLen(r); n < 0 {
			return s[:i]
		}
	}
	return s
}
