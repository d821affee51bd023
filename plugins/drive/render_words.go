package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// named is a name on one line: a line end in it would let it pass for the
// lines below.
func named(v value.Value) string { return text.Or(text.OneLine(v.Get("name").Text()), "(no name)") }

// person names a user; Google keeps the address back where comments are.
func person(u value.Value) string {
	name, address := text.OneLine(u.Get("displayName").Text()), u.Get("emailAddress").Text()
	if name != "" && address != "" {
		return name + " <" + address + ">"
	}
	return text.Or(name+address, "unknown")
}

// list writes the head of a list and what body makes of its items; "" where the
// answer has no such list.
func list(a *plugin.Answer, key, one, many string, body func(items value.Value) string) string {
	items := a.Data.Get(key)
	if items.Kind() != value.KindArray {
		return ""
	}
	return actions.ListHead(a, items.Len(), one, many) + body(items)
}

// rows makes a row of cells of each item, and a table of them.
func rows(row func(value.Value) []string) func(value.Value) string {
	return func(items value.Value) string {
		var table [][]string
		for _, item := range items.Items() {
			table = append(table, row(item))
		}
		return columns(table)
	}
}
