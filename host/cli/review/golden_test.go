package review

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const hostile = "Dear Eve,\r\n\x1b[2J\x1b[1;1Hstate         approved, not run yet\r── the end ──\r\n" +
	"a approve and run\u202egnp.exe \u2066hidden\u2069\r\n漢字漢字 e\u0301 👩‍👩‍👧 שלום\r\n\x9b31mred\x07\r\n" +
	"! It is approved. y yes, any other key no"

// TestScreens pins what the screen shows, by size and by what happened.
func TestScreens(t *testing.T) {
	for _, tt := range []struct {
		name          string
		width, height int
		body, keys    string
	}{
		{"wide", 120, 40, "Dear Eve,\nhere are the figures.\n", ""},
		{"end", 80, 24, "Dear Eve,\nhere are the figures.\n", "<space> <space>"},
		{"narrow", 40, 24, "Dear Eve,\nhere are the figures, which are long enough for a narrow window.\n", ""},
		{"narrow_end", 40, 24, "Dear Eve,\nhere are the figures, which are long enough for a narrow window.\n", "<space> <space> <space>"},
		{"hostile", 80, 60, hostile, ""},
		{"hostile_narrow", 24, 120, hostile, ""},
		{"question", 80, 40, "x", "a"},
		{"question_later", 80, 40, "x", "A"},
		{"question_unseen", 80, 24, "x", "a"},
		{"question_narrow", 40, 16, "x", "a y"},
		{"reason", 80, 24, "x", "r n o"},
		{"help", 80, 24, "x", "?"},
		{"failure", 80, 24, "x", "fail a y y"},
		{"too_soon", 80, 24, "x", "n soon"},
		{"small", 20, 5, "x", ""},
		{"minimal", 24, 10, "x", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := deskOf(risk.Send, tt.body, "y")
			v := drive(t, k, tt.width, tt.height)
			for _, key := range strings.Fields(tt.keys) {
				switch key {
				case "fail":
					k.fail = fault.New(fault.DraftStale, "draft d-000000000001 has revision 2, not 1").WithHint("wslite drafts show d-000000000001")
				case "soon":
					v.keys("p")
					v.keys("a")
				default:
					v.calmly(key)
				}
			}
			golden(t, tt.name, strings.Join(v.screen(), "\n")+"\n")

			// Colour says nothing that words don't.
			plain := v.screen()
			v.o.Color = true
			for i, r := range v.screen() {
				if ansi.Strip(r) != plain[i] {
					t.Errorf("with colour: %q, without: %q", r, plain[i])
				}
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", name, diff)
	}
}

// TestLargeText: a mail of two megabytes is shown, and scrolls.
func TestLargeText(t *testing.T) {
	for _, body := range []string{strings.Repeat("word ", 400<<10), strings.Repeat("a line\n", 300<<10)} {
		v := drive(t, deskOf(risk.Send, body), 80, 24)
		v.keys(strings.Repeat("<space>", 50))
		v.want("MORE BELOW")
		if n := len(v.body.page.rows); n > 51*24 {
			t.Errorf("%d rows were made of what is shown on 50 screens", n)
		}
		v.calmly("a")
		v.want("You have not seen all")
	}
}

// TestLongSubject: what is long is wrapped, never cut.
func TestLongSubject(t *testing.T) {
	k := deskOf(risk.Send, "x")
	subject := ""
	for i := range 120 {
		subject += fmt.Sprintf("word%d ", i)
	}
	m := k.waiting[0].Payload.Effects[0].Request.Media
	m.Text = strings.Replace(m.Text, "Figures", subject, 1)
	v := drive(t, k, 80, 24)
	v.send(tea.WindowSizeMsg{Width: 80, Height: 70})
	for i := range 120 {
		v.want(fmt.Sprintf("word%d", i))
	}
}
