package main

import (
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
