package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// createDocument is in no batch: a batch works on one document that is there.
func createDocument() abi.Tool {
	t := google.Words(tool("documentCreate", "write", "Create a document",
		"Creates an empty document with this name and returns it with its id and address. "+
			"Names need not be unique, so a repeated call makes a second document. It can't be part of docs_batch.",
		google.Word("name", "The document's name.")),
		"name")
	t.BatchEligible = false
	return examples(t, `wslite docs create-document "Meeting notes"`)
}

func insertParagraph() abi.Tool {
	return examples(google.Words(tool("paragraphInsert", "write", "Add a paragraph",
		"Adds a paragraph, or a heading, at the end or the start of a document. "+
			"To change one that is there use docs_update_paragraph; for several list items use docs_insert_list.",
		documentID(),
		schema.Optional("text", schema.String().Describe("The paragraph's text. Without it the paragraph is empty.")),
		schema.Optional("heading", headings().Default(value.String("NORMAL")).
			Describe("HEADING1 to HEADING6 for a heading, NORMAL for plain text.")),
		place()),
		"documentId", "text"),
		`wslite docs insert-paragraph 1AbCdEfGh "Next steps" --heading HEADING2`)
}

func updateParagraph() abi.Tool {
	return google.Words(tool("paragraphUpdate", "write", "Change a paragraph",
		"Replaces the text or the heading level of one paragraph; give at least one of the two. "+
			"Images and chips in the paragraph are lost when its text is replaced. "+
			"To change a word wherever it stands use docs_replace_text.",
		documentID(),
		paragraphIndex("Which paragraph: its index in docs_get_document, from 0."),
		schema.Optional("heading", headings().Describe("The new level: HEADING1 to HEADING6, or NORMAL for plain text.")),
		schema.Optional("text", schema.String().Describe("The new text. An empty one empties the paragraph."))),
		"documentId", "paragraphIndex")
}

func deleteParagraph() abi.Tool {
	return google.Words(tool("paragraphDelete", "manage", "Delete a paragraph",
		"Deletes one paragraph; those after it move up by one index. Needs confirmation. "+
			"To delete several in one call start with the highest index.",
		documentID(),
		paragraphIndex("Which paragraph: its index in docs_get_document, from 0."),
		google.Confirm()),
		"documentId", "paragraphIndex")
}

func setText() abi.Tool {
	return tool("setText", "write", "Replace all text",
		"Throws away everything in the document's body, images and tables included, and writes this text instead. Needs confirmation. "+
			"Headers and footers stay. To change a part use docs_replace_text or docs_update_paragraph.",
		documentID(),
		content("text", "The new text. Each line becomes a paragraph."),
		google.Confirm())
}

func replaceText() abi.Tool {
	return examples(tool("replaceText", "write", "Find and replace",
		"Replaces every occurrence of a text in a document and returns how many there were. "+
			"To change how the text looks and not what it says use docs_format_text.",
		documentID(),
		google.Word("findText", "What to look for. Upper and lower case count."),
		content("replaceText", "What to put in its place.")),
		`wslite docs replace-text 1AbCdEfGh --find-text "{{name}}" --replace-text Ada`)
}

func formatText() abi.Tool {
	return examples(tool("formatText", "write", "Format text",
		"Changes how every occurrence of a text looks: weight, size, font, colours or link. "+
			"Returns how many occurrences there were. Styles that are not given stay as they are.",
		documentID(),
		google.Word("findText", "What to format. Upper and lower case count."),
		google.Flag("bold", "True for bold, false for not."),
		google.Flag("italic", "True for italic, false for not."),
		google.Flag("underline", "True for underlined, false for not."),
		google.Flag("strikethrough", "True for struck through, false for not."),
		schema.Optional("fontFamily", schema.String().Describe("The font's name, such as Georgia.")),
		schema.Optional("fontSize", schema.Integer().Range(1, maxFontSize).Describe("The size in points, 1 to 400.")),
		colour("foregroundColor", "The text's colour: #3366cc, #36c or a name such as teal."),
		colour("backgroundColor", "The colour behind the text: #3366cc, #36c, a name such as teal, or transparent."),
		schema.Optional("linkUrl", schema.String().
			Describe("The address that the text links to: http, https, mailto or tel, or #heading=ID in this document."))),
		`wslite docs format-text 1AbCdEfGh --find-text Deadline --bold --foreground-color "#cc0000"`)
}

func setHeader() abi.Tool {
	return google.Words(tool("headerSet", "write", "Set the page header",
		"Replaces the text at the top of every page, and makes a header where there is none. An empty text empties it.",
		documentID(),
		content("text", "The header's text. An empty one clears it.")),
		"documentId", "text")
}

func setFooter() abi.Tool {
	return google.Words(tool("footerSet", "write", "Set the page footer",
		"Replaces the text at the bottom of every page, and makes a footer where there is none. An empty text empties it.",
		documentID(),
		content("text", "The footer's text. An empty one clears it.")),
		"documentId", "text")
}
