package idempotency

import "strings"

// Things that an answer describes by a member of its own, and ids that it
// names; what lies in another thing stands before it, so that a comment is
// found and not its file.
var (
	things = []string{
		"reply", "comment", "revision", "permission", "shortcut", "event", "message", "draft", "filter", "label", "task",
		"response", "item", "document", "spreadsheet", "presentation", "form", "tasklist", "calendar", "file", "folder",
	}
	ids = []string{
		"sentMessageId", "replyId", "commentId", "revisionId", "permissionId", "eventId", "messageId", "draftId", "filterId",
		"taskId", "documentId", "spreadsheetId", "presentationId", "formId", "tasklistId", "fileId", "folderId", "threadId",
		"labelId", "calendarId",
	}
)

// Resource names what a call made or changed: an id out of its result, and
// never a text or an address. It is "" where the result names none, or where
// several could be meant.
func Resource(data any) string {
	m, _ := data.(map[string]any)
	if id := member(m, "id"); id != "" {
		return id
	}
	for _, name := range things {
		if inner, ok := m[name].(map[string]any); ok {
			if id := member(inner, "id"); id != "" {
				return id
			}
		}
	}
	for _, name := range ids {
		if id := member(m, name); id != "" {
			return id
		}
	}
	only := ""
	for name := range m {
		if id := member(m, name); id != "" && strings.HasSuffix(name, "Id") {
			if only != "" {
				return ""
			}
			only = id
		}
	}
	return only
}

func member(m map[string]any, name string) string {
	s, _ := m[name].(string)
	return resourceWord(s)
}
