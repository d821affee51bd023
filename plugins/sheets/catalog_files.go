package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func getSpreadsheet() abi.Tool {
	t := tool("spreadsheetGet", "read", "Show a spreadsheet",
		"Shows a spreadsheet's name, address and sheets, each with its name, id, position and size. "+
			"Start here when the names of the sheets are not known. It returns no cells; sheets_read_range does.",
		fileWord, spreadsheetID())
	t.Examples = []string{"wslite sheets get-spreadsheet 1AbC"}
	return t
}

func createSpreadsheet() abi.Tool {
	t := tool("spreadsheetCreate", "write", "Create a spreadsheet",
		"Creates an empty spreadsheet with one sheet in My Drive and returns its id and address. "+
			"A second call creates a second file. To copy an existing one use drive_copy_file.",
		[]string{"name"},
		schema.Required("name", schema.String().Length(1, -1).Describe("The file's name. It need not be unique.")))
	t.Examples = []string{`wslite sheets create-spreadsheet "Garden 2031"`}
	return t
}

func addSheet() abi.Tool {
	t := tool("sheetAdd", "write", "Add a sheet",
		"Adds an empty sheet (tab) to a spreadsheet and returns its name, id and position. The name must not be taken. "+
			"To start from an existing sheet use sheets_copy_sheet.",
		sheetWords, spreadsheetID(), google.Word("sheetName", "The new sheet's name, up to 100 characters."))
	t.Examples = []string{"wslite sheets add-sheet 1AbC Log"}
	return t
}

func deleteSheet() abi.Tool {
	return tool("sheetDelete", "manage", "Delete a sheet",
		"Deletes a sheet (tab) with all its cells, charts and protections. Needs confirmation. The last sheet of a file can't be deleted. "+
			"To empty cells and keep the sheet use sheets_clear_range.",
		sheetWords, spreadsheetID(), google.Word("sheetName", "The sheet's exact name."), google.Confirm())
}

func renameSheet() abi.Tool {
	return tool("sheetRename", "write", "Rename a sheet",
		"Gives a sheet (tab) another name. Formulas that refer to it follow; scripts and saved ranges with the old name do not. "+
			"The new name must not be taken. The file itself is renamed with drive_update_metadata.",
		fileWord, spreadsheetID(),
		google.Word("oldName", "The sheet's exact name now."),
		google.Word("newName", "Its new name, up to 100 characters."))
}

func copySheet() abi.Tool {
	return tool("sheetCopy", "write", "Copy a sheet",
		"Copies a sheet (tab) within its spreadsheet or into another one, with values, formulas and formats. Returns the copy's name and id. "+
			"Check newName and the destination first: through a proxy a copy may stay behind when its renaming fails.",
		sheetWords, spreadsheetID(),
		google.Word("sheetName", "The exact name of the sheet to copy."),
		word("destSpreadsheetId", "The spreadsheet that gets the copy. Without it: the same one."),
		word("newName", "The copy's name, not taken there, up to 100 characters. Without it: \"Copy of\" and the name."))
}

func insertRows() abi.Tool {
	return tool("rowsInsert", "write", "Insert rows",
		"Inserts empty rows into a sheet; what stands at that row and below moves down, and formulas follow. "+
			"To write data below the last row use sheets_append_rows instead.",
		fileWord, spreadsheetID(), theSheet(),
		schema.Required("startPosition", count(1, google.MaxSafeInt, "The first of the new rows, counted from 1.")),
		howMany("insert"))
}

func deleteRows() abi.Tool {
	t := tool("rowsDelete", "manage", "Delete rows",
		"Deletes whole rows of a sheet; the rows below move up. Needs confirmation. "+
			"To empty cells and keep the rows use sheets_clear_range.",
		fileWord, spreadsheetID(), theSheet(),
		schema.Required("startPosition", count(1, google.MaxSafeInt, "The first row to delete, counted from 1.")),
		howMany("delete"), google.Confirm())
	t.Examples = []string{"wslite sheets delete-rows 1AbC --sheet-name Log --start-position 5 --how-many 2"}
	return t
}
