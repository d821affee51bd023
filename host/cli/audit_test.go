package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
)

// auditHome is a user's home with these entries in the log.
func auditHome(t *testing.T, records ...audit.Record) string {
	t.Helper()
	home := t.TempDir()
	l, err := audit.Open(audit.Options{Dir: filepath.Join(home, ".local", "state", "wslite", "audit")})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := l.Append(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

func runAudit(t *testing.T, home string, args ...string) ran {
	t.Helper()
	var out, errs bytes.Buffer
	e := testEnv(t, home, map[string]string{"TZ": "Europe/Berlin"})
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	code := Main(context.Background(), append([]string{"audit"}, args...), e)
	return ran{exit: code, stdout: out.String(), stderr: errs.String()}
}

func TestAuditMoments(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, berlin)
	for word, want := range map[string]string{
		"2026-11-30":                "2026-11-30T00:00:00+01:00",
		"2026-07-01":                "2026-07-01T00:00:00+02:00",
		"2026-11-30T09:00:00Z":      "2026-11-30T09:00:00Z",
		"2026-11-30T09:00:00+05:00": "2026-11-30T09:00:00+05:00",
		"2h":                        "2026-11-30T10:00:00+01:00",
		"90m":                       "2026-11-30T10:30:00+01:00",
		"0d":                        "2026-11-30T12:00:00+01:00",
		"60d":                       "2026-10-01T12:00:00+02:00", // the same hour on the other side of a change
	} {
		if got, ok := moment(word, now); !ok || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %v %v, want %s", word, got, ok, want)
		}
	}
	for _, word := range []string{"", "d", "-1d", "-2h", "yesterday", "2026-13-01", "1e9d", "99999999d", "7"} {
		if got, ok := moment(word, now); ok {
			t.Errorf("%q is taken for %v", word, got)
		}
	}
}

func TestAuditUsage(t *testing.T) {
	home := auditHome(t, audit.Record{Event: audit.Attempt, Tool: "gmail_send"})
	for _, c := range [][]string{
		{"list", "--limit", "0"}, {"list", "--limit", "-3"}, {"list", "--class", "sends"}, {"list", "--event", "header"},
		{"list", "--since", "soon"}, {"list", "--since", "1d", "--until", "2d"}, {"list", "--tool", "["}, {"list", "x"},
		{"list", "--yes"}, {"list", "--local"}, {"show"}, {"show", "abc"}, {"show", "sha256:xyzxyz"}, {"verify", "--dir", ""},
		{"export", "--format", "xml"}, {"export", "--force"}, {"export", "--output", ""}, {"export", "--json"}, {"remove"},
	} {
		if got := runAudit(t, home, c...); got.exit != fault.ExitUsage || !strings.Contains(got.stdout+got.stderr, "USAGE") {
			t.Errorf("%v: exit %d: %s%s", c, got.exit, got.stdout, got.stderr)
		}
	}
}

// A name that is made to steer a terminal or a spreadsheet does neither.
func TestAuditHostileNames(t *testing.T) {
	home := auditHome(t,
		audit.Record{Event: audit.Attempt, Tool: "gmail_send", Actor: "=1+1", Account: "@SUM(A1)", Profile: "-x", Tenant: "\x1b[2Jx"},
		audit.Record{Event: audit.Outcome, Tool: "gmail_send", Actor: "\u202eadmin", Account: "a,\"b\"\nc"})
	got := runAudit(t, home, "export", "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	if err != nil || len(rows) != 3 || len(rows[0]) != len(auditColumns) {
		t.Fatalf("%v: %s", err, got.stdout)
	}
	for _, row := range rows[1:] {
		for i, c := range row {
			if c != "" && strings.ContainsAny(c[:1], "=+-@") {
				t.Errorf("%s is a formula: %q", rows[0][i], c)
			}
		}
	}
	if at := slices.Index(rows[0], "actor"); rows[1][at] != "'=1+1" {
		t.Errorf("%q", rows[1][at])
	}
	for _, args := range [][]string{{"list"}, {"show", "2"}, {"show", "3"}, {"export"}, {"export", "--format", "csv"}, {"list", "--json"}} {
		if got := runAudit(t, home, args...); got.exit != 0 || strings.ContainsAny(got.stdout+got.stderr, "\x1b\u202e") {
			t.Errorf("%v: exit %d: %q", args, got.exit, got.stdout)
		}
	}
}

