package idempotency_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
)

// world is the service behind the calls: it counts what really happened. Its
// entries are per key and per effect of the call.
type world map[string]int

// course is one way in which a call can go: what the world does and what the
// pipeline hears of it.
type course struct {
	name string
	// happens are the effects that the service carries out, let how many the
	// guard let out.
	happens, let int
	refused      bool
	answer       func() (*envelope.Response, error)
}

func answered(code fault.Code, c fault.Change) func() (*envelope.Response, error) {
	return func() (*envelope.Response, error) {
		return &envelope.Response{Error: &envelope.Error{Code: string(code), Message: "m", Change: c}}, nil
	}
}

func failed(code fault.Code, c fault.Change) func() (*envelope.Response, error) {
	return func() (*envelope.Response, error) {
		e := fault.New(code, "m")
		e.Change = c
		return nil, e
	}
}

// batch is the answer to one whose operations failed with the codes; "" did not.
func batch(codes ...fault.Code) func() (*envelope.Response, error) {
	return func() (*envelope.Response, error) {
		r := &envelope.Response{Success: true, Partial: true}
		for _, c := range codes {
			entry := map[string]any{"success": c == ""}
			if c != "" {
				entry["error"] = map[string]any{"code": string(c), "message": "m"}
			}
			r.Results = append(r.Results, entry)
		}
		return r, nil
	}
}

func succeeded() (*envelope.Response, error) {
	return &envelope.Response{Success: true, Data: map[string]any{"id": "made"}}, nil
}

var courses = []course{
	{"it happens", 1, 1, false, succeeded},
	{"both happen", 2, 2, false, succeeded},
	{"it is refused", 0, 1, false, answered(fault.NotFound, fault.ChangeNone)},
	{"it is refused for its rate", 0, 1, false, answered(fault.RateLimited, fault.ChangeNone)},
	{"a proxy refuses it", 0, 1, false, answered(fault.Unauthorized, fault.ChangeUntold)},
	{"a proxy fails behind it", 1, 1, false, answered("SEND_FAILED", fault.ChangeUntold)},
	{"a proxy has no network behind it", 1, 1, false, answered(fault.Network, fault.ChangeUntold)},
	{"a batch in part", 1, 2, false, batch("", fault.RateLimited)},
	{"a batch with a server that failed", 1, 2, false, batch(fault.Upstream, fault.RateLimited)},
	{"a batch of which nothing was sent", 0, 0, false, batch(fault.NotSignedIn, fault.NotSignedIn)},
	{"a batch that is refused", 0, 2, false, batch(fault.RateLimited, fault.RateLimited)},
	{"its answer grows too large", 1, 1, false, answered(fault.LimitExceeded, fault.ChangeUntold)},
	{"the answer is lost behind it", 1, 1, false, failed(fault.OutcomeUnknown, 0)},
	{"the request is lost before it", 0, 1, false, failed(fault.OutcomeUnknown, 0)},
	{"a server fails behind it", 1, 1, false, answered(fault.Upstream, fault.ChangeUncertain)},
	{"a server fails before it", 0, 1, false, answered(fault.Upstream, fault.ChangeUncertain)},
	{"there is no network", 0, 1, false, failed(fault.Network, 0)},
	{"nobody is signed in", 0, 1, false, failed(fault.NotSignedIn, fault.ChangeNone)},
	{"interrupted before it", 0, 1, false, failed(fault.Interrupted, 0)},
	{"a read fails before it", 0, 0, false, answered(fault.Upstream, fault.ChangeNone)},
	{"a read is slowed down behind it", 1, 1, false, answered(fault.RateLimited, fault.ChangeMade)},
	{"interrupted behind it", 1, 1, false, failed(fault.Interrupted, fault.ChangeMade)},
	{"no token behind it", 1, 1, false, failed(fault.NotSignedIn, fault.ChangeMade)},
	{"the plan traps behind it", 1, 1, false, failed(fault.PluginFault, fault.ChangeMade)},
	{"its answer can't be read", 1, 1, false, failed(fault.MalformedResponse, fault.ChangeMade)},
	{"the second is slowed down", 1, 2, false, answered(fault.RateLimited, fault.ChangeMade)},
	{"the second is lost", 1, 2, false, failed(fault.OutcomeUnknown, fault.ChangeMade)},
	{"the guard refuses it", 0, 0, true, failed(fault.DraftStale, 0)},
	{"the log is full before it", 0, 0, true, failed(fault.AuditUnavailable, 0)},
	{"the guard refuses the second", 1, 1, true, failed(fault.ActionNotAllowed, fault.ChangeMade)},
	{"the log is full before the second", 1, 1, true, failed(fault.AuditUnavailable, 0)},
}

// run is one process between its claim and its end.
type run struct {
	r     idempotency.Request
	held  *idempotency.Held
	went  *course // nil before it sent anything
	stale bool    // it was ended already
}

var keys = []string{"a", "b", "c", "d"}

// model drives claims through any sequence of what processes, the clock and an
// operator can do.
type model struct {
	b     *bench
	world world
	runs  []*run
	owner string // a new one per check, so that all can share a store
}

func (m *model) request(key string) idempotency.Request {
	r := request(key)
	r.Owner.Account = m.owner
	return r
}

// call is a whole call, as most are.
func (m *model) call(t *rapid.T) {
	before := len(m.runs)
	m.begin(t)
	if len(m.runs) == before {
		return
	}
	r := m.runs[before]
	m.sendOf(t, r)
	if rapid.IntRange(0, 9).Draw(t, "late") > 0 {
		m.endOf(t, r)
	}
}

