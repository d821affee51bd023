package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func readFile() abi.Tool {
	t := tool("fileExport", "read", "Read a file",
		"Returns the content of a text file (plain text, CSV, JSON, Markdown and so on) as text; beyond 500,000 characters it is cut and truncated is true. "+
			"A Google document is read as text, a spreadsheet as CSV of its first sheet, a shortcut as its target. "+
			"Files over 5 MB and those that are no text are refused, unless they go to an output file. "+
			"A proxy does not read Google documents well: docs_get_document, sheets_read_range and slides_get_presentation do, with more detail, "+
			"and drive_export_as gives other formats.",
		file, fileID(),
		schema.Optional("mimeType", schema.String().Default(value.String("text/plain")).
			Describe("The text form of a Google document, such as text/csv for a spreadsheet. Proxies ignore it.")))
	t.Output.Content = true
	t.Examples = []string{"wslite drive read-file 1AbC_d-9"}
	return t
}

func exportAs() abi.Tool {
	t := tool("fileExportAs", "read", "Export a Google document",
		"Converts a Google document, spreadsheet, presentation or drawing to another format and returns the bytes as base64, with their size. "+
			"Other files are refused; drive_read_file reads those that are text. Google exports 10 MB at most, and an answer carries 5 MB unless it goes to an output file. "+
			"A proxy knows PDF and little else, and what it sends is under 1 MB.",
		[]string{"fileId", "mimeType"}, fileID(),
		schema.Required("mimeType", str("The wanted format as a media type: application/pdf.")))
	t.Output.Content = true
	t.Examples = []string{"wslite drive export-as 1AbC_d-9 application/pdf --json"}
	return t
}

func createFile() abi.Tool {
	t := tool("fileCreate", "write", "Create a file",
		"Creates a file with this text, or from a local file of any kind, and returns it with its id. A file of the same name is not replaced: there are then two. "+
			"To change a file that exists use drive_update_content. Google documents are made with docs_create_document, "+
			"sheets_create_spreadsheet and slides_create_presentation.",
		[]string{"name"},
		schema.Optional("name", str("The file's name with its extension, such as notes.txt. A local file gives its own if it is left out.")),
		content("The text, up to 1,000,000 characters. Proxies trim white space at both ends and refuse empty text."),
		schema.Optional("mimeType", schema.String().Default(value.String("text/plain")).
			Describe("The content's media type, such as text/csv or text/markdown. With the default a local file has the type that its name and content tell.")),
		folder("parentId", "The folder to create it in. Leave it out for the root folder, My Drive."),
		google.IdempotencyKey(),
		localFile())
	t.Examples = []string{`wslite drive create-file notes.txt --content "Call Ada"`}
	return t
}

func updateContent() abi.Tool {
	t := tool("fileUpdateContent", "write", "Replace a file's content",
		"Replaces the whole content of a file, by a text or a local file, and returns the file; name, place and sharing stay. It does not append, and nobody is asked. "+
			"drive_list_revisions shows what was there before. Not for Google documents: the docs, sheets and slides tools change those.",
		file, fileID(),
		content("All of the new text, up to 1,000,000 characters. Proxies trim white space at both ends and refuse empty text."),
		localFile(),
		schema.Optional("expectedMd5", schema.String().Pattern(`^[0-9a-fA-F]{32}$`).
			Describe("The MD5 of the content that is to be replaced, in hexadecimal: where it is another by now, nothing is changed. Not with an Apps Script proxy.")))
	t.Examples = []string{`wslite drive update-content 1AbC_d-9 --content "Call Ada, then Bo"`}
	return t
}

func updateMetadata() abi.Tool {
	t := tool("fileUpdateMeta", "write", "Rename or describe a file",
		"Changes the name or the description of a file or folder and returns it; what is not given stays. Give at least one of the two. "+
			"For the content use drive_update_content, for the place drive_move_file.",
		file, itemID(),
		schema.Optional("name", str("The new name.")),
		schema.Optional("description", str("The new description. An empty text removes it.")))
	t.Examples = []string{`wslite drive update-metadata 1AbC_d-9 --name "Plan 2031.txt"`}
	return t
}

func copyFile() abi.Tool {
	t := tool("fileCopy", "write", "Copy a file",
		"Copies a file and returns the copy with its id. Comments, and the people the file is shared with, are not copied. Folders can't be copied.",
		file, fileID(),
		schema.Optional("name", str("The copy's name. Leave it out for the name of the original.")),
		folder("destFolderId", "The folder for the copy. Leave it out for the folder of the original."),
		google.IdempotencyKey())
	t.CLI.Aliases = map[string]string{"to": "destFolderId"}
	return t
}
