package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/catalog"
)

// The tests here are named after real faults that users of such tools
// reported, and run from the command line to the embedded workspace: what
// concerns whole days, pages, empty lists, deletions, files and ids of every
// service that the workspace has.

// workspaceServices are those of the embedded workspace.
var workspaceServices = []string{"gmail", "calendar", "drive", "tasks"}

// B34: a date as the end of a span takes its day in, also where that makes it
// longer than proxies read; an instant stays exact.
func TestB34DatesIncludeTheirDay(t *testing.T) {
	d := newDesk(t)
	for _, at := range []string{"2026-02-07T15:00:00+01:00", "2026-03-03T23:30:00+01:00"} {
		d.answer("calendar", "create-event", "--title", at, "--start-time", at, "--end-time", strings.Replace(at, ":00+", ":20+", 1))
	}
	for _, c := range []struct {
		low, high string
		want      int
	}{
		{"2026-02-01", "2026-02-07", 1},
		{"2026-02-01", "2026-02-06", 0},
		{"2026-02-01", "2026-02-07T15:00:00+01:00", 0},
		{"2026-02-01", "2026-02-07T15:00:01+01:00", 1},
		{"2026-02-07", "2026-02-07", 1},
		{"2026-02-08", "2026-03-03", 1},
		{"2026-01-31", "2026-03-03", 2}, // 31 days and the last one
	} {
		for _, tool := range [][]string{{"list-events"}, {"search-events", "--query", "2026"}} {
			doc := d.answer(append(append([]string{"calendar"}, tool...), "--time-min", c.low, "--time-max", c.high)...)
			if got := len(dig(doc, "data", "items").([]any)); got != c.want {
				t.Errorf("%s from %s to %s: %d events, want %d", tool[0], c.low, c.high, got, c.want)
			}
		}
		busy := d.answer("calendar", "find-freebusy", "--time-min", c.low, "--time-max", c.high)
		if got := len(dig(busy, "data", "busySlots").([]any)); got != c.want {
			t.Errorf("busy from %s to %s: %d, want %d", c.low, c.high, got, c.want)
		}
	}
}

// B35, B67, B84: a list that is not all says so; all its pages together are the
// list, each entry once and each one fitting the question.
func TestB35B67B84PagesJoin(t *testing.T) {
	d := newDesk(t)
	var mails, dates strings.Builder
	for i := range 33 {
		word := "dentist"
		if i%3 == 2 {
			word = "garden"
		}
		fmt.Fprintf(&mails, "From a@example.org Mon Nov 30 12:00:00 2026\nX-Gmail-Labels: Inbox\nFrom: a@example.org\nTo: me@example.com\nSubject: %s %d\nMessage-ID: <%d@x>\nDate: Mon, 30 Nov 2026 10:%02d:00 +0100\n\nText\n\n", word, i, i, i)
		fmt.Fprintf(&dates, "BEGIN:VEVENT\r\nUID:%d@x\r\nDTSTAMP:20260901T080000Z\r\nDTSTART:202612%02dT080000Z\r\nDTEND:202612%02dT090000Z\r\nSUMMARY:%s %d\r\nEND:VEVENT\r\n", i, i%30+1, i%30+1, word, i)
		d.answer("drive", "create-file", "--name", fmt.Sprintf("%s %d.txt", word, i), "--content", "x")
	}
	d.file("m.mbox", mails.String())
	d.file("c.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n"+dates.String()+"END:VCALENDAR\r\n")
	if exit, _, stderr := d.run("local", "import", "m.mbox", "c.ics"); exit != 0 {
		t.Fatal(stderr)
	}
	for name, c := range map[string]struct {
		argv []string
		key  string // of an entry
	}{
		"mails":         {[]string{"gmail", "search-messages", "--query", "subject:dentist", "--max-results", "10"}, "subject"},
		"conversations": {[]string{"gmail", "list-threads", "--query", "subject:dentist", "--max-results", "10"}, "firstMessageSubject"},
		"events":        {[]string{"calendar", "search-events", "--query", "dentist", "--time-min", "2026-12-01", "--time-max", "2026-12-31", "--max-results", "10"}, "title"},
		"files":         {[]string{"drive", "search-files", "--query", "name contains 'dentist'", "--max-results", "10"}, "name"},
	} {
		t.Run(name, func(t *testing.T) {
			first := d.answer(c.argv...)
			if dig(first, "pagination", "hasMore") != true || dig(first, "pagination", "nextPageToken") == "" {
				t.Errorf("the first page says %v", first["pagination"])
			}
			for _, shape := range [][]string{{"--output", "table"}, {"--output", "csv"}, {"--jq", ".data"}, {"--fields", "id"}} {
				if _, _, stderr := d.loud(append(c.argv, shape...)...); !strings.Contains(stderr, "more available, next page: --page-token ") {
					t.Errorf("%s is not told of more: %s", shape, stderr)
				}
			}
			if _, stdout, _ := d.run(c.argv...); !strings.Contains(stdout, "(more available)") || !strings.Contains(stdout, "next page: --page-token ") {
				t.Errorf("a person is not told of more: %s", stdout)
			}
			if name == "mails" || name == "conversations" { // which have numbered pages
				_, stdout, _ := d.run(append(c.argv, "--page", "1")...)
				_, place, _ := strings.Cut(stdout, "next page: --page-token ")
				place, _, ok := strings.Cut(place, " in place of --page\n")
				if _, last, stderr := d.run(append(c.argv, "--page-token", place)...); !ok || !strings.HasPrefix(last, "2 ") {
					t.Errorf("behind page 1 there is no way on:\n%s%s%s", stdout, last, stderr)
				}
			}
			exit, stdout, stderr := d.run(append(c.argv, "--page-all")...)
			seen := map[string]bool{}
			for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
				title, _ := document(t, line)[c.key].(string)
				if !strings.HasPrefix(title, "dentist ") || seen[title] {
					t.Errorf("%q is twice there, or does not fit", title)
				}
				seen[title] = true
			}
			if exit != 0 || len(seen) != 22 {
				t.Errorf("exit %d, %d entries: %s", exit, len(seen), stderr)
			}
		})
	}
}

