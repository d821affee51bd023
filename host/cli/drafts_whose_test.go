package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
)

// Nobody has said whose a token of the environment is. A draft that was agreed to
// for one runs with no other, which may be another person's.
func TestADraftRunsWithItsToken(t *testing.T) {
	w := newWired(t)
	w.env["WSLITE_ACCESS_TOKEN"] = wiredToken
	stored := w.must(0, "", append(append([]string{}, makeEvent[:len(makeEvent)-2]...), "--draft")...)
	id := strings.TrimSpace(stored.stdout)
	w.must(0, "Approved", "drafts", "approve", id, "--revision", "1", "--yes")

	w.env["WSLITE_ACCESS_TOKEN"] = "ya29.somebody-else"
	w.must(1, "IDENTITY_MISMATCH", "drafts", "run", id)
	if n := len(w.changes()); n != 0 {
		t.Fatalf("%d changes with another token", n)
	}
	w.env["WSLITE_ACCESS_TOKEN"] = "\ufeff" + wiredToken + "\r\n" // as the account reads it
	w.must(0, "", "drafts", "run", id)
	if n := len(w.changes()); n != 1 {
		t.Errorf("%d changes with its own", n)
	}

	// Made anew for the other it waits for a yes of its own.
	second := strings.TrimSpace(w.must(0, "", append(append([]string{}, makeEvent[:len(makeEvent)-2]...), "--draft")...).stdout)
	w.env["WSLITE_ACCESS_TOKEN"] = "ya29.somebody-else"
	w.must(0, "revision 2 waits", "drafts", "edit", second, "--refresh")
	w.must(2, "CONFIRMATION_REQUIRED", "drafts", "run", second)
	for _, token := range []string{wiredToken, "somebody-else"} {
		if files := w.stateHolds(token); len(files) > 0 {
			t.Errorf("a token stands in %q", files)
		}
	}
}

// A local workspace under another name is the same workspace: a key that was used
// there is used.
func TestAWorkspaceHasOneName(t *testing.T) {
	w := newDrafts(t)
	c, err := w.app().config()
	if err != nil {
		t.Fatal(err)
	}
	send := []string{"--local", "gmail", "send", "--to", "bob@example.org", "--subject", "Once", "--body", "x", "--yes", "--idempotency-key", "k"}
	w.want(0, "", send...)
	if err := os.Symlink(c.LocalFile, filepath.Join(w.home, "other.db")); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("links need a right of their own")
		}
		t.Fatal(err)
	}
	w.config("[local]\npath = \"" + filepath.Join(w.home, "other.db") + "\"\n")
	w.want(0, "was done already", send...)
	if sent := w.sent(); len(sent) != 1 {
		t.Errorf("sent: %q", sent)
	}
}

// A second person is told apart by what the system says of the user, never by a
// variable.
func TestTheUserIsNotAVariable(t *testing.T) {
	is := username()
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		t.Setenv(name, "somebody-else")
	}
	if got := username(); got != is || got == "somebody-else" {
		t.Errorf("%q, was %q", got, is)
	}
	list := "root:x:0:0::/root:/bin/sh\nbad:x:12345\nana:x:12345:1::/home/ana:/bin/sh\nlater:x:12345:1::/:/bin/sh\n"
	for id, want := range map[string]string{"0": "root", "12345": "ana", "1": "", "": "", "x": ""} {
		if got := passwdName(strings.NewReader(list), id); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	if draft.SamePerson("uid-12345@a", "uid-1234@a") || !draft.SamePerson("uid-12345@a", "UID-12345@b") {
		t.Error("a number is a name like others")
	}
}

// A draft belongs to somebody: what nobody could ever run is not stored, and the
// refusal says what is missing.
func TestADraftOfNobodyIsNotStored(t *testing.T) {
	needPlugins(t)
	home := t.TempDir()
	run := func(config string, args ...string) (int, string, string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(home, ".config", "wslite"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, ".config", "wslite", "wslite.toml"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		e := testEnv(t, home, nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		return Main(context.Background(), args, e), out.String(), errs.String()
	}
	send := []string{"--draft", "gmail", "send", "--to", "bob@example.org", "--subject", "x", "--body", "x"}
	if code, _, errs := run("", send...); code != fault.ExitFailure || !strings.Contains(errs, "PROXY_URL is not set") {
		t.Errorf("no proxy: exit %d, %s", code, errs)
	}
	if code, _, errs := run("[profile.default]\nbackend = \"google\"\n", send...); code != fault.ExitSignIn || !strings.Contains(errs, "wslite auth login") {
		t.Errorf("no account: exit %d, %s", code, errs)
	}
	if code, out, _ := run("", "drafts", "list", "--all", "--json"); code != 0 || strings.Contains(out, "gmail_send") {
		t.Errorf("exit %d, %s", code, out)
	}
}
