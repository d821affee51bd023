package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/bearer"
)

func TestMCPToken(t *testing.T) {
	w := newUsersWorld(t, usersConfig("ana", "bo"))
	exit, out, errs := w.run("mcp", "token", "add", "ana")
	token := strings.TrimSuffix(out, "\n")
	if exit != 0 || !strings.HasPrefix(token, bearer.Prefix) || strings.ContainsAny(token, " \n") || strings.Contains(errs, token) || !strings.Contains(errs, "ana") || !strings.Contains(errs, "2027-02-28") {
		t.Fatalf("%d %q %q", exit, out, errs)
	}
	var made struct {
		OK                       bool
		Token, ID, User, Expires string
	}
	if err := json.Unmarshal([]byte(w.must("--json", "mcp", "token", "add", "bo", "--expire", "12h")), &made); err != nil || !made.OK || made.User != "bo" ||
		made.Expires != "2026-12-01T00:00:00Z" || !strings.HasPrefix(made.Token, bearer.Prefix) {
		t.Errorf("%+v, %v", made, err)
	}
	w.must("mcp", "token", "add", "bo", "--expire", "never")
	list, asJSON := w.must("mcp", "token", "list"), w.must("--json", "mcp", "token", "list")
	for _, want := range []string{made.ID, "ana", "bo", "until 2026-12-01", "without an end"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q:\n%s", want, list)
		}
	}
	state, err := os.ReadFile(filepath.Join(w.home, "state", "mcp-tokens.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{list, asJSON, string(state)} {
		if strings.Contains(text, bearer.Prefix) || strings.Contains(text, token[6:20]) {
			t.Errorf("a token in %s", text)
		}
	}
	if info, _ := os.Stat(filepath.Join(w.home, "state", "mcp-tokens.json")); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if out := w.must("mcp", "token", "remove", made.ID); !strings.Contains(out, made.ID) || !strings.Contains(out, "bo") {
		t.Error(out)
	}
	if out := w.must("--json", "mcp", "token", "remove", "--user", "bo"); strings.Contains(out, "ana") || !strings.Contains(out, "bo") {
		t.Error(out)
	}
	if list := w.must("mcp", "token", "list"); !strings.Contains(list, "ana") || strings.Contains(list, "bo ") {
		t.Error(list)
	}
	for _, c := range []struct {
		exit int
		says string
		args []string
	}{
		{4, "did you mean ana", []string{"add", "anna"}},
		{4, "--expire takes", []string{"add", "ana", "--expire", "90"}},
		{4, "--expire takes", []string{"add", "ana", "--expire", "0d"}},
		{4, "--expire takes", []string{"add", "ana", "--expire", "-1d"}},
		{4, "--expire takes", []string{"add", "ana", "--expire", "99999d"}},
		{4, "--expire takes", []string{"add", "ana", "--expire", ""}},
		{4, "either", []string{"remove"}},
		{4, "either", []string{"remove", "t-1", "--user", "ana"}},
		{1, "no such thing", []string{"remove", "t-nothing1"}},
		{1, "no such thing", []string{"remove", "--user", "bo"}},
		{1, "no such thing", []string{"remove", "--user", ""}},
		{4, "--account", []string{"list", "--account", "ana"}},
	} {
		if exit, out, errs := w.run(append([]string{"mcp", "token"}, c.args...)...); exit != c.exit || !strings.Contains(errs, c.says) || out != "" {
			t.Errorf("%q: %d %s%s", c.args, exit, out, errs)
		}
	}
}

