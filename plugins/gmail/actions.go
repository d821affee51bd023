package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	message = []string{"messageId"}
	thread  = []string{"threadId"}
	draft   = []string{"draftId"}
	filter  = []string{"filterId"}
	label   = []string{"messageId", "labelName"}
	mail    = []string{"to", "subject", "body"}
	answer  = []string{"messageId", "body"}
)

// idKeys are the arguments that hold one id.
var idKeys = []string{"messageId", "threadId", "draftId", "filterId", "attachmentId"}

// table is the one list of actions, in the order of the catalog. What a draft
// is changed to may be blank, so its row requires the draft alone.
var table = actions.Table{
	Service: "gmail", Batch: "gmail_batch", MaxOperations: google.MaxOperations,
	IDs: idKeys,
	Rows: []actions.Row{
		{Name: "addLabel", Tool: "gmail_add_label", Required: label, Check: checkAddLabel},
		{Name: "archive", Tool: "gmail_archive", Required: message, Check: checkIDs},
		{Name: "batchModify", Tool: "gmail_batch_modify", Check: checkBatchModify},
		{Name: "createDraft", Tool: "gmail_create_draft", Required: mail, Check: checkCreateDraft},
		{Name: "createDraftReply", Tool: "gmail_create_draft_reply", Required: answer, Check: checkIDs},
		{Name: "createDraftReplyAll", Tool: "gmail_create_draft_reply_all", Required: answer, Check: checkIDs},
		{Name: "filtersCreate", Tool: "gmail_create_filter", Check: checkFilter},
		{Name: "deleteDraft", Tool: "gmail_delete_draft", Required: draft, Check: checkIDs},
		{Name: "filtersDelete", Tool: "gmail_delete_filter", Required: filter, Check: checkIDs},
		{Name: "deleteMessage", Tool: "gmail_delete_message", Required: message, Check: checkIDs},
		{Name: "forward", Tool: "gmail_forward", Required: []string{"messageId", "to"}, Check: checkForward},
		{Name: "attachmentGet", Tool: "gmail_get_attachment", Required: []string{"messageId", "attachmentId"}, Check: checkIDs},
		{Name: "getDraft", Tool: "gmail_get_draft", Required: draft, Check: checkIDs},
		{Name: "filtersGet", Tool: "gmail_get_filter", Required: filter, Check: checkIDs},
		{Name: "getMessage", Tool: "gmail_get_message", Required: message, Check: checkIDs},
		{Name: "getThread", Tool: "gmail_get_thread", Required: thread, Check: checkIDs},
		{Name: "vacationGet", Tool: "gmail_get_vacation_responder"},
		{Name: "listDrafts", Tool: "gmail_list_drafts", Check: checkListDrafts},
		{Name: "filtersList", Tool: "gmail_list_filters"},
		{Name: "listLabels", Tool: "gmail_list_labels"},
		{Name: "listThreads", Tool: "gmail_list_threads", Check: checkSearch},
		{Name: "markRead", Tool: "gmail_mark_read", Required: message, Check: checkIDs},
		{Name: "markUnread", Tool: "gmail_mark_unread", Required: message, Check: checkIDs},
		{Name: "profile", Tool: "gmail_profile"},
		{Name: "removeLabel", Tool: "gmail_remove_label", Required: label, Check: checkIDs},
		{Name: "reply", Tool: "gmail_reply", Required: answer, Check: checkIDs},
		{Name: "replyAll", Tool: "gmail_reply_all", Required: answer, Check: checkIDs},
		{Name: "searchMessages", Tool: "gmail_search_messages", Check: checkSearch},
		{Name: "send", Tool: "gmail_send", Required: mail, Check: checkSend},
		{Name: "sendDraft", Tool: "gmail_send_draft", Required: draft, Check: checkIDs},
		{Name: "star", Tool: "gmail_star", Required: message, Check: checkIDs},
		{Name: "trashMessage", Tool: "gmail_trash_message", Required: message, Check: checkIDs},
		{Name: "trashThread", Tool: "gmail_trash_thread", Required: thread, Check: checkIDs},
		{Name: "unstar", Tool: "gmail_unstar", Required: message, Check: checkIDs},
		{Name: "untrashMessage", Tool: "gmail_untrash_message", Required: message, Check: checkIDs},
		{Name: "untrashThread", Tool: "gmail_untrash_thread", Required: thread, Check: checkIDs},
		{Name: "updateDraft", Tool: "gmail_update_draft", Required: draft, Check: checkUpdateDraft},
		{Name: "vacationUpdate", Tool: "gmail_update_vacation_responder", Check: checkVacation},
	},
}
