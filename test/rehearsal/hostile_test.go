package rehearsal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Text of other people moves no cursor, sets no title and turns no line around:
// whatever a mail, an event, a file or a task is called, a terminal gets letters.
func TestHostileTextOnATerminal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bill\x1b[31m\u202efdp.txt"), []byte("pay\x1b[2J\rnow\u202e\n"), 0o600); err != nil {
		t.Skipf("this file system takes no such name: %v", err)
	}
	must := func(args ...string) string {
		t.Helper()
		w.calls++
		r := w.run(w.home, false, append([]string{"--local", "--json"}, args...)...)
		if r.exit != 0 {
			t.Fatalf("%q: exit %d\n%s%s", args, r.exit, r.stdout, r.stderr)
		}
		return r.stdout
	}
	must("local", "import", filepath.Join("testdata", "hostile.mbox"), filepath.Join("testdata", "hostile.ics"), dir)
	s := &script{world: w}
	id := func(query string, args ...string) string {
		t.Helper()
		v, _ := s.ask(must(args...), query).(string)
		if v == "" {
			t.Fatalf("%q: nothing at %s", args, query)
		}
		return v
	}
	mail := id(".data[0].id", "gmail", "search-messages", "from:mallory@example.org")
	event := id(".data.items[0].id", "calendar", "search-events", "party")
	file := id(".data[0].id", "drive", "search-files", "name contains 'bill'")
	task := id(".data.task.id", "tasks", "create-task", "--tasklist-id", "@default", "--title", "do\x1b[31m it\u202e", "--notes", "now\x07\x1b]0;x\x07")
	id(".data.comment.id", "drive", "add-comment", file, "--content", "fine\x1b[2J\u200b")

	for _, args := range [][]string{
		{"gmail", "search-messages", "from:mallory@example.org"}, {"gmail", "list-threads", "--from", "mallory@example.org"},
		{"gmail", "get-message", mail}, {"gmail", "get-thread", mail}, {"gmail", "get-attachment", mail, "x", "--part-id", "1"},
		{"gmail", "create-draft-reply", mail, "--body", "No.", "--quote"}, {"gmail", "get-message", mail, "--fields", "subject,body", "-o", "table"},
		{"calendar", "list-events", "--from", "2026-12-01", "--to", "2026-12-05"}, {"calendar", "get-event", event}, {"calendar", "find-freebusy", "--from", "2026-12-01", "--to", "2026-12-05"},
		{"drive", "list-files", "--order-by", "modifiedTime"}, {"drive", "get-file", file}, {"drive", "read-file", file}, {"drive", "list-folders"}, {"drive", "get-comments", file}, {"drive", "get-folder-path", file},
		{"tasks", "list-tasks", "--tasklist-id", "@default"}, {"tasks", "get-task", "--tasklist-id", "@default", "--task-id", task},
		{"gmail", "batch", "--params-json", `{"operations":[{"action":"getMessage","params":{"messageId":"` + mail + `"}}]}`},
		{"gmail", "reply", mail, "--body", "No.", "--dry-run"},
		{"tasks", "get-tasklist", "--tasklist-id", "x\x1b[31m"}, {"drive", "search-files", "\x1b[31m'"},
	} {
		r := w.run(w.copied(), true, append([]string{"--local"}, args...)...)
		for _, text := range []string{r.stdout, r.stderr} {
			if at, bad := control(text); bad {
				t.Errorf("%q: a terminal gets %U in\n%q", args, at, text)
			}
		}
		if r.stdout == "" && r.exit == 0 {
			t.Errorf("%q printed nothing", args)
		}
	}
	// A script gets the text as it is: JSON keeps what a terminal must not see.
	var doc struct {
		Data struct{ Message struct{ Subject string } }
	}
	if err := json.Unmarshal([]byte(must("gmail", "get-message", mail)), &doc); err != nil || !strings.Contains(doc.Data.Message.Subject, "\u202etxt") {
		t.Errorf("the subject %q (%v)", doc.Data.Message.Subject, err)
	}
}

// TestB86EmptyListsAreLists asks each list of a workspace in which there is
// nothing.
func TestB86EmptyListsAreLists(t *testing.T) {
	t.Parallel()
	w := emptyWorld(t)
	s := &script{world: w}
	for line, list := range map[string]string{
		"gmail search-messages": ".data", "gmail list-threads": ".data", "gmail list-labels": ".data", "gmail list-drafts": ".data", "gmail list-filters": ".data",
		"calendar list-events": ".data.items", "calendar search-events x": ".data.items", "calendar find-freebusy": ".data.busySlots",
		"drive list-files": ".data", "drive search-files x --syntax words": ".data", "drive list-folders": ".data.folders", "drive list-shared-drives": ".data.drives",
		"tasks list-tasks --tasklist-id @default": ".data.items",
	} {
		r := w.run(w.home, false, append([]string{"--local", "--json"}, w.words(line)...)...)
		if r.exit != 0 || s.ask(r.stdout, list+" == []") != true {
			t.Errorf("%s: exit %d\n%s%s", line, r.exit, r.stdout, r.stderr)
		}
		if r := w.run(w.home, true, append([]string{"--local"}, w.words(line)...)...); r.exit != 0 || !strings.Contains(r.stdout, "0 ") {
			t.Errorf("%s: exit %d\n%s%s", line, r.exit, r.stdout, r.stderr)
		}
	}
}
