//go:build unix

package crash

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store/pgtest"
)

// The server can't be reached, or lets nobody in: nothing is sent, the words
// name the server and no password, and afterwards all goes on.
func TestPostgresRefuses(t *testing.T) {
	pg := pgtest.Start(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	nobodyThere := *pg
	nobodyThere.Port = closed.Addr().(*net.TCPAddr).Port
	closed.Close()
	const wrong = "a-wrong-password-4711"
	h := newHome(t, setup{world: proxy, pg: pg})
	done := newSubject(h, kindOf("task"), byKey, "mark1x")
	done.repeat(1)
	for _, tt := range []struct{ name, dsn string }{
		{"nobody listens", nobodyThere.Address(pg.User, pg.Password, pg.Database)},
		{"wrong password", pg.Address(pg.User, wrong, pg.Database)},
		{"no such database", pg.Address(pg.User, pg.Password, "missing")},
		{"no such host", "postgres://" + pg.User + ":" + wrong + "@no-such-host.invalid/db"},
		{"no address", ""},
		{"no address at all", "postgres://" + wrong + ":[bad"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h.t = t
			next := newSubject(h, kindOf("send"), byKey, "mark2x")
			for _, s := range []*subject{next, done} {
				r := h.start([]string{"WSLITE_STORE_DSN=" + tt.dsn}, s.words...).wait()
				if r.code() != noStore || r.exit != 1 || len(r.message()) < 20 {
					t.Errorf("it says\n%s", r)
				}
				for _, secret := range []string{wrong, pg.Password} {
					if tells(r, secret) {
						t.Error("it tells the password")
					}
				}
			}
			if next.effects() != 0 || done.effects() != 1 {
				t.Errorf("effects %d and %d", next.effects(), done.effects())
			}
		})
	}
	h.t = t
	newSubject(h, kindOf("send"), byKey, "mark2x").repeat(2)
	done.repeat(2)
	h.verify()
}

// The server is killed while a call is under way: between its claim and its end.
// The effect stands, the result is told with a warning, and the key reads as
// unknown until somebody looked. Where the server is back in time, nothing is
// lost.
func TestPostgresKilledInTheMiddle(t *testing.T) {
	for _, mode := range []string{byKey, byDraft} {
		for _, back := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, back in time: %v", mode, back), func(t *testing.T) {
				pg := pgtest.Start(t)
				h := newHome(t, setup{world: proxy, pg: pg, config: long})
				s := newSubject(h, kindOf("send"), mode, "mark1x")
				server := h.world.next()
				server.set(waits)
				p := h.start(nil, s.words...)
				select {
				case <-server.held:
				case <-p.done:
					t.Fatalf("it ended before it was answered:\n%s", p.wait())
				}
				pg.Stop(t)
				if back {
					pg.Restart(t)
				}
				close(server.release)
				r := p.wait()
				server.set()
				if !back {
					pg.Restart(t)
				}
				if !r.ok() || r.exit != 0 || s.effects() != 1 {
					t.Errorf("it happened %d times, and it says\n%s", s.effects(), r)
				}
				switch c := s.claim(); {
				case back && c.status == completed:
				case !back && c.status == inProgress:
					if !tells(r, "could not be recorded") {
						t.Errorf("nothing tells that the outcome is not recorded:\n%s", r)
					}
					s.repeat(2)
					h.later(ttl)
					s.repeat(2)
					s.resolve(1)
				default:
					t.Errorf("the server was back in time: %v, and the claim is %s", back, c.status)
				}
				s.repeat(2)
				s.sound()
				h.verify()
			})
		}
	}
}

// The server ends while many processes begin calls: each call happens at most
// once, and says so.
func TestPostgresKilledWhileManyBegin(t *testing.T) {
	pg := pgtest.Start(t)
	h := newHome(t, setup{world: proxy, pg: pg})
	var subjects []*subject
	var ps []*process
	for i := range 6 {
		s := newSubject(h, kindOf("task"), byKey, fmt.Sprintf("mark%dx", i))
		subjects = append(subjects, s)
		for range 2 {
			ps = append(ps, h.start(nil, s.words...))
		}
	}
	time.Sleep(100 * time.Millisecond)
	pg.Restart(t)
	said := map[string]int{}
	for _, p := range ps {
		r := p.wait()
		mark := r.args[len(r.args)-3]
		switch {
		case r.ok() && !r.duplicate():
			said[mark]++
		case r.ok(), r.code() == noStore, r.code() == "IDEMPOTENCY_REFUSED":
		default:
			t.Errorf("the server was killed, and it says\n%s", r)
		}
	}
	h.later(ttl)
	for _, s := range subjects {
		n := s.effects()
		if n > 1 || n != said[s.mark] {
			t.Errorf("%s happened %d times, and %d processes say that they did it", s.mark, n, said[s.mark])
		}
		if s.claim().status == unknown {
			s.repeat(1)
			s.resolve(1)
		}
		s.repeat(2)
		s.sound()
	}
	h.verify()
}

// Somebody holds the records longer than a call waits: the call is refused in
// time, and goes through afterwards.
func TestPostgresHeld(t *testing.T) {
	if !thorough() {
		t.Skip("it waits as long as a call has patience; make test-crash does")
	}
	pg := pgtest.Start(t)
	h := newHome(t, setup{world: proxy, pg: pg})
	newSubject(h, kindOf("task"), byKey, "mark0x").repeat(1)
	db, err := sql.Open("pgx", pg.DSN)
	must(t, err)
	defer db.Close()
	tx, err := db.BeginTx(context.Background(), nil)
	must(t, err)
	_, err = tx.Exec(fmt.Sprintf(`LOCK TABLE %q.claims IN ACCESS EXCLUSIVE MODE`, h.schema))
	must(t, err)
	s := newSubject(h, kindOf("task"), byKey, "mark1x")
	if r := h.run(s.words...); r.code() != noStore || r.exit != 1 {
		t.Errorf("somebody holds the records, and it says\n%s", r)
	}
	must(t, tx.Rollback())
	if n := s.effects(); n != 0 {
		t.Errorf("%d effects without a claim", n)
	}
	s.repeat(2)
	s.sound()
}
