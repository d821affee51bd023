package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func getDocument() abi.Tool {
	return examples(tool("documentGet", "read", "Read a document",
		"Reads a document as plain text: its title, address and paragraphs, each with its index and heading level. "+
			"Start here before an edit that names a paragraph by its index. "+
			"Reads the first tab only, and refuses more than 500 paragraphs or 500 000 characters. "+
			"For styles, images and tables as such use docs_get_as_json.",
		documentID()),
		"wslite docs get-document 1AbCdEfGh")
}

func getAsJSON() abi.Tool {
	return tool("documentGetJson", "read", "Read a document with its structure",
		"Returns the document as the Docs API describes it: styles, tables, lists, images, headers, footers and positions. "+
			"It is long; to read the text alone use docs_get_document. Refuses a document of more than 1 000 000 characters of JSON.",
		documentID())
}

func getPageSetup() abi.Tool {
	return tool("pageSetupGet", "read", "Show the page setup",
		"Shows a document's page width, height and four margins in points (72 points are one inch). Change them with docs_update_page_setup.",
		documentID())
}

func listBookmarks() abi.Tool {
	return tool("bookmarksList", "list", "List bookmarks",
		"Lists a document's bookmarks: id, and the paragraph and character that each marks. Use it to find the id that docs_delete_bookmark needs.",
		documentID())
}

func listNamedRanges() abi.Tool {
	return examples(tool("namedRangesList", "list", "List named ranges",
		"Lists a document's named ranges: id, name, and the paragraphs and characters that each covers, with a piece of the text. "+
			"Give name to see only the ranges of that name; several may share it.",
		documentID(),
		schema.Optional("name", schema.String().Length(1, -1).Describe("Only ranges with exactly this name."))),
		"wslite docs list-named-ranges 1AbCdEfGh --name intro")
}

func listTablesOfContents() abi.Tool {
	return tool("tableOfContentsList", "list", "List tables of contents",
		"Lists the tables of contents in a document with their place, length and the start of their text. "+
			"No tool can add one; a person does that in Google Docs.",
		documentID())
}
