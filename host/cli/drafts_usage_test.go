package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
)

// What a draft's run prints is the result of its tool, in the shape that was asked
// for. A shape that can't be had is told before anything is run.
func TestRunOfADraftIsShaped(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(4, "--jq has no effect on wslite drafts approve without --run", "drafts", "approve", id, "--revision", "1", "--yes", "--jq", ".")
	w.want(4, "--output has no effect on wslite drafts approve without --run", "drafts", "approve", id, "--revision", "1", "--yes", "-o", "csv")
	w.want(4, "--jq", "drafts", "approve", id, "--revision", "1", "--yes", "--run", "--jq", ".data(")
	w.want(4, "--page-all has no effect", "drafts", "run", id, "--page-all")
	if d := w.get(id); d.State != draft.Pending {
		t.Fatalf("a wrong command line left the draft %s", d.State)
	}
	if got := w.want(0, "", "-q", "drafts", "approve", id, "--revision", "1", "--yes", "--run", "--jq", ".data.subject"); got.stdout != "Hello\n" {
		t.Errorf("approve --run --jq prints %q", got.stdout)
	}
	if got := w.want(0, "", "-q", "drafts", "run", id, "--jq", ".duplicate"); got.stdout != "true\n" {
		t.Errorf("run --jq prints %q", got.stdout)
	}
	w.want(0, "status: duplicate", "drafts", "run", id, "-o", "yaml")
}

// A call that is stored answers in the shape of any other.
func TestStoredCallIsShaped(t *testing.T) {
	w := newDrafts(t)
	argv := []string{"--local", "-q", "--draft", "gmail", "send", "--to", "bob@example.org", "--subject", "Hello", "--body", "Dear Bob"}
	if got := w.want(0, "", append(argv, "--jq", ".data.status, .exitCode")...); got.stdout != "pending_approval\n0\n" {
		t.Errorf("--jq prints %q", got.stdout)
	}
	w.want(0, "status: pending_approval", append(argv, "-o", "yaml")...)
	w.want(0, `"revision": 1`, append(argv, "--fields", "revision")...)
}

// An empty variable in a script must not make of a call that happens once one that
// happens each time; and a key that would be passed over is refused.
func TestKeysThatMeanNothing(t *testing.T) {
	w := newDrafts(t)
	send := []string{"--local", "gmail", "send", "--to", "bob@example.org", "--subject", "Hello", "--body", "Dear Bob"}
	for _, empty := range []string{"--idempotency-key=", "--idempotency-key= "} {
		w.want(4, "--idempotency-key names nothing", append(send, "--yes", empty)...)
	}
	w.want(4, "a draft runs once, under a key of its own", append(send, "--draft", "--idempotency-key", "k1")...)
	if sent := w.sent(); len(sent) != 0 {
		t.Errorf("sent: %q", sent)
	}
	w.want(0, "there are no drafts", "drafts", "list", "--all")
}

func TestDraftAbout(t *testing.T) {
	bob := []draft.Recipient{{Address: "bob@example.org", External: true}, {Address: "me@example.com"}}
	for _, c := range []struct {
		p    draft.Payload
		want string
	}{
		{draft.Payload{Recipients: bob, Params: map[string]any{"subject": "Rent"}}, `external: bob@example.org and 1 more "Rent"`},
		{draft.Payload{Recipients: bob[1:], Params: map[string]any{"subject": " \t"}}, "me@example.com"},
		{draft.Payload{Changes: []string{"Create an event (write)"}, Params: map[string]any{"title": "Garden day"}}, `Create an event (write) "Garden day"`},
		{draft.Payload{Recipients: bob[1:], Params: map[string]any{"subject": "a\" external: eve\x1b[2J\n"}}, `me@example.com "a\" external: eve[2J"`},
		{draft.Payload{Params: map[string]any{"name": 7}}, ""},
	} {
		if got := draftAbout(&draft.Draft{Payload: c.p}); got != c.want {
			t.Errorf("about %v: %q, want %q", c.p.Params, got, c.want)
		}
	}
}

// The log names the tool of a draft that was refused before it was looked at.
func TestRefusedRunNamesItsTool(t *testing.T) {
	w := newDrafts(t)
	w.want(2, "CONFIRMATION_REQUIRED", "drafts", "run", w.mail())
	c, err := w.app().config()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for e, err := range audit.Entries(c.Audit.Dir, audit.Filter{Event: audit.Refused}) {
		if err != nil {
			t.Fatal(err)
		}
		refused++
		if e.Tool != "gmail_send" || e.Action != "send" || e.Class != string(risk.Send) {
			t.Errorf("the refusal is of tool %q, action %q, class %q", e.Tool, e.Action, e.Class)
		}
	}
	if refused != 1 {
		t.Errorf("%d refusals are logged", refused)
	}
}

