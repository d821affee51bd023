//go:build unix

package crash

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store/pgtest"
)

// racers is how many processes race.
const racers = 16

// onStores runs a race on both stores.
func onStores(t *testing.T, race func(t *testing.T, pg *pgtest.Server)) {
	t.Run("sqlite", func(t *testing.T) { race(t, nil) })
	t.Run("postgres", func(t *testing.T) { race(t, pgtest.Start(t)) })
}

// A60: sixteen processes with one key make one effect; so do sixteen that
// run one draft.
func TestRaceForOneCall(t *testing.T) {
	onStores(t, func(t *testing.T, pg *pgtest.Server) {
		for _, mode := range []string{byKey, byDraft} {
			for _, where := range []string{proxy, embedded} {
				if where == embedded && !thorough() {
					continue
				}
				t.Run("A60 "+mode+" "+where, func(t *testing.T) {
					s := newSubject(newHome(t, setup{world: where, pg: pg, config: long}), kindOf("send"), mode, "mark1x")
					s.repeat(racers)
					s.repeat(1)
					if c := s.claim(); c.status != completed {
						t.Errorf("it is %s", c.status)
					}
					s.sound()
					s.h.verify()
				})
			}
		}
	})
}

// A key that two calls want is one's: the others are told of a conflict.
func TestRaceOfDifferentCallsForOneKey(t *testing.T) {
	onStores(t, func(t *testing.T, pg *pgtest.Server) {
		h := newHome(t, setup{world: proxy, pg: pg})
		var ps []*process
		for i := range racers / 2 {
			ps = append(ps, h.start(nil, "tasks", "create-task", "--tasklist-id", "@default", "--title", fmt.Sprintf("mark%dx", i), "--idempotency-key", "one"))
		}
		done := 0
		for _, p := range ps {
			if r := p.wait(); r.ok() && !r.duplicate() {
				done++
			} else if r.code() != "IDEMPOTENCY_CONFLICT" || r.exit != 1 {
				t.Errorf("another call took the key, and this one says\n%s", r)
			}
		}
		if n := h.world.effects(nil, `"mark`); done != 1 || n != 1 {
			t.Errorf("%d calls were done, with %d effects", done, n)
		}
	})
}

// A daily cap of five is five, however many ask at once.
func TestRaceForACap(t *testing.T) {
	onStores(t, func(t *testing.T, pg *pgtest.Server) {
		h := newHome(t, setup{world: proxy, pg: pg, config: "[policy.daily]\nsend = 5\n"})
		if at := time.Now().UTC(); at.Hour() == 22 || at.Hour() == 23 && at.Minute() > 50 {
			h.clock = -6 * time.Hour // midnight where the calls are made would begin another count
		}
		var ps []*process
		for i := range racers {
			ps = append(ps, h.start(nil, kindOf("send").call(h, fmt.Sprintf("mark%dx", i))...))
		}
		done := 0
		for _, p := range ps {
			if r := p.wait(); r.ok() {
				done++
			} else if r.code() != "ACTION_NOT_ALLOWED" || r.exit != 1 || !strings.Contains(r.message(), "daily") {
				t.Errorf("the cap is used up, and it says\n%s", r)
			}
		}
		sent := 0
		for i := range racers {
			sent += h.world.effects(nil, fmt.Sprintf(`"mark%dx"`, i))
		}
		if done != 5 || sent != 5 {
			t.Errorf("under a cap of 5 %d say that they did it, and %d mails were sent", done, sent)
		}
		h.verify()
	})
}

// Approvals, edits and runs of one draft come at once: what happens is what was
// agreed to, once.
func TestRaceOfApproveEditRun(t *testing.T) {
	rounds := number(t, runsVar, 0)/20 + 3
	seed := uint64(number(t, seedVar, int(time.Now().UnixNano()&0x7fffffff)))
	t.Logf("%s=%d", seedVar, seed)
	onStores(t, func(t *testing.T, pg *pgtest.Server) {
		h := newHome(t, setup{world: proxy, pg: pg})
		rng := rand.New(rand.NewPCG(seed, 1))
		for round := range rounds {
			approveEditRun(t, h, rng, round)
		}
		h.verify()
	})
}

