package cli

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func s256(verifier string) string {
	s := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(s[:])
}

// The whole life of an account: client, sign-in, calls, sign-out.
func TestSignInCallSignOut(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	if exit, _, errs := w.run("auth", "login"); exit != 5 || !strings.Contains(errs, "wslite auth credentials FILE") {
		t.Fatalf("without a client: %d %s", exit, errs)
	}
	w.must("auth", "credentials", filepath.Join(w.home, "client.json"))
	exit, out, errs := w.run("auth", "login", "--services", "tasks")
	if exit != 0 || !strings.Contains(out, "Signed in as me@example.com; it is the default account. Secrets are in the file store.") {
		t.Fatalf("%d %s %s", exit, out, errs)
	}
	// What is asked for stands before the address, in words.
	if i, j := strings.Index(errs, "see, change and delete tasks"), strings.Index(errs, "/auth?"); i < 0 || i > j {
		t.Errorf("%s", errs)
	}
	q := w.asked[0]
	if q.Get("scope") != "email https://www.googleapis.com/auth/tasks offline_access openid" || q.Get("prompt") != "consent" || q.Get("access_type") != "offline" {
		t.Errorf("%v", q)
	}
	exit, _, errs = w.run("--verbose", "tasks", "list-tasklists", "--json")
	if exit != 0 || !strings.Contains(errs, "runs on the backend google") || !strings.Contains(errs, "account me@example.com (default)") {
		t.Errorf("%d %s", exit, errs)
	}
	calls := w.called()
	if len(calls) != 1 || !strings.HasPrefix(calls[0], "tasks.googleapis.com ya29.access-me-") {
		t.Fatalf("%q", calls)
	}
	// A token that the service refuses is renewed once, and the call succeeds.
	w.reject[strings.Fields(calls[0])[1]] = true
	w.must("--verbose", "tasks", "list-tasklists")
	if again := w.called(); len(again) != 2 || again[0] != calls[0] || again[1] == calls[0] {
		t.Errorf("%q", again)
	}
	// Signing in again shows no consent page: everything is granted.
	w.must("auth", "login", "--services", "tasks", "--account", "me@example.com")
	if q := w.asked[1]; q.Get("prompt") != "" || q.Get("login_hint") != "me@example.com" {
		t.Errorf("%v", q)
	}
	// A service is added to what is there.
	w.must("auth", "login", "--scopes", "https://www.googleapis.com/auth/contacts.readonly", "--account", "me@example.com")
	if s := w.asked[2].Get("scope"); !strings.Contains(s, "auth/tasks") || !strings.Contains(s, "contacts.readonly") || w.asked[2].Get("include_granted_scopes") != "true" {
		t.Errorf("%s", s)
	}
	w.refuse = "down"
	if exit, _, errs := w.run("auth", "logout"); exit != 1 || !strings.Contains(errs, "still signed in") || !strings.Contains(errs, "--forget") {
		t.Errorf("%d %s", exit, errs)
	}
	w.must("tasks", "list-tasklists")
	w.refuse = ""
	if out := w.must("auth", "logout", "--json"); !strings.Contains(out, `"revoked": true`) || len(w.revoked) != 1 || w.revoked[0] != "me" {
		t.Errorf("%s %v", out, w.revoked)
	}
	if exit, _, errs := w.run("tasks", "list-tasklists"); exit == 0 || !strings.Contains(errs, "wslite auth login") || !strings.Contains(errs, "--local") {
		t.Errorf("signed out: %d %s", exit, errs)
	}
	left, _ := filepath.Glob(filepath.Join(w.home, ".local/state/wslite/auth/secrets/account-*"))
	if len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	w.noSecrets()
}

