//go:build unix

package crash

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/idempotency"
)

// How a call is protected.
const (
	byKey   = "key"
	byDraft = "draft"
)

// ttl is more than a claim's time.
const ttl = 16 * time.Minute

// attempts is how often a key may be begun.
const maxAttempts = 3

// long lets a yes outlast a claim: what is looked at here are claims.
const long = "[drafts]\napproval_minutes = 120\n"

// subject is one call that somebody wants to happen once.
type subject struct {
	h    *home
	k    *kind
	mode string
	mark string
	// words are what every process repeats; one of key and draft is set.
	words []string
	key   string
	draft string
}

func newSubject(h *home, k *kind, mode, mark string) *subject {
	h.t.Helper()
	s := &subject{h: h, k: k, mode: mode, mark: mark, words: k.call(h, mark)}
	if mode == byKey {
		s.key = "key-" + strings.TrimPrefix(mark, "mark") // it is no mark: some tools send it
		s.words = append(s.words, "--idempotency-key", s.key)
		return s
	}
	s.draft, _ = field(h.must(append(s.words, "--draft")...).doc, "data", "draftId").(string)
	s.words = []string{"drafts", "run", s.draft}
	s.approve()
	return s
}

func (s *subject) approve() {
	s.h.t.Helper()
	s.h.must("drafts", "approve", s.draft, "--yes", "--revision", "1")
}

func (s *subject) effects() int { s.h.t.Helper(); return s.h.world.effects(s.k, s.mark) }

// claim is the record of the call.
type claim struct {
	id, status, code, resource string
	attempt                    int
}

const (
	absent     = "absent"
	inProgress = "in_progress"
	completed  = "completed"
	unknown    = "unknown"
	retryable  = "failed_retryable"
	terminal   = "failed_terminal"
)

// claim reads the record. That the commands say the same is seen wherever an
// operator uses them.
func (s *subject) claim() claim {
	s.h.t.Helper()
	for _, c := range s.h.claims() {
		if s.draft != "" && c.Draft == s.draft || s.draft == "" && c.Key == s.key {
			return claim{idempotency.KeyID(c.Owner, c.Key), string(c.Status), c.Code, c.Resource, c.Attempt}
		}
	}
	return claim{status: absent}
}

// free says that the call may be begun.
func (c claim) free() bool {
	return c.status == absent || c.status == retryable && c.attempt < maxAttempts
}

// draftState is "" where there is no draft.
func (s *subject) draftState() string {
	s.h.t.Helper()
	if s.draft == "" {
		return ""
	}
	return string(s.h.draft(s.draft).State)
}

// ready makes a draft whose run certainly did not happen runnable again.
func (s *subject) ready() {
	s.h.t.Helper()
	if state := s.draftState(); state == "" || state == "approved" {
		return
	}
	if r := s.h.run(s.words...); r.code() != "CONFIRMATION_REQUIRED" || r.exit != 2 {
		s.h.t.Errorf("a draft that lost its approval runs, or says something else:\n%s", r)
	}
	s.approve()
}

