package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// outcome is what the line of an operation in a batch tells.
func outcome(d value.Value) string {
	for _, key := range [...]string{"task", "tasklist"} {
		if o := d.Get(key); o.Has("id") {
			return titled(o) + " (" + o.Get("id").Text() + ")"
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
	return ""
}
