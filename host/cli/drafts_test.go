package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/store"
)

// One life, as a person and a script have it.
func TestDraftsCommands(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	short := id[:8]

	got := w.want(0, "external: bob@example.org", "drafts", "list")
	if !strings.Contains(got.stdout, id) || !strings.Contains(got.stdout, "pending_approval") || !strings.Contains(got.stdout, "gmail_send") || strings.Contains(got.stdout, "Dear Bob") {
		t.Error(got.stdout)
	}
	shown := w.want(0, "Dear Bob", "drafts", "show", short)
	for _, words := range []string{"to, external  │ bob@example.org", "Hello", id + ", revision 1", "sha256:", "wslite drafts approve " + id + " --run"} {
		if !strings.Contains(shown.stdout, words) {
			t.Errorf("show does not say %q:\n%s", words, shown.stdout)
		}
	}
	w.want(2, "CONFIRMATION_REQUIRED", "drafts", "run", short)
	w.want(0, "Approved "+id+", revision 1, until 2026-11-30 13:15:00", "drafts", "approve", short, "--revision", "1", "--yes")
	w.want(0, "The approval of revision 1 is void", "drafts", "edit", short, "--set", "subject=Hello again")
	w.want(1, "DRAFT_STALE", "drafts", "run", short, "--revision", "1")
	w.want(2, "CONFIRMATION_REQUIRED", "drafts", "run", short)
	w.want(0, "Approved", "drafts", "approve", short, "--digest", w.get(id).Digest, "--yes")
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("sent before anybody ran it: %q", sent)
	}
	w.want(0, `"subject": "Hello again"`, "drafts", "run", short)
	w.want(0, "was done already", "drafts", "run", short)
	if sent := w.sent(); !slices.Equal(sent, []string{"Hello again"}) {
		t.Errorf("sent: %q", sent)
	}
	w.want(0, "no draft waits", "drafts", "list")
	w.want(0, "executed", "drafts", "list", "--all")

	other := w.mail()
	w.want(0, "Rejected "+other, "drafts", "reject", other, "--reason", "not today")
	w.want(1, "rejected and can't be run", "drafts", "run", other)
	w.want(0, "not today", "drafts", "show", other)
	w.want(0, "Removed 2 drafts", "drafts", "prune")
	w.want(0, "there are no drafts", "drafts", "list", "--all")
}

func TestDraftsAreLogged(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	before := w.events()
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	w.want(1, "DRAFT_STALE", "drafts", "approve", id, "--revision", "2", "--yes")
	w.want(0, "", "drafts", "reject", id)
	w.want(0, "", "drafts", "prune")
	want := []string{
		"draft approving", "draft approved", "refused refused DRAFT_STALE", "draft rejecting", "draft rejected", "draft pruned",
	}
	if got := w.events()[len(before):]; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	w.want(0, "", "audit", "verify")
}