// repeat has n processes do the call at once, and holds what they say against
// how the call stood before.
func (s *subject) repeat(n int) {
	t := s.h.t
	t.Helper()
	c, before := s.claim(), s.effects()
	if c.free() || c.status == retryable {
		s.ready()
	}
	var ps []*process
	for range n {
		ps = append(ps, s.h.start(nil, s.words...))
	}
	fresh := 0
	for _, p := range ps {
		r := p.wait()
		said := r.code()
		switch {
		case r.ok() && r.duplicate():
			said = "duplicate"
			if id, _ := field(r.doc, "data", "resourceId").(string); c.status == completed && id != c.resource {
				t.Errorf("a duplicate tells the resource %q, and the claim has %q:\n%s", id, c.resource, r)
			}
		case r.ok():
			said = "done"
			fresh++
		}
		if tells(r, "could not be recorded") {
			t.Errorf("it warns where all is well:\n%s", r)
		}
		if want := s.says(c); !slices.Contains(want, said) {
			t.Errorf("%s, %s, attempt %d: a repeat said %s, not one of %v:\n%s", s.k.name, c.status, c.attempt, said, want, r)
		}
		if said == "OUTCOME_UNKNOWN" && r.exit != 6 || said == "IDEMPOTENCY_REFUSED" && r.exit != 1 {
			t.Errorf("the exit code is wrong:\n%s", r)
		}
	}
	after := s.effects()
	switch {
	case c.free() && (fresh != 1 || after != s.k.full || before != 0):
		t.Errorf("%s, %s: of %d repeats %d did it; effects %d, then %d, want %d", s.k.name, c.status, n, fresh, before, after, s.k.full)
	case !c.free() && (fresh > 0 || after != before):
		t.Errorf("%s, %s: %d repeats did it; effects %d, then %d", s.k.name, c.status, fresh, before, after)
	}
}

// says are the answers that a repeat may give: the table of docs/safety.md.
func (s *subject) says(c claim) []string {
	switch {
	case c.free():
		return []string{"done", "duplicate", "IDEMPOTENCY_REFUSED"}
	case c.status == completed, c.status == terminal && s.mode == byDraft && c.code == "RESOLVED_HAPPENED":
		return []string{"duplicate"}
	case c.status == unknown:
		return []string{"OUTCOME_UNKNOWN"}
	}
	return []string{"IDEMPOTENCY_REFUSED"}
}

// resolve says what is true of an unknown outcome, in n processes at once.
func (s *subject) resolve(n int) {
	t := s.h.t
	t.Helper()
	c, word := s.claim(), "--did-not-happen"
	want := retryable
	if s.effects() > 0 {
		word, want = "--happened", terminal
	}
	var ps []*process
	for range n {
		ps = append(ps, s.h.start(nil, "outcomes", "resolve", c.id, word, "--yes"))
	}
	good := 0
	for _, p := range ps {
		r := p.wait()
		switch {
		case r.ok():
			good++
		case n == 1, r.code() != "IDEMPOTENCY_CONFLICT" && r.code() != "DRAFT_STALE":
			t.Errorf("it can't be resolved:\n%s", r)
		}
	}
	if now := s.claim(); good == 0 || now.status != want {
		t.Errorf("%d of %d resolved it, and it is %s", good, n, now.status)
	}
	other := map[string]string{"--happened": "--did-not-happen", "--did-not-happen": "--happened"}[word]
	s.refusesToResolve(other)
	if state := s.draftState(); state != "" && !(state == "executed" && want == terminal || want == retryable && (state == "pending_approval" || state == "approved")) {
		t.Errorf("it was resolved with %s, and the draft is %s", word, state)
	}
}

// refusesToResolve tries to settle what is not open.
func (s *subject) refusesToResolve(word string) {
	s.h.t.Helper()
	c := s.claim()
	if r := s.h.run("outcomes", "resolve", c.id, word, "--yes"); r.code() != "IDEMPOTENCY_CONFLICT" || r.exit != 1 {
		s.h.t.Errorf("what is %s could be resolved:\n%s", c.status, r)
	}
}

// sound is what holds at every moment.
func (s *subject) sound() {
	t := s.h.t
	t.Helper()
	s.h.give(os.Geteuid())
	rep, err := audit.Verify(s.h.audit())
	wrong := slices.DeleteFunc(rep.Findings, func(f audit.Finding) bool { return f.What == audit.Torn }) // the next line will say so
	if err != nil && s.h.attempts("") > 0 || len(wrong) > 0 {
		t.Errorf("the audit log does not verify: %v %+v", err, wrong)
	}
	c, n := s.claim(), s.effects()
	switch {
	case n > s.k.full:
		t.Errorf("%s happened %d times over %d", s.k.name, n, s.k.full)
	case n > 0 && s.h.attempts(c.id) == 0:
		t.Errorf("%s happened, and the log has no attempt of %s", s.k.name, c.id)
	case c.status == completed && n != s.k.full:
		t.Errorf("%s is completed with %d effects of %d", s.k.name, n, s.k.full)
	case c.status == absent && n > 0:
		t.Errorf("%s happened without a claim", s.k.name)
	case c.status == retryable && n > 0:
		t.Errorf("%s may be repeated and happened", s.k.name)
	}
}

