package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func listProtections() abi.Tool {
	return tool("protectionsList", "list", "List protections",
		"Lists protected ranges and sheets with index, description, who may edit, and whether editing is blocked or only warned of. "+
			"Call it with the same filters before sheets_remove_protection, which takes an index of this list.",
		fileWord, spreadsheetID(),
		schema.Optional("sheetName", schema.String().Describe("Only this sheet's, by its exact name.")),
		schema.Optional("type", protectionKind("RANGE: only protected ranges; SHEET: only whole sheets.")),
		maybeRange("Only the protection of exactly this range."),
		word("description", "Only those with exactly this description."))
}

func protectRange() abi.Tool {
	return tool("rangeProtect", "write", "Protect a range",
		"Protects a range, with a warning or so that only some may edit, and returns the protection. "+
			"Through a proxy all editors of the file may still edit; check the editors in the answer. "+
			"For a whole sheet use sheets_protect_sheet.",
		rangeWords, append([]schema.Field{
			spreadsheetID(), onSheet(), inRange("The cells, as A1:C10 or 'My Sheet'!A:A."),
			description("description", "What the protection is for, up to 1000 characters."),
			google.Flag("warningOnly", "True warns before an edit and blocks nobody."),
		}, editors()...)...)
}

func protectSheet() abi.Tool {
	return tool("sheetProtect", "write", "Protect a sheet",
		"Protects a whole sheet except unprotectedRanges and returns the protection. If the sheet is protected already, that protection is changed. "+
			"Through a proxy all editors of the file may still edit; check the editors in the answer.",
		sheetWords, append([]schema.Field{
			spreadsheetID(), theSheet(),
			description("description", "What the protection is for, up to 1000 characters."),
			google.Flag("warningOnly", "True warns before an edit and blocks nobody."),
			schema.Optional("unprotectedRanges", schema.Array(a1Text("")).Items(0, maxUnprotected).
				Describe("Ranges of this sheet that stay open to all, as A1:C10, without its name; up to 50.")),
		}, editors()...)...)
}

func removeProtection() abi.Tool {
	return tool("protectionRemove", "manage", "Remove a protection",
		"Removes one protection; the cells stay. Needs confirmation. It takes the protection at index among those that fit the filters, the first by default, "+
			"and indexes move after each removal: call sheets_list_protections with the same filters before every call.",
		[]string{"spreadsheetId", "type"}, spreadsheetID(),
		schema.Required("type", protectionKind("RANGE for a protected range, SHEET for a whole sheet.")),
		schema.Optional("sheetName", schema.String().Describe("Only this sheet's, by its exact name.")),
		maybeRange("Only the protection of exactly this range."),
		word("description", "Only those with exactly this description."),
		schema.Optional("index", count(0, google.MaxSafeInt, "Which of those that fit, counted from 0.").Default(value.Int(0))),
		google.Confirm())
}
