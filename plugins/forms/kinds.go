package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
)

// kind is what can be asked about an item of one type.
type kind struct {
	name                          string
	answer, choices, other, scale bool
}

// kindOf knows the types in capital and in small letters.
func kindOf(itemType string) kind {
	name := text.Upper(itemType)
	if name == "PARAGRAPH" {
		name = "PARAGRAPH_TEXT"
	}
	k := kind{name: name, answer: true}
	switch name {
	case "MULTIPLE_CHOICE", "CHECKBOX":
		k.choices, k.other = true, true
	case "LIST":
		k.choices = true
	case "SCALE":
		k.scale = true
	case "SECTION_HEADER", "PAGE_BREAK":
		k.answer = false
	}
	return k
}

// warnUnused names the arguments that a proxy ignores because the item is of
// another type.
func warnUnused(p *actions.Params, k kind) {
	unused := ""
	for _, f := range [...]struct {
		key  string
		used bool
	}{
		{"required", k.answer}, {"choices", k.choices}, {"showOtherOption", k.other},
		{"lowerBound", k.scale}, {"upperBound", k.scale}, {"leftLabel", k.scale}, {"rightLabel", k.scale},
	} {
		if p.Has(f.key) && !f.used {
			unused = text.Join(unused, ", ", f.key)
		}
	}
	if unused != "" {
		p.Warn("An item of the type " + k.name + " has no use for " + unused + ".")
	}
}