// begin is a call up to its claim. A duplicate is only told where it happened.
func (m *model) begin(t *rapid.T) {
	r := m.request(rapid.SampledFrom(keys).Draw(t, "key"))
	if other := rapid.IntRange(0, 9).Draw(t, "payload") == 0; other {
		r.Digest = "sha256:other"
	}
	early, peeked := m.b.Peek(ctx, r)
	held, done, err := m.b.Begin(ctx, r)
	if (held != nil) != (peeked == nil && early == nil) || fault.CodeOf(peeked) != fault.CodeOf(err) {
		t.Fatalf("Peek says %+v %v, Begin %v %+v %v", early, peeked, held, done, err)
	}
	if done != nil && m.world[r.Key+"/0"] != 1 {
		t.Fatalf("a duplicate of what never happened: %+v", done)
	}
	if held != nil {
		m.runs = append(m.runs, &run{r: r, held: held})
	}
}

// send lets a claimed call go its course.
func (m *model) send(t *rapid.T) {
	m.sendOf(t, m.draw(t, func(r *run) bool { return r.went == nil }))
}

func (m *model) sendOf(t *rapid.T, r *run) {
	c := rapid.SampledFrom(courses).Draw(t, "course")
	if c.let > 0 && r.held.Live(ctx) != nil {
		c = course{"its time is over", 0, 0, true, func() (*envelope.Response, error) { return nil, r.held.Live(ctx) }}
	}
	for i := range c.happens {
		m.world[fmt.Sprintf("%s/%d", r.r.Key, i)]++
	}
	r.went = &c
	m.check(t)
}

// end records it, perhaps long after.
func (m *model) end(t *rapid.T) {
	m.endOf(t, m.draw(t, func(r *run) bool { return r.went != nil }))
}

func (m *model) endOf(t *rapid.T, r *run) {
	res, err := r.went.answer()
	err = r.held.End(ctx, idempotency.Judge(res, err, r.went.let, r.went.refused))
	if r.stale && err == nil {
		t.Fatal("a claim was ended twice")
	}
	r.stale = true
}

// crash is a process that dies wherever it is.
func (m *model) crash(t *rapid.T) {
	r := m.draw(t, func(*run) bool { return true })
	for i, x := range m.runs {
		if x == r {
			m.runs = append(m.runs[:i:i], m.runs[i+1:]...)
		}
	}
}

func (m *model) draw(t *rapid.T, which func(*run) bool) *run {
	var some []*run
	for _, r := range m.runs {
		if which(r) {
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		t.Skip("no process is there")
	}
	return rapid.SampledFrom(some).Draw(t, "process")
}

func (m *model) advance(t *rapid.T) {
	m.b.advance(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 10 * time.Minute, time.Hour}).Draw(t, "time"))
}

// resolve is an operator who looks at the service and says what is there.
func (m *model) resolve(t *rapid.T) {
	o := m.request("").Owner
	list, err := m.b.List(ctx, store.ClaimFilter{Owner: &o, Status: []store.Status{store.Unknown}})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Skip("nothing is unknown")
	}
	c := rapid.SampledFrom(list).Draw(t, "outcome")
	if _, err := m.b.Resolve(ctx, c, m.world[c.Key+"/0"] > 0); err != nil {
		t.Fatal(err)
	}
}

// prune forgets what was kept long enough; a key that nobody remembers may be
// used anew.
func (m *model) prune(t *rapid.T) {
	if rapid.IntRange(0, 4).Draw(t, "rarely") == 0 {
		m.b.advance(31 * 24 * time.Hour)
	}
	if _, err := m.b.Prune(ctx, idempotency.MaxPrune); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if _, err := m.b.store.Claim(ctx, m.request("").Owner, key); err == store.ErrAbsent {
			delete(m.world, key+"/0")
			delete(m.world, key+"/1")
		}
	}
}

// check is what all this is for.
func (m *model) check(t *rapid.T) {
	for effect, n := range m.world {
		if n > 1 {
			t.Fatalf("%s happened %d times", effect, n)
		}
	}
}

// states: what a record says is so.
func (m *model) states(t *rapid.T) {
	m.check(t)
	o := m.request("").Owner
	list, err := m.b.List(ctx, store.ClaimFilter{Owner: &o})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		happened := m.world[c.Key+"/0"] > 0
		if c.Status == store.Completed && !happened || c.Status == store.FailedRetryable && happened {
			t.Fatalf("%s is %s, and happened = %v", c.Key, c.Status, happened)
		}
	}
}

// TestW125NeverTwice: whatever processes, crashes, the clock and an honest
// operator do in whatever order, no effect of a key happens a second time.
func TestW125NeverTwice(t *testing.T) {
	var checks atomic.Int64
	eachStore(t, idempotency.Options{}, func(t *testing.T, b *bench) {
		rapid.Check(t, func(t *rapid.T) {
			m := &model{b: b, world: world{}, owner: fmt.Sprint(checks.Add(1))}
			t.Repeat(map[string]func(*rapid.T){
				"call": m.call, "call again": m.call, "begin": m.begin, "send": m.send, "end": m.end, "crash": m.crash, "advance": m.advance,
				"resolve": m.resolve, "prune": m.prune, "": m.states,
			})
		})
	})
}
