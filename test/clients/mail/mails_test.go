package mail

import (
	"encoding/json"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// upload is a file of this machine that a mail shall carry.
type upload struct{ name, content string }

// sample is one call of a tool and what the mail must then be.
type sample struct {
	name string
	tool string
	args map[string]any
	// files are attached.
	files []upload
	// original is a mail that is received first, and named by messageId.
	original string
	// first is a sample whose draft this one changes; nil for none.
	first *sample
	want  reading
	// except is a reader that is known to be wrong about it.
	except string
}

// label is where the workspace keeps what the tool wrote.
func (s *sample) label() string {
	if strings.Contains(s.tool, "draft") {
		return "DRAFT"
	}
	return "SENT"
}

// write runs the tool and gives the mail that it wrote.
func (s *sample) write(t *testing.T, m *mailbox) string {
	t.Helper()
	args := map[string]any{}
	for k, v := range s.args {
		args[k] = v
	}
	if s.first != nil {
		s.first.write(t, m)
		args["draftId"] = m.draft(t)
	}
	var original message
	if s.original != "" {
		original = m.receive(t, s.original)
		args["messageId"] = original.ID
	}
	if s.files != nil {
		args["attachments"] = paths(t, s.files)
	}
	m.tool(t, s.tool, args)
	got := m.last(t, s.label())
	if s.original != "" && got.ThreadID != original.ThreadID {
		t.Errorf("the mail is in the conversation %s, not in %s", got.ThreadID, original.ThreadID)
	}
	return got.Raw
}

func TestMails(t *testing.T) {
	m, dir := open(t), t.TempDir()
	written := map[string]*sample{}
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			raw := s.write(t, m)
			file := strings.ReplaceAll(s.name, " ", "-") + ".eml"
			path := save(t, dir, file, raw)
			written[file] = &s
			checkWire(t, raw)
			for name, read := range readers {
				if name != s.except {
					t.Run(name, func(t *testing.T) { read(t, path, raw, s.want) })
				}
			}
			if t.Failed() {
				t.Logf("the mail:\n%s", raw[:min(len(raw), 4000)])
			}
		})
	}
	t.Run("dry run", func(t *testing.T) { dryRun(t, m) })
	t.Run("Python", func(t *testing.T) {
		all := readPython(t, dir)
		if all == nil {
			t.SkipNow()
		}
		if len(all) != len(written) {
			t.Fatalf("Python read %d of %d mails", len(all), len(written))
		}
		for file, got := range all {
			t.Run(file, func(t *testing.T) { pythonic(got, written[file].want).compare(t, written[file].want) })
		}
	})
}

// dryRun: what a dry run shows is the mail that would leave, and none leaves.
func dryRun(t *testing.T, m *mailbox) {
	before := m.last(t, "SENT")
	for _, s := range samples() {
		if s.tool != "send" || s.files != nil || !strings.HasPrefix(s.name, "B03 ") {
			continue
		}
		b, err := json.Marshal(s.args)
		if err != nil {
			t.Fatal(err)
		}
		var shown struct {
			Requests []struct{ Media struct{ Text string } }
		}
		if err := json.Unmarshal(m.run(t, "--local", "--dry-run", "--json", "gmail", s.tool, "--params-json", string(b)), &shown); err != nil {
			t.Fatal(err)
		}
		if len(shown.Requests) != 1 {
			t.Fatalf("%s: a dry run shows %d requests", s.name, len(shown.Requests))
		}
		readStdlib(t, shown.Requests[0].Media.Text).compare(t, s.want)
	}
	if m.last(t, "SENT") != before {
		t.Error("a dry run sent a mail")
	}
}

// readers are the programs that read one mail each; Python reads all at once.
var readers = map[string]func(t *testing.T, path, raw string, want reading){
	"net/mail":   func(t *testing.T, _, raw string, want reading) { readStdlib(t, raw).compare(t, want) },
	"go-message": func(t *testing.T, _, raw string, want reading) { readGoMessage(t, raw).compare(t, want) },
	"mblaze":     mblaze,
	"reformime":  reformime,
}

func mblaze(t *testing.T, path, raw string, want reading) {
	needs(t, "mhdr")
	if got := output(t, raw, "mhdr", "-d", "-h", "subject", path); got != want.Subject {
		t.Errorf("subject %q, want %q", got, want.Subject)
	}
	shown := output(t, raw, "mshow", "-t", path)
	for _, f := range want.Files {
		// It reads no name in pieces (RFC 2231, section 3), and ends one at a
		// quote that is escaped.
		plain := len(url.PathEscape(f.Name)) < 50 && !strings.Contains(f.Name, `"`)
		if !strings.Contains(shown, f.Type) || plain && !strings.Contains(shown, `name="`+f.Name+`"`) {
			t.Errorf("%+v is not among\n%s", f, shown)
		}
	}
}

// reformime tells the types of the parts, and what is malformed by its exit.
func reformime(t *testing.T, _, raw string, want reading) {
	needs(t, "reformime")
	var types []string
	for line := range strings.Lines(output(t, raw, "reformime", "-i")) {
		if kind, ok := strings.CutPrefix(strings.TrimSpace(line), "content-type: "); ok {
			types = append(types, kind)
		}
	}
	for _, f := range want.Files {
		if !slices.Contains(types, f.Type) {
			t.Errorf("no part of the type %s among %v", f.Type, types)
		}
	}
}

func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("SKIPPED: there is no %s in PATH", program)
	}
}

// output runs a program with the mail as its input.
func output(t *testing.T, raw string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = strings.NewReader(raw)
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}