// B30: each call carries the token of the account that was named, by flag
// before and after the command, by the environment and by the profile; a name
// that means nobody is an error and nothing is sent.
func TestB30AccountOfACall(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("first")
	w.signIn("second")
	tool := []string{"tasks", "list-tasklists"}
	join := func(a ...[]string) (out []string) {
		for _, x := range a {
			out = append(out, x...)
		}
		return out
	}
	flag := []string{"--account", "second"}
	for name, c := range map[string]struct {
		args []string
		env  map[string]string
		want string
	}{
		"default":              {tool, nil, "ya29.access-first"},
		"before":               {join(flag, tool), nil, "ya29.access-second"},
		"between":              {[]string{"tasks", "--account", "second", "list-tasklists"}, nil, "ya29.access-second"},
		"after":                {join(tool, flag), nil, "ya29.access-second"},
		"with =":               {join(tool, []string{"--account=second"}), nil, "ya29.access-second"},
		"address":              {join(tool, []string{"--account", "SECOND@example.com"}), nil, "ya29.access-second"},
		"run":                  {[]string{"run", "tasks_list_tasklists", "--account", "second"}, nil, "ya29.access-second"},
		"call":                 {[]string{"call", "tasks", "tasklistsList", "--account", "second"}, nil, "ya29.access-second"},
		"environment":          {tool, map[string]string{"WSLITE_ACCOUNT": "second"}, "ya29.access-second"},
		"flag over variable":   {join(tool, flag), map[string]string{"WSLITE_ACCOUNT": "first"}, "ya29.access-second"},
		"plain token":          {tool, map[string]string{"WSLITE_ACCESS_TOKEN": "plain-token-1\r\n"}, "plain-token-1"},
		"name over token":      {join(tool, flag), map[string]string{"WSLITE_ACCESS_TOKEN": "plain-token-1"}, "ya29.access-second"},
		"token by name":        {join(tool, []string{"--account", "env"}), map[string]string{"WSLITE_ACCESS_TOKEN": "plain-token-1"}, "plain-token-1"},
		"account over a proxy": {join(tool, flag), map[string]string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL": "http://127.0.0.1:1/", "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN": "t"}, "ya29.access-second"},
	} {
		t.Run(name, func(t *testing.T) {
			w.vars = c.env
			exit, _, errs := w.run(c.args...)
			if calls := w.called(); exit != 0 || len(calls) != 1 || !strings.HasPrefix(calls[0], "tasks.googleapis.com "+c.want) {
				t.Errorf("%d %q %s", exit, calls, errs)
			}
		})
	}
	for name, c := range map[string]struct {
		args []string
		env  map[string]string
		exit int
	}{
		"unknown by flag":      {join(tool, []string{"--account", "third"}), nil, 5},
		"unknown by variable":  {tool, map[string]string{"WSLITE_ACCOUNT": "third"}, 5},
		"unknown, with token":  {join(tool, []string{"--account", "third"}), map[string]string{"WSLITE_ACCESS_TOKEN": "plain-token-1"}, 5},
		"unknown, in dry run":  {join(tool, []string{"--account", "third", "--dry-run"}), nil, 5},
		"env without a token":  {join(tool, []string{"--account", "env"}), nil, 5},
		"flag on local":        {join([]string{"--local"}, tool, flag), nil, 4},
		"service without REST": {[]string{"sheets", "get-spreadsheet", "--spreadsheet-id", "x", "--account", "second"}, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			w.vars = c.env
			exit, out, errs := w.run(c.args...)
			if calls := w.called(); exit != c.exit || len(calls) != 0 {
				t.Errorf("%d %q %s %s", exit, calls, out, errs)
			}
		})
	}
	w.vars = nil
	// The profile names the account; the flag still goes before it.
	config, _ := os.ReadFile(filepath.Join(w.home, ".config/wslite/wslite.toml"))
	w.file(".config/wslite/wslite.toml", string(config)+"[profile.b]\nbackend = \"google\"\naccount = \"second\"\n[profile.p]\nbackend = \"appsscript\"\n")
	for _, c := range []struct {
		args []string
		want string
	}{{[]string{"--profile", "b"}, "second"}, {[]string{"--profile", "b", "--account", "first"}, "first"}} {
		if exit, _, errs := w.run(join(c.args, tool)...); exit != 0 || !strings.Contains(fmt.Sprint(w.called()), "ya29.access-"+c.want) {
			t.Errorf("%q: %d %s", c.args, exit, errs)
		}
	}
	if exit, _, errs := w.run(join([]string{"--profile", "p"}, tool, flag)...); exit != 4 || !strings.Contains(errs, "no effect on the profile p") {
		t.Errorf("%d %s", exit, errs)
	}
	w.vars = map[string]string{"WSLITE_ACCOUNT": "second"}
	if exit, _, errs := w.run(join([]string{"--profile", "p"}, tool)...); exit != 1 || !strings.Contains(errs, "WSLITE_ACCOUNT") {
		t.Errorf("%d %s", exit, errs)
	}
	w.vars = nil
	w.must("auth", "switch", "second")
	w.must(tool...)
	if calls := w.called(); !strings.Contains(calls[0], "ya29.access-second") {
		t.Errorf("after the switch: %q", calls)
	}
	// Nobody takes the place of a default account that was signed out.
	w.must("auth", "logout", "second")
	if exit, _, errs := w.run(tool...); exit != 5 || len(w.called()) != 0 || !strings.Contains(errs, "auth switch") {
		t.Errorf("%d %s", exit, errs)
	}
	w.noSecrets()
}

