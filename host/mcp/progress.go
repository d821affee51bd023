package mcp

import (
	"context"
	"fmt"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/host/text"
)

// betweenProgress is how long a transfer is silent between two notifications.
const betweenProgress = 100 * time.Millisecond

// progress tells a client how far a call is. One unit is a request of the call,
// or an operation of a batch; a transfer counts as the part of one that it has
// reached. What is told only grows, as the protocol wants it.
type progress struct {
	ctx     context.Context
	session *sdk.ServerSession
	token   any

	mu      sync.Mutex
	told    float64
	steps   float64
	total   float64
	lastSay time.Time
	// plugins says that the plugin tells how far it is, in units of its own.
	plugins bool
}

// progressOf is nil where the client wants to hear nothing. A nil one may be
// used: it tells nothing.
func progressOf(ctx context.Context, s *sdk.ServerSession, p sdk.RequestParams) *progress {
	token := p.GetProgressToken()
	if token == nil || s == nil {
		return nil
	}
	return &progress{ctx: ctx, session: s, token: token}
}

// step says that requests, or operations of a batch, are over. A plugin that
// tells how far it is knows better than a count of its requests; its numbers
// stand from then on.
func (p *progress) step(at backend.Progress) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.plugins && !at.Plugin {
		return
	}
	if at.Plugin && !p.plugins && p.told == 0 {
		p.told = -1 // a plugin may begin with nothing done
	}
	p.plugins = at.Plugin
	p.steps, p.total = float64(at.Done), float64(at.Total)
	p.say(p.steps, wordsOf(at))
}

func wordsOf(at backend.Progress) string {
	switch {
	case at.Plugin:
		return at.Message
	case at.Total > 0:
		return fmt.Sprintf("%d of %d operations", at.Done, at.Total)
	case at.Done == 1:
		return "1 request"
	}
	return fmt.Sprintf("%d requests", at.Done)
}

// transfer says how much of a file is through, in bytes; total is -1 where it is
// not known.
func (p *progress) transfer(name string, done, total int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.plugins || now.Sub(p.lastSay) < betweenProgress && done != total {
		return
	}
	p.lastSay = now
	of := float64(total)
	words := size.Text(float64(done))
	if total >= 0 {
		words += " of " + size.Text(of)
	} else {
		of = float64(done) + 1<<20 // grows all the time, and never reaches a whole
	}
	if name = text.Cut(text.Line(name), 60); name != "" {
		words = name + ": " + words
	}
	if of > 0 {
		// A file that is through is not the request that carries it.
		p.say(p.steps+0.99*float64(done)/of, words)
	}
}

// say sends what is more than was told before. A client that can't be reached
// any more costs only the word.
func (p *progress) say(at float64, words string) {
	if at <= p.told {
		return
	}
	p.told = at
	_ = p.session.NotifyProgress(p.ctx, &sdk.ProgressNotificationParams{
		ProgressToken: p.token, Progress: at, Total: p.total, Message: words,
	})
}
