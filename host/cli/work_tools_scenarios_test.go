package cli

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A3: a tool takes typed arguments and nothing else: no command, no request, no
// header, no place to send to. An address is content (a link in a document, the
// picture that Google fetches for one) and stands on the list.
func TestA3_WhatToolsTake(t *testing.T) {
	needPlugins(t)
	addresses := []string{
		"docs_format_text linkUrl", "docs_insert_image imageUrl",
		"slides_format_text linkUrl", "slides_insert_image imageUrl", "slides_set_element_link linkUrl",
	}
	surface := regexp.MustCompile(`(?i)^(cmd|command|argv|args|exec|shell|script|request|requests|raw|headers?|host|endpoint|api|route|body_?json|token|scope|userId)$`)
	address := regexp.MustCompile(`(?i)ur[il]$`)
	forms := 0
	for _, tool := range allTools(t) {
		if m := regexp.MustCompile(`(?i)(^|_)(exec|raw|cli|shell|http|request)(_|$)`).FindString(tool.Name); m != "" {
			t.Errorf("the tool %s is a way around the tools", tool.Name)
		}
		var schema map[string]any
		if err := json.Unmarshal(tool.Input, &schema); err != nil {
			t.Fatal(err)
		}
		var walk func(at string, s map[string]any)
		walk = func(at string, s map[string]any) {
			_, choices := s["oneOf"].([]any)
			if s["type"] == "object" && !choices {
				forms++
				if s["additionalProperties"] != false {
					t.Errorf("%s%s takes what nobody named", tool.Name, at)
				}
			}
			for key, below := range members(s["properties"]) {
				// In Gmail the scope says whether a message or its conversation is meant.
				if surface.MatchString(key) && !(key == "scope" && strings.HasPrefix(tool.Name, "gmail_")) {
					t.Errorf("%s%s.%s: what is that for?", tool.Name, at, key)
				}
				if address.MatchString(key) && !tool.IsBatchTool && !slices.Contains(addresses, tool.Name+" "+key) {
					t.Errorf("%s%s.%s takes an address", tool.Name, at, key)
				}
				walk(at+"."+key, members(below))
			}
			if items, ok := s["items"].(map[string]any); ok {
				walk(at+"[]", items)
			}
			for _, word := range []string{"oneOf", "anyOf", "allOf"} {
				list, _ := s[word].([]any)
				for _, below := range list {
					walk(at+"|", members(below))
				}
			}
		}
		walk("", schema)
	}
	if forms < 218 {
		t.Errorf("only %d objects were seen", forms)
	}
}

func members(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// A8, A28: all pages are asked for one after the other and joined in their order;
// no more of them than was said, and that there are more is told.
func TestA8_A28_AllPages(t *testing.T) {
	w := newWired(t)
	for i := range 7 {
		w.must(0, "", "drive", "create-file", fmt.Sprintf("n%d.txt", i), "--content", "x")
	}
	list := []string{"drive", "list-files", "--page-size", "2", "--page-all"}
	names := func(stdout string) (list []string) {
		for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
			list = append(list, fmt.Sprint(document(t, line)["name"]))
		}
		return list
	}
	one := document(t, w.must(0, "", "--json", "drive", "list-files", "--page-size", "50").stdout)
	var want []string
	for i := range 7 {
		want = append(want, fmt.Sprint(dig(one, "data", i, "name")))
	}
	w.sent = nil
	all := w.must(0, "", list...)
	if got := names(all.stdout); !slices.Equal(got, want) || len(w.sent) != 4 {
		t.Errorf("%q in %d requests, want %q", got, len(w.sent), want)
	}
	w.sent = nil
	some := w.must(0, "stopped after 2 pages", append(list, "--page-limit", "2")...)
	if got := names(some.stdout); !slices.Equal(got, want[:4]) || len(w.sent) != 2 || !strings.Contains(some.stderr, "there are more") {
		t.Errorf("%q in %d requests: %s", got, len(w.sent), some.stderr)
	}
	for _, bad := range []string{"0", "-1", "abc"} {
		w.must(4, "--page-limit", append(list, "--page-limit", bad)...)
	}
}

