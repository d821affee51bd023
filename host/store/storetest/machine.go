package storetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/store"
)

// The machine's times never meet: lifetimes are odd multiples of five minutes,
// and the clock moves by tens of minutes. So it does not matter that a server's
// clock goes on while the test runs.
const (
	tick   = 10 * time.Minute
	offset = 5 * time.Minute
)

// model is what the rules say, in the fewest words: no rows, no versions of
// its own making, no due claims that nobody has looked at yet.
type model struct {
	now    time.Duration
	claims map[string]*modelClaim
	counts map[string]int
	drafts map[string]*modelDraft
}

type modelClaim struct {
	b       store.Beginning
	status  store.Status
	attempt int
	version int64
	token   string
	begun   time.Duration
	until   time.Duration
	code    string
}

type modelDraft struct {
	owner   store.Owner
	version int64
	state   string
}

// look gives the claim, which becomes unknown if its time is over.
func (m *model) look(k string) *modelClaim {
	c := m.claims[k]
	if c != nil {
		*c = m.peek(*c)
	}
	return c
}

// peek is look for one that stays as it is.
func (m *model) peek(c modelClaim) modelClaim {
	if c.status == store.InProgress && (m.now >= c.until || c.begun > m.now+time.Minute) {
		c.status, c.code, c.token = store.Unknown, store.CodeExpired, ""
		c.version++
	}
	return c
}

// subject is a store next to its model.
type subject struct {
	Harness
	m      model
	owners []store.Owner
	// tokens are all that were ever given out: most of them are stale.
	tokens []string
	run    string
	day    string
}

// machine runs sequences of calls against the store and the model. All runs
// share one store; each has owners of its own.
func machine(t *testing.T, h Harness) {
	if f := flag.Lookup("rapid.checks"); f != nil && f.Value.String() == "100" {
		if h.Break != nil { // calls of a database cost more
			if err := f.Value.Set("30"); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Value.Set("100") })
		}
	}
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		tenant := fmt.Sprint("run", run)
		s := &subject{Harness: h, run: tenant, tokens: []string{"none"}, owners: []store.Owner{
			{Tenant: tenant}, {Tenant: tenant, Account: "a"}, {Tenant: tenant, User: "a"},
		}, m: model{claims: map[string]*modelClaim{}, counts: map[string]int{}, drafts: map[string]*modelDraft{}}}
		now, err := h.Store.Now(context.Background())
		if err != nil {
			t.Fatalf("%v", err)
		}
		s.day = now.Format(time.DateOnly)
		// The next run starts where the clock of this one started.
		defer func() { h.Advance(-s.m.now) }()
		t.Repeat(map[string]func(*rapid.T){
			"begin":   s.begin,
			"end":     s.end,
			"resolve": s.resolve,
			"read":    s.read,
			"list":    s.list,
			"advance": s.advance,
			"cleanup": s.cleanup,
			"add":     s.addDraft,
			"set":     s.setDraft,
			"":        s.counted,
		})
	})
}

func (s *subject) owner(t *rapid.T) store.Owner { return rapid.SampledFrom(s.owners).Draw(t, "owner") }
func key(t *rapid.T) string                     { return rapid.SampledFrom([]string{"k1", "k2"}).Draw(t, "key") }
func id(o store.Owner, key string) string       { return o.Key() + "/" + key }

func (s *subject) begin(t *rapid.T) {
	b := store.Beginning{
		Owner: s.owner(t), Key: key(t),
		Operation: rapid.SampledFrom([]string{"send", "send", "send", "share"}).Draw(t, "operation"),
		Digest:    rapid.SampledFrom([]string{"d1", "d1", "d1", "d2"}).Draw(t, "digest"),
		TTL:       time.Duration(rapid.IntRange(0, 5).Draw(t, "ttl"))*tick + offset,
		Attempts:  rapid.IntRange(1, 3).Draw(t, "attempts"),
		Caps:      []store.Cap{{Name: "send", Day: s.day, Amount: rapid.IntRange(0, 2).Draw(t, "amount"), Limit: rapid.IntRange(0, 5).Draw(t, "limit")}},
	}
	got, acquired, err := s.Store.Begin(context.Background(), b)
	c, take := s.m.look(id(b.Owner, b.Key)), b.Caps[0]
	count := s.m.counts[b.Owner.Key()]
	switch {
	case c != nil && (c.b.Operation != b.Operation || c.b.Digest != b.Digest):
		if !errors.Is(err, store.ErrConflict) || acquired {
			t.Fatalf("acquired %v, %v; want a conflict", acquired, err)
		}
		return
	case c != nil && (c.status != store.FailedRetryable || c.attempt >= b.Attempts):
		if err != nil || acquired {
			t.Fatalf("acquired %v, %v; want the claim that stands", acquired, err)
		}
		s.same(t, got, c)
		return
	case take.Amount > 0 && count+take.Amount > take.Limit:
		var full *store.CapError
		if !errors.As(err, &full) || acquired {
			t.Fatalf("acquired %v, %v; want the cap of %d after %d", acquired, err, take.Limit, count)
		}
		return
	}
	if err != nil || !acquired || got.Token == "" {
		t.Fatalf("acquired %v, %v, %+v; want a claim", acquired, err, got)
	}
	for _, token := range s.tokens {
		if token == got.Token {
			t.Fatalf("a token is given out twice")
		}
	}
	if c == nil {
		c = &modelClaim{}
		s.m.claims[id(b.Owner, b.Key)] = c
	}
	*c = modelClaim{b: b, status: store.InProgress, attempt: c.attempt + 1, version: c.version + 1, token: got.Token, begun: s.m.now, until: s.m.now + b.TTL}
	s.m.counts[b.Owner.Key()] += take.Amount
	s.tokens = append(s.tokens, got.Token)
	s.same(t, got, c)
}

