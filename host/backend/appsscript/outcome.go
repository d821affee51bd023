package appsscript

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// StatusError is the cause of an error for an HTTP status that is no success.
type StatusError int

func (s StatusError) Error() string { return fmt.Sprintf("HTTP status %d", int(s)) }

// failure is an error that says whether the script may have run.
type failure struct {
	*fault.Error
	// notRun says that it certainly has not.
	notRun bool
}

// open is a failure that leaves open whether the script ran, refused one after
// which it certainly did not.
func open(err error) *failure    { return &failure{Error: fault.Of(err)} }
func refused(err error) *failure { return &failure{Error: fault.Of(err), notRun: true} }

// mayChange says that a call is no certain read. A raw call may change something
// whatever its class, since no table knows its action.
func mayChange(c backend.Call) bool { return c.Class != string(risk.Read) || c.Tool == "" }

// settle gives the error for a failed call. Where the request had left and may
// have changed something, the outcome is unknown: repeating it blindly could
// do it twice.
func settle(ctx context.Context, c backend.Call, sent bool, f *failure) error {
	if sent && mayChange(c) && !f.notRun {
		return fault.Wrap(f.Error, fault.OutcomeUnknown, "%s %s was sent, but its outcome is unknown: %s",
			word(c.Service), word(c.Action), f.Message).
			WithHint("look at the service before you repeat it")
	}
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return fault.Wrap(f.Error, fault.Interrupted, "interrupted; nothing was changed")
	}
	if f.notRun {
		f.Change = fault.ChangeNone
	}
	return f.Error
}

// network words a failure of the connection. The error's own text names the
// whole address; only what lies below that is shown.
func network(ctx context.Context, err error, at *url.URL) *failure {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	host := text.Line(at.Host)
	switch {
	case errors.Is(context.Cause(ctx), context.Canceled):
		return open(fault.Wrap(err, fault.Network, "the call was interrupted before %s answered", host))
	case errors.Is(err, context.DeadlineExceeded) || os.IsTimeout(err):
		return open(fault.Wrap(err, fault.Network, "%s did not answer in time (%s)", host, Timeout).
			WithHint("check the network, then repeat it"))
	}
	return open(fault.Wrap(err, fault.Network, "no answer from %s: %s", host, text.Cut(text.Line(err.Error()), 200)).
		WithHint("check the address of the proxy and the network, then repeat it"))
}

// status words an HTTP status. Google's front end gives those from 400 to 499
// without running the script.
func status(code int) *failure {
	f := fault.Wrap(StatusError(code), fault.Client, "the proxy refused the request with HTTP status %d", code)
	switch {
	case code == 401 || code == 403:
		return refused(f.WithHint("deploy the web app so that anyone has access; the token protects it"))
	case code == 404:
		return refused(f.WithHint("no web app has this address; copy it again from the deployment"))
	case code == 429:
		f.Code = fault.Upstream
		return refused(f.WithHint("the web app's quota is used up; wait, then repeat it"))
	case code >= 400 && code < 500:
		return refused(f.WithHint("check the address of the proxy"))
	}
	f = fault.Wrap(StatusError(code), fault.Upstream, "the proxy failed with HTTP status %d", code)
	return open(f.WithHint("look at the executions of the web app, then repeat it"))
}
