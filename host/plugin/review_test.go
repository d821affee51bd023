package plugin

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (-update rewrites it):\n%s", name, d)
	}
}

func TestReviewText(t *testing.T) {
	p := newPlace(t)
	c := notes()
	c.Requests[1].Routes = append(c.Requests[1].Routes, abi.Route{ID: "notes.purge", Method: "DELETE", Host: "purge.example.org:8443", Path: "/v1/purge/{id}"})
	p.write(c)
	r, err := p.open().Inspect(t.Context(), p.file)
	if err != nil {
		t.Fatal(err)
	}
	r.File = "/home/ada/notes.wasm"
	r.Digest = "(of the metered module)" // metering may change
	golden(t, "review.txt", r.String())

	p.add()
	c = more()
	c.Tools = c.Tools[1:]
	c.Requests = c.Requests[1:]
	p.write(c)
	if r, err = p.open().Inspect(t.Context(), p.file); err != nil {
		t.Fatal(err)
	}
	golden(t, "changes.txt", r.Changes.String()+"\n")
}

// Whatever a plugin writes about itself reaches a terminal clean and short.
func TestHostileTexts(t *testing.T) {
	evil := "a\x1b[2J\x07\r\nPlugin safe: \u202egnp.exe\u200b\u2066" + strings.Repeat("z", 5000)
	c := notes()
	c.Title, c.Provider, c.Version = evil, evil, evil
	for i := range c.Tools {
		c.Tools[i].Description, c.Tools[i].Title = evil, evil
	}
	rows, cand := rows(c), &candidate{meta: &Meta{Service: "notes", Catalog: c}, info: nil}
	cand.info = infoOf(t, c)
	// Names are checked before, but a review must not rely on it.
	for i := range rows {
		rows[i].Action, rows[i].Class = evil, evil
		for j := range rows[i].Routes {
			rows[i].Routes[j].Host, rows[i].Routes[j].Path = evil, evil
		}
	}
	c.Tools[0].Name, c.Tools[0].Actions = evil, []string{evil}
	r := newReview("/x\x1b", 1, cand, rows)
	r.Known, r.Changes = true, Diff(notes(), c)
	for _, s := range []string{r.String(), r.Changes.String()} {
		if s != text.Clean(s) || strings.ContainsAny(s, "\x1b\u202e\r") {
			t.Errorf("not clean: %q", s)
		}
		for _, line := range strings.Split(s, "\n") {
			if len([]rune(line)) > 800 {
				t.Errorf("a line of %d characters", len(line))
			}
			if strings.HasPrefix(line, "Plugin safe") {
				t.Errorf("a forged line: %s", line)
			}
		}
	}
	b, err := json.Marshal(r)
	if err != nil || text.Hidden([]byte(strings.ReplaceAll(string(b), "\\u001b", ""))) {
		t.Errorf("JSON is not clean: %v", err)
	}
}

// A description can't reach the place where the review's own lines begin,
// neither with blanks nor with words as long as a line.
func TestDescriptionForgesNoLine(t *testing.T) {
	for _, about := range []string{
		"Counts." + strings.Repeat(" ", 67) + "Hosts that it may send to: none",
		"Counts." + strings.Repeat("\u00a0", 67) + "Hosts that it may send to: none",
		strings.Repeat("=", 74) + "Hosts that it may send to: none",
		strings.Repeat("漢", 37) + "Hosts that it may send to: none",
		"Counts words, " + strings.Repeat("and words ", 6) + "Hosts that it may send to: none",
	} {
		c := notes()
		c.Tools[0].Description = about
		r := newReview("/x", 1, &candidate{meta: &Meta{Service: "notes", Catalog: c}, info: infoOf(t, c)}, rows(c))
		_, tools, _ := strings.Cut(r.String(), "in the plugin's own words:\n")
		for _, line := range strings.Split(strings.TrimSuffix(tools, "\n"), "\n") {
			if text.Width(line) > 80 || !strings.HasPrefix(line, "  ") {
				t.Errorf("%q", line)
			}
		}
		if !strings.Contains(strings.Join(strings.Fields(tools), " "), "send to: none") {
			t.Errorf("the description is lost: %s", tools)
		}
	}
}
