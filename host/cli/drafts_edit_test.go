package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
)

func TestDraftsEdit(t *testing.T) {
	w := newDrafts(t)
	w.want(0, "", "--local", "tasks", "list-tasklists") // another service's draft beside it
	id := w.mail("--cc", "cem@example.org")
	args := func(more ...string) map[string]any {
		t.Helper()
		w.want(0, "Edited "+id, append([]string{"drafts", "edit", id}, more...)...)
		return w.get(id).Payload.Args
	}
	if got := args("--set", "subject=New", "--set", "html-body=<b>x</b>"); got["subject"] != "New" || got["htmlBody"] != "<b>x</b>" || got["to"] != "bob@example.org" {
		t.Errorf("%v", got)
	}
	if got := args("--unset", "htmlBody", "--unset", "--cc"); got["htmlBody"] != nil || got["cc"] != nil {
		t.Errorf("%v", got)
	}
	if d := w.get(id); len(d.Payload.Recipients) != 1 || d.Revision != 3 || d.Editor == "" {
		t.Errorf("%+v", d)
	}
	if got := args("--set", "body=a=b"); got["body"] != "a=b" {
		t.Errorf("%v", got)
	}
	if got := args("--params-json", `{"to":"dora@example.org","subject":"S","body":"B"}`); got["to"] != "dora@example.org" || len(got) != 3 {
		t.Errorf("%v", got)
	}
	if err := os.WriteFile("args.json", []byte(`{"to":"eve@example.org","subject":"S","body":"B"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := args("--params-json", "@args.json", "--set", "subject=T"); got["to"] != "eve@example.org" || got["subject"] != "T" {
		t.Errorf("%v", got)
	}
	revision := w.get(id).Revision
	w.want(0, "Nothing is changed", "drafts", "edit", id, "--set", "subject=T")
	for words, argv := range map[string][]string{
		"KEY=VALUE":                          {"--set", "subject"},
		"has no argument \"subjekt\"":        {"--set", "subjekt=x"},
		"did you mean subject?":              {"--unset", "subjekt"},
		"only a person's yes":                {"--set", "confirm=true"},
		"only a person's yes confirms":       {"--unset", "confirm"},
		"both set and unset":                 {"--set", "html-body=x", "--unset", "htmlBody"},
		"subject is missing":                 {"--unset", "subject"},
		"--unset has no effect":              {"--params-json", "{}", "--unset", "cc"},
		"--params-json is empty":             {"--params-json", ""},
		"is no JSON":                         {"--params-json", "{"},
		"--revision counts from 1":           {"--set", "subject=U", "--revision", "-2"},
		"nothing says what to change":        {},
		"to must be":                         {"--set", "to=nobody"},
		"--dry-run has no effect":            {"--set", "subject=U", "--dry-run"},
		"--idempotency-key has no effect on": {"--set", "subject=U", "--idempotency-key", "k"},
	} {
		got := w.run("", append([]string{"drafts", "edit", id}, argv...)...)
		if got.exit != 4 || !strings.Contains(got.stderr, words) {
			t.Errorf("%q: exit %d, want 4 and %q: %s", argv, got.exit, words, got.stderr)
		}
	}
	w.want(1, "DRAFT_STALE", "drafts", "edit", id, "--set", "subject=U", "--revision", "1")
	w.want(0, "Edited", "drafts", "edit", id, "--set", "subject=U", "--revision", "6")
	if got := w.get(id).Revision; got != revision+1 {
		t.Errorf("revision %d", got)
	}
	// A rejected one comes back, also by the same arguments.
	w.want(0, "", "drafts", "reject", id)
	w.want(0, "waits for approval", "drafts", "edit", id, "--set", "subject=U")
	// What ran can't be changed.
	w.want(0, "", "drafts", "approve", id, "--yes", "--revision", "8", "--run")
	w.want(1, "DRAFT_REFUSED", "drafts", "edit", id, "--set", "subject=V")
}

// Lists take one value after another, as on the tool's own command line.
func TestDraftsEditLists(t *testing.T) {
	w := newDrafts(t)
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		if err := os.WriteFile(name, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	id := w.mail("--attach", "a.txt")
	// The file was named from there; a later edit happens elsewhere.
	there := w.home
	t.Chdir(t.TempDir())
	w.want(0, "Nothing is changed", "drafts", "edit", id, "--set", "subject=Hello")
	w.want(0, "Edited", "drafts", "edit", id, "--set", "subject=Files")
	if d := w.get(id); len(d.Payload.Files) != 1 || d.Payload.Files[0].Path != filepath.Join(there, "a.txt") {
		t.Errorf("%+v", d.Payload.Files)
	}
	w.want(0, "Edited", "drafts", "edit", id, "--set", "attach="+filepath.Join(there, "b.txt"), "--set", "attachments="+filepath.Join(there, "c.txt"))
	d := w.get(id)
	var names []string
	for _, f := range d.Payload.Files {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"b.txt", "c.txt"}) {
		t.Errorf("%q", names)
	}
	// A74: other bytes under the same name are not what was agreed to. --refresh
	// takes them, and they need a new yes.
	w.want(0, "", "drafts", "approve", id, "--yes", "--revision", "3")
	if err := os.WriteFile(filepath.Join(there, "b.txt"), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.want(1, "DRAFT_DIGEST", "drafts", "run", id)
	w.want(0, "Edited", "drafts", "edit", id, "--refresh")
	w.want(2, "CONFIRMATION_REQUIRED", "drafts", "run", id)
	w.want(0, "Files", "drafts", "approve", id, "--yes", "--revision", "4", "--run")
}

func TestStoredArgs(t *testing.T) {
	d := &draft.Draft{Payload: draft.Payload{
		Args: map[string]any{"operations": []any{
			map[string]any{"action": "a", "params": map[string]any{"file": "x", "n": "y"}},
			map[string]any{"action": "b", "params": map[string]any{"files": []any{"x", 7, "z"}}},
			"no operation",
		}},
		Files: []draft.File{
			{Arg: "file", Operation: 0, Path: "/h/x"}, {Arg: "files.0", Operation: 1, Path: "/h/x"}, {Arg: "files.2", Operation: 1, Path: "/h/z"},
			// What fits nowhere changes nothing.
			{Arg: "files.1", Operation: 1, Path: "/h/7"}, {Arg: "files.9", Operation: 1, Path: "/h"}, {Arg: "nope.a.b", Operation: 0, Path: "/h"},
			{Arg: "file", Operation: 2, Path: "/h"}, {Arg: "file", Operation: 9, Path: "/h"}, {Arg: "", Operation: 0, Path: "/h"}, {Arg: "n", Operation: 0},
		},
	}}
	before, err := jsonText(d.Payload.Args)
	if err != nil {
		t.Fatal(err)
	}
	got, err := jsonText(storedArgs(d))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`"file": "x"`, `"file": "/h/x"`, "          \"x\"", "          \"/h/x\"", `"z"`, `"/h/z"`).Replace(before)
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if after, _ := jsonText(d.Payload.Args); after != before {
		t.Errorf("the draft itself is changed: %s", after)
	}
	if none := storedArgs(&draft.Draft{}); none == nil || len(none) != 0 {
		t.Errorf("%v", none)
	}
}

// editor makes a script the person's editor. "$1" is the file.
func (w *draftsWorld) editor(script string) {
	w.t.Helper()
	if runtime.GOOS == "windows" {
		w.t.Skip("the editor of this test is a shell script")
	}
	path := filepath.Join(w.home, "my editor.sh")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		w.t.Fatal(err)
	}
	w.env["EDITOR"] = "'" + path + "'"
}

func TestDraftsEditInAnEditor(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	w.answer("n\n", 4, "neither VISUAL nor EDITOR", "drafts", "edit", id)

	// It sees the arguments in a file that is the user's alone, and gone after.
	w.editor(`ls -ld "$(dirname "$1")" "$1" >` + "'" + w.home + `/seen'
echo "$1" >>'` + w.home + `/seen'
cp "$1" '` + w.home + `/args'
echo words of the editor
`)
	got := w.answer("n\n", 0, "Nothing is changed", "drafts", "edit", id)
	if strings.Contains(got.stdout, "words of the editor") || !strings.Contains(got.stderr, "words of the editor") {
		t.Errorf("%q %q", got.stdout, got.stderr)
	}
	seen, err := os.ReadFile("seen")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(seen)), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "drwx------") || !strings.HasPrefix(lines[1], "-rw-------") {
		t.Errorf("%q", lines)
	}
	if _, err := os.Stat(filepath.Dir(lines[2])); !os.IsNotExist(err) {
		t.Errorf("the directory is still there: %v", err)
	}
	if args, err := os.ReadFile("args"); err != nil || !strings.Contains(string(args), `"body": "Dear Bob"`) || strings.Contains(string(args), "confirm") {
		t.Errorf("%s %v", args, err)
	}

	edit := func(answer, script string, exit int, words string, state ...int) {
		t.Helper()
		w.editor(script)
		w.answer(answer, exit, words, "drafts", "edit", id)
		if got := w.get(id).Revision; got != state[0] {
			t.Errorf("revision %d after %s", got, script)
		}
	}
	edit("n\n", `sed -i.bak 's/Dear Bob/Dear Rob/' "$1"`, 0, "revision 2 waits for approval", 2)
	if got := w.get(id).Payload.Args["body"]; got != "Dear Rob" {
		t.Errorf("%v", got)
	}
	edit("n\n", `printf ' ' >>"$1"`, 0, "Nothing is changed", 2)
	edit("n\n", `exit 3`, 1, "the editor ended with status 3", 2)
	edit("n\n", `rm "$1"`, 4, "the editor has removed the file", 2)
	edit("n\n", `: >"$1"`, 4, "is no JSON", 2)
	edit("n\n", `echo @/etc/passwd >"$1"`, 4, "is no JSON", 2)
	edit("n\n", `echo '[]' >"$1"`, 4, "no JSON object", 2)
	edit("n\n", `echo '{' >"$1"`, 4, "is no JSON", 2)
	edit("n\n", `echo '{"to":"x","subject":"y","body":"z"}' >"$1"`, 4, "to must be", 2)
	// What was typed is not lost: it opens again, as it was left.
	edit("y\n", `if grep -q broken "$1"; then echo '{"to":"bob@example.org","subject":"Mended","body":"B"}' >"$1"; else echo '{"broken"' >"$1"; fi`,
		0, "revision 3 waits for approval", 3)
	if got := w.get(id).Payload.Args["subject"]; got != "Mended" {
		t.Errorf("%v", got)
	}
	// VISUAL goes before EDITOR, and may have words of its own.
	w.env["VISUAL"] = "sed -i.bak -e 's/Mended/Again/'"
	edit("n\n", "exit 9", 0, "revision 4 waits for approval", 4)
	w.env["VISUAL"] = "/nowhere/to/be/found"
	edit("n\n", "exit 9", 1, "the editor ended with status 127", 4)
	// Somebody else was quicker: nothing that an editor could mend.
	delete(w.env, "VISUAL")
	w.editor("exit 0")
	w.want(0, "", "drafts", "approve", id, "--yes", "--revision", "4", "--run")
	w.answer("y\n", 1, "DRAFT_REFUSED", "drafts", "edit", id)
}

// An edit is logged like every change of a draft.
func TestDraftsEditIsLogged(t *testing.T) {
	w := newDrafts(t)
	id := w.mail()
	before := len(w.events())
	w.want(0, "Edited", "drafts", "edit", id, "--set", "subject=x")
	got := w.events()[before:]
	if !slices.Equal(got, []string{audit.DraftEvent + " editing", audit.DraftEvent + " edited"}) {
		t.Errorf("%q", got)
	}
}
