package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/sdk/abi"
)

// atTerminal runs a command line for a person at a terminal, against a proxy
// that answers with body.
func atTerminal(t *testing.T, service, body string, argv ...string) ran {
	t.Helper()
	prefix := "GOOGLE_WORKSPACE_" + strings.ToUpper(service) + "_PROXY_"
	in := exitInput{Argv: argv, Env: map[string]string{prefix + "URL": "$PROXY", prefix + "TOKEN": "tok", "TZ": "Europe/Berlin"}}
	in.Proxy.Body = json.RawMessage(body)
	return runIn(t, in, func(home string, vars map[string]string) (int, string, string) {
		var out, errs bytes.Buffer
		e := testEnv(t, home, vars)
		e.Streams = Streams{In: strings.NewReader("y\n"), Out: &out, Err: &errs, InTTY: true, OutTTY: true, ErrTTY: true, Width: 80}
		code := Main(context.Background(), in.Argv, e)
		return code, out.String(), errs.String()
	})
}

// TestPartialSuccessIsTextForAPerson: what was done and what was not, and no
// JSON.
func TestPartialSuccessIsTextForAPerson(t *testing.T) {
	needPlugins(t)
	batch := atTerminal(t, "tasks", `{"success":true,"data":{"status":"PARTIAL_SUCCESS"},"partial":true,"results":[
		{"index":0,"action":"tasksGet","success":true,"data":{"task":{"id":"t1","title":"Tea"}}},
		{"index":1,"action":"tasksGet","success":false,"error":{"code":"NOT_FOUND","message":"no such task"}}]}`,
		"tasks", "batch", "--params-json", `{"operations":[{"action":"tasklistsList"},{"action":"tasklistsList"}]}`)
	if batch.exit != 3 || strings.Contains(batch.stdout, "{") || !strings.Contains(batch.stdout, "Tea (t1)") ||
		!strings.Contains(batch.stdout, "[NOT_FOUND] no such task") || strings.Contains(batch.stderr, "NOT_FOUND") {
		t.Errorf("a batch: exit %d\n%s%s", batch.exit, batch.stdout, batch.stderr)
	}
	single := atTerminal(t, "drive", `{"success":true,"partial":true,
		"data":{"file":{"id":"f1","name":"Plan"},"destinationFolderId":"d1","failedParentRemovals":["p1"]},
		"results":[{"action":"removePreviousParents","success":false,"error":{"code":"PARENT_REMOVAL_FAILED","message":"one\u001b[2J folder\nstays"}}]}`,
		"drive", "move-file", "f1", "--to", "d1")
	if single.exit != 3 || strings.Contains(single.stdout, "{") || !strings.Contains(single.stdout, "Plan") ||
		!strings.Contains(single.stderr, "[PARENT_REMOVAL_FAILED] removePreviousParents: one[2J folder stays\n") {
		t.Errorf("one tool: exit %d\n%s%s", single.exit, single.stdout, single.stderr)
	}
}

// TestNextPageNamesTheFlag also where the answer is shown as text.
func TestNextPageNamesTheFlag(t *testing.T) {
	needPlugins(t)
	got := atTerminal(t, "drive", `{"success":true,"data":{"fileId":"f1","revisions":[]},"pagination":{"nextPageToken":"t2","hasMore":true}}`,
		"drive", "list-revisions", "f1")
	if got.exit != 0 || !strings.Contains(got.stderr, "more available, next page: --page-token t2\n") {
		t.Errorf("exit %d\n%s%s", got.exit, got.stdout, got.stderr)
	}
}

// TestOffsetsOfAZone are what a module needs to show times: from the first
// instant on, with each change of the clocks.
func TestOffsetsOfAZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	from := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	want := []abi.Offset{
		{From: "2026-11-30T12:00:00Z", Minutes: 60, Name: "CET"},
		{From: "2027-03-28T01:00:00Z", Minutes: 120, Name: "CEST"},
		{From: "2027-10-31T01:00:00Z", Minutes: 60, Name: "CET"},
	}
	if diff := cmp.Diff(want, offsets(berlin, from, from.AddDate(1, 0, 0))); diff != "" {
		t.Error(diff)
	}
	if got := offsets(time.UTC, from, from.AddDate(1, 0, 0)); len(got) != 1 || got[0].Minutes != 0 || got[0].Name != "UTC" {
		t.Errorf("UTC: %v", got)
	}
}

// TestEventsStandInTheUsersZone though a proxy writes them in UTC.
func TestEventsStandInTheUsersZone(t *testing.T) {
	needPlugins(t)
	got := atTerminal(t, "calendar", `{"success":true,"data":{"items":[
		{"id":"e1","title":"Tea","start":"2026-12-01T08:00:00.000Z","end":"2026-12-01T09:00:00.000Z","isAllDay":false},
		{"id":"e2","title":"Fair","start":"2026-12-24T23:00:00.000Z","end":"2026-12-25T23:00:00.000Z","isAllDay":true}]}}`,
		"calendar", "list-events")
	for _, line := range []string{"2026-12-01 09:00 to 10:00 CET  Tea (e1)", "2026-12-25                     Fair (e2)"} {
		if !strings.Contains(got.stdout, line) {
			t.Errorf("exit %d: no line %q in\n%s%s", got.exit, line, got.stdout, got.stderr)
		}
	}
	busy := atTerminal(t, "calendar", `{"success":true,"data":{"busySlots":[{"start":"2026-12-01T08:00:00.000Z","end":"2026-12-01T09:00:00.000Z","title":"Tea"}],"totalBusy":1}}`,
		"calendar", "find-freebusy")
	if !strings.Contains(busy.stdout, "2026-12-01 09:00  2026-12-01 10:00  Tea") {
		t.Errorf("exit %d\n%s%s", busy.exit, busy.stdout, busy.stderr)
	}
}

// TestHintsAreTyped: a hint names commands and flags, not tools and keys.
func TestHintsAreTyped(t *testing.T) {
	needPlugins(t)
	a := newApp(testEnv(t, t.TempDir(), nil))
	for hint, want := range map[string]string{
		"Give a message's id to gmail_get_message; the next page is a number for page.": "Give a message's id to wslite gmail get-message; the next page is a number for page.",
		"Give an event's id as eventId to show, change, move or delete it.":             "Give an event's id as --event-id to show, change, move or delete it.",
		"Ask My Drive, then  tasks_nothing.":                                            "Ask My Drive, then  tasks_nothing.",
	} {
		if got := a.typed(hint); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestCompletionOfPositionals offers the values of the argument that comes
// next; behind the last one, flags.
func TestCompletionOfPositionals(t *testing.T) {
	needPlugins(t)
	for line, want := range map[string]string{
		"calendar respond-to-event e1 ":                        "YES",
		"calendar respond-to-event --calendar-id c --json e1 ": "YES",
		"calendar respond-to-event --event-id=e1 e2 ":          "YES",
		"forms add-item F1 MULT":                               "MULTIPLE_CHOICE",
		"calendar respond-to-event e1 YES ":                    "--calendar-id",
		"calendar respond-to-event e1 --":                      "--calendar-id",
	} {
		words := strings.Split(line, " ")
		var out, errs bytes.Buffer
		e := testEnv(t, t.TempDir(), nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		Main(context.Background(), append([]string{"__complete"}, words...), e)
		first, _, _ := strings.Cut(out.String(), "\n")
		if !strings.Contains(out.String(), want) || strings.HasPrefix(first, "--") != strings.HasPrefix(want, "--") {
			t.Errorf("%q: no %s in\n%s", line, want, out.String())
		}
	}
}
