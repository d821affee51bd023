package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// The lines that a soak must not pass.
const (
	// growth is how many MiB more the server may have at the most in the last
	// quarter of the soak than in the first one after the warm-up. A collected heap
	// breathes by some tens of MiB under 64 calls; a leak of 1 KiB a call would be
	// more over 37 500 calls than this.
	growth = 32
	// moreFiles is how many more files may be open: connections come and go.
	moreFiles = 24
	// longest is how long a call may take that harms nobody: a guard against those
	// that hang, since a machine may be busy with more than this.
	longest = 30 * time.Second
	// sessions is how many each of the people has; calls of several workers share
	// one.
	sessions = 6
	// giveUp is how often a call is tried that the server has no room for.
	giveUp = 2000
)

// soak runs one, tells what it found, and fails where a line is passed.
func (w world) soak(o options) error {
	k, err := w.soaked(o)
	if err != nil {
		return err
	}
	k.report()
	return errors.Join(append(k.wrong(), k.grown()...)...)
}

// soaked sends many calls at once by several people, some of which harm.
func (w world) soaked(o options) (*soaking, error) {
	town, err := w.settle()
	if err != nil {
		return nil, err
	}
	defer town.close()
	if err := w.addTrap(o.plugin); err != nil {
		return nil, err
	}
	// The compile cache is filled before: it takes memory that a server does not
	// need later.
	for _, args := range [][]string{{"gmail", "profile"}, {"drive", "list-files"}, {"tasks", "list-tasklists"}} {
		if _, err := w.wslite(append([]string{"--local"}, args...)...); err != nil {
			return nil, err
		}
	}
	s, err := w.start(true, "--users")
	if err != nil {
		return nil, err
	}
	defer s.end()
	team, err := hire(s, town, o.running)
	if err != nil {
		return nil, err
	}
	k := &soaking{options: o, server: s, team: team, took: map[string][]time.Duration{}}
	fmt.Printf("\n%d calls over HTTP, %d at once, by %d users with %d sessions each; each %dth traps, spins or takes all memory.\n\n",
		o.soakCalls, o.running, len(people), sessions, harmEvery)
	// Calm first, then with harm: what it does to the others is seen side by side.
	calm := o.warm / 2
	for _, p := range []struct {
		name     string
		from, to int
		harm     bool
	}{
		{"warm-up", 0, o.warm - calm, true}, {"calm", o.warm - calm, o.warm, false}, {"harm", o.warm, o.soakCalls, true},
	} {
		if err := k.phase(p.name, p.from, p.to, p.harm); err != nil {
			return nil, err
		}
	}
	return k, s.end()
}

// addTrap builds the plugin that harms and adds it.
func (w world) addTrap(folder string) error {
	file := filepath.Join(w.home, "trap.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the plugin in %s: %w\n%s", folder, err, out)
	}
	_, err := w.wslite("--yes", "plugin", "add", file)
	return err
}

// worker sends one call after the other as one of the people.
type worker struct {
	who    string
	client *line
	notHis [][]byte
}

// hire opens the sessions of all, and a connection for each worker.
func hire(s *server, t *town, n int) (team []*worker, err error) {
	open := map[string][]string{}
	for i := range n {
		who := people[i%len(people)]
		mine, turn := open[who], i/len(people)
		session := ""
		if turn >= sessions {
			session = mine[turn%sessions]
		}
		c, err := dial(s.url, t.tokens[who], session)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", who, err)
		}
		if session == "" {
			open[who] = append(mine, c.session)
		}
		team = append(team, &worker{who, c, foreign(who)})
		c.id = i * 10_000_000 // ids of calls in one session differ
	}
	return team, nil
}

// soaking is a soak that runs.
type soaking struct {
	options
	server *server
	team   []*worker

	done, busy atomic.Int64
	mu         sync.Mutex
	took       map[string][]time.Duration // by phase and kind
	samples    []sample
	mixUps     []error
	failures   []error
}

// sample is the server at one moment.
type sample struct {
	calls int64
	usage
}

// phase sends the calls of some numbers.
func (k *soaking) phase(name string, from, to int, harm bool) error {
	var next atomic.Int64
	next.Store(int64(from))
	over, watched := make(chan struct{}), make(chan error, 1)
	go func() { watched <- k.watch(over) }()
	before, err := k.server.usage()
	if err != nil {
		return err
	}
	begun := time.Now()
	var all sync.WaitGroup
	for _, w := range k.team {
		all.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= to || k.hopeless() {
					return
				}
				k.one(w, name, ask(n, w.who, harm))
			}
		})
	}
	all.Wait()
	wall := time.Since(begun)
	after, err := k.server.usage()
	if err != nil {
		return err
	}
	close(over)
	fmt.Printf("%s: %d calls in %.1f s, %.0f a second, %.2f ms of the server's CPU each\n", name, to-from, wall.Seconds(), float64(to-from)/wall.Seconds(), (after.cpu-before.cpu)*1000/float64(to-from))
	return <-watched
}

// one sends a call until the server has room for it, and judges the answer.
func (k *soaking) one(w *worker, phase string, q question) {
	begun := time.Now()
	raw, err := w.client.request("tools/call", call(q.tool, q.params))
	for try := 0; errors.Is(err, errBusy) && try < giveUp; try++ {
		k.busy.Add(1)
		time.Sleep(5 * time.Millisecond)
		begun = time.Now()
		raw, err = w.client.request("tools/call", call(q.tool, q.params))
	}
	took := time.Since(begun)
	if err == nil {
		err = q.judge(raw, w.notHis)
	}
	k.done.Add(1)
	k.mu.Lock()
	defer k.mu.Unlock()
	if !q.fails && took > longest {
		k.failures = append(k.failures, fmt.Errorf("%s took %v", q.tool, took))
	}
	if mixed := (mixUp{}); errors.As(err, &mixed) {
		k.mixUps = append(k.mixUps, err)
	} else if err != nil {
		k.failures = append(k.failures, fmt.Errorf("%s: %w", w.who, err))
	}
	kind := phase + " " + q.kind
	k.took[kind] = append(k.took[kind], took)
}

// hopeless says that so much went wrong that the rest would tell nothing new.
func (k *soaking) hopeless() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.mixUps)+len(k.failures) > 20
}

// watch looks at the server again and again until a phase is over.
func (k *soaking) watch(over <-chan struct{}) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-over:
			return nil
		case <-tick.C:
		}
		u, err := k.server.usage()
		if err != nil {
			return err
		}
		k.samples = append(k.samples, sample{k.done.Load(), u})
	}
}
