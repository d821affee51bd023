package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds that the schemas state. The proxies have the same.
const (
	maxRangeText   = 200
	maxFind        = 500
	maxReplace     = 5000
	maxRows        = 5000
	maxDescription = 1000
	maxEditors     = 50
	maxEmail       = 320
	maxUnprotected = 50
)

// rangePattern is the form of A1 notation that proxies take, and the backslash
// that a shell leaves before the exclamation mark, which is taken out.
const rangePattern = `^(?:(?:'[^']+'|[A-Za-z0-9_ .-]+)\\?!)?` +
	`(?:\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{1,7})?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\d{1,7}:\d{1,7})$`

func spreadsheetID() schema.Field {
	return schema.Required("spreadsheetId", google.ID("The spreadsheet: the id in its address, between /d/ and /edit."))
}

// onSheet is the sheet that a tool works on where its range does not name one.
func onSheet() schema.Field {
	return schema.Optional("sheetName", schema.String().Describe("The sheet's (tab's) exact name. Without it: the one that range names, else the first."))
}

// theSheet is for tools without a range.
func theSheet() schema.Field {
	return schema.Optional("sheetName", schema.String().Describe("The sheet's (tab's) exact name. Without it: the first sheet."))
}

func a1Text(description string) schema.Schema {
	s := schema.String().Length(0, maxRangeText).Pattern(rangePattern)
	if description == "" {
		return s
	}
	return s.Describe(description)
}

func inRange(description string) schema.Field {
	return schema.Required("range", a1Text(description))
}

func maybeRange(description string) schema.Field {
	return schema.Optional("range", a1Text(description))
}

// cells is a table of values, row by row.
func cells(description string) schema.Field {
	cell := schema.AnyOf(schema.String(), schema.Number(), schema.Boolean(), schema.Null())
	return schema.Required("values", schema.Array(schema.Array(cell)).Describe(description))
}

func word(key, description string) schema.Field {
	return schema.Optional(key, schema.String().Describe(description))
}

func amount(key, description string) schema.Field {
	return schema.Optional(key, schema.Number().Describe(description))
}

// count is a whole number from min up. Where no smaller bound is agreed on, the
// schema has the greatest number that JSON keeps exactly.
func count(min, max int64, description string) schema.Schema {
	return schema.Integer().Range(min, max).Describe(description)
}

func howMany(verb string) schema.Field {
	return schema.Optional("howMany", count(1, maxRows, "How many rows to "+verb+", 1 to 5000.").Default(value.Int(1)))
}

func colour(key, description string) schema.Field {
	return schema.Optional(key, google.Colour(description))
}

// editors and domainEdit say who may change what is protected.
func editors() []schema.Field {
	return []schema.Field{
		schema.Optional("editors", schema.Array(schema.String().Length(0, maxEmail).Format(schema.Email)).Items(0, maxEditors).
			Describe("E-mail addresses of those who may edit, up to 50. A proxy adds them and removes nobody.")),
		google.Flag("domainEdit", "True lets everyone in the file owner's domain edit."),
	}
}

func description(key, what string) schema.Field { return google.Line(key, maxDescription, what) }

func protectionKind(text string) schema.Schema {
	return schema.Enum("RANGE", "SHEET").Describe(text)
}

// searchFlags are the ways to compare text, of finding and of replacing.
func searchFlags() []schema.Field {
	return []schema.Field{
		google.Flag("matchCase", "True tells capital and small letters apart."),
		google.Flag("matchEntireCell", "True finds cells that hold the text and nothing else."),
		google.Flag("matchFormulaText", "True looks at formulas instead of their results."),
		google.Flag("useRegularExpression", "True reads findText as a regular expression."),
		google.Flag("ignoreDiacritics", "True takes é for e."),
	}
}
