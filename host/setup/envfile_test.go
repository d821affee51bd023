package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	tasksURL   = "GOOGLE_WORKSPACE_TASKS_PROXY_URL"
	tasksToken = "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN"
)

func TestCheckEnv(t *testing.T) {
	for text, malformed := range map[string][]int{
		"# export " + tasksToken + "=a b\n":                nil, // a comment
		"  export " + tasksToken + "=abc  \n":              nil,
		"\t" + tasksToken + "='it is'\n":                   nil,
		tasksToken + "='it' is\n":                          {1},
		"\n\n" + tasksToken + "\n":                         nil, // sets nothing
		"GOOGLE_WORKSPACE_tasks_PROXY_TOKEN=x\n":           {1},
		"A=1\r\n" + tasksToken + "=x y\r\n":                {2},
		tasksURL + "=\"a\"\"b\"\n" + tasksToken + "=\n":    {1},
		"export GOOGLE_WORKSPACE_A_PROXY_ADMIN_TOKEN=x":    nil,
		"export GOOGLE_WORKSPACE_A_PROXY_ADMIN_TOKENx=x\n": {1},
	} {
		if got := EnvFile(text).Check().Malformed; !slices.Equal(got, malformed) {
			t.Errorf("%q: lines %v, want %v", text, got, malformed)
		}
	}
}

// Defect 25: the sample file's own empty lines are no fault.
func TestDefect25EmptyLines(t *testing.T) {
	sample := EnvFile("export " + tasksURL + "=\nexport " + tasksToken + "=\"\"\n" + tasksToken + "=''\n")
	if r := sample.Check(); len(r.Malformed) > 0 || r.CRLF {
		t.Errorf("got %+v", r)
	}
}

// Defect 25: a line is replaced, never doubled, however it was written.
func TestDefect25PutReplaces(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "export T=\"new\"\n",
		"A=1":                             "A=1\nexport T=\"new\"\n",
		"A=1\r\nB=2\r\n":                  "A=1\r\nB=2\r\nexport T=\"new\"\r\n",
		"T=\nA=1\n":                       "export T=\"new\"\nA=1\n",
		"export T=\"\"\nA=1":              "export T=\"new\"\nA=1",
		"  export\tT='old'\r\nA=1\r\n":    "export T=\"new\"\r\nA=1\r\n",
		"T=1\nA=1\nT=2\n# T=3\nXT=4\n":    "T=1\nA=1\nexport T=\"new\"\n# T=3\nXT=4\n",
		"export TT=1\nMY_T=2\n# export T": "export TT=1\nMY_T=2\n# export T\nexport T=\"new\"\n",
	} {
		got, err := EnvFile(text).Put("T", "new")
		if err != nil || string(got) != want {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, want)
		}
	}
}

// A shell reads back what was put, and nothing of it runs.
func TestPutIsSafeToSource(t *testing.T) {
	for _, value := range []string{"$(touch x)", "`touch x`", "a\"; touch x; \"", "a\nb", "a b", "a\\", "!x", "", "ü", "\x1b[2J"} {
		if got, err := EnvFile("").Put("T", value); err == nil {
			t.Errorf("%q was put: %q", value, got)
		}
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	value := "aZ09.-_~+/=:;,'#?&*()[]{}|<>%@^"
	f, err := EnvFile("A=1\n").Put("T", value)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(path, []byte(f), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(sh, "-c", `. "$0"; printf %s "$T"`, path).Output()
	if err != nil || string(out) != value {
		t.Errorf("a shell reads %q, %v", out, err)
	}
}

// Whatever the file: what was put is read back, no other variable changes, and
// no line is added where one set it.
func TestPutProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.OneOf(rapid.StringMatching(`(export )?[ABT]=("[a-z ]*"|'[a-z]*'|[a-z]*)\r?`), rapid.StringMatching(`[ -~]{0,12}\r?`))
		f := EnvFile(strings.Join(rapid.SliceOf(line).Draw(t, "lines"), "\n"))
		value := rapid.StringMatching(`[a-zA-Z0-9._-]{1,20}`).Draw(t, "value")
		_, had := f.Value("T")
		got, err := f.Put("T", value)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := got.Value("T"); v != value {
			t.Fatalf("reads %q", v)
		}
		for _, name := range []string{"A", "B"} {
			before, set := f.Value(name)
			after, still := got.Value(name)
			if before != after || set != still {
				t.Fatalf("%s was %q, is %q", name, before, after)
			}
		}
		if had && strings.Count(string(got), "\n") != strings.Count(string(f), "\n") {
			t.Fatalf("a line was added: %q", got)
		}
		if again, _ := got.Put("T", value); again != got {
			t.Fatalf("a second time changes it: %q", again)
		}
		if n := got.Normalize(); n.Normalize() != n || n.Check().CRLF {
			t.Fatalf("not normal: %q", n)
		}
	})
}
