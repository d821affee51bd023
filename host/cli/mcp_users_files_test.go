package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Two names for one file are one embedded workspace, also before there is a file.
func TestUsersShareNoFileByTwoNames(t *testing.T) {
	for name, paths := range map[string][2]string{
		"a directory's link": {"real/sub/w.db", "link/sub/w.db"},
		"letters":            {"real/w.db", "real/W.db"},
		"dots":               {"real/w.db", "real/../real/w.db"},
	} {
		t.Run(name, func(t *testing.T) {
			home := func(w *usersWorld, path string) string {
				return fmt.Sprintf("%q", filepath.Join(w.home, filepath.FromSlash(path)))
			}
			w := newUsersWorld(t, "")
			if err := os.MkdirAll(filepath.Join(w.home, "real"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(w.home, "real"), filepath.Join(w.home, "link")); err != nil {
				t.Skipf("no links here: %v", err)
			}
			var config strings.Builder
			for i, who := range []string{"ana", "bo"} {
				fmt.Fprintf(&config, "[profile.%s]\nbackend = \"local\"\n[profile.%s.local]\npath = %s\n[mcp.users.%s]\nprofile = %q\n", who, who, home(w, paths[i]), who, who)
			}
			w.file(filepath.Join(".config", "wslite", "wslite.toml"), config.String())
			w.newToken("ana")
			e := testEnv(t, w.home, w.vars)
			var said bytes.Buffer
			e.Streams, e.Transport = Streams{In: strings.NewReader(""), Out: io.Discard, Err: &said}, w
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a guard
			defer cancel()
			if exit := Main(ctx, []string{"mcp", "--users", "--http", "127.0.0.1:0"}, e); exit != 4 || !strings.Contains(said.String(), "share one embedded workspace") {
				t.Errorf("%d: %s", exit, said.String())
			}
		})
	}
}

// The name of a file is the same before and after it is made.
func TestOneNameBeforeThereIsAFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "link")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	path := filepath.Join(dir, "link", "sub", "w.db")
	want := filepath.Join(dir, "sub", "w.db")
	if got := oneName(path); got != want {
		t.Errorf("before: %s, want %s", got, want)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := oneName(path); got != want {
		t.Errorf("after: %s, want %s", got, want)
	}
}
