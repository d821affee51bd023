package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

// batchAt is the batch's place: the tools stand in the order of their names.
const batchAt = 2

func catalog() abi.Catalog {
	tools := []abi.Tool{
		addLabel(), archive(), batchModify(),
		createDraft(), createDraftReply(), createDraftReplyAll(), createFilter(),
		deleteDraft(), deleteFilter(), deleteMessage(),
		forward(),
		getAttachment(), getDraft(), getFilter(), getMessage(), getThread(), getVacation(),
		listDrafts(), listFilters(), listLabels(), listThreads(),
		markRead(), markUnread(), profile(), removeLabel(), reply(), replyAll(),
		searchMessages(), send(), sendDraft(), star(),
		trashMessage(), trashThread(), unstar(), untrashMessage(), untrashThread(),
		updateDraft(), updateVacation(),
	}
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  table.Service,
		Title:    "Gmail",
		Provider: "google",
		Version:  "1.0.0",
		Tools: google.Insert(tools, batchAt, google.BatchTool(&table, tools, google.Batch{
			What:    "mail, drafts, labels and filters",
			When:    "To change the labels of many messages alike use gmail_batch_modify.",
			Confirm: "send, forward, trash or delete, or that turn on automatic answers,",
			Examples: []string{
				`wslite gmail batch --params-json '{"operations":[{"action":"star","params":{"messageId":"18c2f0a9d3b1e4f7"}},{"action":"listLabels"}]}'`,
			},
		})),
	}
}

// tool is a tool of one action; its plain words on the command line fill the
// positional arguments.
func tool(action, group, title, description string, positionals []string, input ...schema.Field) abi.Tool {
	return google.Words(google.Tool(&table, action, group, title, description, input...), positionals...)
}

func list(noun, hint string, columns ...abi.Column) *abi.Output {
	return &abi.Output{Kind: "list", ItemsKey: "items", Noun: noun, Hint: hint, Columns: columns}
}