// Every member of an entry has a column.
func TestAuditColumns(t *testing.T) {
	var tags []string
	var walk func(reflect.Type)
	walk = func(k reflect.Type) {
		for i := range k.NumField() {
			if f := k.Field(i); f.Anonymous {
				walk(f.Type)
			} else {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				tags = append(tags, name)
			}
		}
	}
	walk(reflect.TypeFor[audit.Entry]())
	want := slices.Clone(auditColumns)
	slices.Sort(tags)
	slices.Sort(want)
	if !slices.Equal(tags, want) {
		t.Errorf("%v\n%v", tags, want)
	}
}

func TestAuditShowByHash(t *testing.T) {
	draftOf := audit.Record{Event: audit.DraftEvent, Draft: "d-1", Status: "stored", Tool: "gmail_send"}
	run := audit.Record{Event: audit.Attempt, Draft: "d-1", Claim: "00ff", Tool: "gmail_send"}
	outcome := audit.Record{Event: audit.Outcome, Claim: "00ff", Tool: "gmail_send", Status: "ok"}
	home := auditHome(t, draftOf, run, outcome, audit.Record{Event: audit.Refused, Tool: "drive_share"})
	var hash string
	for e, err := range audit.Entries(filepath.Join(home, ".local", "state", "wslite", "audit"), audit.Filter{Event: audit.Attempt}) {
		if err != nil {
			t.Fatal(err)
		}
		hash = e.Hash
	}
	for _, word := range []string{hash, hash[:20], strings.TrimPrefix(hash, "sha256:")[:40]} {
		got := runAudit(t, home, "show", word, "--json")
		if got.exit != 0 || strings.Count(got.stdout, `"seq"`) != 3 || strings.Contains(got.stdout, "drive_share") {
			t.Errorf("%s: exit %d: %s%s", word, got.exit, got.stdout, got.stderr)
		}
	}
	if got := runAudit(t, home, "show", "5"); got.exit != 0 || strings.Contains(got.stdout, "of the same call") {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
}

func TestNewFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	hello := func(w io.Writer) error { _, err := io.WriteString(w, "hello"); return err }
	fails := func(w io.Writer) error {
		io.WriteString(w, "half")
		return errors.New("no more")
	}
	holds := func(want string) {
		t.Helper()
		got, err := os.ReadFile(path)
		if string(got) != want || err != nil && want != "" {
			t.Errorf("%q %v, want %q", got, err, want)
		}
		if list, _ := os.ReadDir(dir); len(list) > 1 {
			t.Errorf("%v", list)
		}
	}
	if err := newFile(path, false, fails); fault.CodeOf(err) != fault.Client {
		t.Error(err)
	}
	holds("")
	if err := newFile(path, false, hello); err != nil {
		t.Error(err)
	}
	holds("hello")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if err := newFile(path, false, fails); fault.CodeOf(err) != fault.Conflict {
		t.Error(err)
	}
	if err := newFile(path, true, fails); err == nil {
		t.Error("no error")
	}
	holds("hello")
	if err := newFile(path, true, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Error(err)
	}
	holds("new")
	// A link is replaced and not followed; what is no file stays.
	target := filepath.Join(t.TempDir(), "target")
	os.WriteFile(target, []byte("mine"), 0o600)
	os.Remove(path)
	if err := os.Symlink(target, path); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("links need a right of their own")
		}
		t.Fatal(err)
	}
	if err := newFile(path, false, hello); fault.CodeOf(err) != fault.Conflict {
		t.Error(err)
	}
	if err := newFile(path, true, hello); err != nil {
		t.Error(err)
	}
	holds("hello")
	if got, _ := os.ReadFile(target); string(got) != "mine" {
		t.Errorf("%q", got)
	}
	if err := newFile(dir, true, hello); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
}
