// Package mail has programs that are not ours read the mails that the tools
// compose: Python's email package, Go's net/mail and mime, emersion/go-message,
// and the command line programs mblaze and reformime where they are installed.
// Each must find what was asked for, and nothing to complain about.
//
// The released program writes the mails into its local workspace, where they
// are read back byte by byte. Start reading at TestMails.
package mail

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local"
)

// mailbox is the released program in an empty home, and its workspace.
type mailbox struct {
	exe, home string
	workspace *local.Workspace
}

func open(t *testing.T) *mailbox {
	t.Helper()
	m := &mailbox{exe: filepath.Join(t.TempDir(), "wslite"), home: t.TempDir()}
	build := exec.Command("go", "build", "-trimpath", "-o", m.exe, "./cmd/wslite")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var where struct{ Path string }
	if err := json.Unmarshal(m.run(t, "--json", "local", "path"), &where); err != nil {
		t.Fatal(err)
	}
	w, err := local.Open(where.Path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	m.workspace = w
	return m
}

func (m *mailbox) run(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(m.exe, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + m.home, "TZ=" + zone}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%q: %v\n%s%s", args, err, out.String(), errs.String())
	}
	return out.Bytes()
}

// tool runs a tool of gmail with arguments that are a JSON object.
func (m *mailbox) tool(t *testing.T, name string, args map[string]any) {
	t.Helper()
	b, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	m.run(t, "--local", "--yes", "--json", "gmail", name, "--params-json", string(b))
}

// ask sends a request to the workspace as a client of Gmail would, and fills
// into from its answer.
func (m *mailbox) ask(t *testing.T, method, path string, body, into any) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, "/gmail/v1/users/me/"+path, bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	if body == nil {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	w := httptest.NewRecorder()
	m.workspace.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d\n%s", method, path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatal(err)
	}
}

// message is a mail of the workspace.
type message struct{ ID, ThreadID, Raw string }

// receive puts a mail into the inbox.
func (m *mailbox) receive(t *testing.T, raw string) message {
	t.Helper()
	var got message
	m.ask(t, "POST", "messages/import", map[string]any{"raw": base64.URLEncoding.EncodeToString([]byte(raw)), "labelIds": []string{"INBOX"}}, &got)
	return got
}

// last gives the newest mail with a label; Raw is as it was written.
func (m *mailbox) last(t *testing.T, label string) message {
	t.Helper()
	var list struct{ Messages []message }
	m.ask(t, "GET", "messages?maxResults=1&labelIds="+label, nil, &list)
	if len(list.Messages) == 0 {
		t.Fatalf("there is no mail with the label %s", label)
	}
	var got message
	m.ask(t, "GET", "messages/"+list.Messages[0].ID+"?format=raw", nil, &got)
	raw, err := base64.URLEncoding.DecodeString(got.Raw)
	if err != nil {
		t.Fatal(err)
	}
	got.Raw = string(raw)
	return got
}

// draft gives the id of the newest draft.
func (m *mailbox) draft(t *testing.T) string {
	t.Helper()
	var list struct{ Drafts []struct{ ID string } }
	m.ask(t, "GET", "drafts?maxResults=1", nil, &list)
	if len(list.Drafts) == 0 {
		t.Fatal("there is no draft")
	}
	return list.Drafts[0].ID
}

// paths writes files into a directory of their own, so that their names may be
// anything, and gives their paths.
func paths(t *testing.T, files []upload) []string {
	t.Helper()
	var out []string
	for i, f := range files {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, f.name)
		if err := os.WriteFile(path, []byte(f.content), 0o600); err != nil {
			t.Skipf("SKIPPED: this file system has no file %q: %v", f.name, err)
		}
		out = append(out, path)
	}
	return out
}

// checkWire holds the bytes against what every mail must keep on its way,
// whoever reads it: RFC 5322 (line ends and lengths) and RFC 2047 (length of a
// line with an encoded word).
func checkWire(t *testing.T, raw string) {
	t.Helper()
	head, _, _ := strings.Cut(raw, "\r\n\r\n")
	for i, line := range strings.Split(raw, "\r\n") {
		if strings.ContainsAny(line, "\r\n\x00") {
			t.Errorf("line %d has a lone line end or a NUL: %q", i+1, line)
		}
		if len(line) > 998 {
			t.Errorf("line %d has %d characters", i+1, len(line))
		}
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(head, "\r\n") {
		if strings.Contains(line, "=?") && strings.Contains(line, "?=") && len(line) > 76 {
			t.Errorf("a line with encoded words has %d characters: %s", len(line), line)
		}
		if strings.Trim(line, " \t") == "" {
			t.Error("a folded header has a line of blanks")
		}
		for _, c := range []byte(line) {
			if c < ' ' && c != '\t' || c > '~' {
				t.Errorf("a header is not ASCII: %q", line)
				break
			}
		}
		if name, _, ok := strings.Cut(line, ":"); ok && line[0] != ' ' && line[0] != '\t' {
			if seen[strings.ToLower(name)] {
				t.Errorf("the header %s is there twice", name)
			}
			seen[strings.ToLower(name)] = true
		}
	}
}