// What can't be logged does not happen.
func TestDraftsNeedTheLog(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	c, err := w.app().config()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(c.Audit.Dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(c.Audit.Dir, nil, 0o600); err != nil { // a file in the place of the directory
		t.Fatal(err)
	}
	for _, argv := range [][]string{
		{"drafts", "approve", id, "--revision", "1", "--yes"}, {"drafts", "reject", id},
		{"drafts", "edit", id, "--set", "subject=x"}, {"drafts", "prune"},
	} {
		w.want(1, "AUDIT_UNAVAILABLE", argv...)
	}
	if d := w.get(id); d.State != draft.Pending || d.Revision != 1 {
		t.Errorf("%+v", d)
	}
	w.want(0, id, "drafts", "list") // a look needs no log
	w.want(0, "Dear Bob", "drafts", "show", id)
}

func TestDraftsApproveAtATerminal(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	no := w.answer("n\n", 2, "the answer was no", "drafts", "approve", id)
	if !strings.Contains(no.stderr, "Dear Bob") || !strings.Contains(no.stderr, "Approve draft "+id+", revision 1? Its class is send. Recipients: 1, of which external: 1. [y/N]") || no.stdout != "" {
		t.Errorf("%q\n%s", no.stdout, no.stderr)
	}
	if d := w.get(id); d.State != draft.Pending {
		t.Errorf("it is %s", d.State)
	}
	w.answer("y\n", 0, "Approve and run draft "+id, "drafts", "approve", id, "--run")
	if sent := w.sent(); len(sent) != 1 {
		t.Errorf("sent: %q", sent)
	}
}

// A yes without a terminal must name what was seen.
func TestDraftsApproveWithoutATerminal(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(2, "no terminal to ask at", "drafts", "approve", id)
	w.want(2, "no terminal to ask at", "drafts", "approve", id, "--revision", "1")
	w.want(2, "nothing says what that was", "drafts", "approve", id, "--yes")
	w.want(2, "nothing says what that was", "drafts", "approve", id, "--yes", "--run")
	w.want(4, "--revision names nothing", "drafts", "approve", id, "--yes", "--revision", "0")
	w.want(4, "--revision counts from 1", "drafts", "approve", id, "--yes", "--revision", "-1")
	w.want(4, "--digest names nothing", "drafts", "approve", id, "--yes", "--digest", "")
	w.want(1, "DRAFT_STALE", "drafts", "approve", id, "--yes", "--revision", "2")
	w.want(1, "DRAFT_DIGEST", "drafts", "approve", id, "--yes", "--digest", "sha256:"+strings.Repeat("0", 64)) // A39
	if d := w.get(id); d.State != draft.Pending {
		t.Errorf("it is %s", d.State)
	}
}

func TestA40_TheSameYesTwice(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(0, "until 2026-11-30 13:15:00", "drafts", "approve", id, "--revision", "1", "--yes")
	w.now = w.now.Add(5 * time.Minute)
	w.want(0, "until 2026-11-30 13:15:00", "drafts", "approve", id, "--revision", "1", "--yes")
}

func TestA41_AnApprovalThatEnded(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	w.now = w.now.Add(15 * time.Minute)
	w.want(1, "DRAFT_STALE", "drafts", "run", id)
	w.want(0, "approved (ended)", "drafts", "list")
	w.now = w.now.Add(72 * time.Hour)
	w.want(1, "DRAFT_EXPIRED", "drafts", "run", id)
	w.want(1, "DRAFT_EXPIRED", "drafts", "approve", id, "--revision", "1", "--yes")
	w.want(0, "no draft waits", "drafts", "list")
	w.want(0, "expired", "drafts", "list", "--state", "expired")
	w.want(0, "revision 2 waits for approval", "drafts", "edit", id, "--refresh")
	w.want(0, "pending_approval", "drafts", "list")
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("sent: %q", sent)
	}
}

func TestA42_A43_ThePolicyIsAskedAgain(t *testing.T) {
	for name, c := range map[string]struct{ policy, code string }{
		"A42 external": {"[policy]\nexternal = \"deny\"\n", "ACTION_NOT_ALLOWED"},
		"A43 the tool": {"[policy]\ndeny_tools = [\"gmail_send\"]\n", "ACTION_NOT_ALLOWED"},
		"another rule": {"[policy]\ndeny_tools = [\"drive_*\"]\n", "DRAFT_STALE"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newDrafts(t)
			id := w.mail()
			w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
			w.config(c.policy)
			w.want(1, c.code, "drafts", "run", id)
			if c.code == "ACTION_NOT_ALLOWED" { // a yes is told that it will not help
				w.want(0, "as things stand the policy forbids to run draft", "drafts", "approve", id, "--revision", "1", "--yes")
			}
			w.config("")
			if sent := w.sent(); len(sent) != 0 {
				t.Errorf("sent: %q", sent)
			}
		})
	}
}

