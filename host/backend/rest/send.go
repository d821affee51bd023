package rest

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// parallelReads is how many requests of one step run at once. Google counts
// requests per user and minute, so more would only meet its limits sooner.
const parallelReads = 4

// exchange sends the requests of a step and gives their answers in order. A
// step that only reads runs several at once; as soon as something may change,
// one after the other, and the first failure ends it.
func (b *Backend) exchange(ctx context.Context, reqs []prepared, p *progress) ([]abi.Response, error) {
	var got atomic.Int64 // bytes that the next step of the plan would have to read
	one := func(ctx context.Context, r prepared) (abi.Response, error) {
		res, err := b.send(ctx, r, p)
		if err == nil && got.Add(int64(len(res.Body))) > b.o.Limits.PlanInput {
			err = fault.New(fault.LimitExceeded, "route %s: the answers of one step have more than %d bytes together", r.route.ID, b.o.Limits.PlanInput).
				WithHint("ask for fewer items")
		}
		return res, err
	}
	out := make([]abi.Response, len(reqs))
	if p.together = changing(reqs); p.together > 0 {
		return out, inOrder(ctx, reqs, out, one)
	}
	return out, atOnce(ctx, reqs, out, one)
}

// changing counts the requests that may change something.
func changing(reqs []prepared) (n int) {
	for _, r := range reqs {
		if r.route.Mutates {
			n++
		}
	}
	return n
}

type sendOne func(context.Context, prepared) (abi.Response, error)

func inOrder(ctx context.Context, reqs []prepared, out []abi.Response, send sendOne) (err error) {
	for i, r := range reqs {
		if out[i], err = send(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// atOnce runs reads in parallel. The first failure in time ends the others;
// the error is that one, not those of the requests it ended.
func atOnce(ctx context.Context, reqs []prepared, out []abi.Response, send sendOne) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		group sync.WaitGroup
		next  atomic.Int64
		once  sync.Once
		first error
	)
	for range min(parallelReads, len(reqs)) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(reqs) || ctx.Err() != nil {
					return
				}
				res, err := send(ctx, reqs[i])
				if err != nil {
					once.Do(func() { first = err; cancel(err) })
					return
				}
				out[i] = res
			}
		})
	}
	group.Wait()
	if first == nil {
		first = stopped(ctx, "")
	}
	return first
}

// send sends one request, again where that is safe, and turns the answer into
// what the plan sees. A failure that the plan does not tolerate is a *refusal.
// The guard is asked once, whatever is sent for the request then.
func (b *Backend) send(ctx context.Context, r prepared, p *progress) (abi.Response, error) {
	if err := b.ask(ctx, r, p); err != nil {
		return abi.Response{}, err
	}
	switch {
	case r.media != nil && r.media.size > onePiece:
		return b.uploadResumably(ctx, r, p)
	case r.savesWhole():
		return b.download(ctx, r, p)
	case r.media != nil:
		return b.uploadAtOnce(ctx, r, p)
	}
	o := r.outgoing()
	if r.save == nil && r.decode == nil {
		ans, err := b.persist(ctx, r, o, &credential{})
		if err != nil {
			return abi.Response{}, r.lostFault(ctx, err)
		}
		return b.settle(r, ans, p)
	}
	resume := p.budget.pause() // the answer holds content
	defer resume()
	o.moves = true
	if r.decode != nil {
		if r.route.Pinned { // a stranger's server gets no room to fill
			o.limit = encodedAnswer
		}
		ans, err := b.persist(ctx, r, o, &credential{})
		if err != nil {
			return abi.Response{}, r.lostFault(ctx, err)
		}
		return b.settle(r, ans, p)
	}
	return b.sendAndSave(ctx, r, o, p)
}

// sendAndSave sends a request of whose answer one member becomes a blob.
func (b *Backend) sendAndSave(ctx context.Context, r prepared, o outgoing, p *progress) (abi.Response, error) {
	if err := r.blobs.CheckName(r.save.Name); err != nil {
		return abi.Response{}, err
	}
	w, err := r.blobs.Create(r.save.Name, r.save.MimeType)
	if err != nil {
		return abi.Response{}, err
	}
	defer w.Abort()
	found := false
	o.take = r.lifted(&keeper{w, r, r.room()}, b.o.Limits.ResponseBody, &found)
	ans, err := b.persist(ctx, r, o, &credential{})
	if err != nil {
		return abi.Response{}, r.lostFault(ctx, err)
	}
	res, err := b.settle(r, ans, p)
	if err != nil || !found && !saysEmpty(res) {
		return res, err
	}
	if err := r.verify(w.Sum(), r.save.MD5); err != nil {
		return abi.Response{}, err
	}
	held, err := p.kept(w)
	if err != nil {
		return abi.Response{}, err
	}
	facts := held.Facts()
	res.Blob = &facts
	return res, nil
}

// uploadAtOnce sends metadata and content in one request.
func (b *Backend) uploadAtOnce(ctx context.Context, r prepared, p *progress) (abi.Response, error) {
	resume := p.budget.pause()
	defer resume()
	all, err := r.multipart()
	if err != nil {
		return abi.Response{}, r.unreadable(err)
	}
	o := r.outgoing()
	o.url, o.moves = withQuery(r.url, "uploadType=multipart"), true
	o.header.Set("Content-Type", all.mimeType)
	o.size = all.size
	o.body = func() (io.ReadCloser, error) { return all.open(0, all.size), nil }
	ans, err := b.persist(ctx, r, o, &credential{})
	if err != nil {
		return abi.Response{}, r.lostFault(ctx, err)
	}
	r.showProgress(r.media.size)
	return b.settle(r, ans, p)
}

// persist sends one request until it has an answer that stands.
func (b *Backend) persist(ctx context.Context, r prepared, o outgoing, c *credential) (*answer, error) {
	started := b.o.Now()
	for attempt := 1; ; {
		ans, err := b.attempt(ctx, r, o, c)
		if renewed, err := b.renew(ctx, r, c, ans); err != nil {
			return nil, err
		} else if renewed {
			continue
		}
		pause, again := b.again(o.mutates, attempt, started, ans, err)
		if !again {
			return ans, err
		}
		if b.o.Wait(ctx, pause) != nil {
			return nil, stopped(ctx, r.route.ID)
		}
		attempt++
	}
}

// settle reads the final answer of a request.
func (b *Backend) settle(r prepared, ans *answer, p *progress) (abi.Response, error) {
	switch {
	case ans.status < 300 && r.route.Mutates:
		p.changes = append(p.changes, r.route.ID)
	case ans.status >= 400:
		if ans.status >= 500 && r.route.Mutates {
			p.doubtful = append(p.doubtful, r.route.ID)
		}
		return r.failed(ans)
	}
	return r.read(ans, p)
}

// stopped is the error for a call that ended before its next request; nil
// while it goes on. The route may be empty.
func stopped(ctx context.Context, routeID string) error {
	if ctx.Err() == nil {
		return nil
	}
	if outOfTime(ctx) {
		what := "the call"
		if routeID != "" {
			what = "route " + routeID + ": the call"
		}
		return fault.New(fault.Network, "%s ran out of time before it was done", what)
	}
	if routeID == "" {
		return fault.New(fault.Interrupted, "interrupted before the call was done")
	}
	return fault.New(fault.Interrupted, "interrupted before the request of route %s was done", routeID)
}
