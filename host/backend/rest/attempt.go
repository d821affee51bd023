package rest

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/internal/crash"
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
// nothing could be sent at all, where the content to send can't be read, or
// where the answer was read and can't be kept.
func (b *Backend) attempt(ctx context.Context, r prepared, o outgoing, c *credential) (*answer, error) {
	if err := stopped(ctx, r.route.ID); err != nil {
		return nil, err
	}
	if err := b.authorize(ctx, r, c); err != nil {
		return nil, err
	}
	leave, err := b.enter(ctx, r)
	if err != nil {
		return nil, err
	}
	defer leave()
	limited, w := newWatch(ctx, b.o.Timeout, o.moves)
	defer w.stop()

	// A transport that reports looking for a connection, and then none that
	// it got, has sent nothing. One that reports neither (an in-process
	// transport) may have done anything.
	var looked, got atomic.Bool
	traced := httptrace.WithClientTrace(limited, &httptrace.ClientTrace{
		GetConn: func(string) { looked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { got.Store(true); w.turn() },
	})
	fail := func(err error) *lost {
		sent := !(looked.Load() && !got.Load() || neverConnected(err))
		return &lost{cause: err, maybeSent: sent, late: context.Cause(limited) == errLate, token: c.token}
	}
	var ours atomic.Pointer[error]
	req, err := newRequest(traced, o, c.token, w, &ours)
	if err != nil {
		return nil, err
	}
	if o.mutates {
		crash.Point("dispatch")
	}
	res, err := b.client.Do(req)
	if e := ours.Load(); e != nil {
		// The service got a body that was cut short, which it can't take for
		// the whole.
		if err == nil {
			res.Body.Close()
		}
		return nil, r.unreadable(*e)
	}
	if err != nil {
		return nil, fail(err)
	}
	defer res.Body.Close()
	w.turn()
	ans := &answer{status: res.StatusCode, header: res.Header, token: c.token}
	body := &receiver{res.Body, w}
	if o.take != nil && res.StatusCode >= 200 && res.StatusCode < 300 {
		ans.body, err = o.take(res, body)
	} else {
		err = ans.read(body, b.answerLimit(o))
	}
	if err == nil {
		if o.mutates {
			crash.Point("answered")
		}
		return ans, nil
	}
	if fault.Of(err) != nil {
		return nil, err
	}
	l := fail(err)
	l.maybeSent = true // it answered
	return nil, l
}

func (b *Backend) answerLimit(o outgoing) int64 {
	if o.limit > 0 {
		return o.limit
	}
	return b.o.Limits.ResponseBody
}

// read takes the body in, up to limit bytes.
func (a *answer) read(body io.Reader, limit int64) (err error) {
	a.body, err = io.ReadAll(io.LimitReader(body, limit+1))
	if err == nil && int64(len(a.body)) > limit {
		a.body, a.tooLarge = nil, true
	}
	return err
}

// unreadable is the error for content that could not be read to be sent.
func (r prepared) unreadable(err error) error {
	if fault.Of(err) == nil {
		err = fault.Wrap(err, fault.Conflict, "route %s: a file became shorter while it was sent", r.route.ID).
			WithHint("repeat the call when nothing writes to the file; nothing was changed")
	}
	return unsent(err)
}

// unsent is the error for a request that did not leave whole, whatever its code.
func unsent(err error) error {
	again := *fault.Of(err)
	again.Change = fault.ChangeNone
	return &again
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
	host, why := r.route.Host, l.reason(ctx)
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
func (l *lost) reason(ctx context.Context) string {
	var u *url.Error
	cause := l.cause
	if errors.As(cause, &u) {
		cause = u.Err
	}
	switch {
	case l.late:
		return errLate.Error()
	case outOfTime(ctx), errors.Is(cause, context.DeadlineExceeded):
		return "the call ran out of time"
	case errors.Is(cause, context.Canceled):
		return "interrupted"
	case errors.Is(cause, io.EOF), errors.Is(cause, io.ErrUnexpectedEOF):
		return "the connection was cut"
	}
	return text.Cut(text.Mask(text.Line(cause.Error()), l.token), 200)
}
