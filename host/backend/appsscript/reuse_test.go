package appsscript

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// As many calls at once as a server takes find the connections that the ones
// before them left.
func TestConnectionsOfManyCallsAreUsedAgain(t *testing.T) {
	var opened atomic.Int32
	var together *sync.WaitGroup // no answer before all calls of a round are there
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		together.Done()
		together.Wait()
		io.WriteString(w, good)
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	b := at(server.URL, nil)
	defer b.Close()
	for range 3 {
		together = &sync.WaitGroup{}
		together.Add(maxIdle)
		var all sync.WaitGroup
		for range maxIdle {
			all.Go(func() {
				if _, err := b.Do(t.Context(), read()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	if n := opened.Load(); n != maxIdle {
		t.Errorf("%d connections for rounds of %d calls", n, maxIdle)
	}
}
