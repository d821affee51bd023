package google

import (
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds of the proxies.
const (
	maxIdempotencyKey     = 128
	idempotencyKeyPattern = `^[a-zA-Z0-9._:-]+$`
	idPattern             = `^[a-zA-Z0-9_-]+$`
	colourPattern         = `^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,32})$`
)

// MaxSafeInt is the largest whole number that every JSON reader keeps exactly.
// Where no smaller bound is agreed on, a whole number has this one.
const MaxSafeInt = 1<<53 - 1

// Confirm stands in a schema because clients may send it; the host takes it out
// of the arguments and decides itself.
func Confirm() schema.Field {
	return Flag("confirm", "True once a person has agreed to this very call.")
}

// IdempotencyKey names a creation, so that it is not done twice.
func IdempotencyKey() schema.Field {
	return schema.Optional("idempotencyKey", schema.String().Length(1, maxIdempotencyKey).Pattern(idempotencyKeyPattern).
		Describe("A word of your own for this creation, so that a repeat of the call with the same word does not create a second one."))
}

// Flag is an optional argument that is true or false.
//
//go:noinline
func Flag(key, description string) schema.Field {
	return schema.Optional(key, schema.Boolean().Describe(description))
}

// ID is the id of a file (document, spreadsheet and so on) or folder in Drive.
//
//go:noinline
func ID(description string) schema.Schema {
	return schema.String().Pattern(idPattern).Describe(description)
}

// Word is a required text that must not be empty.
//
//go:noinline
func Word(key, description string) schema.Field {
	return schema.Required(key, schema.String().Length(1, -1).Describe(description))
}

// Line is an optional text of at most max characters, which may be empty.
//
//go:noinline
func Line(key string, max int64, description string) schema.Field {
	return schema.Optional(key, schema.String().Length(0, max).Describe(description))
}

// Colour is a text that may be a colour; which ones there are is for
// [CheckOpaque] and its like.
//
//go:noinline
func Colour(description string) schema.Schema {
	return schema.String().Pattern(colourPattern).Describe(description)
}

// Index is a place, counted from 0.
//
//go:noinline
func Index() schema.Schema { return schema.Integer().Range(0, MaxSafeInt) }

// PageSize is an optional bound on a page; number is [schema.Integer] or
// [schema.Number], and what names the items ("task lists").
//
//go:noinline
func PageSize(key, what string, number schema.Schema, max, standard int64) schema.Field {
	return schema.Optional(key, number.Range(1, max).Default(value.Int(standard)).
		Describe("How many "+what+" to return at most, 1 to "+text.Int(int(max))+"."))
}

// PageToken is the place of the next page; shape says what the service takes,
// as a rule schema.String() with a length.
//
//go:noinline
func PageToken(shape schema.Schema) schema.Field {
	return schema.Optional("pageToken", shape.
		Describe("The nextPageToken of the answer before this one, with all other arguments unchanged."))
}
