package rest

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

const (
	// chunk is how many bytes of an upload go in one request: a multiple of 256
	// KiB, as the protocol asks. A cut costs this much at most.
	chunk = 8 << 20
	// maxSessions is how often an upload may begin anew because the service
	// forgot its session.
	maxSessions = 2
	// lastQuestion bounds asking what became of an upload after the caller gave
	// up.
	lastQuestion = 10 * time.Second
)

// upload is one content on its way out by Google's resumable protocol: a
// session is begun, content goes in chunks, and after any doubt the session is
// asked how far it is. So nothing is doubled, and an answer that was lost can
// still be had.
type upload struct {
	b       *Backend
	r       prepared
	p       *progress
	cred    *credential
	session *url.URL // secret: it alone gives the right to write
	at      int64    // how much the service has
	best    int64    // the most that it ever had
	// maybeDone says that the last byte was sent and nobody knows whether the
	// service has it.
	maybeDone bool
	// lastLost says that the last byte was once under way and lost. It may still
	// arrive, also after the session said that it has not: so a session that is
	// gone from then on is no reason to begin another.
	lastLost           bool
	failures, sessions int
}

func (b *Backend) uploadResumably(ctx context.Context, r prepared, p *progress) (abi.Response, error) {
	resume := p.budget.pause()
	defer resume()
	u := &upload{b: b, r: r, p: p, cred: &credential{}}
	if ans, err := u.begin(ctx); err != nil || ans != nil {
		return u.refused(ctx, ans, err)
	}
	ask := false
	for try := 0; try < maxTries+int(r.media.size/chunk); try++ {
		var ans *answer
		var err error
		if ask {
			ans, err = b.attempt(ctx, r, u.question(), u.cred)
		} else {
			ans, err = u.send(ctx)
		}
		if renewed, err := b.renew(ctx, r, u.cred, ans); err != nil {
			return abi.Response{}, u.unsure(err)
		} else if renewed {
			ask = true
			continue
		}
		next, known := u.look(ans, err, ask)
		switch {
		case next == done:
			r.showProgress(r.media.size)
			return b.settle(r, ans, p)
		case next == refused:
			return u.refused(ctx, ans, err)
		case next == forgotten:
			if ans, err := u.begin(ctx); err != nil || ans != nil {
				return u.refused(ctx, ans, err)
			}
			ask = false
			continue
		case next == further:
			ask = false
			continue
		case known != nil:
			return abi.Response{}, u.unsure(known)
		}
		u.failures++
		pause, again := b.goOn(ans, err, u.failures)
		if !again || u.failures >= maxAttempts || ctx.Err() != nil {
			return u.giveUp(ctx, ans, err)
		}
		if b.o.Wait(ctx, pause) != nil {
			return u.giveUp(ctx, nil, stopped(ctx, r.route.ID))
		}
		ask = true
	}
	return u.giveUp(ctx, nil, fault.New(fault.Upstream, "route %s: the upload took too many attempts", r.route.ID).WithHint("repeat the call"))
}

// verdict is what an answer means for the upload.
type verdict int

const (
	doubtful  verdict = iota // nobody knows: wait, then ask the session
	further                  // the service wants the next chunk
	done                     // it has all
	forgotten                // the session is gone, and so is what it had
	refused                  // the service said no
)

// look reads the answer to a chunk, or to a question. The error is that of an
// answer which makes no sense.
func (u *upload) look(ans *answer, err error, asked bool) (verdict, error) {
	switch {
	case err != nil:
		return doubtful, nil
	case ans.status == http.StatusOK || ans.status == http.StatusCreated:
		return done, nil
	case ans.status == http.StatusPermanentRedirect: // 308: it wants more
		before := u.at
		err := u.advance(ans.header.Get("Range"))
		if err == nil && u.at < u.r.media.size && (u.at > before || asked) {
			return further, nil
		}
		return doubtful, err
	case gone(ans) && u.lastLost:
		u.maybeDone = true
		return refused, nil
	case gone(ans) && u.sessions < maxSessions:
		return forgotten, nil
	case mayRepeat(false, ans):
		return doubtful, nil
	}
	return refused, nil
}

func gone(ans *answer) bool {
	return ans.status == http.StatusNotFound || ans.status == http.StatusGone
}

// refused is the outcome after an answer that ends the upload.
func (u *upload) refused(ctx context.Context, ans *answer, err error) (abi.Response, error) {
	switch {
	case u.maybeDone:
		return abi.Response{}, u.unsure(fault.New(fault.Upstream, "the service answered %d", ans.status))
	case err != nil:
		return abi.Response{}, u.r.asRead().lostFault(ctx, err)
	case ans.status < 400:
		return abi.Response{}, u.r.asRead().redirected(ans.status)
	}
	return u.r.asRead().failed(ans)
}

// giveUp is the outcome of an upload that goes no further. If the last byte may
// have arrived, the session is asked once more even though the caller is gone:
// it alone can tell.
func (u *upload) giveUp(ctx context.Context, ans *answer, err error) (abi.Response, error) {
	if u.maybeDone && ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastQuestion)
		defer cancel()
		ans, err := u.b.attempt(late, u.r, u.question(), u.cred)
		switch next, _ := u.look(ans, err, true); next {
		case done:
			return u.b.settle(u.r, ans, u.p)
		default: // look has noted whether it may be done
		}
	}
	switch {
	case u.maybeDone:
		return abi.Response{}, u.unsure(err)
	case ctx.Err() != nil:
		return abi.Response{}, stopped(ctx, u.r.route.ID)
	case err != nil:
		return abi.Response{}, u.r.asRead().lostFault(ctx, err)
	case ans.status < 400:
		return abi.Response{}, u.r.malformed("%s takes no more of the upload", u.r.route.Host)
	}
	return u.r.asRead().failed(ans)
}

// unsure is an error as it is, unless the upload may be complete: then nobody
// knows.
func (u *upload) unsure(err error) error {
	if !u.maybeDone {
		return err
	}
	return fault.Wrap(err, fault.OutcomeUnknown, "route %s: the content left for %s, and the session does not tell what became of it: the change may have been made", u.r.route.ID, u.r.route.Host).
		WithHint("look at the service before you repeat it")
}

// asRead is the request as one that has changed nothing so far.
func (r prepared) asRead() prepared {
	same := *r.route
	same.Mutates = false
	r.route = &same
	return r
}