// B69: a key against repeats is kept, or it is said that it is not.
func TestB69NoKeyIsDroppedInSilence(t *testing.T) {
	d := newDesk(t)
	for _, argv := range [][]string{
		{"gmail", "send", "--to", "a@example.org", "--subject", "s", "--body", "b"},
		{"drive", "create-file", "--name", "a", "--content", "x"},
		{"tasks", "create-task", "--tasklist-id", "@default", "--title", "x"},
	} {
		keyed := append(argv, "--idempotency-key", "k-"+argv[0])
		first, again := d.answer(keyed...), d.answer(keyed...)
		if first["warnings"] != nil || first["duplicate"] != nil || again["duplicate"] != true {
			t.Errorf("%q: %v and then %v", argv, first, again)
		}
		// A key among the arguments is the service's own affair.
		inArgs := append(argv, "--params-json", `{"idempotencyKey":"k"}`)
		if w, _ := d.answer(inArgs...)["warnings"].([]any); len(w) != 1 || !strings.Contains(fmt.Sprint(w[0]), "idempotencyKey is not kept") {
			t.Errorf("%q: %v", argv, w)
		}
	}
	event := []string{"calendar", "create-event", "--title", "x", "--start-time", "2031-05-04", "--end-time", "2031-05-05", "--idempotency-key", "k"}
	first, again := d.answer(event...), d.answer(event...)
	if id := dig(first, "data", "event", "id"); first["warnings"] != nil || id == nil || dig(again, "data", "resourceId") != id {
		t.Errorf("%v and then %v", first, again)
	}
}

// B86: a list of nothing is [], in every tool that gives a list.
func TestB86ListsOfAnEmptyWorkspace(t *testing.T) {
	d := newDesk(t)
	file := dig(d.answer("drive", "create-file", "--name", "a", "--content", "x"), "data", "file", "id")
	folder := dig(d.answer("drive", "create-folder", "--name", "b"), "data", "folder", "id")
	event := dig(d.answer("calendar", "create-event-series", "--title", "x", "--start-time", "2031-05-04", "--end-time", "2031-05-05", "--recurrence", "DAILY"), "data", "seriesId")
	token := dig(d.answer("drive", "get-start-page-token"), "data", "startPageToken")
	comment := dig(d.answer("drive", "add-comment", "--file-id", fmt.Sprint(file), "--content", "c"), "data", "comment", "id")
	given := map[string]any{"fileId": file, "folderId": folder, "tasklistId": "@default", "pageToken": token, "commentId": comment, "eventId": event, "query": "nothing-has-this-word"}
	always := []string{"calendar_list_calendars", "calendar_list_settings", "drive_get_comments", "drive_list_revisions", "gmail_list_labels", "tasks_list_tasklists", "drive_list_folders"}
	lists := 0
	for _, tool := range workspaceTools(t) {
		if tool.Output == nil || tool.Output.Kind != "list" {
			continue
		}
		lists++
		args, err := json.Marshal(chosen(tool, given))
		if err != nil {
			t.Fatal(err)
		}
		doc := d.answer("run", tool.Name, "--params-json", string(args))
		data := doc["data"]
		if tool.Output.ItemsKey != "" {
			if m, ok := data.(map[string]any); ok {
				data = m[tool.Output.ItemsKey]
			}
		}
		list, ok := data.([]any)
		if !ok || len(list) > 0 && !slices.Contains(always, tool.Name) {
			t.Errorf("%s %s: %v", tool.Name, args, doc["data"])
		}
	}
	if lists < 12 {
		t.Errorf("only %d lists", lists)
	}
}