// crash is one way to be cut off.
type crash struct {
	// point is a point of the program, or what the server does.
	point string
	// status are the states that the claim may be in after it; effects is how
	// many there are, -1 where it depends.
	status  []string
	effects int
}

const moment = "moment" // killed at some moment

// crashes are the ways to cut the call off in its world.
func (s *subject) crashes() []crash {
	open := []string{inProgress}
	list := []crash{{"claimed", open, 0}, {"audited", open, 0}}
	if s.mode == byDraft {
		list = append(list, crash{"started", open, 0})
	}
	requests := s.k.requests
	if _, ok := s.h.world.(*proxyWorld); ok {
		requests = 1
	}
	per := s.k.full / requests
	for n := range requests {
		list = append(list, crash{fmt.Sprint("dispatch:", n+1), open, n * per}, crash{fmt.Sprint("answered:", n+1), open, (n + 1) * per})
	}
	list = append(list, crash{"completed", []string{completed}, s.k.full}, crash{"logged", []string{completed}, s.k.full})
	if s.h.world.next() != nil {
		list = append(list, crash{holds, open, per})
		if requests == 1 {
			list = append(list, crash{cuts, []string{unknown}, per}, crash{drops, []string{unknown}, 0})
		}
	}
	return list
}

// suffer runs the call and cuts it off; delay is for a moment.
func (s *subject) suffer(c crash, delay time.Duration) {
	t := s.h.t
	t.Helper()
	server := s.h.world.next()
	switch c.point {
	case moment:
		p := s.h.start(nil, s.words...)
		time.Sleep(delay)
		p.kill()
	case cuts, drops:
		server.set(c.point)
		if r := s.h.run(s.words...); r.code() != "OUTCOME_UNKNOWN" || r.exit != 6 {
			t.Errorf("the answer was lost (%s), and the program says\n%s", c.point, r)
		}
		server.set()
	case holds:
		server.set(holds)
		p := s.h.start(nil, s.words...)
		select {
		case <-server.held:
		case <-p.done:
			t.Errorf("it ended before the server answered:\n%s", p.wait())
		case <-time.After(patience):
			t.Error("nothing reaches the server")
		}
		p.kill()
		server.set()
	default:
		if r, reached := s.h.stop(c.point, s.words...); !reached {
			t.Fatalf("%s %s never comes to %q:\n%s", s.k.name, s.mode, c.point, r)
		}
	}
	now, effects := s.claim(), s.effects()
	if !slices.Contains(c.status, now.status) {
		t.Errorf("%s %s cut off at %q: the claim is %s, not %v", s.k.name, s.mode, c.point, now.status, c.status)
	}
	if c.effects >= 0 && effects != c.effects {
		t.Errorf("%s %s cut off at %q: %d effects, not %d", s.k.name, s.mode, c.point, effects, c.effects)
	}
	s.follows(c.point)
	s.sound()
}

// follows looks at the draft right after its run was cut off.
func (s *subject) follows(point string) {
	s.h.t.Helper()
	want := "executing"
	switch point {
	case moment:
		return
	case "claimed":
		want = "approved"
	case "logged":
		want = "executed"
	case cuts, drops:
		want = "unknown"
	}
	if state := s.draftState(); state != "" && state != want {
		s.h.t.Errorf("cut off at %q: the draft is %s, not %s", point, state, want)
	}
}