// An alias does not change hands by whoever happens to be signed in in the
// browser.
func TestOtherPersonInTheBrowser(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("work")
	w.who = "private"
	exit, _, errs := w.run("auth", "login", "--services", "tasks", "--account", "work")
	if exit != 1 || !strings.Contains(errs, "private@example.com signed in") || !strings.Contains(errs, "nothing was stored") {
		t.Errorf("%d %s", exit, errs)
	}
	if exit, _, errs := w.run("auth", "login", "--services", "tasks", "--account", "other@example.com"); exit != 1 || !strings.Contains(errs, "other@example.com was named") {
		t.Errorf("%d %s", exit, errs)
	}
	w.must("tasks", "list-tasklists")
	if calls := w.called(); !strings.Contains(calls[0], "ya29.access-work") {
		t.Errorf("%q", calls)
	}
	var list struct {
		Accounts []struct {
			Alias, Address, Kind, Store string
			Default                     bool
			Scopes                      []string
		}
	}
	if err := json.Unmarshal([]byte(w.must("auth", "list", "--json")), &list); err != nil || len(list.Accounts) != 1 || list.Accounts[0].Address != "work@example.com" || !list.Accounts[0].Default {
		t.Errorf("%+v %v", list, err)
	}
	w.must("auth", "login", "--services", "tasks", "--account", "work", "--force")
	w.must("tasks", "list-tasklists")
	if calls := w.called(); !strings.Contains(calls[0], "ya29.access-private") {
		t.Errorf("forced: %q", calls)
	}
	w.noSecrets()
}

// Without a browser here: the address where another machine's browser ended is
// pasted, wrong ones are told and asked for again.
func TestPasteBack(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.must("auth", "credentials", filepath.Join(w.home, "client.json"))
	in, paste, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	elsewhere := func(address string) {
		defer paste.Close()
		c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		res, err := c.Get(address)
		if err != nil {
			t.Error(err)
			return
		}
		res.Body.Close()
		fmt.Fprintf(paste, "http://127.0.0.1:1/?code=x&state=wrong\n\n%s\n", res.Header.Get("Location"))
	}
	exit, out, errs := w.runWith(in, elsewhere, "auth", "login", "--no-browser", "--services", "tasks", "--json")
	if exit != 0 || !strings.Contains(out, `"alias": "me@example.com"`) || !strings.Contains(errs, "its state differs") {
		t.Errorf("%d %s %s", exit, out, errs)
	}
	w.noSecrets()
}

