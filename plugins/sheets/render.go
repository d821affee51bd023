package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes one line of what happened, and below it what there is to see.
// An answer that lacks what its tool should give is left to the host.
func render(a *plugin.Answer) (string, error) {
	if a.Tool == table.Batch {
		return actions.RenderBatch(a, outcome), nil
	}
	for _, r := range renderers {
		if r.tool == a.Tool && a.Data.Has(r.key) {
			return r.text(a.Data), nil
		}
	}
	return "", nil
}

// renderers has the tools in the order of their names. The key is what an
// answer must have to be the tool's.
var renderers = [...]struct {
	tool, key string
	text      func(value.Value) string
}{
	{"sheets_add_sheet", "sheet", renderAdded},
	{"sheets_append_rows", "rowsAppended", renderAppended},
	{"sheets_batch_get", "valueRanges", renderValueRanges},
	{"sheets_clear_range", "cleared", renderCleared},
	{"sheets_copy_sheet", "copied", renderCopied},
	{"sheets_create_chart", "chartType", renderChart},
	{"sheets_create_spreadsheet", "spreadsheet", renderCreated},
	{"sheets_delete_rows", "startPosition", renderRowsDeleted},
	{"sheets_delete_sheet", "deleted", renderSheetDeleted},
	{"sheets_find_text", "matches", renderMatches},
	{"sheets_format_range", "applied", renderFormatted},
	{"sheets_freeze_rows", "frozenRows", renderFrozen},
	{"sheets_get_conditional_formatting", "rules", renderRules},
	{"sheets_get_notes", "notes", renderNotes},
	{"sheets_get_spreadsheet", "spreadsheet", func(d value.Value) string { return spreadsheet(d.Get("spreadsheet")) }},
	{"sheets_insert_rows", "startPosition", renderRowsInserted},
	{"sheets_list_protections", "protections", renderProtections},
	{"sheets_merge_cells", "merged", func(d value.Value) string { return "Merged " + place(d) + ".\n" }},
	{"sheets_protect_range", "protection", renderProtected},
	{"sheets_protect_sheet", "protection", renderProtected},
	{"sheets_read_formulas", "formulas", renderFormulas},
	{"sheets_read_range", "values", renderRange},
	{"sheets_remove_protection", "removed", renderProtectionRemoved},
	{"sheets_rename_sheet", "newName", renderRenamed},
	{"sheets_replace_text", "replacements", renderReplaced},
	{"sheets_set_column_width", "width", renderWidth},
	{"sheets_set_data_validation", "validationType", renderValidation},
	{"sheets_set_formula", "formula", renderFormulaSet},
	{"sheets_set_note", "range", renderNoteSet},
	{"sheets_sort_range", "sortColumn", renderSorted},
	{"sheets_unmerge_cells", "unmerged", func(d value.Value) string { return "Unmerged " + place(d) + ".\n" }},
	{"sheets_write_range", "rowsWritten", renderWritten},
}

// place names the range that an answer is about.
func place(d value.Value) string {
	sheet, cells := d.Get("sheetName").Text(), d.Get("range").Text()
	switch {
	case sheet == "":
		return cells
	case cells == "":
		return sheet
	}
	return sheet + ", " + cells
}

// numbered counts a noun by a number of the answer; what is no whole number is
// written as it is.
func numbered(v value.Value, singular, plural string) string {
	if n, ok := v.AsInt(); ok {
		return text.Count(int(n), singular, plural)
	}
	return cellText(v) + " " + plural
}

// outcome is the one thing about an operation's data that the next step is
// likely to need.
func outcome(d value.Value) string {
	switch {
	case d.Get("spreadsheet").Has("id"):
		return d.Get("spreadsheet").Get("name").Text() + " (" + d.Get("spreadsheet").Get("id").Text() + ")"
	case d.Get("sheet").Has("sheetId"):
		return d.Get("sheet").Get("name").Text() + " (" + cellText(d.Get("sheet").Get("sheetId")) + ")"
	case d.Get("copied").IsTrue():
		return d.Get("name").Text() + " (" + cellText(d.Get("sheetId")) + ")"
	case d.Has("protections"):
		return text.Count(d.Get("protections").Len(), "protection", "protections")
	case d.Has("protection"):
		return protectedPlace(d.Get("protection"))
	case d.Has("removed"):
		return "no longer protected: " + protectedPlace(d.Get("removed"))
	case d.Has("valueRanges"):
		return text.Count(d.Get("valueRanges").Len(), "range", "ranges")
	case d.Has("rules"):
		return text.Count(d.Get("rules").Len(), "rule", "rules")
	case d.Has("totalMatches"):
		return numbered(d.Get("totalMatches"), "match", "matches")
	case d.Has("replacements"):
		return numbered(d.Get("replacements"), "replacement", "replacements")
	case d.Has("rowsAppended"):
		return numbered(d.Get("rowsAppended"), "row", "rows")
	case d.Has("deleted"):
		return "deleted " + d.Get("deleted").Text()
	}
	for _, key := range [...]string{"values", "notes"} {
		if rows := d.Get(key); rows.Kind() == value.KindArray {
			return place(d) + ", " + size(rows.Len(), widest(rows))
		}
	}
	return place(d)
}
