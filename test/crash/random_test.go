//go:build unix

package crash

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store/pgtest"
)

// What `make test-crash` sets: how many runs are drawn, and from which seed.
const (
	runsVar = "WSLITE_CRASH_RUNS"
	seedVar = "WSLITE_CRASH_SEED"
)

// TestRandom draws runs: which call, how it is protected, in which world, on
// which store, where it is cut off, how often, and what others do then. Each run
// has a seed of its own, told when it fails.
func TestRandom(t *testing.T) {
	runs := number(t, runsVar, 0)
	if runs == 0 {
		t.Skipf("%s is not set; make test-crash draws many runs", runsVar)
	}
	seed := uint64(number(t, seedVar, int(time.Now().UnixNano()&0x7fffffff)))
	t.Logf("%s=%d %s=%d", seedVar, seed, runsVar, runs)
	for i := range runs {
		store := "sqlite"
		if i%3 == 2 {
			store = "postgres"
		}
		t.Run(fmt.Sprintf("%d %s", i, store), func(t *testing.T) {
			if i%2 == 1 {
				t.Parallel()
			}
			var pg *pgtest.Server
			if store == "postgres" {
				pg = pgtest.Start(t)
			}
			drawn(t, rand.New(rand.NewPCG(seed, uint64(i))), pg)
		})
	}
}

// thorough says that this is make test-crash; the usual tests take a part.
func thorough() bool { return os.Getenv(runsVar) != "" }

// few is n where there is time, else 1.
func few(n int) int {
	if thorough() {
		return n
	}
	return 1
}

func number(t testing.TB, name string, fallback int) int {
	value := os.Getenv(name)
	if value == "" {
		return fallback
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// drawn is one run.
func drawn(t *testing.T, rng *rand.Rand, pg *pgtest.Server) {
	k := kinds[rng.IntN(len(kinds))]
	worlds := []string{embedded, google, proxy}
	if !k.proxied {
		worlds = worlds[:2]
	}
	mode := []string{byKey, byDraft}[rng.IntN(2)]
	where := worlds[rng.IntN(len(worlds))]
	h := newHome(t, setup{world: where, pg: pg, config: long})
	s := newSubject(h, k, mode, fmt.Sprintf("mark%dx", rng.IntN(1e6)))
	for {
		list := append(s.crashes(), crash{moment, []string{absent, inProgress, completed}, -1})
		c := list[rng.IntN(len(list))]
		if c.point == moment && s.claim().status == retryable {
			c.status = append(c.status, retryable)
		}
		t.Logf("%s %s %s: cut off at %q", where, k.name, mode, c.point)
		s.suffer(c, time.Duration(rng.IntN(250))*time.Millisecond)
		s.others(rng)
		if s.claim().status == inProgress {
			h.later(ttl)
			s.others(rng)
		}
		if s.claim().status == unknown {
			s.resolve(1 + rng.IntN(2))
			s.others(rng)
		}
		if now := s.claim(); !now.free() || rng.IntN(2) == 0 {
			break
		}
		s.ready()
	}
	s.repeat(1 + rng.IntN(3))
	s.repeat(1)
	s.sound()
	h.verify()
}

// others are what second processes do, none to three of them. What they may not
// do is let the call happen: that is for the run to decide.
func (s *subject) others(rng *rand.Rand) {
	s.h.t.Helper()
	for range rng.IntN(3) {
		c := s.claim()
		switch rng.IntN(5) {
		case 0:
			s.h.must("outcomes", "prune")
		case 1:
			s.sound()
		case 2:
			if c.status == inProgress || c.status == completed {
				s.refusesToResolve([]string{"--happened", "--did-not-happen"}[rng.IntN(2)])
			}
		default:
			if !c.free() {
				s.repeat(1 + rng.IntN(3))
			}
		}
	}
}
