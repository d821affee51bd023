package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// streams says whether a request is for a stream, on which nothing may be said for
// long. In the later protocol it has a body; the protocol holds that the header is
// true of it.
func streams(r *http.Request) bool {
	return r.Method == http.MethodGet ||
		r.Header.Get("Mcp-Method") == "subscriptions/listen" && r.Header.Get("Mcp-Protocol-Version") >= listensByPost
}

// Since this version a client listens by a POST.
const listensByPost = "2026-07-28"

// take counts a request in, against the bounds of its kind; leave takes it out.
func (g *gate) take(e *endpoint, stream bool) (leave func(), full string) {
	all, own, most, full := &g.running, &e.running, int64(maxRunning), "too many requests are being answered"
	if stream {
		all, own, most, full = &g.listening, &e.listening, maxListening, "too many streams are open"
	}
	leave = func() { all.Add(-1); own.Add(-1) }
	if n, mine := all.Add(1), own.Add(1); n > g.bound(most) || mine > g.share(most) {
		leave()
		return nil, full
	}
	return leave, ""
}

// pass takes a request that may be served to the protocol. A stream ends with the
// server.
func (g *gate) pass(w http.ResponseWriter, r *http.Request, e *endpoint) {
	stream := streams(r)
	leave, full := g.take(e, stream)
	if full != "" {
		busy(w, full)
		return
	}
	defer leave()
	if stream {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(g.ending, cancel)()
		r = r.WithContext(ctx)
	}
	if r.Method == http.MethodGet {
		unhurried(w)
		e.now.Load().protocol.ServeHTTP(w, r)
		return
	}
	g.answer(w, r, e)
}

func (g *gate) answer(w http.ResponseWriter, r *http.Request, e *endpoint) {
	if !g.Stateless && r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") == "" && int64(e.sessions()) >= g.share(maxSessions) {
		busy(w, "too many sessions are open")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		http.Error(w, "the request is larger than 16 MiB", http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		http.Error(w, "the request did not come whole", http.StatusBadRequest)
		return
	}
	unhurried(w)
	// The protocol would take the first of several messages, and leave the rest.
	if r.Method == http.MethodPost && !json.Valid(body) {
		http.Error(w, "the request is not one JSON value", http.StatusBadRequest)
		return
	}
	// One list of calls would count as one request here, however many run.
	if begin := bytes.TrimLeft(body, " \t\r\n"); len(begin) > 0 && begin[0] == '[' {
		http.Error(w, "a request has one message; lists of them are no part of the protocol any more", http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	e.now.Load().protocol.ServeHTTP(w, r)
}

// unhurried ends the time for the body: a deadline on the whole request would end
// calls that wait for a person.
func unhurried(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // a recorder of a test has none
}

func busy(w http.ResponseWriter, why string) {
	w.Header().Set("Retry-After", "5")
	http.Error(w, why+": try again later", http.StatusServiceUnavailable)
}
