package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Writing the very lines that a refusal names lets the call pass, wherever the
// setting stands that is against it: a profile can't be loosened alone.
func TestLinesOfARefusalHelp(t *testing.T) {
	mail := strings.Fields("gmail_send --to eve@other.example --subject s --body b")
	public := strings.Fields("drive_set_sharing --file-id f --access ANYONE --permission VIEW")
	for name, c := range map[string]struct {
		file  map[string]string // the settings of each table
		front string
		argv  []string
		lines int
	}{
		"profile alone":           {map[string]string{"profile.work.policy": `external = "deny"`}, "cli", mail, 2},
		"profile alone, an agent": {map[string]string{"profile.work.policy": `external = "deny"`}, "mcp", mail, 2},
		"both":                    {map[string]string{"policy": `external = "deny"`, "profile.work.policy": `external = "deny"`}, "cli", mail, 2},
		"profile under confirm":   {map[string]string{"policy": `external = "confirm"`, "profile.work.policy": `external = "deny"`}, "cli", mail, 1},
		"policy":                  {map[string]string{"policy": `external = "deny"`}, "cli", mail, 1},
		"nothing, an agent":       {nil, "mcp", mail, 1},
		"sharing, nothing":        {nil, "cli", public, 1},
		"sharing, profile":        {map[string]string{"profile.work.policy": `public_sharing = "deny"`}, "cli", public, 2},
		"sharing, under allow":    {map[string]string{"policy": `public_sharing = "allow"`, "profile.work.policy": `public_sharing = "deny"`}, "cli", public, 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := newDrafts(t)
			needService(t, "drive")
			file := filepath.Join(w.home, ".config", "wslite", "wslite.toml")
			write := func(tables map[string]string) {
				t.Helper()
				text := "[profile.work]\nbackend = \"local\"\n"
				for table, line := range tables {
					text += "[" + table + "]\n" + line + "\n"
				}
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write(c.file)
			argv := append([]string{"policy", "explain", "--front-end", c.front, "--profile", "work", "--json"}, c.argv...)
			var verdict struct {
				Reasons []struct{ Lines []string }
			}
			if err := json.Unmarshal([]byte(w.want(1, `"allowed": false`, argv...).stdout), &verdict); err != nil || len(verdict.Reasons) != 1 {
				t.Fatal(err, verdict)
			}
			lines := verdict.Reasons[0].Lines
			if len(lines) != c.lines {
				t.Errorf("lines %q, want %d", lines, c.lines)
			}
			if c.front == "cli" {
				w.want(1, strings.Join(lines, ", "), append([]string{"--profile", "work", "--yes", "run"}, c.argv...)...)
			}
			changed := map[string]string{}
			for table, line := range c.file {
				changed[table] = line
			}
			for _, l := range lines {
				table, line, _ := strings.Cut(strings.TrimPrefix(l, "["), "] ")
				changed[table] = line
			}
			write(changed)
			w.want(0, `"allowed": true`, argv...)
		})
	}
}
