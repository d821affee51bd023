package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds of the arguments, the same as those of the proxies.
const (
	maxRangeName = 256
	maxTableRows = 50
	maxTableCols = 20
	maxFontSize  = 400
	maxPoints    = 2000
)

func documentID() schema.Field {
	return schema.Required("documentId", google.ID("The document: the part of its address between /d/ and /edit."))
}

func paragraphIndex(text string) schema.Field {
	return schema.Required("paragraphIndex", google.Index().Describe(text))
}

// place is where something new goes.
func place() schema.Field {
	return schema.Optional("append", schema.Boolean().Default(value.Bool(true)).
		Describe("True, or left out, for the end of the document; false for its start."))
}

func headings() schema.Schema {
	return schema.Enum("NORMAL", "HEADING1", "HEADING2", "HEADING3", "HEADING4", "HEADING5", "HEADING6")
}

func content(name, what string) schema.Field {
	return schema.Required(name, schema.String().Describe(what))
}

func colour(name, what string) schema.Field {
	return schema.Optional(name, google.Colour(what))
}