// A71: of a file that was saved the answer tells where it is, how large and by
// which digest, and nothing of its bytes or of where they came from.
func TestA71_ASavedFile(t *testing.T) {
	w := newWired(t)
	content := strings.Repeat("the content of a file\n", 100)
	w.file("a.bin", content)
	made := document(t, w.must(0, "", "--json", "drive", "create-file", "--file", "a.bin").stdout)
	id := fmt.Sprint(dig(made, "data", "file", "id"))
	for _, mode := range [][]string{{"--json"}, {"--verbose"}, nil} {
		out := filepath.Join(t.TempDir(), "got.bin")
		got := w.must(0, out, append(mode, "drive", "read-file", id, "--output", out)...)
		b, err := os.ReadFile(out)
		if err != nil || string(b) != content {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
		for _, told := range []string{"the content of", base64.StdEncoding.EncodeToString([]byte(content))[:40], "alt=media", "https://", "Content-Type"} {
			if strings.Contains(got.stdout+got.stderr, told) {
				t.Errorf("%q: it tells %q:\n%s%s", mode, told, got.stdout, got.stderr)
			}
		}
		if len(mode) == 1 && mode[0] == "--json" {
			saved, _ := dig(document(t, got.stdout), "data", "savedTo").(map[string]any)
			if len(saved) != 3 || saved["path"] != out || saved["size"] != float64(len(content)) || len(fmt.Sprint(saved["sha256"])) != 64 {
				t.Errorf("%v", saved)
			}
		}
	}
}

// A72: an address is no id. Nothing is asked for.
func TestA72_AnAddressAsAnID(t *testing.T) {
	w := newWired(t)
	out := filepath.Join(t.TempDir(), "got")
	for _, id := range []string{
		"https://drive.google.com/file/d/1AbC/view", "https://evil.example/1AbC", "http://127.0.0.1/", "//evil.example/x", "file:///etc/passwd", "/etc/passwd", "1AbC?alt=media", "1AbC#x", "..", "a/b", "a%2Fb",
	} {
		for _, argv := range [][]string{{"drive", "get-file", id}, {"drive", "read-file", id, "--output", out}} {
			if got := w.call(argv...); got.exit != 4 || len(w.sent) > 0 {
				t.Errorf("%q: exit %d, asked for %v: %s", argv, got.exit, w.sent, got.stderr)
				w.sent = nil
			}
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was made")
	}
}

// A80: a sign-in that ended between two reads is none for the second, and no
// other account steps in.
func TestA80_ASignInThatEndedBetweenTwoReads(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("other")
	w.signIn("first")
	read := []string{"tasks", "list-tasklists", "--account", "first"}
	w.must(read...)
	first := w.called()
	if len(first) != 1 || !strings.Contains(first[0], "ya29.access-first") {
		t.Fatalf("%q", first)
	}
	_, token, _ := strings.Cut(first[0], " ")
	w.reject[token], w.refuse = true, "invalid_grant"
	for range 2 {
		exit, out, errs := w.run(read...)
		if exit != 5 || strings.Contains(out, "items") || !strings.Contains(errs, "NOT_SIGNED_IN") {
			t.Errorf("exit %d %s %s", exit, out, errs)
		}
		for _, c := range w.called() {
			if !strings.HasSuffix(c, token) {
				t.Errorf("Google was asked as %q", c)
			}
		}
	}
	w.noSecrets()
}

// W151: what a service calls a file is no path: it is saved inside the directory
// that was named, or not at all, and overwrites nothing.
func TestW151_ANameThatClimbs(t *testing.T) {
	w := newWired(t)
	made := document(t, w.must(0, "", "--json", "drive", "create-file", "plain.txt", "--content", "new content").stdout)
	id := fmt.Sprint(dig(made, "data", "file", "id"))
	dir := filepath.Join(w.home, "in")
	w.file("victim.txt", "old")
	var name string
	w.cut = func(r *http.Request, _ []byte) (*http.Response, error) {
		res, err := w.service.RoundTrip(r)
		if err != nil || r.URL.Query().Get("alt") == "media" {
			return res, err
		}
		defer res.Body.Close()
		var body map[string]any
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil {
			return nil, err
		}
		body["name"] = name
		b, err := json.Marshal(body)
		return answerOf(r, res.StatusCode, string(b)), err
	}
	for _, name = range []string{"../victim.txt", "/" + filepath.Join(w.home, "victim.txt"), `..\victim.txt`, "..", ".", "a/../../victim.txt", "\x00victim.txt", ".bashrc"} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		got := w.call("drive", "read-file", id, "--output", dir+"/")
		entries, err := os.ReadDir(dir)
		if got.exit != 0 || err != nil || len(entries) != 1 || entries[0].IsDir() || strings.HasPrefix(entries[0].Name(), ".") {
			t.Errorf("%q: exit %d, %v %v %s", name, got.exit, entries, err, got.stderr)
		}
		if b, err := os.ReadFile(filepath.Join(w.home, "victim.txt")); err != nil || string(b) != "old" {
			t.Fatalf("%q wrote %q, %v", name, b, err)
		}
	}
}

// A24: what lies in the directory that somebody happens to stand in says nothing:
// no configuration, no policy, no token.
func TestA24_TheWorkingDirectorySaysNothing(t *testing.T) {
	w := newDrafts(t)
	w.config("[policy]\nexternal = \"deny\"\n")
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := os.MkdirAll(filepath.Join(dir, ".config", "wslite"), 0o700); err != nil {
		t.Fatal(err)
	}
	const open = "[policy]\nexternal = \"allow\"\npublic_sharing = \"allow\"\n[profile.default]\nbackend = \"google\"\n"
	for name, content := range map[string]string{
		"wslite.toml": open, ".wslite.toml": open, ".config/wslite/wslite.toml": open, "../wslite.toml": open,
		".env": "WSLITE_ACCESS_TOKEN=ya29.x\nWSLITE_PROFILE=other\n", "../.env": "WSLITE_ACCESS_TOKEN=ya29.x\n",
		".m365rc.json": `{"prompt":true}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	here := w.want(0, "", "--json", "config", "show").stdout
	t.Chdir(dir)
	if there := w.want(0, "", "--json", "config", "show").stdout; there != here {
		t.Errorf("the configuration is another one:\n%s\n%s", here, there)
	}
	w.want(1, "ACTION_NOT_ALLOWED", "--local", "--yes", "gmail", "send", "--to", "eve@evil.example", "--subject", "s", "--body", "b")
	w.want(5, "NOT_SIGNED_IN", "tasks", "list-tasklists", "--account", "env")
}
