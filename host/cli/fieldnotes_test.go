package cli

import (
	"strings"
	"testing"
)

func TestMissingFieldsAreTold(t *testing.T) {
	rows := []any{
		map[string]any{"id": "1", "owner": map[string]any{"email": "a"}, "tags": []any{}},
		map[string]any{"id": "2", "tags": []any{map[string]any{"name": "x"}}},
	}
	for path, told := range map[string]bool{
		"id": false, "owner.email": false, "tags.name": false, "owner": false, "*": false, "*.email": false,
		"nope": true, "owner.nope": true, "id.nope": true,
	} {
		var errs strings.Builder
		a := &App{Env: Env{Streams: Streams{Err: &errs}}}
		a.noteMissingFields([]string{path}, rows)
		if got := strings.Contains(errs.String(), "no field "+path+"; there is id, owner, tags"); got != told {
			t.Errorf("%s: %q", path, errs.String())
		}
		errs.Reset()
		a.noteMissingFields([]string{path}, nil)
		if errs.Len() > 0 {
			t.Errorf("%s of an empty list: %q", path, errs.String())
		}
	}
}

func TestHintsLeaveOutOtherBackends(t *testing.T) {
	const hint = "Give a message's id to gmail_get_message. Over an Apps Script proxy an answer's nextPageToken is a number."
	if got := hintFor(hint, false); got != "Give a message's id to gmail_get_message." {
		t.Errorf("%q", got)
	}
	if got := hintFor(hint, true); got != hint {
		t.Errorf("%q", got)
	}
	if got := hintFor("Through an Apps Script proxy days count in UTC.", false); got != "" {
		t.Errorf("%q", got)
	}
}

// TestMessagesNameCommands: a tool that a message sends to is named as a person
// types it; quoted input stays as it is.
func TestMessagesNameCommands(t *testing.T) {
	needPlugins(t)
	a := newApp(testEnv(t, t.TempDir(), nil))
	for message, want := range map[string]string{
		"There is no event x. calendar_list_events and calendar_search_events show ids.": "There is no event x. wslite calendar list-events and wslite calendar search-events show ids.",
		`no file "gmail_send", no tool tasks_nothing.`:                                   `no file "gmail_send", no tool tasks_nothing.`,
	} {
		if got := a.commands(message); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