func workspaceTools(t *testing.T) (tools []*catalog.Tool) {
	t.Helper()
	for _, tool := range allTools(t) {
		if slices.Contains(workspaceServices, tool.Service) && !tool.IsBatchTool {
			tools = append(tools, tool)
		}
	}
	return tools
}

// chosen are those values that a tool requires, and what keeps lists to what is
// asked for.
func chosen(tool *catalog.Tool, given map[string]any) map[string]any {
	var schema struct {
		Required   []string
		Properties map[string]any
	}
	_ = json.Unmarshal(tool.Input, &schema)
	args := map[string]any{}
	for _, key := range append(schema.Required, "query", "folderId") {
		if v, ok := given[key]; ok && schema.Properties[key] != nil {
			args[key] = v
		}
	}
	return args
}

// B66: what is not there is not deleted.
func TestB66NothingIsDeletedOfWhatIsGone(t *testing.T) {
	d := newDesk(t)
	file := fmt.Sprint(dig(d.answer("drive", "create-file", "--name", "a", "--content", "x"), "data", "file", "id"))
	for _, argv := range [][]string{
		{"gmail", "delete-message", "--message-id", "abc123"}, {"gmail", "trash-message", "--message-id", "abc123"},
		{"gmail", "trash-thread", "--thread-id", "abc123"}, {"gmail", "untrash-thread", "--thread-id", "abc123"},
		{"gmail", "delete-draft", "--draft-id", "r77"}, {"gmail", "send-draft", "--draft-id", "r77"}, {"gmail", "delete-filter", "--filter-id", "f77"},
		{"gmail", "archive", "--message-id", "abc123"}, {"gmail", "star", "--message-id", "abc123"},
		{"calendar", "delete-event", "--event-id", "gone77"}, {"calendar", "delete-calendar", "--calendar-id", "x@group.calendar.google.com"},
		{"drive", "delete-file", "--file-id", "gone77"}, {"drive", "trash-file", "--file-id", "gone77"},
		{"drive", "delete-comment", "--file-id", file, "--comment-id", "c77"}, {"drive", "delete-reply", "--file-id", file, "--comment-id", "c77", "--reply-id", "r7"},
		{"tasks", "delete-tasklist", "--tasklist-id", "nope"}, {"tasks", "delete-task", "--tasklist-id", "@default", "--task-id", "nope"},
	} {
		exit, stdout, stderr := d.run(append([]string{"--json"}, argv...)...)
		doc := document(t, stdout)
		if exit != 1 || doc["ok"] != false || dig(doc, "error", "code") != "NOT_FOUND" {
			t.Errorf("%q: exit %d %s%s", argv, exit, stdout, stderr)
		}
	}
}

// B18, B51, B52: bytes come back as they went, under names of any kind, and no
// base64 of them is printed.
func TestB18B51B52FilesComeBack(t *testing.T) {
	d := newDesk(t)
	bytesOf := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(i * i >> 3)
		}
		return string(b)
	}
	content := bytesOf(35_000)
	for i, name := range []string{"100% #1 (a+b) 'x'.docx", "ünï 日本.bin", `a'b'c.bin`, "& ?=;.bin"} {
		d.file(name, content)
		made := d.answer("drive", "create-file", "--file", name)
		id := fmt.Sprint(dig(made, "data", "file", "id"))
		found := d.answer("drive", "search-files", "--query", "name = '"+strings.ReplaceAll(name, "'", `\'`)+"'")
		if dig(found, "data", 0, "id") != id || dig(found, "data", 0, "name") != name || dig(found, "data", 1) != nil {
			t.Errorf("%s: %v", name, found["data"])
		}
		mail := d.answer("gmail", "send", "--to", "me@example.com", "--subject", fmt.Sprint("file ", i), "--body", "x", "--attachments", name)
		message := fmt.Sprint(dig(mail, "data", "id"))
		part := dig(d.answer("gmail", "get-message", message), "data", "message", "attachments", 0)
		if dig(part, "name") != name {
			t.Errorf("the attachment %s is called %v", name, dig(part, "name"))
		}
		for kind, argv := range map[string][]string{
			"file":       {"drive", "read-file", id},
			"attachment": {"gmail", "get-attachment", message, fmt.Sprint(dig(part, "attachmentId"))},
		} {
			dir := filepath.Join(d.home, fmt.Sprint(kind, i))
			exit, stdout, stderr := d.run(append(argv, "--output", dir+"/")...)
			entries, err := os.ReadDir(dir)
			if exit != 0 || err != nil || len(entries) != 1 || len(stdout) > 2000 {
				t.Fatalf("%s %s: exit %d, %v, %v %s%.2000s", kind, name, exit, entries, err, stderr, stdout)
			}
			if got, _ := os.ReadFile(filepath.Join(dir, entries[0].Name())); string(got) != content {
				t.Errorf("%s %s came back with %d bytes", kind, name, len(got))
			}
		}
	}
}

