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
	calls    int
	wall     time.Duration
	took     []time.Duration
	cpu      float64 // seconds of the server
	inServer usage   // at the end
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
	b.inServer, err = s.usage()
	b.cpu = b.inServer.cpu - before.cpu
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
