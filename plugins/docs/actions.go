package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	document    = []string{"documentId"}
	onParagraph = []string{"documentId", "paragraphIndex"}
)

// table is one row per action: its tool, what it needs, and what is refused
// before anything is sent. Proxies read the params as they were given.
//
// Left to whatever runs the action: an empty text of setText and an empty
// replacement (a proxy refuses them, the Docs API takes them), and an update of
// a paragraph that changes nothing.
var table = actions.Table{
	Service: "docs", Batch: "docs_batch", MaxOperations: google.MaxOperations,
	Rows: []actions.Row{
		{Name: "documentCreate", Tool: "docs_create_document", Required: []string{"name"}, Alone: true},
		{Name: "documentGet", Tool: "docs_get_document", Required: document},
		{Name: "documentGetJson", Tool: "docs_get_as_json", Required: document},
		{Name: "paragraphInsert", Tool: "docs_insert_paragraph", Required: document, Check: checkWritten},
		{Name: "paragraphUpdate", Tool: "docs_update_paragraph", Required: onParagraph},
		{Name: "paragraphDelete", Tool: "docs_delete_paragraph", Required: onParagraph},
		{Name: "setText", Tool: "docs_set_text", Required: document, Check: checkWritten},
		{Name: "replaceText", Tool: "docs_replace_text", Required: document, Check: checkReplace},
		{Name: "listInsert", Tool: "docs_insert_list", Required: document, Check: checkList},
		{Name: "tableInsert", Tool: "docs_insert_table", Required: document, Check: checkTable},
		{Name: "imageInsert", Tool: "docs_insert_image", Required: []string{"documentId", "imageUrl"}, Check: checkImage},
		{Name: "pageBreakInsert", Tool: "docs_insert_page_break", Required: document},
		{Name: "horizontalRuleInsert", Tool: "docs_insert_horizontal_rule", Required: document},
		{Name: "formatText", Tool: "docs_format_text", Required: document, Check: checkFormat},
		{Name: "headerSet", Tool: "docs_set_header", Required: document},
		{Name: "footerSet", Tool: "docs_set_footer", Required: document},
		{Name: "pageSetupGet", Tool: "docs_get_page_setup", Required: document},
		{Name: "pageSetupUpdate", Tool: "docs_update_page_setup", Required: document, Check: checkPageSetup},
		{Name: "bookmarksList", Tool: "docs_list_bookmarks", Required: document},
		{Name: "bookmarkCreate", Tool: "docs_create_bookmark", Required: onParagraph},
		{Name: "bookmarkDelete", Tool: "docs_delete_bookmark", Required: []string{"documentId", "bookmarkId"}},
		{Name: "namedRangesList", Tool: "docs_list_named_ranges", Required: document, Check: checkNamedRangesList},
		{Name: "namedRangeCreate", Tool: "docs_create_named_range", Required: []string{"documentId", "name", "paragraphIndex"}, Check: checkNamedRange},
		{Name: "namedRangeDelete", Tool: "docs_delete_named_range", Required: []string{"documentId", "namedRangeId"}},
		{Name: "tableOfContentsList", Tool: "docs_list_table_of_contents", Required: document},
	},
}
