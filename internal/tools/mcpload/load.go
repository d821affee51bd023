package main

import (
	"bytes"
	"fmt"
	"sync"
	"time"
)

// call is a call of a tool, as params.
func call(tool, args string) string {
	return `{"name":"` + tool + `","arguments":` + args + `}`
}

// burst is what one run of calls gave.
type burst struct {
	calls  int
	wall   time.Duration
	took   []time.Duration
	cpu    float64 // seconds of the server
	others float64 // percent of the machine that other programs had
}

// spread sends n calls by all clients, each of which sends one after the other;
// params gives the one of a number. An answer that is a failure ends it.
func (s *server) spread(clients []client, n int, params func(i int) string) (burst, error) {
	before, err := s.usage()
	if err != nil {
		return burst{}, err
	}
	var (
		all   sync.WaitGroup
		mu    sync.Mutex
		b     = burst{calls: n}
		fault error
	)
	own := self()
	from, err := machine()
	if err != nil {
		return burst{}, err
	}
	start := time.Now()
	for k, c := range clients {
		all.Go(func() {
			var took []time.Duration
			var failed error
			for i := k; i < n && failed == nil; i += len(clients) {
				begun := time.Now()
				raw, err := c.request("tools/call", params(i))
				took = append(took, time.Since(begun))
				failed = good(raw, err)
			}
			mu.Lock()
			defer mu.Unlock()
			b.took = append(b.took, took...)
			if failed != nil {
				fault = failed
			}
		})
	}
	all.Wait()
	b.wall = time.Since(start)
	if fault != nil {
		return b, fault
	}
	after, err := s.usage()
	if err != nil {
		return b, err
	}
	to, err := machine()
	b.cpu = after.cpu - before.cpu
	b.others = others(from, to, b.cpu+self()-own)
	return b, err
}

// good makes sure that an answer is one: a fast refusal says little.
func good(raw []byte, err error) error {
	if err != nil {
		return err
	}
	if bytes.Contains(raw, []byte(`"isError":true`)) || !bytes.Contains(raw, []byte(mark)) {
		return fmt.Errorf("no good answer: %.300s", raw)
	}
	return nil
}
