package rest

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// How often and how long a request is repeated.
const (
	// maxAttempts bounds the attempts after refusals and server errors,
	// maxConnects those after connections that failed: a machine without a
	// network should hear so soon.
	maxAttempts = 5
	maxConnects = 3
	// firstPause is the longest first wait; it doubles up to longestPause.
	// The wait is drawn evenly from zero to it, so that many clients that
	// were refused together don't come back together.
	firstPause   = 500 * time.Millisecond
	longestPause = 16 * time.Second
	// longestRetryAfter is the longest wait that a service may ask for. If it
	// asks for more the caller hears so at once; coming back sooner than
	// asked would only be refused again.
	longestRetryAfter = 60 * time.Second
	// patience bounds all attempts of one request together.
	patience = 2 * time.Minute
)

// again says whether a request may be sent once more, and after what pause.
//
// A read may always. A change only when it certainly did not happen: the
// connection was never made, or the service refused it for its rate. After
// anything else the caller must look first.
func (b *Backend) again(mutates bool, attempt int, started time.Time, ans *answer, err error) (time.Duration, bool) {
	var ok bool
	var asked time.Duration
	if err != nil {
		ok = attempt < maxConnects && mayReconnect(mutates, err)
	} else {
		ok = attempt < maxAttempts && mayRepeat(mutates, ans)
		asked = retryAfter(ans.header, b.o.Now())
	}
	if !ok || asked > longestRetryAfter {
		return 0, false
	}
	pause := b.pause(attempt, asked)
	return pause, b.o.Now().Sub(started)+pause <= patience
}

// goOn says whether a transfer that can be continued goes on after so many
// failures in a row, and after what pause. How long all of it takes is no
// reason to end it.
func (b *Backend) goOn(ans *answer, err error, failures int) (time.Duration, bool) {
	var asked time.Duration
	if err != nil {
		var l *lost
		if !errors.As(err, &l) || hopeless(err) {
			return 0, false
		}
	} else {
		if asked = retryAfter(ans.header, b.o.Now()); asked > longestRetryAfter || ans.status >= 400 && !mayRepeat(false, ans) {
			return 0, false
		}
	}
	return b.pause(max(failures, 1), asked), true
}

// pause is drawn from a span that doubles with each attempt; it is at least
// what the service asks for.
func (b *Backend) pause(attempt int, asked time.Duration) time.Duration {
	return max(asked, b.o.Jitter(min(firstPause<<(attempt-1), longestPause)))
}

func mayReconnect(mutates bool, err error) bool {
	var l *lost
	return errors.As(err, &l) && !l.late && !(mutates && l.maybeSent) && !hopeless(err)
}

// hopeless finds the failures that another attempt would only meet again: there
// is no such host, or it is someone else.
func hopeless(err error) bool {
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	return errors.As(err, &dns) && dns.IsNotFound || errors.As(err, &cert)
}

func mayRepeat(mutates bool, ans *answer) bool {
	switch ans.status {
	case http.StatusTooManyRequests, http.StatusForbidden:
		passing := ans.status == http.StatusTooManyRequests
		for _, reason := range readError(ans.body).reasons {
			if k, ok := limitReasons[reason]; ok {
				passing = k.passing
				break
			}
		}
		return passing
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return !mutates
	}
	return false
}

// retryAfter reads the wait that a service asks for, in seconds or as a date;
// 0 where it asks for none or nothing that makes sense.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseUint(v, 10, 32); err == nil {
		return time.Duration(n) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}
