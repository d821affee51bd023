package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func createBookmark() abi.Tool {
	return google.Words(tool("bookmarkCreate", "write", "Create a bookmark",
		"Marks a place in a document and returns the bookmark's id. To mark a stretch of text under a name use docs_create_named_range.",
		documentID(),
		paragraphIndex("The paragraph to mark: its index in docs_get_document, from 0."),
		schema.Optional("offset", google.Index().Describe("How many characters of the paragraph stand before the mark. An emoji counts as two or more.").
			Default(value.Int(0)))),
		"documentId", "paragraphIndex")
}

func deleteBookmark() abi.Tool {
	return google.Words(tool("bookmarkDelete", "manage", "Delete a bookmark",
		"Deletes a bookmark; the text stays, and links to the bookmark lead nowhere. Needs confirmation.",
		documentID(),
		google.Word("bookmarkId", "The bookmark: an id from docs_list_bookmarks."),
		google.Confirm()),
		"documentId", "bookmarkId")
}

func createNamedRange() abi.Tool {
	return examples(tool("namedRangeCreate", "write", "Create a named range",
		"Gives a paragraph, or a part of it, a name by which other programs find it, and returns the range with its id. "+
			"Readers don't see it. For the whole paragraph leave out both offsets; to mark one place use docs_create_bookmark.",
		documentID(),
		schema.Required("name", schema.String().Length(1, maxRangeName).Describe("The range's name, up to 256 characters. Several may share it.")),
		paragraphIndex("The paragraph: its index in docs_get_document, from 0."),
		schema.Optional("startOffset", google.Index().Describe("The first character of the range, counted from 0. An emoji counts as two or more.")),
		schema.Optional("endOffsetInclusive", google.Index().Describe("The last character of the range, itself included. Give both offsets or neither."))),
		"wslite docs create-named-range 1AbCdEfGh --name intro --paragraph-index 2 --start-offset 0 --end-offset-inclusive 4")
}

func deleteNamedRange() abi.Tool {
	return google.Words(tool("namedRangeDelete", "manage", "Delete a named range",
		"Takes the name off a range; its text stays. Needs confirmation.",
		documentID(),
		google.Word("namedRangeId", "The range: an id from docs_list_named_ranges, with or without kix. in front."),
		google.Confirm()),
		"documentId", "namedRangeId")
}
