package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
)

// Bounds of the arguments, the same as those of the proxies.
const (
	maxTitle    = 1024
	maxText     = 10000
	maxLabel    = 500
	maxChoices  = 200
	maxChoice   = 500
	maxScale    = 10
	maxPage     = 100
	defaultPage = 20
	maxResponse = 256
)

func formID() schema.Field {
	return schema.Required("formId", google.ID("The form: the part of its editor's address between /d/ and /edit."))
}

// itemID is text or a number: proxies give numbers, the Forms API gives text.
func itemID() schema.Field {
	return schema.Required("itemId", schema.AnyOf(
		schema.String().Length(1, -1),
		google.Index(),
	).Describe("The item: an itemId from forms_list_items."))
}

func responseID() schema.Field {
	return schema.Required("responseId", schema.String().Length(1, maxResponse).
		Describe("The response: a responseId from forms_list_responses."))
}

// itemFields are what an item can be given; help texts differ little between
// adding and changing, so both say the same.
func itemFields() []schema.Field {
	return []schema.Field{
		schema.Optional("title", schema.String().Length(1, maxTitle).Describe("The question, or the heading of a section or page.")),
		google.Line("helpText", maxText, "The smaller text below the title. An empty text removes it."),
		google.Flag("required", "True if it must be answered."),
		schema.Optional("choices", schema.Array(schema.String().Length(1, maxChoice)).Items(1, maxChoices).
			Describe("For MULTIPLE_CHOICE, CHECKBOX and LIST: all the choices in order, each different.")),
		google.Flag("showOtherOption", "For MULTIPLE_CHOICE and CHECKBOX: true to let people write an answer of their own."),
		schema.Optional("lowerBound", bound("For SCALE: the lowest number, 0 or 1.")),
		schema.Optional("upperBound", bound("For SCALE: the highest number, 3 to 10.")),
		google.Line("leftLabel", maxLabel, "For SCALE: the words at its lowest number."),
		google.Line("rightLabel", maxLabel, "For SCALE: the words at its highest number."),
	}
}

func bound(what string) schema.Schema { return schema.Integer().Range(0, maxScale).Describe(what) }