// B91: no id reaches into a path. It is refused as the caller's mistake, or is
// that of nothing; it is never taken for an attack of the plugin.
func TestB91NoIDOfAnyToolClimbs(t *testing.T) {
	d := newDesk(t)
	tried := 0
	for _, tool := range workspaceTools(t) {
		var schema struct {
			Required   []string
			Properties map[string]struct{ Type any }
		}
		if err := json.Unmarshal(tool.Input, &schema); err != nil {
			t.Fatal(err)
		}
		for key, p := range schema.Properties {
			if p.Type != "string" || !strings.HasSuffix(key, "Id") || !slices.Contains(schema.Required, key) {
				continue
			}
			tried++
			args := map[string]any{}
			for _, other := range schema.Required {
				args[other] = map[string]any{"email": "a@example.org", "access": "PRIVATE", "permission": "VIEW", "mimeType": "text/plain",
					"status": "YES", "color": "RED", "to": "a@example.org", "resolved": true, "keepForever": true}[other]
				if args[other] == nil {
					args[other] = "abc"
				}
			}
			for _, id := range []string{"../../admin", "a/b?c#d", "%2e%2e", "a\x7fb"} {
				args[key] = id
				text, err := json.Marshal(args)
				if err != nil {
					t.Fatal(err)
				}
				exit, stdout, stderr := d.run("--json", "run", tool.Name, "--params-json", string(text))
				code := dig(document(t, stdout), "error", "code")
				if exit == 0 || !slices.Contains([]any{"USAGE", "BAD_REQUEST", "NOT_FOUND"}, code) {
					t.Errorf("%s %s: exit %d %v %s", tool.Name, text, exit, code, stderr)
				}
			}
		}
	}
	if tried < 70 {
		t.Errorf("only %d ids", tried)
	}
}

// B17, B52: attachments of each kind come back whole, in an answer and as a
// file, though the id is an old one; one of nothing is one of nothing.
func TestB17B52AttachmentsOfEachKind(t *testing.T) {
	d := newDesk(t)
	files := []struct{ name, content, member, want string }{
		{"utf8.txt", "h\u00e9llo\n", "text", "h\u00e9llo\n"},
		{"latin1.txt", "h\xe9llo", "base64", "aOlsbG8="},
		{"a.png", "\x89PNG\r\n\x1a\n\x00", "base64", "iVBORw0KGgoA"},
		{"empty.txt", "", "text", ""},
		{"empty.bin", "", "text", ""},
	}
	send := []string{"gmail", "send", "--to", "me@example.com", "--subject", "s", "--body", "b"}
	for _, f := range files {
		send = append(send, "--attachments", d.file(f.name, f.content))
	}
	first := fmt.Sprint(dig(d.answer(send...), "data", "id"))
	forwarded := d.answer("gmail", "forward", first, "--to", "me@example.com")
	for _, id := range []string{first, fmt.Sprint(dig(forwarded, "data", "sentMessageId"))} {
		parts := dig(d.answer("gmail", "get-message", id), "data", "message", "attachments").([]any)
		if len(parts) != len(files) {
			t.Fatalf("%v", parts)
		}
		for i, f := range files {
			get := []string{"gmail", "get-attachment", id, "ANGold", "--part-id", fmt.Sprint(dig(parts, i, "partId"))}
			data := dig(d.answer(get...), "data")
			if dig(data, f.member) != f.want || dig(data, "name") != f.name || fmt.Sprint(dig(data, "size")) != fmt.Sprint(len(f.content)) {
				t.Errorf("%s: %v", f.name, data)
			}
			out := filepath.Join(d.home, id+f.name)
			d.answer(append(get, "--output", out)...)
			if got, err := os.ReadFile(out); err != nil || string(got) != f.content {
				t.Errorf("%s: %q %v", f.name, got, err)
			}
		}
	}
}