// What would mix users, or leave it open whose data a call touches, ends the start.
func TestUsersAreRefused(t *testing.T) {
	const two = "[profile.g]\nbackend = \"google\"\n[profile.p]\nbackend = \"appsscript\"\n[profile.l]\nbackend = \"local\"\n[profile.own]\nbackend = \"local\"\n[profile.own.local]\npath = \"own.db\"\n[profile.e]\nbackend = \"google\"\naccount = \"env\"\n"
	good := usersConfig("ana", "bo")
	for _, c := range []struct {
		name, config, says string
		vars               map[string]string
		args               []string
		token              string // whose; "" is nobody's
	}{
		{"no users", "", "there are none", nil, nil, ""},
		{"no token", good, "no user has a token", nil, nil, ""},
		{"a token for all", good, "$WSLITE_MCP_TOKEN does not go with --users", map[string]string{EnvMCPToken: testToken}, nil, "ana"},
		{"a file with one", good, "--token-file does not go", nil, []string{"--token-file", "x"}, "ana"},
		{"an account for all", good, "--account does not go", nil, []string{"--account", "ana"}, "ana"},
		{"a variable's account", good, "$WSLITE_ACCOUNT does not go", map[string]string{"WSLITE_ACCOUNT": "ana"}, nil, "ana"},
		{"a variable's token", good, "$WSLITE_ACCESS_TOKEN does not go", map[string]string{"WSLITE_ACCESS_TOKEN": "ya29.x"}, nil, "ana"},
		{"files for all", "[mcp]\nupload_roots = [\"/srv\"]\n" + good, "upload_roots does not go", nil, nil, "ana"},
		{"no account", two + "[mcp.users.ana]\nprofile = \"g\"\n", "the user ana: no account is named", nil, nil, "ana"},
		{"the account env", two + "[mcp.users.ana]\nprofile = \"e\"\n", "the user ana: the account \"env\"", nil, nil, "ana"},
		{"nothing at all", "[mcp.users.ana]\n", "the user ana: nothing says whose data", nil, nil, "ana"},
		{"two over proxies", two + "[mcp.users.ana]\nprofile = \"p\"\n[mcp.users.bo]\nprofile = \"p\"\n", "both run over the proxies", nil, nil, "ana"},
		{"one workspace", two + "[mcp.users.ana]\nprofile = \"l\"\n[mcp.users.bo]\nprofile = \"l\"\n", "share one embedded workspace", nil, nil, "ana"},
		{"--local", good, "share one embedded workspace", nil, []string{"--local"}, "ana"},
		{"no tool left", good + "[profile.of-bo.policy]\nallow_tools = [\"tasks_*\"]\n", "the user bo: no tool passes", nil, []string{"--service", "gmail"}, "ana"},
		{"without --http", good, "add --http", nil, nil, "ana"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newUsersWorld(t, c.config)
			if c.token != "" {
				w.newToken(c.token)
			}
			for k, v := range c.vars {
				w.vars[k] = v
			}
			e := testEnv(t, w.home, w.vars)
			var said bytes.Buffer
			e.Streams, e.Transport = Streams{In: strings.NewReader(""), Out: io.Discard, Err: &said}, w
			args := []string{"mcp", "--users", "--http", "127.0.0.1:0"}
			if c.says == "add --http" {
				args = args[:2]
			}
			// One that serves after all is ended instead of hanging.
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if exit := Main(ctx, append(args, c.args...), e); exit != 4 || !strings.Contains(said.String(), c.says) {
				t.Errorf("%d: %s", exit, said.String())
			}
		})
	}
	// One user over proxies, one at Google, and one with a workspace of their own.
	w := newUsersWorld(t, two+"[mcp.users.ana]\nprofile = \"p\"\n[mcp.users.bo]\naccount = \"bo\"\n[mcp.users.cy]\nprofile = \"own\"\n[mcp.users.dan]\nprofile = \"l\"\n", "bo")
	w.tokens["cy"] = w.newToken("cy")
	w.serve()
	if said, bad := w.said(w.session("bo", nil), "tasks_list_tasklists", map[string]any{}); bad || !strings.Contains(said, "list-0-of-bo") {
		t.Errorf("bo: %s", said)
	}
	if said, bad := w.said(w.session("cy", nil), "tasks_list_tasklists", map[string]any{}); bad || strings.Contains(said, "of-") {
		t.Errorf("cy: %s", said)
	}
}

// A draft of a user is approved and run in a terminal as that user's; whoever has
// the user's name is no second person.
func TestUsersDraftsInATerminal(t *testing.T) {
	me := username()
	if strings.Trim(strings.ToLower(me), "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || me == "ana" {
		t.Skipf("the name %q can't be a user's in the configuration beside ana", me)
	}
	w := newUsersWorld(t, usersConfig("ana", me)+"[profile.of-ana.policy]\nsecond_person = [\"send\"]\n[profile.of-"+me+".policy]\nsecond_person = [\"send\"]\n", "ana", me)
	w.serve("--confirm", "draft")
	drafts := map[string]string{}
	for _, who := range []string{"ana", me} {
		said, bad := w.said(w.session(who, nil), "gmail_send", map[string]any{"to": "eve@example.com", "subject": "s", "body": "b"})
		if bad {
			t.Fatalf("%s: %s", who, said)
		}
		drafts[who] = draftID.FindString(said)
	}
	if exit, _, errs := w.run("drafts", "approve", drafts[me], "--revision", "1", "--yes"); exit != 1 || !strings.Contains(errs, "second person") {
		t.Errorf("the author's own yes: %d %s", exit, errs)
	}
	w.atGoogle()
	w.runAtGoogle("drafts", "approve", drafts["ana"], "--revision", "1", "--yes", "--run")
	if sent := w.sentBy(); len(sent) != 1 || sent["ana"] != 1 {
		t.Errorf("mails left: %v", sent)
	}
	if shown := w.must("drafts", "show", drafts["ana"]); !strings.Contains(shown, "was run") {
		t.Error(shown)
	}
}
