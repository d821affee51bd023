package review

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
)

// event is one thing that happens to the screen.
type event struct {
	key    string // "" is a pause long enough for the screen to settle
	screen string // what was on the screen when it happened
	id     string
	class  risk.Class
}

// TestRandomKeys: whatever keys come in whatever order and pace, a draft is
// approved only by "a" or "A" on itself when it had been there for a while; one
// of a class that asks, only by a "y" that answered the question about it, after
// a pause, with nothing but that question, scrolling and pauses in between.
func TestRandomKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := []risk.Class{risk.Write, risk.Send, risk.Share, risk.Destructive, risk.Admin}
		k := &desk{}
		for i := range rapid.IntRange(1, 4).Draw(t, "drafts") {
			body := rapid.SampledFrom([]string{"x", strings.Repeat(long, 60)}).Draw(t, "body")
			k.waiting = append(k.waiting, sample(i+1, rapid.SampledFrom(classes).Draw(t, "class"), body))
		}
		k.edit = func(d *draft.Draft) (*draft.Draft, error) { return d, nil }
		v := drive(t, k, 100, rapid.SampledFrom([]int{16, 30, 60}).Draw(t, "height"))

		var log []event
		names := []string{
			"a", "a", "a", "A", "y", "y", "y", "n", "p", "j", "<space>", "r", "x", "<enter>", "<esc>", "?", "h", "g", "<repeat a>", "<repeat y>", "resize", "paste", "", "",
		}
		name := ""
		for range rapid.IntRange(1, 60).Draw(t, "length") {
			// Half of the keys are calm ones.
			if name != "" && rapid.Bool().Draw(t, "calm") {
				name = ""
			} else {
				name = rapid.SampledFrom(names).Draw(t, "key")
			}
			e := event{key: name}
			if d := v.draft(); d != nil {
				e.id, e.class = d.ID, d.Payload.Class
			}
			e.screen = strings.Join(v.screen(), "\n")
			before := len(k.approved)
			switch name {
			case "":
				v.wait()
			case "resize":
				v.send(tea.WindowSizeMsg{Width: rapid.SampledFrom([]int{1, 24, 40, 80, 120}).Draw(t, "w"), Height: rapid.SampledFrom([]int{1, 10, 24, 60}).Draw(t, "h")})
			case "paste":
				v.send(tea.PasteMsg{Content: "ay\ny"})
			default:
				v.keys(name)
			}
			log = append(log, e)
			if len(k.approved) == before {
				continue
			}
			if len(k.approved) != before+1 || !strings.HasPrefix(k.approved[before], e.id+" ") {
				t.Fatalf("approved %q while %s was shown", k.approved[before:], e.id)
			}
			earned(t, log)
		}
	})
}

// earned checks the events that led to the approval that the last one gave.
func earned(t *rapid.T, log []event) {
	t.Helper()
	last := log[len(log)-1]
	harmless := []string{"", "j", "k", "<space>", "g", "resize"} // behind a resize there must be a pause too
	asks := last.class != risk.Write
	if asks && (last.key != "y" || !strings.Contains(squeeze(last.screen), "y yes, any other key no")) {
		t.Fatalf("%s was approved by %q, on this screen:\n%s", last.class, last.key, last.screen)
	}
	// Backwards to the key that began it: nothing but answers to questions about
	// the same draft, each after a pause.
	for i := len(log) - 1; i >= 0; i-- {
		e := log[i]
		if e.id != last.id {
			t.Fatalf("the draft changed on the way: %+v", names(log[i:]))
		}
		switch {
		case e.key == "a" || e.key == "A":
			if !paused(log[:i], e.id) {
				t.Fatalf("%q came before the draft had settled: %q", e.key, names(log[:i+1]))
			}
			if asks && i == len(log)-1 {
				t.Fatal("one key was enough")
			}
			return
		case e.key == "y":
			if i == 0 || !pausedSinceKey(log[:i]) {
				t.Fatalf("y came faster than the question: %q", names(log[:i+1]))
			}
		case !slices.Contains(harmless, e.key):
			t.Fatalf("%q lies between the key and the approval: %q", e.key, names(log[i:]))
		}
	}
	t.Fatalf("nothing began it: %q", names(log))
}

// paused says that there was a pause since the draft came up, with nothing but
// scrolling and the like behind it; the beginning counts as one.
func paused(log []event, id string) bool {
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].id != id {
			return false
		}
		if log[i].key == "" {
			return true
		}
		if !slices.Contains([]string{"j", "k", "<space>", "g", "n", "p", "x", "y", "<enter>", "<esc>", "h", "<repeat y>"}, log[i].key) {
			return false
		}
	}
	return true
}

// pausedSinceKey says that a pause lies between the last key and the end.
func pausedSinceKey(log []event) bool {
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].key == "" {
			return true
		}
		if !slices.Contains([]string{"j", "k", "<space>", "g"}, log[i].key) {
			return false
		}
	}
	return false
}

func names(log []event) []string {
	var keys []string
	for _, e := range log {
		keys = append(keys, e.key)
	}
	return keys
}

// squeeze undoes the wrapping of a question.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
