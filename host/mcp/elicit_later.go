package mcp

import (
	"crypto/rand"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// maxAsked bounds the questions that wait at once, of all sessions: each holds
// what it asks about.
const maxAsked = 256

// asked keeps what was asked as the answer of a call, until the call comes again
// with the person's answer. The client gets a random word for it and no more, so
// that nothing can be changed on the way: each counts once, for its own account,
// and for the very call that was shown.
type asked struct {
	limit time.Duration
	now   func() time.Time

	mu   sync.Mutex
	open map[string]openQuestion
}

type openQuestion struct {
	shown draft.Payload
	owner store.Owner
	ends  time.Time
}

func newAsked(limit time.Duration) *asked {
	return &asked{limit: limit, now: time.Now, open: map[string]openQuestion{}}
}

// put keeps a question and gives the answer that asks it.
func (a *asked) put(words string, shown draft.Payload, owner store.Owner) (*sdk.CallToolResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for word, q := range a.open {
		if !now.Before(q.ends) {
			delete(a.open, word)
		}
	}
	if len(a.open) >= maxAsked {
		return nil, fault.New(fault.LimitExceeded, "%d questions wait for an answer already; nothing was sent", maxAsked).
			WithHint("answer those first, or wait until they end")
	}
	word := rand.Text()
	a.open[word] = openQuestion{shown: shown, owner: owner, ends: now.Add(a.limit)}
	return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{answerKey: asking(words)}, RequestState: word}, nil
}

// answer gives what was shown, and what the person said of it (nil is a yes). ok
// is false where the call answers no question that is open: then it is a call
// like any other, and is asked about anew.
func (a *asked) answer(req *sdk.CallToolRequest, owner store.Owner) (shown *draft.Payload, said error, ok bool) {
	res, given := req.Params.InputResponses[answerKey].(*sdk.ElicitResult)
	if !given || res == nil {
		return nil, nil, false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	q, found := a.open[req.Params.RequestState]
	if !found || q.owner != owner {
		return nil, nil, false
	}
	delete(a.open, req.Params.RequestState)
	if !a.now().Before(q.ends) {
		return nil, nil, false
	}
	return &q.shown, meaning(res), true
}
