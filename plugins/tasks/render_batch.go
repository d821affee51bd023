package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderBatch writes one line per operation, in the order in which they ran. A
// proxy puts the results beside data when some failed, and inside otherwise.
func renderBatch(a *plugin.Answer) string {
	results := a.Results
	if !results.Exists() {
		results = a.Data.Get("results")
	}
	if results.Len() == 0 {
		return ""
	}
	failed := 0
	lines := make([]string, 0, results.Len())
	for i, r := range results.Items() {
		index := i
		if n, ok := r.Get("index").AsInt(); ok {
			index = int(n)
		}
		line := text.Int(index) + " " + operation(a, r, index) + ": "
		if r.Get("success").IsTrue() {
			line += outcome(r.Get("data"))
		} else {
			failed++
			e := r.Get("error")
			line += "[" + e.Get("code").Text() + "] " + e.Get("message").Text()
		}
		lines = append(lines, line)
	}
	head := text.Count(len(lines)-failed, "operation", "operations") + " done"
	if failed > 0 {
		head += ", " + text.Int(failed) + " failed"
	}
	return head + ".\n" + text.Bullets(lines)
}

// operation is the action's name; where the result lacks it, that of the
// operation which was sent.
func operation(a *plugin.Answer, r value.Value, index int) string {
	if name := r.Get("action").Text(); name != "" {
		return name
	}
	if sent := a.Args.Get("operations").Items(); index >= 0 && index < len(sent) {
		return sent[index].Get("action").Text()
	}
	return "operation"
}

// outcome is the one thing about an operation's data that the next step is
// likely to need.
func outcome(d value.Value) string {
	for _, key := range [...]string{"task", "tasklist"} {
		if o := d.Get(key); o.Has("id") {
			return o.Get("title").Text() + " (" + o.Get("id").Text() + ")"
		}
	}
	if d.Get("items").Kind() == value.KindArray {
		return text.Count(d.Get("items").Len(), "item", "items")
	}
	if d.Get("deleted").IsTrue() {
		return "deleted"
	}
	if n, ok := d.Get("clearedCount").AsInt(); ok {
		return text.Int(int(n)) + " hidden"
	}
	return "done"
}
