package rest

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// answer is what a service sent back, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
	// tooLarge says that the body was longer than the limit and was dropped.
	tooLarge bool
	// token is what the request carried, to keep it out of messages.
	token string
}

// lost is an attempt without a complete answer.
type lost struct {
	cause error
	// maybeSent is false only where it is certain that no byte of the request
	// reached the service.
	maybeSent bool
	// late says that the attempt's own time ran out.
	late  bool
	token string
}

func (l *lost) Error() string { return l.cause.Error() }
func (l *lost) Unwrap() error { return l.cause }

// attempt sends a request once. The error is a *lost, or a *fault.Error where
// nothing could be sent at all.
func (b *Backend) attempt(ctx context.Context, r prepared) (*answer, error) {
	if err := stopped(ctx, r.route.ID); err != nil {
		return nil, err
	}
	token, err := b.token(ctx, r)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, b.o.Timeout)
	defer cancel()

	// A transport that reports looking for a connection, and then none that
	// it got, has sent nothing. One that reports neither (an in-process
	// transport) may have done anything.
	var looked, got atomic.Bool
	traced := httptrace.WithClientTrace(limited, &httptrace.ClientTrace{
		GetConn: func(string) { looked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { got.Store(true) },
	})
	fail := func(err error) *lost {
		sent := !(looked.Load() && !got.Load() || neverConnected(err))
		return &lost{cause: err, maybeSent: sent, late: limited.Err() != nil && ctx.Err() == nil, token: token}
	}
	res, err := b.client.Do(newRequest(traced, r, token))
	if err != nil {
		return nil, fail(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, b.o.Limits.ResponseBody+1))
	if err != nil {
		l := fail(err)
		l.maybeSent = true // it answered
		return nil, l
	}
	ans := &answer{status: res.StatusCode, header: res.Header, body: body, token: token}
	if int64(len(body)) > b.o.Limits.ResponseBody {
		ans.body, ans.tooLarge = nil, true
	}
	return ans, nil
}

func newRequest(ctx context.Context, r prepared, token string) *http.Request {
	req := &http.Request{
		Method: r.route.Method,
		URL:    r.url,
		Host:   r.url.Host,
		Proto:  "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{
			"Accept": {"application/json"},
			// Google compresses only for agents that say gzip here as well.
			"User-Agent": {"wslite (gzip)"},
		},
		Body: http.NoBody, // a handler in this process needs one that is not nil
	}
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
		req.ContentLength = int64(len(r.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.body)), nil }
		req.Body, _ = req.GetBody()
	}
	if r.ifMatch != "" {
		req.Header.Set("If-Match", r.ifMatch)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return req.WithContext(ctx)
}

// token asks for a bearer token where the route is the host's own.
func (b *Backend) token(ctx context.Context, r prepared) (string, error) {
	if b.o.Token == nil || !r.route.Pinned || len(r.route.Scopes) == 0 {
		return "", nil
	}
	t, err := b.o.Token(ctx, r.route.Service, r.route.Scopes)
	switch {
	case err != nil && fault.Of(err) != nil:
		return "", err
	case err != nil && ctx.Err() != nil:
		return "", stopped(ctx, r.route.ID)
	case err != nil:
		return "", fault.Wrap(err, fault.NotSignedIn, "there is no token for %s", r.route.Service).WithHint("sign in first")
	case strings.ContainsFunc(t, func(c rune) bool { return c <= ' ' || c > '~' }):
		return "", fault.New(fault.NotSignedIn, "the token for %s holds characters that a header can't carry", r.route.Service).
			WithHint("sign in again")
	}
	return t, nil
}

// neverConnected finds the errors that only happen before a request leaves.
func neverConnected(err error) bool {
	var op *net.OpError
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	return errors.As(err, &op) && op.Op == "dial" || errors.As(err, &dns) || errors.As(err, &cert)
}

// lostFault is the error for a request whose answer did not come.
func (r prepared) lostFault(ctx context.Context, err error) error {
	var l *lost
	if !errors.As(err, &l) {
		return err
	}
	host, why := r.route.Host, l.reason()
	if r.route.Mutates && l.maybeSent {
		return fault.Wrap(l.cause, fault.OutcomeUnknown, "route %s: the request left for %s, but its answer was lost (%s): the change may have been made", r.route.ID, host, why).
			WithHint("look at the service before you repeat it")
	}
	if err := stopped(ctx, r.route.ID); err != nil {
		return err
	}
	return fault.Wrap(l.cause, fault.Network, "route %s: no answer from %s (%s)", r.route.ID, host, why).
		WithHint("check the network, then repeat; nothing was changed")
}

// reason says in few words what went wrong, without the URL (it holds the
// user's data) and without a token.
func (l *lost) reason() string {
	var u *url.Error
	cause := l.cause
	if errors.As(cause, &u) {
		cause = u.Err
	}
	switch {
	case l.late:
		return "it took too long"
	case errors.Is(cause, context.Canceled):
		return "interrupted"
	case errors.Is(cause, context.DeadlineExceeded):
		return "the call ran out of time"
	case errors.Is(cause, io.EOF), errors.Is(cause, io.ErrUnexpectedEOF):
		return "the connection was cut"
	}
	return text.Cut(text.Line(redact(cause.Error(), l.token)), 200)
}
