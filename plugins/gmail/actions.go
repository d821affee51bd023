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
	fresh   = []string{"to", "subject", "body"}
	answer  = []string{"messageId", "body"}
)

// What only the REST backends honour.
var (
	newMailOnly = []string{"from", "attachments"}
	answerOnly  = []string{"cc", "bcc", "from", "quote", "attachments"}
	paged       = []string{"pageToken"}
	searched    = []string{"pageToken", "hasAttachment"}
	attached    = []string{"attachments"}
)

// idKeys are the arguments that hold one id.
var idKeys = []string{"messageId", "threadId", "draftId", "filterId", "attachmentId"}

// table is the one list of actions, in the order of the catalog. What a draft
// is changed to may be blank, so its row requires the draft alone.
var table = actions.Table{
	Service: "gmail", Batch: "gmail_batch", MaxOperations: google.MaxOperations,
	IDs: idKeys,
	Rows: []actions.Row{
		{Name: "addLabel", Tool: "gmail_add_label", Required: label, Check: checkAddLabel, Plan: about("messageId", "found", planAddLabel)},
		{Name: "archive", Tool: "gmail_archive", Required: message, Check: checkIDs, RestOnly: []string{"scope"}, Plan: about("messageId", "archived", planArchive)},
		{Name: "batchModify", Tool: "gmail_batch_modify", Check: checkBatchModify, Plan: planBatchModify},
		{Name: "createDraft", Tool: "gmail_create_draft", Required: fresh, Check: checkCreateDraft, RestOnly: newMailOnly, Files: attached, Plan: planCreateDraft},
		{Name: "createDraftReply", Tool: "gmail_create_draft_reply", Required: answer, Check: checkAnswer, RestOnly: answerOnly, Files: attached, Plan: about("messageId", "original", planCreateDraftReply)},
		{Name: "createDraftReplyAll", Tool: "gmail_create_draft_reply_all", Required: answer, Check: checkAnswer, RestOnly: answerOnly, Files: attached, Plan: about("messageId", "original", planCreateDraftReplyAll)},
		{Name: "filtersCreate", Tool: "gmail_create_filter", Check: checkFilter, Plan: planFiltersCreate},
		{Name: "deleteDraft", Tool: "gmail_delete_draft", Required: draft, Check: checkIDs, Plan: about("draftId", "got", planDeleteDraft)},
		{Name: "filtersDelete", Tool: "gmail_delete_filter", Required: filter, Check: checkIDs, Plan: about("filterId", "got", planFiltersDelete)},
		{Name: "deleteMessage", Tool: "gmail_delete_message", Required: message, Check: checkIDs, Plan: about("messageId", "done", planDeleteMessage)},
		{Name: "forward", Tool: "gmail_forward", Required: []string{"messageId", "to"}, Check: checkForward, RestOnly: []string{"body", "cc", "bcc", "from", "attachments"}, Files: attached, Plan: about("messageId", "original", planForward)},
		{Name: "attachmentGet", Tool: "gmail_get_attachment", Required: message, Check: checkAttachment, RestOnly: []string{"partId", "filename"}, Plan: about("messageId", "looked", planAttachmentGet)},
		{Name: "getDraft", Tool: "gmail_get_draft", Required: draft, Check: checkIDs, Plan: about("draftId", "got", planGetDraft)},
		{Name: "filtersGet", Tool: "gmail_get_filter", Required: filter, Check: checkIDs, Plan: about("filterId", "got", planFiltersGet)},
		{Name: "getMessage", Tool: "gmail_get_message", Required: message, Check: checkIDs, Plan: about("messageId", "got", planGetMessage)},
		{Name: "getThread", Tool: "gmail_get_thread", Required: thread, Check: checkIDs, RestOnly: []string{"offset", "limit"}, Plan: about("threadId", "counted", planGetThread)},
		{Name: "vacationGet", Tool: "gmail_get_vacation_responder", Plan: planVacationGet},
		{Name: "listDrafts", Tool: "gmail_list_drafts", Check: checkListDrafts, RestOnly: paged, Plan: planListDrafts},
		{Name: "filtersList", Tool: "gmail_list_filters", Plan: planFiltersList},
		{Name: "listLabels", Tool: "gmail_list_labels", RestOnly: []string{"includeSystem", "skipCounts"}, Plan: planListLabels},
		{Name: "listThreads", Tool: "gmail_list_threads", Check: checkSearch, RestOnly: searched, Plan: planListThreads},
		{Name: "markRead", Tool: "gmail_mark_read", Required: message, Check: checkIDs, Plan: about("messageId", "done", planMarkRead)},
		{Name: "markUnread", Tool: "gmail_mark_unread", Required: message, Check: checkIDs, Plan: about("messageId", "done", planMarkUnread)},
		{Name: "profile", Tool: "gmail_profile", Plan: planProfile},
		{Name: "removeLabel", Tool: "gmail_remove_label", Required: label, Check: checkIDs, Plan: about("messageId", "found", planRemoveLabel)},
		{Name: "reply", Tool: "gmail_reply", Required: answer, Check: checkAnswer, RestOnly: answerOnly, Files: attached, Plan: about("messageId", "original", planReply)},
		{Name: "replyAll", Tool: "gmail_reply_all", Required: answer, Check: checkAnswer, RestOnly: answerOnly, Files: attached, Plan: about("messageId", "original", planReplyAll)},
		{Name: "searchMessages", Tool: "gmail_search_messages", Check: checkSearch, RestOnly: searched, Plan: planSearchMessages},
		{Name: "send", Tool: "gmail_send", Required: fresh, Check: checkSend, RestOnly: newMailOnly, Files: attached, Plan: planSend},
		{Name: "sendDraft", Tool: "gmail_send_draft", Required: draft, Check: checkIDs, Plan: about("draftId", "got", planSendDraft)},
		{Name: "star", Tool: "gmail_star", Required: message, Check: checkIDs, Plan: about("messageId", "done", planStar)},
		{Name: "trashMessage", Tool: "gmail_trash_message", Required: message, Check: checkIDs, Plan: about("messageId", "done", planTrashMessage)},
		{Name: "trashThread", Tool: "gmail_trash_thread", Required: thread, Check: checkIDs, Plan: about("threadId", "done", planTrashThread)},
		{Name: "unstar", Tool: "gmail_unstar", Required: message, Check: checkIDs, Plan: about("messageId", "done", planUnstar)},
		{Name: "untrashMessage", Tool: "gmail_untrash_message", Required: message, Check: checkIDs, Plan: about("messageId", "untrashed", planUntrashMessage)},
		{Name: "untrashThread", Tool: "gmail_untrash_thread", Required: thread, Check: checkIDs, Plan: about("threadId", "untrashed", planUntrashThread)},
		{Name: "updateDraft", Tool: "gmail_update_draft", Required: draft, Check: checkUpdateDraft, RestOnly: []string{"htmlBody", "from", "attachments"}, Files: attached, Plan: about("draftId", "original", planUpdateDraft)},
		{Name: "vacationUpdate", Tool: "gmail_update_vacation_responder", Check: checkVacation, Plan: planVacationUpdate},
	},
}
