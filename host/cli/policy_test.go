package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// desk is a local workspace with a policy.
type policyDesk struct {
	t    *testing.T
	home string
}

func newPolicyDesk(t *testing.T, policy string) policyDesk {
	t.Helper()
	needPlugins(t)
	d := policyDesk{t, t.TempDir()}
	d.policy(policy)
	return d
}

func (d policyDesk) policy(text string) {
	d.t.Helper()
	dir := filepath.Join(d.home, ".config", "wslite")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "wslite.toml"), []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// run gives the exit code and the JSON document of a call on the workspace.
func (d policyDesk) run(args ...string) (int, map[string]any) {
	d.t.Helper()
	return d.plain(append([]string{"--local", "--json", "--yes"}, args...)...)
}

func (d policyDesk) plain(args ...string) (int, map[string]any) {
	d.t.Helper()
	var out, errs bytes.Buffer
	e := testEnv(d.t, d.home, nil)
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	code := Main(context.Background(), args, e)
	var doc map[string]any
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		d.t.Fatalf("%q: %v\n%s%s", args, err, out.String(), errs.String())
	}
	return code, doc
}

func (d policyDesk) ok(args ...string) map[string]any {
	d.t.Helper()
	code, doc := d.run(args...)
	if code != 0 {
		d.t.Fatalf("%q: exit %d, %v", args, code, doc)
	}
	data, _ := doc["data"].(map[string]any)
	return data
}

// refused wants a call to be forbidden, with words in the message.
func (d policyDesk) refused(want string, args ...string) {
	d.t.Helper()
	code, doc := d.run(args...)
	e, _ := doc["error"].(map[string]any)
	message, _ := e["message"].(string)
	if code != fault.ExitFailure || e["code"] != string(fault.ActionNotAllowed) || !strings.Contains(message, want) {
		d.t.Errorf("%q: exit %d, %v; want %s", args, code, doc, want)
	}
}

// sent counts the mails that left the workspace.
func (d policyDesk) sent() int {
	d.t.Helper()
	_, doc := d.run("gmail", "search-messages", "--query", "in:sent")
	list, _ := doc["data"].([]any)
	return len(list)
}

// W161, A42: whom an answer, a stored mail or a changed event reaches no parameter
// tells. It is found out and judged before anything leaves, by the policy as it
// is then.
func TestW161HiddenRecipientsAreJudgedBeforeTheyAreReached(t *testing.T) {
	const open = "[policy]\nexternal = \"confirm\"\n"
	const deny = "[policy]\nexternal = \"deny\"\ninternal_domains = [\"corp.example\"]\n"
	d := newPolicyDesk(t, open)
	inside := d.ok("gmail", "send", "--to", "ana@corp.example", "--subject", "In", "--body", "x")
	outside := d.ok("gmail", "send", "--to", "eve@evil.example", "--subject", "Out", "--body", "x")
	kept := d.ok("gmail", "create-draft", "--to", "eve@evil.example", "--subject", "Later", "--body", "x")
	event := d.ok("calendar", "create-event", "--title", "T", "--start-time", "2026-12-01T10:00:00Z", "--end-time", "2026-12-01T11:00:00Z", "--guests", "eve@evil.example")
	before := d.sent()

	d.policy(deny)
	d.ok("gmail", "reply", idIn(t, inside), "--body", "y")
	d.refused(`"eve@evil.example" is external`, "gmail", "reply", idIn(t, outside), "--body", "y")
	// W161: the draft is judged as well, and what is refused is not stored.
	d.refused(`"eve@evil.example" is external`, "--draft", "gmail", "reply", idIn(t, outside), "--body", "y")
	d.refused(`"eve@evil.example" is external`, "--dry-run", "gmail", "reply", idIn(t, outside), "--body", "y")
	if code, doc := d.plain("--json", "drafts", "list"); code != 0 || strings.Contains(string(must(json.Marshal(doc))), "gmail_reply") {
		t.Errorf("A30: a draft was stored: %v", doc)
	}
	d.refused("is external", "gmail", "reply-all", idIn(t, outside), "--body", "y")
	d.refused("is external", "gmail", "send-draft", idIn(t, kept["draft"]))
	d.refused("is external", "calendar", "update-event", idIn(t, event), "--title", "U", "--send-updates", "all")
	d.ok("gmail", "create-draft", "--to", "eve@evil.example", "--subject", "Kept", "--body", "x")
	d.ok("gmail", "send", "--to", "me@example.com", "--subject", "To myself", "--body", "x")
	if now := d.sent(); now != before+2 {
		t.Errorf("%d mails were sent, want %d", now, before+2)
	}

	d.policy("[policy.allow]\ndomains = [\"corp.example\"]\n")
	d.refused("not among the allowed recipients", "gmail", "reply", idIn(t, outside), "--body", "y")
	d.ok("gmail", "reply", idIn(t, inside), "--body", "y")
}

// A34, A33, A83 at the command line: nothing is sent.
func TestA34PublicSharingAtTheCommandLine(t *testing.T) {
	d := newPolicyDesk(t, "")
	file := d.ok("drive", "create-file", "--name", "n.txt", "--content", "x")
	for _, extra := range [][]string{nil, {"--dry-run"}, {"--draft"}} {
		d.refused("public sharing is denied", append([]string{"drive", "set-sharing", idIn(t, file), "--access", "ANYONE", "--permission", "VIEW"}, extra...)...)
	}
	d.refused("operation 0", "drive", "batch", "--params-json",
		`{"operations":[{"action":"fileSetSharing","params":{"fileId":"`+idIn(t, file)+`","access":"ANYONE_WITH_LINK","permission":"VIEW"}}]}`)
	if _, doc := d.run("drive", "get-permissions", idIn(t, file)); strings.Contains(string(must(json.Marshal(doc))), "ANYONE") {
		t.Errorf("it is public: %v", doc)
	}
	d.policy("[policy]\npublic_sharing = \"allow\"\n")
	d.ok("drive", "set-sharing", idIn(t, file), "--access", "ANYONE", "--permission", "VIEW")

	many := strings.TrimSuffix(strings.Repeat("a@corp.example,", 101), ",")
	for name, args := range map[string][]string{
		"A33 CRLF in the subject": {"gmail", "send", "--to", "a@corp.example", "--subject", "x\r\nBcc: eve@evil.example", "--body", "x"},
		"A83 101 addresses":       {"gmail", "send", "--to", "a@corp.example", "--cc", many, "--subject", "x", "--body", "x"},
		"A83 a group":             {"gmail", "send", "--to", "a@corp.example", "--cc", "Team:b@corp.example;", "--subject", "x", "--body", "x"},
	} {
		if code, doc := d.run(args...); code != fault.ExitUsage {
			t.Errorf("%s: exit %d, %v", name, code, doc)
		}
	}
	if n := d.sent(); n != 0 {
		t.Errorf("%d mails were sent", n)
	}
}

// idIn finds the id in what a call made: its own, or that of the one thing in it.
func idIn(t *testing.T, v any) string {
	t.Helper()
	m, _ := v.(map[string]any)
	for _, key := range []string{"id", "messageId", "eventId"} {
		if s, ok := m[key].(string); ok && s != "" {
			return s
		}
	}
	for _, inner := range m {
		if inner, ok := inner.(map[string]any); ok {
			return idIn(t, inner)
		}
	}
	t.Fatalf("no id in %v", v)
	return ""
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
