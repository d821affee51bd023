package oauth

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/internal/recorder"
)

// tasksHost is the one of Google's hosts that stands in here.
const tasksHost = "tasks.googleapis.com"

// google stands in for Google's Tasks: a list without items for every token but
// those that it rejects.
type google struct {
	*recorder.Recorder

	mu       sync.Mutex
	rejected map[string]bool
}

func standIn(t *testing.T) *google {
	t.Helper()
	g := &google{rejected: map[string]bool{}}
	g.Recorder = recorder.New(t, g, tasksHost)
	return g
}

// reject has the token answered with 401 from now on.
func (g *google) reject(token string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rejected[token] = true
}

// ServeHTTP answers one request.
func (g *google) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	bad := g.rejected[tokenOf(r.Header)]
	g.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if bad {
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error":{"code":401,"message":"Invalid Credentials"}}`)
		return
	}
	io.WriteString(w, `{"items":[]}`)
}

func tokenOf(h http.Header) string { return strings.TrimPrefix(h.Get("Authorization"), "Bearer ") }
