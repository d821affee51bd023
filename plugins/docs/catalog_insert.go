package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func insertList() abi.Tool {
	return examples(tool("listInsert", "list", "Add a list",
		"Adds a bulleted or numbered list at the end or the start of a document. For plain text or a heading use docs_insert_paragraph.",
		documentID(),
		schema.Required("items", schema.Array(schema.String()).Describe("The list's items in order, at least one.")),
		schema.Optional("listType", schema.Enum("BULLET", "NUMBER").Default(value.String("BULLET")).
			Describe("BULLET for dots, NUMBER for 1, 2, 3.")),
		place()),
		`wslite docs insert-list 1AbCdEfGh --items '["Milk","Bread"]' --list-type NUMBER`)
}

func insertTable() abi.Tool {
	return examples(tool("tableInsert", "write", "Add a table",
		"Adds a table at the end or the start of a document; its first row is bold. "+
			"The table is as large as values unless rows and cols say otherwise, at most 50 rows and 20 columns.",
		documentID(),
		schema.Required("values", schema.Array(schema.Array(cell())).
			Describe("The cells, row by row, the heading row first: text, numbers, true, false, or null for an empty cell.")),
		schema.Optional("rows", schema.Integer().Range(1, maxTableRows).
			Describe("How many rows, 1 to 50, if not as many as values has.")),
		schema.Optional("cols", schema.Integer().Range(1, maxTableCols).
			Describe("How many columns, 1 to 20, if not as many as the first row of values has.")),
		place()),
		`wslite docs insert-table 1AbCdEfGh --values '[["Item","Price"],["Tea",3]]'`)
}

func cell() schema.Schema {
	return schema.AnyOf(schema.String(), schema.Number(), schema.Boolean(), schema.Null())
}

func insertImage() abi.Tool {
	return google.Words(tool("imageInsert", "write", "Add an image",
		"Adds an image from the web at the end or the start of a document, up to 10 MB. "+
			"The address must be https and public; the operator may allow certain hosts only.",
		documentID(),
		schema.Required("imageUrl", schema.String().Format(schema.HTTPSURL).
			Describe("The image's address, https, without a user name: https://example.com/a.png.")),
		place()),
		"documentId", "imageUrl")
}

func insertPageBreak() abi.Tool {
	return tool("pageBreakInsert", "write", "Add a page break",
		"Adds a page break at the end or the start of a document, so that what follows begins on a new page.",
		documentID(), place())
}

func insertHorizontalRule() abi.Tool {
	return tool("horizontalRuleInsert", "write", "Add a horizontal line",
		"Adds a line across the page at the end or the start of a document, to set parts of the text apart.",
		documentID(), place())
}
