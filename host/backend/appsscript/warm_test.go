package appsscript

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// counted is a proxy that counts its connections and tells when one is closed.
func counted(t testing.TB, secure bool) (*httptest.Server, *atomic.Int32, chan struct{}) {
	t.Helper()
	var opened atomic.Int32
	closed := make(chan struct{}, 1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, good)
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		switch s {
		case http.StateNew:
			opened.Add(1)
		case http.StateClosed:
			select {
			case closed <- struct{}{}:
			default:
			}
		}
	}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.EnableHTTP2 = secure
	if secure {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server, &opened, closed
}

// warmed is a backend with a transport of our own that trusts the server.
func warmed(server *httptest.Server) *Backend {
	b := at(server.URL, nil)
	if server.Certificate() != nil {
		roots := x509.NewCertPool()
		roots.AddCert(server.Certificate())
		b.warm = newWarmer(&tls.Config{RootCAs: roots})
		b.client.Transport = b.warm.transport
	}
	return b
}

func TestWarmConnectionIsUsed(t *testing.T) {
	for _, secure := range []bool{false, true} {
		server, opened, _ := counted(t, secure)
		b := warmed(server)
		defer b.Close()
		for range 3 {
			b.Warm(t.Context(), "tasks")
			b.Warm(t.Context(), "tasks")
			if _, err := b.Do(t.Context(), read()); err != nil {
				t.Fatal(err)
			}
		}
		if n := opened.Load(); n != 1 {
			t.Errorf("TLS %v: %d connections for three calls", secure, n)
		}
	}
}

// A connection that waited too long, or failed, costs nothing but itself.
func TestStaleOrFailedWarmIsReplaced(t *testing.T) {
	server, opened, _ := counted(t, false)
	b := warmed(server)
	defer b.Close()
	b.Warm(t.Context(), "tasks")
	for _, a := range b.warm.waiting {
		<-a.done
		a.ready = time.Now().Add(-2 * fresh)
	}
	if _, err := b.Do(t.Context(), read()); err != nil || opened.Load() != 2 {
		t.Errorf("stale: %v, %d connections", err, opened.Load())
	}

	server, _, _ = counted(t, true)
	b = at(server.URL, nil) // does not trust the server yet
	defer b.Close()
	b.Warm(t.Context(), "tasks")
	for _, a := range b.warm.waiting {
		if <-a.done; a.err == nil {
			t.Fatal("an unknown certificate was accepted")
		}
	}
	if _, err := b.Do(t.Context(), read()); err == nil {
		t.Error("an unknown certificate was accepted")
	}
}

func TestCloseDropsWhatWaits(t *testing.T) {
	server, _, closed := counted(t, false)
	b := warmed(server)
	b.Warm(t.Context(), "tasks")
	for _, a := range b.warm.waiting {
		<-a.done
	}
	b.Close()
	select {
	case <-closed:
	case <-time.After(10 * time.Second):
		t.Error("the connection stays open")
	}
}

// What opening ahead saves: the call alone, after and without it.
func BenchmarkFirstCall(b *testing.B) {
	for _, ahead := range []bool{false, true} {
		name := map[bool]string{false: "cold", true: "warm"}[ahead]
		b.Run(name, func(b *testing.B) {
			server, _, _ := counted(b, true)
			for range b.N {
				b.StopTimer()
				backend := warmed(server)
				if ahead {
					backend.Warm(b.Context(), "tasks")
					for _, a := range backend.warm.waiting {
						<-a.done
					}
				}
				b.StartTimer()
				if _, err := backend.Do(b.Context(), read()); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				backend.Close()
				b.StartTimer()
			}
		})
	}
}