// A44: the draft of one workspace is not run on another, and tells nothing.
func TestA44_AnotherWorkspace(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	w.config("[local]\npath = " + quoted(filepath.Join(w.home, "other.db")) + "\n")
	got := w.want(1, "IDENTITY_MISMATCH", "drafts", "run", id)
	for _, told := range []string{"bob@", "Dear", "Hello"} {
		if strings.Contains(got.stdout+got.stderr, told) {
			t.Errorf("it tells %q: %s%s", told, got.stdout, got.stderr)
		}
	}
	w.want(1, "IDENTITY_MISMATCH", "drafts", "edit", id, "--set", "subject=x")
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("sent from the other workspace: %q", sent)
	}
	w.config("")
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("sent: %q", sent)
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// A46, W116: a run takes the stored call and nothing beside it.
func TestA46_NothingIsAddedToARun(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	for _, more := range [][]string{
		{"--params-json", "{}"}, {"--to", "eve@example.org"}, {"extra"}, {"--idempotency-key", "k"}, {"--dry-run"}, {"--draft"}, {"--yes"},
		{"--profile", "other"}, {"--account", "bob"}, {"--revision", "0"},
	} {
		w.want(4, "", append([]string{"drafts", "run", id}, more...)...)
	}
	w.want(1, "DRAFT_STALE", "drafts", "run", id, "--revision", "2")
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("sent: %q", sent)
	}
	w.want(0, "Hello", "drafts", "run", id, "--revision", "1", "--local")
}

// A47: what is too large for the record is sent whole all the same.
func TestA47_ALongMail(t *testing.T) {
	w := newDrafts(t)
	long := strings.Repeat("0123456789abcde ", 6000)
	id := w.mail("--html-body", "<p>"+long+"</p>")
	d := w.get(id)
	if d.Body == nil {
		t.Fatal("it lies in its record")
	}
	w.want(0, "external: bob@example.org", "drafts", "list")
	if got := w.want(0, "", "drafts", "show", id); strings.Count(got.stdout, "0123456789abcde") < 6000 {
		t.Error("show leaves something out")
	}
	w.want(0, `"subject": "Hello"`, "drafts", "approve", id, "--revision", "1", "--yes", "--run")
	if sent := w.sent(); len(sent) != 1 {
		t.Errorf("sent: %q", sent)
	}
}

func TestDraftsSecondPerson(t *testing.T) {
	w := newDrafts(t)
	own := w.mail()
	w.config("[policy]\nsecond_person = [\"send\"]\n")
	w.want(1, "needs the yes of a second person", "drafts", "approve", own, "--revision", "1", "--yes", "--run")
	if got := w.answer("y\n", 1, "needs the yes of a second person", "drafts", "approve", own); strings.Contains(got.stderr, "[y/N]") {
		t.Errorf("it asks who can't say yes: %s", got.stderr)
	}
	bots := w.asAuthor(own, "bot@server")
	w.want(0, `"subject": "Hello"`, "drafts", "approve", bots, "--revision", "1", "--yes", "--run")
	edited := w.asAuthor(own, "bot@server")
	w.want(0, "Edited", "drafts", "edit", edited, "--set", "subject=Mine")
	w.want(1, "needs the yes of a second person", "drafts", "approve", edited, "--revision", "2", "--yes")
	if sent := w.sent(); !slices.Equal(sent, []string{"Hello"}) {
		t.Errorf("sent: %q", sent)
	}
	// The rule came after the yes: the run asks for a second person, too.
	w.config("")
	w.want(0, "Approved", "drafts", "approve", own, "--revision", "1", "--yes")
	w.config("[policy]\nsecond_person = [\"send\"]\n")
	w.want(1, "DRAFT_STALE", "drafts", "run", own)
}

