package local

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A body may be slow, and its answer too; silence ends it.
func TestSilentBodiesEnd(t *testing.T) {
	const silence = 400 * time.Millisecond
	type end struct {
		n         int64
		err       error
		cancelled bool
	}
	ends := make(chan end, 1)
	s := httptest.NewServer(steadyBodies(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		if err == nil {
			select {
			case <-r.Context().Done():
			case <-time.After(2 * silence): // an answer that takes its time
			}
		}
		ends <- end{n, err, err == nil && r.Context().Err() != nil}
	}), silence))
	defer s.Close()

	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
	select {
	case e := <-ends:
		if e.err == nil || e.n != 3 {
			t.Errorf("a body that stops: %+v", e)
		}
	case <-time.After(20 * silence):
		t.Fatal("it is waited for")
	}

	slow, feed := io.Pipe()
	go func() {
		for range 8 {
			time.Sleep(silence / 4)
			io.WriteString(feed, strings.Repeat("x", 100))
		}
		feed.Close()
	}()
	res, err := http.Post(s.URL, "text/plain", slow)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if e := <-ends; e.err != nil || e.n != 800 || e.cancelled {
		t.Errorf("a slow body of twice that time: %+v", e)
	}
}