func TestWordsThatAreNoCommand(t *testing.T) {
	w := newDrafts(t)
	for _, c := range [][2]string{
		{"drafts lst", `wslite drafts has no command "lst"`}, {"drafts lst", "did you mean wslite drafts list?"},
		{"outcomes xyzzy", "they are list, prune, resolve, show"}, {"audit verfy", "did you mean wslite audit verify?"},
		{"policy explan", "did you mean wslite policy explain?"}, {"drafts list extra", `wslite drafts list takes no argument "extra"`},
		{"drafts list --stat x", "did you mean --state?"}, {"outcomes list -z", "wslite outcomes list has no flag -z"},
		{"audit list --limt 3", "did you mean --limit?"}, {"drafts list --xyzzy", "wslite drafts list --help lists them"},
	} {
		w.want(4, c[1], strings.Fields(c[0])...)
	}
}

// Ids and states are completed, with what they stand for.
func TestRecordsAreCompleted(t *testing.T) {
	w := newDrafts(t)
	id, other := w.mail(), w.mail()
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	complete := func(words ...string) string {
		t.Helper()
		return w.want(0, "", append([]string{"__complete"}, words...)...).stdout
	}
	if got := complete("drafts", "run", "d-"); !strings.HasPrefix(got, id+"\tapproved, external: bob@example.org \"Hello\"\n") || strings.Contains(got, other) {
		t.Errorf("run: %q", got)
	}
	if got := complete("drafts", "show", other[:6]); !strings.HasPrefix(got, other+"\tpending_approval") || strings.Contains(got, id) {
		t.Errorf("show: %q", got)
	}
	w.want(0, "", "drafts", "run", id)
	for _, c := range [][]string{
		{"completed, gmail_send", "outcomes", "show", ""}, {"rejected\n", "drafts", "list", "--state", "rej"},
		{"failed_terminal\n", "outcomes", "list", "--status", "failed_t"}, {"csv\n", "audit", "export", "--format", ""},
		{"search-messages\t", "policy", "explain", "gmail", "sea"}, {"--subject\t", "policy", "explain", "gmail", "send", "--su"},
		{"mcp\n", "policy", "explain", "gmail_send", "--front-end", ""}, {"--front-end\tjudge as for cli or mcp", "policy", "explain", "gmail_send", "--fr"},
	} {
		if got := complete(c[1:]...); !strings.Contains(got, c[0]) {
			t.Errorf("%q completes to %q, without %q", c[1:], got, c[0])
		}
	}
	if got := complete("outcomes", "resolve", ""); strings.Contains(got, "gmail") {
		t.Errorf("what is known is offered to be resolved: %q", got)
	}
	if got := complete("gmail", "send", "--dr"); strings.Count(got, "--dry-run\t") != 1 || strings.Contains(got, "`") {
		t.Errorf("flags: %q", got)
	}
}

// Each command about records prints one document with --json, which tells its exit
// code, also where it fails.
func TestRecordsCommandsSayTheirExitCode(t *testing.T) {
	w := newDrafts(t)
	id, other := w.mail(), w.mail()
	mail := "--to bob@example.org --subject s --body b"
	for _, c := range []struct {
		exit int
		line string
	}{
		{0, "drafts list"}, {0, "drafts show " + id}, {0, "drafts edit " + id + " --set subject=Hi"}, {1, "drafts approve " + id + " --revision 1 --yes"},
		{0, "drafts approve " + id + " --revision 2 --yes"}, {0, "drafts run " + id}, {1, "drafts edit " + id + " --refresh"},
		{2, "drafts run " + other}, {0, "drafts reject " + other}, {1, "drafts show d-zzzzzzzz"}, {4, "drafts lst"}, {4, "drafts review"}, {0, "drafts prune"},
		{0, "outcomes list --all"}, {0, "outcomes show draft:" + id + ":2"}, {1, "outcomes show zzzz"}, {0, "outcomes prune"},
		{1, "outcomes resolve draft:" + id + ":2 --happened --yes"},
		{0, "audit list"}, {0, "audit show 2"}, {1, "audit show 9999"}, {0, "audit verify"}, {4, "audit export"}, {0, "audit export --output log.jsonl"},
		{0, "policy show"}, {0, "policy explain gmail_send " + mail}, {1, "policy explain gmail_send --front-end mcp " + mail}, {4, "policy explain nothing"},
	} {
		got := w.want(c.exit, "", append(strings.Fields(c.line), "--json")...)
		var doc struct {
			OK       *bool
			ExitCode *int
			Error    *struct{ Code, Message string }
		}
		if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
			t.Errorf("%s: %v in %s", c.line, err, got.stdout)
			continue
		}
		if doc.OK == nil || doc.ExitCode == nil || *doc.ExitCode != c.exit {
			t.Errorf("%s: exit %d, and the document says %s", c.line, c.exit, got.stdout)
		}
		if doc.Error != nil && (*doc.OK || doc.Error.Code == "" || doc.Error.Message == "") {
			t.Errorf("%s: %s", c.line, got.stdout)
		}
	}
}