// A browser opens at a terminal alone: not over SSH, not with --no-browser, and
// never through a shell.
func TestWhenABrowserOpens(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the browser of this test is a shell script")
	}
	needPlugins(t)
	for name, c := range map[string]struct {
		terminal bool
		vars     map[string]string
		args     []string
		opens    bool
	}{
		"terminal":    {true, nil, nil, true},
		"no terminal": {false, nil, nil, false},
		"SSH":         {true, map[string]string{"SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, nil, false},
		"forbidden":   {true, nil, []string{"--no-browser"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newSignInWorld(t)
			w.must("auth", "credentials", filepath.Join(w.home, "client.json"))
			seen := filepath.Join(w.home, "seen")
			script := w.file("browser", "#!/bin/sh\nprintf '%s' \"$*\" > '"+seen+".new'\nmv '"+seen+".new' '"+seen+"'\n")
			if err := os.Chmod(script, 0o700); err != nil {
				t.Fatal(err)
			}
			w.terminal, w.vars = c.terminal, map[string]string{"BROWSER": script + " --new-window"}
			maps.Copy(w.vars, c.vars)
			var printed string
			exit, _, errs := w.runWith(strings.NewReader(""), func(address string) {
				printed = address
				for range 200 { // the browser has to be faster than the person here
					if _, err := os.Stat(seen); err == nil || !c.opens {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
				w.follow(address)
			}, append([]string{"auth", "login", "--services", "tasks"}, c.args...)...)
			got, err := os.ReadFile(seen)
			if exit != 0 || (err == nil) != c.opens || c.opens && string(got) != "--new-window "+printed {
				t.Errorf("exit %d, opened %q (%v): %s", exit, got, err, errs)
			}
			if strings.Contains(errs, "The browser opens") != c.opens {
				t.Errorf("%s", errs)
			}
		})
	}
}

// B29 and others: what the provider refuses is told with what to do, and
// nobody is signed in.
func TestB29RefusalsAtTheProvider(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.must("auth", "credentials", filepath.Join(w.home, "client.json"))
	for word, want := range map[string]string{
		"invalid_scope": "does not grant the scope https://www.googleapis.com/auth/tasks to this client", "access_denied": "was refused at the provider", "server_error": "server_error",
	} {
		w.refuse = word
		exit, _, errs := w.run("auth", "login", "--services", "tasks")
		if exit != 5 || !strings.Contains(errs, want) {
			t.Errorf("%s: %d %s", word, exit, errs)
		}
		if word == "invalid_scope" && (!strings.Contains(errs, "--services") || !strings.Contains(errs, "--read-only")) {
			t.Errorf("no way to narrow: %s", errs)
		}
	}
	w.refuse = ""
	for _, args := range [][]string{
		{"--scopes", "https://mail.google.com/"}, {"--scopes", "https://www.googleapis.com/auth/admin.directory.user"}, {"--scopes", "nonsense"},
		{"--services", "nothing"}, {"--device", "--no-browser"}, {"--subject", "a@b"}, {"--scopes", "openid", "--read-only"}, {"--dry-run"}, {"--local"}, {"--account", "a b"}, {"--account", "env"},
	} {
		if exit, _, errs := w.run(append([]string{"auth", "login"}, args...)...); exit != 4 {
			t.Errorf("%q: %d %s", args, exit, errs)
		}
	}
	if exit, _, errs := w.run("auth", "login", "--device", "--services", "tasks"); exit != 1 || !strings.Contains(errs, "--no-browser") {
		t.Errorf("no device sign-in: %d %s", exit, errs)
	}
	if len(w.asked) != 3 {
		t.Errorf("the provider was asked %d times", len(w.asked))
	}
}

// A read-only sign-in, and a policy of reads alone, ask for read-only scopes;
// a write is then refused with the one command to run.
func TestReadOnlySignIn(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("me", "--read-only")
	if s := w.asked[0].Get("scope"); !strings.Contains(s, "auth/tasks.readonly") || strings.Contains(s, "auth/tasks ") {
		t.Errorf("%s", s)
	}
	w.must("tasks", "list-tasklists")
	exit, _, errs := w.run("tasks", "create-tasklist", "--title", "x")
	if exit != 5 || !strings.Contains(errs, "wslite auth login --services tasks --account me") || len(w.called()) != 1 {
		t.Errorf("%d %s", exit, errs)
	}
	config, _ := os.ReadFile(filepath.Join(w.home, ".config/wslite/wslite.toml"))
	w.file(".config/wslite/wslite.toml", string(config)+"[policy]\nread_only = true\n")
	w.who = "policy"
	w.must("auth", "login", "--services", "tasks")
	if s := w.asked[1].Get("scope"); !strings.Contains(s, "auth/tasks.readonly") {
		t.Errorf("%s", s)
	}
}

// A revoked grant is exit 5 with the one command to run.
func TestRevokedGrant(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("me")
	for token := range w.refreshes {
		w.reject[strings.Replace(token, "1//refresh-secret-", "ya29.access-", 1)] = true
	}
	w.refuse = "invalid_grant"
	exit, out, errs := w.run("--verbose", "--json", "tasks", "list-tasklists")
	var doc struct {
		Error    struct{ Code, Message string }
		ExitCode int
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || exit != 5 || doc.ExitCode != 5 || doc.Error.Code != "NOT_SIGNED_IN" || !strings.Contains(doc.Error.Message, "wslite auth login --account me") {
		t.Errorf("%d %s %s %v", exit, out, errs, err)
	}
	w.noSecrets()
}

func TestStatusAndDoctor(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	if exit, _, errs := w.run("auth", "status"); exit != 5 || !strings.Contains(errs, "nobody is signed in") {
		t.Errorf("%d %s", exit, errs)
	}
	if exit, out, _ := w.run("auth", "doctor"); exit != 1 || !strings.Contains(out, "file") || !strings.Contains(out, "auth credentials FILE") {
		t.Errorf("%d %s", exit, out)
	}
	w.signIn("me")
	if out := w.must("auth", "status"); !strings.Contains(out, "me@example.com") || !strings.Contains(out, "see, change and delete tasks") || !strings.Contains(out, "held until 2026-11-30 13:00:00") {
		t.Errorf("%s", out)
	}
	var status struct {
		ChosenBy string
		Account  struct{ Alias, Store string }
		Token    struct{ Fresh, Renews bool }
	}
	if err := json.Unmarshal([]byte(w.must("auth", "status", "--json")), &status); err != nil || status.ChosenBy != "default" || status.Account.Store != "file" || !status.Token.Renews {
		t.Errorf("%+v %v", status, err)
	}
	if out := w.must("auth", "doctor", "--live"); !strings.Contains(out, "sealed files") || !strings.Contains(out, "the provider gives a token; default") {
		t.Errorf("%s", out)
	}
	for _, words := range [][]string{{"auth", "switch", ""}, {"--account", ""}, {"tasks", "list-tasks", "--account", "m"}} {
		if out := w.must(append([]string{"__complete"}, words...)...); !strings.Contains(out, "me\tme@example.com") {
			t.Errorf("completion of %q: %s", words, out)
		}
	}
	if exit, out, _ := w.run("doctor", "--json"); exit != 0 || !strings.Contains(out, `"secretStore": "file"`) || !strings.Contains(out, `"alias": "me"`) {
		t.Errorf("%d %s", exit, out)
	}
	w.vars["WSLITE_OAUTH_CLIENT_FILE"] = filepath.Join(w.home, "none.json")
	if exit, out, _ := w.run("auth", "doctor", "--json"); exit != 1 || !strings.Contains(out, "no such file") {
		t.Errorf("%d %s", exit, out)
	}
	w.noSecrets()
}

// B88: the client may come over standard input, with a mark and CRLF; its
// secret stands nowhere in the clear.
func TestB88CredentialsFromStdin(t *testing.T) {
	w := newSignInWorld(t)
	in := strings.NewReader("\xef\xbb\xbf{\"client_id\":\"id-2\",\r\n\"client_secret\":\"GOCSPX-topsecret2\"}\r\n")
	exit, out, errs := w.runWith(in, nil, "auth", "credentials", "-", "--json")
	if exit != 0 || !strings.Contains(out, `"clientId": "id-2"`) {
		t.Fatalf("%d %s %s", exit, out, errs)
	}
	filepath.Walk(filepath.Join(w.home, ".local"), func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			if data, _ := os.ReadFile(path); strings.Contains(string(data), "topsecret") {
				t.Errorf("%s holds the secret", path)
			}
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: mode %v", path, info.Mode())
			}
		}
		return nil
	})
	for _, bad := range []string{"", "{}", `{"type":"service_account"}`} {
		if exit, _, _ := w.runWith(strings.NewReader(bad), nil, "auth", "credentials", "-"); exit != 1 {
			t.Errorf("%q: %d", bad, exit)
		}
	}
	w.noSecrets()
}

// B30: a variable that is not set names nobody, and nobody is not the default
// account; nor is the default profile or configuration meant.
func TestB30EmptyNames(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("first")
	w.called()
	for _, flag := range []string{"account", "profile", "config"} {
		for _, value := range [][]string{{"--" + flag, ""}, {"--" + flag + "="}, {"--" + flag, " "}} {
			for _, args := range [][]string{
				append(append([]string{}, value...), "tasks", "list-tasklists"),
				append([]string{"tasks", "list-tasklists"}, value...),
				append(append([]string{"run"}, value...), "tasks_list_tasklists"),
				append([]string{"auth", "logout"}, value...),
			} {
				if exit, out, errs := w.run(args...); exit != 4 || out != "" || !strings.Contains(errs, "--"+flag) {
					t.Errorf("%q: %d %s %s", args, exit, out, errs)
				}
			}
		}
	}
	if calls := w.called(); len(calls) != 0 || len(w.revoked) != 0 {
		t.Errorf("sent %q, revoked %q", calls, w.revoked)
	}
}