func (s *subject) end(t *rapid.T) {
	o, k := s.owner(t), key(t)
	c := s.m.claims[id(o, k)]
	e := store.Ending{Owner: o, Key: k, Token: rapid.SampledFrom(s.tokens).Draw(t, "token"), Version: 1, Keep: keep, Code: "X",
		Status: rapid.SampledFrom([]store.Status{store.Completed, store.FailedRetryable, store.FailedRetryable, store.FailedTerminal, store.Unknown}).Draw(t, "status")}
	if c != nil {
		if c.token != "" && rapid.IntRange(0, 3).Draw(t, "right token") > 0 {
			e.Token = c.token
		}
		e.Version = c.version + int64(rapid.SampledFrom([]int{0, 0, 0, -1, 1}).Draw(t, "off"))
	}
	release := rapid.IntRange(0, 2).Draw(t, "release")
	e.Release = []store.Cap{{Name: "send", Day: s.day, Amount: release}}
	got, err := s.Store.End(context.Background(), e)
	c = s.m.look(id(o, k))
	if c == nil || c.status != store.InProgress || c.token != e.Token || c.version != e.Version {
		if !errors.Is(err, store.ErrConflict) {
			t.Fatalf("%+v, %v; want a conflict", got, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	c.status, c.token, c.code = e.Status, "", "X"
	if e.Status == store.Completed {
		c.code = ""
	}
	c.version++
	c.until = s.m.now + keep
	s.m.counts[o.Key()] = max(0, s.m.counts[o.Key()]-release)
	s.same(t, got, c)
}

func (s *subject) resolve(t *rapid.T) {
	o, k := s.owner(t), key(t)
	c := s.m.look(id(o, k))
	version := int64(1)
	if c != nil {
		version = c.version + int64(rapid.SampledFrom([]int{0, 0, -1, 1}).Draw(t, "off"))
	}
	to := rapid.SampledFrom([]store.Status{store.FailedRetryable, store.FailedTerminal}).Draw(t, "to")
	got, err := s.Store.Resolve(context.Background(), o, k, version, to, "LOOKED", keep)
	if c == nil || c.status != store.Unknown || c.version != version {
		if !errors.Is(err, store.ErrConflict) {
			t.Fatalf("%+v, %v; want a conflict", got, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	c.status, c.code, c.until = to, "LOOKED", s.m.now+keep
	c.version++
	s.same(t, got, c)
}

func (s *subject) read(t *rapid.T) {
	o, k := s.owner(t), key(t)
	got, err := s.Store.Claim(context.Background(), o, k)
	c := s.m.look(id(o, k))
	if c == nil {
		if !errors.Is(err, store.ErrAbsent) {
			t.Fatalf("%+v, %v; want none", got, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	if got.Token != "" {
		t.Fatalf("a read shows the token")
	}
	s.same(t, got, c)
}

func (s *subject) list(t *rapid.T) {
	o := s.owner(t)
	status := rapid.SampledFrom([]store.Status{store.InProgress, store.Unknown, store.FailedRetryable}).Draw(t, "status")
	list, err := s.Store.Claims(context.Background(), store.ClaimFilter{Owner: &o, Status: []store.Status{status}})
	if err != nil {
		t.Fatalf("%v", err)
	}
	want := 0
	for _, c := range s.m.claims {
		if c.b.Owner == o && s.m.peek(*c).status == status {
			want++
		}
	}
	if len(list) != want {
		t.Fatalf("%d are %s, want %d", len(list), status, want)
	}
	for _, got := range list {
		c := s.m.peek(*s.m.claims[id(got.Owner, got.Key)])
		s.same(t, got, &c)
	}
}

func (s *subject) advance(t *rapid.T) {
	d := time.Duration(rapid.SampledFrom([]int{1, 2, 3, 7, -1, -5, 31 * 24 * 6}).Draw(t, "ticks")) * tick
	s.Advance(d)
	s.m.now += d
}

func (s *subject) cleanup(t *rapid.T) {
	o := s.owner(t)
	got, err := s.Store.Cleanup(context.Background(), &o, nil, 0)
	if err != nil {
		t.Fatalf("%v", err)
	}
	want := store.Pruned{Bodies: got.Bodies}
	for k, c := range s.m.claims {
		if c.b.Owner != o {
			continue
		}
		if was := c.status; s.m.look(k).status != was {
			want.Expired++
		}
		if c.status != store.InProgress && c.status != store.Unknown && s.m.now >= c.until {
			delete(s.m.claims, k)
			want.Claims++
		}
	}
	if got != want {
		t.Fatalf("the cleanup did %+v, want %+v", got, want)
	}
	now, err := s.Store.Now(context.Background())
	if err != nil {
		t.Fatalf("%v", err)
	}
	if yesterday := now.Add(-24 * time.Hour).Format(time.DateOnly); s.day < yesterday {
		delete(s.m.counts, o.Key())
	}
}

// same compares what the store shows with the model.
func (s *subject) same(t *rapid.T, got store.Claim, c *modelClaim) {
	if got.Owner != c.b.Owner || got.Key != c.b.Key || got.Operation != c.b.Operation || got.Digest != c.b.Digest ||
		got.Status != c.status || got.Attempt != c.attempt || got.Version != c.version || got.Code != c.code {
		t.Fatalf("the store has %+v, the model %+v", got, *c)
	}
	got.Token = map[bool]string{true: "t"}[got.Status == store.InProgress]
	if err := got.CheckRow(); err != nil {
		t.Fatalf("the store has %+v: %v", got, err)
	}
}
