package mcp

import (
	"crypto/rand"
	"encoding/json"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// Bounds of the questions that wait at once, of all sessions: each holds what it
// asks about, and a call may have megabytes. Several users have a share each, which
// is worth something however many they are.
const (
	maxAsked      = 256
	maxAskedBytes = 64 << 20 // of JSON

	leastAsked      = 8
	leastAskedBytes = 4 << 20
)

// asked keeps what was asked as the answer of a call, until the call comes again
// with the person's answer. The client gets a random word for it and no more, so
// that nothing can be changed on the way: each counts once, for its own account,
// and for the very call that was shown.
type asked struct {
	limit     time.Duration
	now       func() time.Time
	most      int // questions
	mostBytes int

	mu    sync.Mutex
	open  map[string]openQuestion
	bytes int // of all that is open
}

type openQuestion struct {
	shown draft.Payload
	owner store.Owner
	ends  time.Time
	bytes int
}

// newAsked keeps the questions of one of so many users.
func newAsked(limit time.Duration, users int) *asked {
	users = max(users, 1)
	return &asked{
		limit: limit, now: time.Now, open: map[string]openQuestion{},
		most: max(maxAsked/users, leastAsked), mostBytes: max(maxAskedBytes/users, leastAskedBytes),
	}
}

// put keeps a question and gives the answer that asks it.
func (a *asked) put(words string, shown draft.Payload, owner store.Owner) (*sdk.CallToolResult, error) {
	raw, err := json.Marshal(shown)
	if err != nil {
		return nil, fault.Wrap(err, fault.BadRequest, "the call can't be written as JSON")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for word, q := range a.open {
		if !now.Before(q.ends) {
			a.drop(word)
		}
	}
	if len(a.open) >= a.most || a.bytes+len(raw) > a.mostBytes {
		return nil, fault.New(fault.LimitExceeded, "%d questions wait for an answer already, as many as can be held; nothing was sent", len(a.open)).
			WithHint("answer those first, or wait until they end")
	}
	word := rand.Text()
	a.open[word] = openQuestion{shown: shown, owner: owner, ends: now.Add(a.limit), bytes: len(raw)}
	a.bytes += len(raw)
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
	a.drop(req.Params.RequestState)
	if !a.now().Before(q.ends) {
		return nil, nil, false
	}
	return &q.shown, meaning(res), true
}

// drop forgets a question; a is locked.
func (a *asked) drop(word string) {
	a.bytes -= a.open[word].bytes
	delete(a.open, word)
}
