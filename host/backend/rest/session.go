package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/route"
)

// begin opens a session. It changes nothing yet, so it is repeated as a read
// is. An answer that is returned is a refusal.
func (u *upload) begin(ctx context.Context) (*answer, error) {
	r := u.r
	o := r.outgoing()
	o.mutates = false
	o.url = withQuery(r.url, "uploadType=resumable")
	meta := r.metadata()
	o.size = int64(len(meta))
	o.body = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(string(meta))), nil }
	o.header.Set("Content-Type", "application/json; charset=UTF-8")
	o.header.Set("X-Upload-Content-Type", r.media.mimeType)
	o.header.Set("X-Upload-Content-Length", strconv.FormatInt(r.media.size, 10))
	ans, err := u.b.persist(ctx, r, o, u.cred)
	if err != nil || ans.status >= 300 {
		return ans, err
	}
	if ans.header.Get("Location") == "" {
		return nil, fault.New(fault.OutcomeUnknown, "route %s: %s answered %d and opened no upload: it may have made the item without its content", r.route.ID, r.route.Host, ans.status).
			WithHint("look at the service before you repeat it")
	}
	u.sessions++
	u.at, u.best, u.maybeDone = 0, 0, false
	u.session, err = sessionURI(r.route, r.url.Scheme, ans.header.Get("Location"))
	return nil, err
}

// sessionURI checks the address that a service gives for the rest of an upload:
// token and content go to the route's own host and to its upload addresses, and
// nowhere else.
func sessionURI(r *route.Route, scheme, location string) (*url.URL, error) {
	u, err := url.Parse(location)
	good := err == nil && u.Scheme == scheme && u.Host == r.Host && u.User == nil && u.Fragment == "" && u.Opaque == ""
	if good {
		path := u.EscapedPath()
		good = (strings.HasPrefix(path, "/upload/") || strings.HasPrefix(path, "/resumable/upload/")) &&
			!strings.Contains(path, "/.") && !strings.Contains(strings.ToLower(path), "%2e")
	}
	if !good {
		// The address itself is not shown: it may hold a secret.
		return nil, fault.New(fault.MalformedResponse, "route %s: %s gave an address for the upload that is not its own", r.ID, r.Host).
			WithHint("nothing was uploaded")
	}
	return u, nil
}

// send sends the next chunk.
func (u *upload) send(ctx context.Context) (*answer, error) {
	size := u.r.media.size
	from, end := u.at, min(u.at+chunk, size)
	o := outgoing{method: http.MethodPut, url: u.session, header: http.Header{}, mutates: true, moves: true, size: end - from}
	o.body = func() (io.ReadCloser, error) {
		return u.r.media.open(from, end-from), nil
	}
	o.header.Set("Content-Type", u.r.media.mimeType)
	o.header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, end-1, size))
	gone := from
	o.moved = func(n int) { gone += int64(n); u.r.showProgress(gone) }
	last := end == size
	ans, err := u.b.attempt(ctx, u.r, o, u.cred)
	if last && (err != nil && sent(err) || err == nil && unclear(ans.status)) {
		u.maybeDone, u.lastLost = true, true
	}
	return ans, err
}

// unclear says that the answer to the last byte tells neither that it was taken
// nor that it was not.
func unclear(status int) bool {
	return status >= 500 || status < 400 && status != http.StatusPermanentRedirect
}

// question asks the session how far it is.
func (u *upload) question() outgoing {
	o := outgoing{method: http.MethodPut, url: u.session, header: http.Header{}}
	o.header.Set("Content-Range", fmt.Sprintf("bytes */%d", u.r.media.size))
	return o
}

// advance notes how much the service has: "bytes=0-N", or nothing at all.
func (u *upload) advance(span string) error {
	size, have := u.r.media.size, int64(0)
	if span != "" {
		last, ok := strings.CutPrefix(span, "bytes=0-")
		n, err := strconv.ParseInt(last, 10, 64)
		if !ok || err != nil || n < 0 || n >= size {
			return u.r.malformed("%s gave a range for the upload that makes no sense", u.r.route.Host)
		}
		have = n + 1
	}
	if have > u.best {
		u.best, u.failures = have, 0
	}
	// A service that wants more is not done; one that has all of it and says
	// neither yes nor no may be.
	u.at, u.maybeDone = have, have == size
	return nil
}

// sent says that a request may have reached the service.
func sent(err error) bool {
	var l *lost
	return errors.As(err, &l) && l.maybeSent
}

// showProgress tells how much of the content has left.
func (r prepared) showProgress(sent int64) {
	if r.blobs != nil {
		r.blobs.Progress(r.media.name(), min(sent, r.media.size), r.media.size)
	}
}
