package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

func TestToolsAreThePeers(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "gmail", paritytest.Options{
		// The peer's server reads these, its clients can't send them (defect 13).
		Ours: map[string][]string{
			"listThreads": {"to", "before", "after", "pageToken", "hasAttachment"},
			"listDrafts":  {"page", "pageToken"},
			// A proxy knows nothing of these.
			"searchMessages":      {"pageToken", "hasAttachment"},
			"archive":             {"scope"},
			"listLabels":          {"includeSystem", "skipCounts"},
			"getThread":           {"offset", "limit"},
			"attachmentGet":       {"partId", "filename"},
			"send":                {"from", "attachments"},
			"createDraft":         {"from", "attachments"},
			"reply":               {"cc", "bcc", "from", "quote", "attachments"},
			"replyAll":            {"cc", "bcc", "from", "quote", "attachments"},
			"createDraftReply":    {"cc", "bcc", "from", "quote", "attachments"},
			"createDraftReplyAll": {"cc", "bcc", "from", "quote", "attachments"},
			"forward":             {"body", "cc", "bcc", "from", "attachments"},
			"updateDraft":         {"htmlBody", "from", "attachments"},
		},
		// The id changes with each answer; the part's own and the name do not.
		Looser: map[string][]string{"attachmentGet": {"attachmentId"}},
		Wider:  map[string][]string{"searchMessages": {"isUnread", "isStarred", "before", "after"}, "listThreads": {"isUnread", "isStarred"}},
	})
}

func TestVectors(t *testing.T) {
	// A filter that says nothing is refused inside a batch too: see host/vectors.
	paritytest.Vectors(t, gmail(), "gmail", "gmail_batch/batchMin-3")
}
