package main

import (
	"net/http"
	"os"
	"path/filepath"

	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/internal/loopback"
)

// google is an embedded workspace behind Google's host names, over TLS: the
// same server for wslite and for curl.
type google struct {
	*loopback.Server
	workspace *local.Workspace
}

// google starts a server with a workspace of its own in the folder dir, which
// wrap may stand in front of.
func (b bench) google(dir string, wrap func(http.Handler) http.Handler) (*google, error) {
	ws, err := local.Open(filepath.Join(dir, "workspace.db"))
	if err != nil {
		return nil, err
	}
	h := ws.Handler()
	if wrap != nil {
		h = wrap(h)
	}
	authority := filepath.Join(dir, "authority")
	if err := os.MkdirAll(authority, 0o700); err != nil {
		ws.Close()
		return nil, err
	}
	s, err := loopback.Serve(h, filepath.Join(authority, "ca.pem"), "gmail.googleapis.com", "www.googleapis.com")
	if err != nil {
		ws.Close()
		return nil, err
	}
	return &google{s, ws}, nil
}

func (g *google) close() {
	g.Server.Close()
	g.workspace.Close()
}

// env leads wslite here with an account that needs no sign-in.
func (g *google) env() []string { return append(g.Env(), "WSLITE_ACCESS_TOKEN=bench") }
