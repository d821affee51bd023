package cli

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
)

// TestWishesFindTheirTool searches in everyday words: a tool that does what is
// wished for is among the first five.
func TestWishesFindTheirTool(t *testing.T) {
	needPlugins(t)
	for wish, any := range map[string]string{
		"share a file with someone":   "drive_add_editor drive_add_viewer drive_set_sharing",
		"what is on my calendar":      "calendar_list_events",
		"reply to a mail":             "gmail_reply",
		"send an email":               "gmail_send",
		"find a file":                 "drive_search_files",
		"create a folder":             "drive_create_folder",
		"read a document":             "docs_get_document",
		"add a row to a spreadsheet":  "sheets_append_rows",
		"make a new presentation":     "slides_create_presentation",
		"delete a task":               "tasks_delete_task",
		"mark a task as done":         "tasks_update_task",
		"invite someone to a meeting": "calendar_create_event",
		"when am I free":              "calendar_find_freebusy",
		"upload a file":               "drive_create_file",
		"download a file as pdf":      "drive_export_as",
		"out of office message":       "gmail_update_vacation_responder",
		"unread mails":                "gmail_search_messages",
		"who can see this file":       "drive_get_permissions",
		"comment on a document":       "drive_add_comment",
		"make text bold":              "docs_format_text",
		"restore a file from trash":   "drive_untrash_file",
		"survey answers":              "forms_list_responses",
		"replace text in slides":      "slides_replace_all_text",
		"rename a file":               "drive_update_metadata",
		"add a slide":                 "slides_add_slide",
		"todo list":                   "tasks_list_tasks",
		"search my inbox":             "gmail_search_messages",
		"accept an invitation":        "calendar_respond_to_event",
		"weekly meeting":              "calendar_create_event_series",
		"draw a chart":                "sheets_create_chart",
	} {
		var out, errs bytes.Buffer
		e := testEnv(t, t.TempDir(), nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		if code := Main(context.Background(), []string{"tools", "--search", wish}, e); code != 0 {
			t.Fatalf("%q: exit %d, %s", wish, code, errs.String())
		}
		var first []string
		for line := range strings.Lines(out.String()) {
			words := strings.Fields(line)
			first = append(first, words[len(words)-1])
		}
		first = first[:min(5, len(first))]
		if !slices.ContainsFunc(strings.Fields(any), func(name string) bool { return slices.Contains(first, name) }) {
			t.Errorf("%q: none of %s is among %v", wish, any, first)
		}
	}
}

// TestSearchOfNothing says so on stderr instead of printing an empty list.
func TestSearchOfNothing(t *testing.T) {
	needPlugins(t)
	var out, errs bytes.Buffer
	e := testEnv(t, t.TempDir(), nil)
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	code := Main(context.Background(), []string{"tools", "--search", "nosuchwordatall"}, e)
	if code != 0 || out.Len() > 0 || !strings.Contains(errs.String(), "no tool has these words") {
		t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
	}
}
