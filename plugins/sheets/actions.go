package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

// table has one row per action. A proxy runs them all; what a row lists is what
// wslite adds before anything is sent.
var table = actions.Table{
	Service:       "sheets",
	Batch:         "sheets_batch",
	MaxOperations: google.MaxOperations,
	Rows: []actions.Row{
		{Name: "spreadsheetGet", Tool: "sheets_get_spreadsheet"},
		{Name: "spreadsheetCreate", Tool: "sheets_create_spreadsheet", Alone: true, Required: []string{"name"}},

		{Name: "sheetAdd", Tool: "sheets_add_sheet", Required: []string{"sheetName"}, Check: sheetTitle("sheetName")},
		{Name: "sheetDelete", Tool: "sheets_delete_sheet", Required: []string{"sheetName"}},
		{Name: "sheetRename", Tool: "sheets_rename_sheet", Required: []string{"oldName", "newName"}, Check: sheetTitle("newName")},
		{Name: "sheetCopy", Tool: "sheets_copy_sheet", Required: []string{"sheetName"}, Check: checkCopy},

		{Name: "rangeRead", Tool: "sheets_read_range", Check: checkRead},
		{Name: "rangeGetFormulas", Tool: "sheets_read_formulas", Check: checkRead},
		{Name: "rangeGetNotes", Tool: "sheets_get_notes", Check: checkRead},
		{Name: "valuesBatchGet", Tool: "sheets_batch_get", Check: checkBatchGet},
		{Name: "textFind", Tool: "sheets_find_text", Check: checkRead},
		{Name: "conditionalFormatGet", Tool: "sheets_get_conditional_formatting", Check: checkSheet},

		{Name: "rangeWrite", Tool: "sheets_write_range", Required: []string{"range"}, Check: checkWrite},
		{Name: "rowsAppend", Tool: "sheets_append_rows", Check: checkAppend},
		{Name: "rangeClear", Tool: "sheets_clear_range", Check: checkChange},
		{Name: "textReplace", Tool: "sheets_replace_text", Check: checkReplace},
		{Name: "formulaSet", Tool: "sheets_set_formula", Required: []string{"range", "formula"}, Check: checkFormula},
		{Name: "noteSet", Tool: "sheets_set_note", Required: []string{"range"}, Check: checkChange},

		{Name: "rangeFormat", Tool: "sheets_format_range", Required: []string{"range"}, Check: checkFormat},
		{Name: "rangeMerge", Tool: "sheets_merge_cells", Required: []string{"range"}, Check: checkChange},
		{Name: "rangeUnmerge", Tool: "sheets_unmerge_cells", Required: []string{"range"}, Check: checkChange},
		{Name: "columnWidth", Tool: "sheets_set_column_width", Check: checkColumnWidth},
		{Name: "freezeRows", Tool: "sheets_freeze_rows", Check: checkFreeze},
		{Name: "rangeSort", Tool: "sheets_sort_range", Required: []string{"range"}, Check: checkSort},
		{Name: "chartCreate", Tool: "sheets_create_chart", Required: []string{"range"}, Check: checkChart},
		{Name: "dataValidationSet", Tool: "sheets_set_data_validation", Required: []string{"range"}, Check: checkValidation},

		{Name: "protectionsList", Tool: "sheets_list_protections", Check: checkFilter},
		{Name: "rangeProtect", Tool: "sheets_protect_range", Required: []string{"range"}, Check: checkProtectRange},
		{Name: "sheetProtect", Tool: "sheets_protect_sheet", Check: checkProtectSheet},
		{Name: "protectionRemove", Tool: "sheets_remove_protection", Check: checkRemoveProtection},

		{Name: "rowsInsert", Tool: "sheets_insert_rows", Check: checkSheet},
		{Name: "rowsDelete", Tool: "sheets_delete_rows", Check: checkSheet},
	},
}