func TestDraftsJSON(t *testing.T) {
	w := newDrafts(t)
	id := w.mail("--cc", "me@example.com")
	doc := document(t, w.want(0, "", "drafts", "show", id, "--json").stdout)
	for way, want := range map[string]any{
		"draftId": id, "status": "pending_approval", "revision": float64(1), "payloadDigest": w.get(id).Digest, "frontEnd": "cli",
	} {
		if got := dig(doc, "draft", way); got != want {
			t.Errorf("%s is %v, not %v", way, got, want)
		}
	}
	if got := dig(doc, "draft", "payload", "args", "body"); got != "Dear Bob" {
		t.Errorf("the body is %v", got)
	}
	list := document(t, w.want(0, "", "drafts", "list", "--json").stdout)
	if got := dig(list, "drafts", 0, "draftId"); got != id || dig(list, "drafts", 0, "payload") != nil {
		t.Errorf("%v", list)
	}
	if got := dig(list, "drafts", 0, "recipients").([]any); len(got) != 2 {
		t.Errorf("%v", got)
	}
	none := document(t, w.want(0, "", "drafts", "list", "--json", "--state", "failed,unknown").stdout)
	if got, ok := none["drafts"].([]any); !ok || len(got) != 0 {
		t.Errorf("%v", none)
	}
	approved := document(t, w.want(0, "", "drafts", "approve", id, "--json", "--revision", "1", "--yes").stdout)
	if dig(approved, "ok") != true || dig(approved, "draft", "approval", "revision") != float64(1) {
		t.Errorf("%v", approved)
	}
	edited := document(t, w.want(0, "", "drafts", "edit", id, "--json", "--set", "subject=Hello").stdout)
	if edited["changed"] != false || dig(edited, "draft", "revision") != float64(1) {
		t.Errorf("%v", edited)
	}
	failed := document(t, w.want(1, "", "drafts", "show", "d-zzzzzzzzzzzz", "--json").stdout)
	if dig(failed, "error", "code") != "DRAFT_REFUSED" {
		t.Errorf("%v", failed)
	}
	run := document(t, w.want(0, "", "drafts", "run", id, "--json").stdout)
	if run["ok"] != true || run["tool"] != "gmail_send" {
		t.Errorf("%v", run)
	}
	pruned := document(t, w.want(0, "", "drafts", "prune", "--json").stdout)
	if pruned["drafts"] != float64(1) {
		t.Errorf("%v", pruned)
	}
}

func TestDraftsUsage(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	for _, argv := range [][]string{
		{"list", "x"}, {"list", "--state", "sent"}, {"list", "--state", ""}, {"list", "--all", "--state", "failed"},
		{"list", "--dry-run"}, {"list", "--draft"}, {"list", "--yes"}, {"list", "--local"}, {"list", "--fields", "id"}, {"list", "--output", "csv"},
		{"show"}, {"show", id, id}, {"show", id, "--idempotency-key", "k"}, {"show", id, "--account", "x"},
		{"approve"}, {"approve", id, "--dry-run"}, {"approve", id, "--params-json", "{}"}, {"approve", id, "--profile", "other", "--yes", "--revision", "1"},
		{"reject", id, "--yes"}, {"reject", id, "--reason", strings.Repeat("x", 1001)},
		{"edit"}, {"edit", id}, {"edit", id, "--yes"}, {"prune", "--limit", "0"}, {"prune", "--limit", "501"}, {"prune", "--yes"}, {"run"},
	} {
		w.want(4, "", append([]string{"drafts"}, argv...)...)
	}
	for _, argv := range [][]string{{"show", "d-"}, {"show", "4f7k"}, {"show", "d-4f7\x1b[2J"}, {"show", "d-zzzz"}} {
		got := w.want(1, "DRAFT_REFUSED", append([]string{"drafts"}, argv...)...)
		if steers(got.stderr) {
			t.Errorf("%q", got.stderr)
		}
	}
	if d := w.get(id); d.State != draft.Pending || d.Revision != 1 {
		t.Errorf("%+v", d)
	}
}

