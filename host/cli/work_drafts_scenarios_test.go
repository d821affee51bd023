package cli

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/store"
)

// file writes a file of the home.
func (w *draftsWorld) file(name, content string) string {
	w.t.Helper()
	path := filepath.Join(w.home, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

const withCommas = "From: \"Doe, Jane\" <Jane@Corp.example>\r\nTo: me@example.com\r\nSubject: A question\r\nMessage-ID: <q1@corp.example>\r\nDate: Mon, 30 Nov 2026 10:00:00 +0000\r\n\r\nHow are you?\r\n"

// A32: a name with a comma is one recipient, and its address is what is judged.
func TestA32_ANameWithAComma(t *testing.T) {
	w := newDrafts(t)
	w.file("q.eml", withCommas)
	w.want(0, "", "local", "import", "q.eml")
	found := document(t, w.want(0, "", "--local", "--json", "gmail", "search-messages", "--query", "question").stdout)
	id := fmt.Sprint(dig(found, "data", 0, "id"))
	w.config("[policy]\nexternal = \"deny\"\ninternal_domains = [\"corp.example\"]\n")
	reply := []string{"--local", "--json", "--draft", "gmail", "reply", id, "--body", "Fine"}
	stored := document(t, w.want(0, "", reply...).stdout)
	d := w.get(fmt.Sprint(dig(stored, "data", "draftId")))
	if len(d.Payload.Recipients) != 1 || d.Payload.Recipients[0].Address != "jane@corp.example" || d.Payload.Recipients[0].External {
		t.Errorf("%+v", d.Payload.Recipients)
	}
	w.config("[policy]\nexternal = \"deny\"\ninternal_domains = [\"example.com\"]\n")
	w.want(1, "ACTION_NOT_ALLOWED", reply...)
}

// A45, W116: the id and the revision of an approved draft are enough, and what
// is stored is what goes out, whatever else is said or has changed here.
func TestA45_W116_TheStoredCallRuns(t *testing.T) {
	w := newDrafts(t)
	path := w.file("a.txt", "agreed to")
	id := w.mail("--cc", "cy@example.org", "--attachments", `["a.txt"]`)
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	w.want(4, "", "drafts", "run", id, "--revision", "1", "--subject", "Other")
	elsewhere := t.TempDir()
	t.Chdir(elsewhere) // the file is the one that was named then
	if err := os.WriteFile("a.txt", []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := document(t, w.want(0, "", "--json", "drafts", "run", id, "--revision", "1").stdout)
	if dig(got, "ok") != true || w.get(id).State != draft.Executed || w.get(id).Resource == "" {
		t.Errorf("%v, %+v", got, w.get(id))
	}
	message := w.get(id).Resource
	mail := document(t, w.want(0, "", "--local", "--json", "gmail", "get-message", message).stdout)
	attachment := fmt.Sprint(dig(mail, "data", "message", "attachments", 0, "attachmentId"))
	out := filepath.Join(elsewhere, "out")
	w.want(0, "", "--local", "gmail", "get-attachment", message, attachment, "--output", out)
	if b, err := os.ReadFile(out); err != nil || string(b) != "agreed to" {
		t.Errorf("the attachment is %q, %v; %s stood in the draft", b, err, path)
	}
	if s := w.sent(); !slices.Equal(s, []string{"Hello"}) {
		t.Errorf("sent: %q", s)
	}
}

// A49, W122: a key among a tool's arguments is an argument. The key of the claim
// is the host's.
func TestA49_W122_AKeyOfTheModelIsNoKey(t *testing.T) {
	w := newDrafts(t)
	send := []string{"--local", "--yes", "run", "gmail_send", "--params-json",
		`{"to":"me@example.com","subject":"Hello","body":"x","idempotencyKey":"model-1"}`}
	w.want(0, "", send...)
	rows := w.claimRows()
	if len(rows) != 1 || rows[0].Key == "model-1" || !strings.HasPrefix(rows[0].Key, "auto-") || rows[0].Status != store.Completed {
		t.Fatalf("%+v", rows)
	}
	// And it keeps nobody from anything: neither a repeat nor the host's own key.
	w.want(0, "", send...)
	w.want(0, "", append([]string{"--idempotency-key", "model-1"}, send...)...)
	if s := w.sent(); len(s) != 3 {
		t.Errorf("%d were sent", len(s))
	}
	w.want(0, "was done already", append([]string{"--idempotency-key", "model-1"}, send...)...)
	if s := w.sent(); len(s) != 3 {
		t.Errorf("%d were sent", len(s))
	}
}

// W122: what changes something has a claim, under a key of the host's; a read has
// none, and neither has what was refused.
func TestW122_EveryChangeIsClaimed(t *testing.T) {
	w := newDrafts(t)
	w.want(0, "", "--local", "gmail", "search-messages", "x")
	w.want(2, "CONFIRMATION_REQUIRED", "--local", "gmail", "send", "--to", "bob@example.org", "--subject", "s", "--body", "b")
	if rows := w.claimRows(); len(rows) != 0 {
		t.Fatalf("%+v", rows)
	}
	for _, argv := range [][]string{
		{"drive", "create-file", "n.txt", "--content", "x"},
		{"calendar", "create-event", "--title", "T", "--start", "2026-12-01T10:00:00Z", "--end", "2026-12-01T11:00:00Z"},
		{"tasks", "create-tasklist", "--title", "L"},
		{"gmail", "send", "--to", "bob@example.org", "--subject", "s", "--body", "b"},
	} {
		before := len(w.claimRows())
		w.want(0, "", append([]string{"--local", "--yes"}, argv...)...)
		if n := len(w.claimRows()) - before; n != 1 {
			t.Errorf("%q: %d claims", argv, n)
		}
	}
}

// W123: a key follows from the call that it is for. That of a draft follows from
// the draft and its revision, so that two machines make the same one; a call that
// nobody named has one that no other call has; nobody may give a draft's.
func TestW123_WhereKeysComeFrom(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.want(0, "", "drafts", "edit", id, "--set", "subject=Second")
	w.want(0, "", "drafts", "approve", id, "--revision", "2", "--yes", "--run")
	for range 2 {
		w.want(0, "", "--local", "tasks", "create-tasklist", "--title", "same")
	}
	keys := map[string]bool{}
	for _, c := range w.claimRows() {
		keys[c.Key] = true
	}
	if len(keys) != 3 || !keys["draft:"+id+":2"] {
		t.Errorf("%v", keys)
	}
	w.want(4, "begin with \"draft:\"", "--local", "--yes", "gmail", "send", "--to", "a@example.org", "--subject", "s", "--body", "b", "--idempotency-key", "draft:"+id+":3")
}

// A74, W147, W148: the bytes of a file belong to what is agreed to. Others are
// not sent, not even where the name, the size and the time are the same.
func TestA74_W147_AFileThatChangedAfterTheApproval(t *testing.T) {
	w := newDrafts(t)
	path := w.file("report.txt", "the first edition")
	w.file("link-target.txt", "the other edition")
	id := w.mail("--attachments", `["report.txt"]`)
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte("the first edition")))
	f := w.get(id).Payload.Files
	if len(f) != 1 || f[0].Size != 17 || f[0].Name != "report.txt" || f[0].Path != path ||
		f[0].SHA256 != sum {
		t.Fatalf("%+v", f)
	}
	w.want(0, sum[:8], "drafts", "show", id)
	w.want(0, "", "drafts", "approve", id, "--revision", "1", "--yes")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(){
		"other bytes": func() {
			w.file("report.txt", "the other edition")
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		},
		"a link to another": func() {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("link-target.txt", path); err != nil {
				t.Fatal(err)
			}
		},
	} {
		change()
		w.want(1, "DRAFT_DIGEST", "drafts", "run", id)
		if len(w.claimRows()) != 0 || len(w.sent()) != 0 {
			t.Fatalf("%s: claims %+v, sent %q", name, w.claimRows(), w.sent())
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := w.run("", "drafts", "run", id); got.exit == 0 || len(w.sent()) != 0 {
		t.Errorf("a file that is gone: exit %d %s", got.exit, got.stderr)
	}
}

// A75, W150: what is named as a file is one. A directory, a way out of nowhere or
// what is no regular file is refused, nothing is stored, and what is sent is
// called by its last name alone.
func TestA75_W150_WhatIsNoFile(t *testing.T) {
	w := newDrafts(t)
	if err := os.Mkdir(filepath.Join(w.home, "dir"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.file("a.txt", "x")
	for link, to := range map[string]string{"dangling": "nowhere", "to-a-directory": "dir", "to-a-device": os.DevNull} {
		if err := os.Symlink(to, filepath.Join(w.home, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"dir", ".", "../", "../nowhere", "dangling", "to-a-directory", "to-a-device", os.DevNull, "a.txt/", ""} {
		for _, argv := range [][]string{
			{"gmail", "send", "--to", "bob@example.org", "--subject", "s", "--body", "b", "--attachments", "[" + quoted(path) + "]"},
			{"drive", "create-file", "--file", path},
		} {
			for _, mode := range []string{"--draft", "--yes"} {
				got := w.run("", append([]string{"--local", mode}, argv...)...)
				if got.exit != 4 {
					t.Errorf("%s %q: exit %d %s%s", mode, argv, got.exit, got.stdout, got.stderr)
				}
			}
		}
	}
	w.want(0, "no drafts", "drafts", "list", "--all")
	if rows := w.claimRows(); len(rows) != 0 {
		t.Errorf("%+v", rows)
	}
	made := document(t, w.want(0, "", "--local", "--json", "drive", "create-file", "--file", "dir/../a.txt").stdout)
	if name := dig(made, "data", "file", "name"); name != "a.txt" {
		t.Errorf("it is called %v", name)
	}
}

// A76: files that are more than the service takes are refused when the draft is
// made; nothing waits that could not be sent.
func TestA76_AnUploadThatIsTooLarge(t *testing.T) {
	w := newDrafts(t)
	f, err := os.Create(filepath.Join(w.home, "big.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(25<<20 + 1); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	send := []string{"gmail", "send", "--to", "bob@example.org", "--subject", "s", "--body", "b", "--attachments", `["big.bin"]`}
	w.want(1, "LIMIT_EXCEEDED", append([]string{"--local", "--draft"}, send...)...)
	w.want(1, "LIMIT_EXCEEDED", append([]string{"--local", "--yes"}, send...)...)
	w.want(0, "no drafts", "drafts", "list", "--all")
	if s := w.sent(); len(s) != 0 {
		t.Errorf("sent: %q", s)
	}
}

// A6, W146: of two sources for one content neither is taken, and without one
// there is nothing to send.
func TestA6_W146_ExactlyOneSource(t *testing.T) {
	w := newDrafts(t)
	w.file("a.txt", "from the file")
	made := document(t, w.want(0, "", "--local", "--json", "drive", "create-file", "n.txt", "--content", "x").stdout)
	id := fmt.Sprint(dig(made, "data", "file", "id"))
	before := len(w.claimRows())
	for _, argv := range [][]string{
		{"drive", "create-file", "n.txt", "--content", "x", "--file", "a.txt"},
		{"drive", "create-file", "n.txt"},
		{"drive", "update-content", id, "--content", "x", "--file", "a.txt"},
		{"drive", "update-content", id},
	} {
		for _, mode := range []string{"--draft", "--yes"} {
			if got := w.run("", append([]string{"--local", mode}, argv...)...); got.exit != 4 {
				t.Errorf("%s %q: exit %d %s%s", mode, argv, got.exit, got.stdout, got.stderr)
			}
		}
	}
	w.want(0, "no drafts", "drafts", "list", "--all")
	if n := len(w.claimRows()) - before; n != 0 {
		t.Errorf("%d claims", n)
	}
	if got := w.want(0, "", "--local", "drive", "read-file", id); !strings.Contains(got.stdout, "x") || strings.Contains(got.stdout, "from the file") {
		t.Error(got.stdout)
	}
}

// W152: a file goes by its last name, on one line and of no length that a service
// would refuse, whatever the local one holds.
func TestW152_TheNameThatIsSent(t *testing.T) {
	w := newDrafts(t)
	for _, name := range []string{"line\nbreak.txt", "tab\there.txt", `quo"te.txt`, "esc\x1b[31m.txt", "rlo\u202etxt.exe.txt", strings.Repeat("x", 250) + ".txt"} {
		if err := os.MkdirAll("sub", 0o700); err != nil {
			t.Fatal(err)
		}
		w.file("sub/"+name, "x")
		id := w.mail("--attachments", "["+quoted("sub/"+name)+"]")
		got := w.get(id).Payload.Files[0].Name
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e || r == '/' || r == '\\' }) ||
			len(got) > 255 || got == "" || !strings.HasSuffix(got, ".txt") || got[:2] != name[:2] {
			t.Errorf("%q goes as %q", name, got)
		}
	}
}
