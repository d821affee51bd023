//go:build unix

package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkout makes one with these files.
func checkout(t *testing.T, files map[string]string) *Checkout {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &Checkout{Root: root}
}

const tasksDir = "packages/tasks/apps-script/"

func TestFindCheckout(t *testing.T) {
	c := checkout(t, map[string]string{tasksDir + "Code.gs": "", "a/b/x": "", "packages/other/apps-script/x": ""})
	for _, dir := range []string{"", "a/b", tasksDir, "packages/other/apps-script"} {
		got := FindCheckout(filepath.Join(c.Root, dir), []string{"gmail", "tasks"})
		if got == nil || got.Root != c.Root {
			t.Errorf("from %q: %v", dir, got)
		}
	}
	if got := FindCheckout(c.Root, []string{"gmail"}); got != nil {
		t.Errorf("found %v", got)
	}
	var none *Checkout
	if env, err := none.Env(); env != "" || err != nil || none.HasScript("tasks") || none.HasClasp("tasks") || none.HasSecret("tasks") {
		t.Error("no checkout has something in it")
	}
}

// The file is readable by its owner alone, whatever it was before, and nothing
// else is left in the folder.
func TestWriteEnv(t *testing.T) {
	c := checkout(t, map[string]string{".env": "A=1\n"})
	if err := c.WriteEnv("A=2\n"); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(filepath.Join(c.Root, ".env"))
	info, _ := os.Stat(filepath.Join(c.Root, ".env"))
	all, _ := os.ReadDir(c.Root)
	if string(text) != "A=2\n" || info.Mode().Perm() != 0o600 || len(all) != 1 {
		t.Errorf("%q, %v, %v", text, info.Mode(), all)
	}
}

// A hostile checkout can't make repair write elsewhere.
func TestNothingIsWrittenThroughLinks(t *testing.T) {
	c := checkout(t, map[string]string{tasksDir + "Code.gs": ""})
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(c.Root, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(victim, ".env")
	link(victim, tasksDir+".clasp.json")
	if err := os.MkdirAll(filepath.Join(c.Root, "packages/gmail"), 0o700); err != nil {
		t.Fatal(err)
	}
	link(outside, "packages/gmail/apps-script")
	for name, err := range map[string]error{
		".env is a link": c.WriteEnv("x"), ".clasp.json is a link": c.WriteClasp("tasks", nil), "the folder leads out": c.WriteClasp("gmail", nil),
	} {
		if err == nil {
			t.Errorf("%s: written", name)
		}
	}
	if text, _ := os.ReadFile(victim); string(text) != "mine" {
		t.Errorf("it holds %q", text)
	}
	if all, _ := os.ReadDir(outside); len(all) != 1 {
		t.Errorf("left behind: %v", all)
	}
}

// Where others may write, no secret is put.
func TestOpenFolderIsRefused(t *testing.T) {
	c := checkout(t, map[string]string{".env": "A=1\n"})
	if err := os.Chmod(c.Root, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteEnv("A=2\n"); err == nil || !strings.Contains(err.Error(), "other users may write") {
		t.Errorf("got %v", err)
	}
}

func TestClaspConfigReplacesNothing(t *testing.T) {
	c := checkout(t, map[string]string{tasksDir + ".clasp.json": "mine"})
	if err := c.WriteClasp("tasks", []byte("x")); err == nil {
		t.Error("it was replaced")
	}
}

func TestSecret(t *testing.T) {
	for text, want := range map[string]string{
		"const BOOTSTRAP_SETUP_SECRET = 'k-1'\n":            "k-1",
		"// generated\nvar BOOTSTRAP_SETUP_SECRET=\"k-1\";": "k-1",
		"const BOOTSTRAP_SETUP_SECRET = ''":                 "",
		"const BOOTSTRAP_SETUP_SECRET = 'k-1":               "",
		"const MY_BOOTSTRAP_SETUP_SECRET = 'k-1'":           "",
		"const OTHER = 'k-1'":                               "",
		"const BOOTSTRAP_SETUP_SECRET =\n  \"it's\"\n":      "it's",
	} {
		c := checkout(t, map[string]string{tasksDir + "BootstrapSecret.gs": text})
		got, err := c.Secret("tasks")
		if got != want || (err == nil) != (want != "") || err != nil && strings.Contains(err.Error(), "k-1") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestScriptsNamed(t *testing.T) {
	const name = "Google Workspace Proxy - Tasks"
	for output, want := range map[string]string{
		`[{"name":"` + name + `","id":"a"}]`:                                  "a",
		`[{"title":"` + name + `","scriptId":"b"},{"name":"x","id":"c"}]`:     "b",
		`[{"name":"` + name + `","id":"a"},{"name":"` + name + `","id":"b"}]`: "a b",
		`[{"name":"` + name + ` 2","id":"a"}]`:                                "",
		`[{"name":"` + name + `","id":"../x"}]`:                               "",
		`[{"name":"` + name + `"}]`:                                           "",
		`{"name":"` + name + `","id":"a"}`:                                    "",
		``:                                                                    "",
	} {
		if got := strings.Join(scriptsNamed([]byte(output), name), " "); got != want {
			t.Errorf("%s: %q, want %q", output, got, want)
		}
	}
}
