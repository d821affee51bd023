package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	form     = []string{"formId"}
	item     = []string{"formId", "itemId"}
	response = []string{"formId", "responseId"}
)

// table is one row per action: its tool, what it needs, and what is refused
// before anything is sent. Proxies read the params as they were given.
var table = actions.Table{
	Service: "forms", Batch: "forms_batch", MaxOperations: google.MaxOperations,
	Rows: []actions.Row{
		{Name: "formCreate", Tool: "forms_create_form", Required: []string{"title"}},
		{Name: "formGet", Tool: "forms_get_form", Required: form},
		{Name: "formUpdate", Tool: "forms_update_form", Required: form, Check: checkForm},
		{Name: "formSetAcceptingResponses", Tool: "forms_set_accepting_responses", Required: []string{"formId", "acceptingResponses"}},
		{Name: "formSetDestination", Tool: "forms_set_response_destination", Required: []string{"formId", "spreadsheetId"}},
		{Name: "formRemoveDestination", Tool: "forms_remove_response_destination", Required: form},
		{Name: "itemsList", Tool: "forms_list_items", Required: form},
		{Name: "itemAdd", Tool: "forms_add_item", Required: []string{"formId", "itemType"}, Check: checkNewItem},
		{Name: "itemUpdate", Tool: "forms_update_item", Required: item, Check: checkItem},
		{Name: "itemMove", Tool: "forms_move_item", Required: []string{"formId", "itemId", "index"}, Check: checkItemID},
		{Name: "itemDelete", Tool: "forms_delete_item", Required: item, Check: checkItemID},
		{Name: "responsesList", Tool: "forms_list_responses", Required: form},
		{Name: "responseGet", Tool: "forms_get_response", Required: response},
		{Name: "responseDelete", Tool: "forms_delete_response", Required: response},
		{Name: "responsesDeleteAll", Tool: "forms_delete_all_responses", Required: form},
	},
}