func approveEditRun(t *testing.T, h *home, rng *rand.Rand, round int) {
	title := func(edit int) string { return fmt.Sprintf("round%dx%dx", round, edit) }
	stored := h.must("tasks", "create-task", "--tasklist-id", "@default", "--title", title(0), "--draft")
	id, _ := field(stored.doc, "data", "draftId").(string)
	var acts [][]string
	for i := range 3 {
		revision := fmt.Sprint(1 + i%2)
		acts = append(acts, []string{"drafts", "approve", id, "--yes", "--revision", revision}, []string{"drafts", "run", id})
		if i < 2 {
			acts = append(acts, []string{"drafts", "edit", id, "--set", "title=" + title(i+1)})
		}
	}
	rng.Shuffle(len(acts), func(i, j int) { acts[i], acts[j] = acts[j], acts[i] })
	var ps []*process
	for _, act := range acts {
		ps = append(ps, h.start(nil, act...))
		time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond)
	}
	// titles are those that each revision had, as far as the commands told.
	titles := map[int]string{1: title(0)}
	done := 0
	for _, p := range ps {
		r := p.wait()
		act := r.args[slices.Index(r.args, "drafts")+1]
		switch {
		case r.ok() && act == "run" && !r.duplicate():
			done++
		case r.ok() && act == "edit":
			revision, _ := field(r.doc, "draft", "revision").(float64)
			if revision < 2 {
				t.Fatalf("an edit tells no revision:\n%s", r)
			}
			titles[int(revision)] = strings.TrimPrefix(r.args[len(r.args)-1], "title=")
		case r.ok():
		case !slices.Contains([]string{"DRAFT_STALE", "CONFIRMATION_REQUIRED", "IDEMPOTENCY_REFUSED", "DRAFT_REFUSED"}, r.code()):
			t.Errorf("in a race for a draft it says\n%s", r)
		}
	}
	var ran []string
	for i := range 3 {
		for range h.world.effects(nil, `"`+title(i)+`"`) {
			ran = append(ran, title(i))
		}
	}
	d := h.draft(id)
	if len(ran) != done || len(ran) > 1 || (d.State == "executed") != (len(ran) == 1) {
		t.Errorf("%d runs say that they did it, %d effects, the draft is %s", done, len(ran), d.State)
	}
	if len(ran) == 1 {
		if titles[d.Revision] != ran[0] || d.Payload.Args["title"] != ran[0] {
			t.Errorf("%q happened, revision %d holds %v", ran[0], d.Revision, d.Payload.Args["title"])
		}
		if !h.agreedTo(id, d.Revision, d.Digest) {
			t.Errorf("revision %d happened, and the log knows no yes to it", d.Revision)
		}
	}
}

// agreedTo says whether the log has a yes to the very content before the attempt.
func (h *home) agreedTo(draft string, revision int, digest string) bool {
	h.t.Helper()
	files, _ := filepath.Glob(filepath.Join(h.audit(), "audit-*.jsonl"))
	slices.Sort(files)
	yes := false
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, raw := range strings.Split(string(text), "\n") {
			var l struct {
				Event, Status, Draft, Digest string
				Revision                     int
			}
			if json.Unmarshal([]byte(raw), &l) != nil || l.Draft != draft {
				continue
			}
			switch {
			case l.Event == "draft" && (l.Status == "approved" || l.Status == "approving") && l.Revision == revision && l.Digest == digest:
				yes = true
			case l.Event == "attempt" && (!yes || l.Revision != revision || l.Digest != digest):
				return false
			}
		}
	}
	return yes
}
