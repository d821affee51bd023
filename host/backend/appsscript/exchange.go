package appsscript

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/size"
)

// maxHops bounds redirects; a web app needs one.
const maxHops = 10

// exchange is one call over HTTP.
type exchange struct {
	client *http.Client
	limit  int64 // of the answer, in bytes
	// sent says that the request may have left whole, so that the script may
	// run. It is set with the headers, not behind the body: a server can act
	// on the last byte before we hear that it was written. A write that
	// failed clears it.
	sent atomic.Bool
}

// post sends the body and gives the answer's. A script answers with a redirect
// to another host of Google's, where its output lies: that is fetched without
// the body, hence without the token.
func (x *exchange) post(ctx context.Context, address *url.URL, body []byte) ([]byte, *failure) {
	return x.run(ctx, http.MethodPost, address, body)
}

func (x *exchange) run(ctx context.Context, method string, address *url.URL, body []byte) ([]byte, *failure) {
	at := address
	for range maxHops + 1 {
		resp, failed := x.round(ctx, method, at, body)
		if failed != nil {
			return nil, failed
		}
		target := resp.Header.Get("Location")
		if resp.StatusCode < 300 || resp.StatusCode > 399 || resp.StatusCode == http.StatusNotModified || target == "" {
			return x.read(resp)
		}
		resp.Body.Close()
		next, failed := follow(at, target, resp.StatusCode, method)
		if failed != nil {
			return nil, failed
		}
		if resp.StatusCode != http.StatusTemporaryRedirect && resp.StatusCode != http.StatusPermanentRedirect {
			method, body = http.MethodGet, nil
		}
		at = next
	}
	return nil, open(fault.New(fault.Upstream, "the proxy redirects more than %d times", maxHops))
}

func (x *exchange) round(ctx context.Context, method string, at *url.URL, body []byte) (*http.Response, *failure) {
	trace := &httptrace.ClientTrace{}
	if method == http.MethodPost {
		trace.WroteHeaders = func() { x.sent.Store(true) }
		trace.WroteRequest = func(info httptrace.WroteRequestInfo) { x.sent.Store(info.Err == nil) }
	}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), method, at.String(), bytes.NewReader(body))
	if err != nil {
		return nil, open(fault.Wrap(err, fault.Client, "the address of the proxy can't be used"))
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "wslite")
	resp, err := x.client.Do(req)
	if err != nil {
		return nil, network(ctx, err, at)
	}
	return resp, nil
}

// read takes the answer's body, within the limit.
func (x *exchange) read(resp *http.Response) ([]byte, *failure) {
	defer resp.Body.Close()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, status(resp.StatusCode)
	}
	answer, err := io.ReadAll(io.LimitReader(resp.Body, x.limit+1))
	switch {
	case err != nil:
		return nil, network(resp.Request.Context(), err, resp.Request.URL)
	case int64(len(answer)) > x.limit:
		return nil, open(fault.New(fault.LimitExceeded, "the answer is larger than %s", size.Text(float64(x.limit))).
			WithHint("ask for less: a smaller page, a narrower range"))
	}
	return answer, nil
}

// follow decides on a redirect. The scheme stays, and so does the difference
// between this machine and the net: a proxy elsewhere has no business with what
// listens here, and http:// is for this machine alone. 307 and 308 would send the body again, and
// the token with it: only to the same host.
func follow(from *url.URL, location string, code int, method string) (*url.URL, *failure) {
	refuse := func(why string) *failure {
		return open(fault.New(fault.Upstream, "the proxy redirects %s, which is not followed", why).
			WithHint("check the address of the proxy"))
	}
	to, err := from.Parse(location)
	switch {
	case err != nil || to.Host == "" || to.User != nil:
		return nil, refuse("to what is no web address")
	case to.Hostname() == "accounts.google.com":
		return nil, refused(fault.New(fault.Client, "the proxy asks for a sign-in with Google: its deployment is not open to anyone who has the token").
			WithHint("deploy the web app so that anyone has access; the token protects it"))
	case to.Scheme != from.Scheme:
		return nil, refuse("to another scheme")
	case loopback(to) != loopback(from):
		return nil, refuse("out of this machine or into it")
	case method == http.MethodPost && (code == http.StatusTemporaryRedirect || code == http.StatusPermanentRedirect) && to.Host != from.Host:
		return nil, refuse("the request with its token to another host")
	}
	return to, nil
}