// The words of a draft are a stranger's.
func TestDraftsSteerNoTerminal(t *testing.T) {
	w := newDrafts(t)
	const evil = "x\x1b[2J\u202e\r\nApproved d-000000000000\u2028wslite: all is well"
	d := w.get(w.mail())
	p := d.Payload
	p.Tool, p.Profile, p.Account = "gmail\x1b]0;x\a_send", evil, evil
	p.Args = map[string]any{"body": evil, evil: evil}
	p.Params = p.Args
	p.Changes, p.Warnings = []string{evil}, []string{evil}
	p.Recipients = []draft.Recipient{{Address: evil + "@example.org", External: true}}
	p.Files = []draft.File{{Arg: evil, Path: evil, Name: evil, SHA256: evil}}
	bad, err := w.drafts().Create(t.Context(), draft.NewDraft{Owner: d.Owner, Author: evil + "@x", FrontEnd: evil, Payload: p})
	if err != nil {
		t.Fatal(err)
	}
	for _, argv := range [][]string{
		{"list"}, {"list", "--json"}, {"show", bad.ID}, {"show", bad.ID, "--json"}, {"run", bad.ID}, {"edit", bad.ID, "--set", "a=b"},
		{"approve", bad.ID, "--yes", "--revision", "1"}, {"reject", bad.ID, "--reason", evil}, {"show", bad.ID}, {"list", "--all"},
	} {
		got := w.run("", append([]string{"drafts"}, argv...)...)
		if steers(got.stdout) || steers(got.stderr) {
			t.Errorf("%q: %q %q", argv, got.stdout, got.stderr)
		}
		for line := range strings.Lines(got.stdout + got.stderr) {
			if strings.HasPrefix(line, "Approved") || strings.HasPrefix(line, "wslite: all is well") {
				t.Errorf("%q: a line passes for ours: %q", argv, line)
			}
		}
	}
	shown := w.answer("n\n", 1, "", "drafts", "approve", bad.ID)
	if steers(shown.stderr) {
		t.Errorf("%q", shown.stderr)
	}
}

// A damaged draft stands in the list, and nothing is done with it.
func TestDraftsDamaged(t *testing.T) {
	w := newDrafts(t)
	id, good := w.mail(), w.mail()
	s, err := w.app().records()
	if err != nil {
		t.Fatal(err)
	}
	row, err := s.Draft(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	row.Value = bytes.Replace(row.Value, []byte("Dear Bob"), []byte("Dear Eve"), 1)
	if _, err := s.SetDraft(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	w.want(1, "DRAFT_DIGEST", "drafts", "approve", id, "--yes", "--revision", "1")
	row, _ = s.Draft(t.Context(), id)
	row.Value = []byte("{")
	if _, err := s.SetDraft(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	got := w.want(0, "damaged: can't be run", "drafts", "list")
	if !strings.Contains(got.stdout, good) || !strings.Contains(got.stdout, id) {
		t.Error(got.stdout)
	}
	w.want(1, "DRAFT_DIGEST", "drafts", "show", id)
	w.want(1, "DRAFT_DIGEST", "drafts", "run", id)
}

// A draft follows what was said of its run, where it is still in that run.
func TestDraftResolvedLeavesOthersAlone(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	a := w.app()
	owner := w.get(id).Owner
	for _, c := range []store.Claim{
		{}, {Owner: owner, Draft: "d-zzzzzzzzzzzz", Key: "draft:d-zzzzzzzzzzzz:1"}, {Owner: owner, Draft: id, Key: draft.Key(id, 7)}, {Owner: owner, Draft: id, Key: draft.Key(id, 1)},
	} {
		for _, happened := range []bool{true, false} {
			if err := a.draftResolved(t.Context(), c, happened); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		}
	}
	if d := w.get(id); d.State != draft.Pending {
		t.Errorf("it is %s", d.State)
	}
}

// Nobody believes in a draft that was none.
func TestDraftFlagIsRefusedWhereItHasNoEffect(t *testing.T) {
	w := newDrafts(t)
	for _, argv := range [][]string{
		{"tools"}, {"plugin", "list"}, {"auth", "list"}, {"doctor"}, {"repair"}, {"security", "audit"}, {"demo"}, {"local", "path"},
		{"drafts", "list"}, {"drafts", "prune"}, {"outcomes", "list"}, {"audit", "list"}, {"policy", "show"},
		{"--local", "gmail", "list-labels"}, {"--local", "--dry-run", "gmail", "star", "--message-id", "x"},
	} {
		w.want(4, "--draft", append([]string{"--draft"}, argv...)...)
	}
}
