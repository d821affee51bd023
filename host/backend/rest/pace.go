package rest

import (
	"context"
	"strings"
	"sync"
	"time"
)

// quota is what a service allows one user. Source: the usage limits in the
// services' own documentation, which count per minute.
type quota struct {
	// perSecond refills the bucket, most is what it holds: together no minute
	// gets more than the service allows.
	perSecond, most float64
}

var quotas = map[string]quota{
	"gmail":    {200, 3000}, // 15 000 units a minute
	"drive":    {150, 3000}, // 12 000 requests a minute
	"calendar": {8, 120},    // 600 requests a minute
	"tasks":    {20, 300},   // no figure per minute is given; far below the daily one
}

// weights are Gmail's units for requests that cost more or less than five.
// Source: Gmail's usage limits.
var weights = map[string]float64{
	"gmail.users.messages.send": 100, "gmail.users.drafts.send": 100, "gmail.users.messages.batchModify": 50,
	"gmail.users.messages.batchDelete": 50, "gmail.users.messages.insert": 25, "gmail.users.messages.import": 25,
	"gmail.users.messages.delete": 10, "gmail.users.threads.delete": 20,
	"gmail.users.threads.get": 10, "gmail.users.threads.list": 10, "gmail.users.threads.modify": 10, "gmail.users.threads.trash": 10,
	"gmail.users.threads.untrash": 10, "gmail.users.drafts.create": 10, "gmail.users.drafts.delete": 10, "gmail.users.drafts.update": 15,
	"gmail.users.labels.list": 1, "gmail.users.labels.get": 1, "gmail.users.getProfile": 1,
}

func weightOf(service, route string) float64 {
	if w, ok := weights[route]; ok {
		return w
	}
	if service == "gmail" {
		return 5
	}
	return 1
}

// Pacer holds requests back before a service has to: one bucket per account and
// service. Share one among all backends of a process. Any number of goroutines
// may use it.
type Pacer struct {
	mu      sync.Mutex
	buckets map[string]*bucket
}

type bucket struct {
	quota
	has  float64
	last time.Time
}

// NewPacer makes a Pacer whose buckets are full.
func NewPacer() *Pacer { return &Pacer{buckets: map[string]*bucket{}} }

// delay takes what a request costs and says how long to wait before it is sent.
func (p *Pacer) delay(account, service, route string, now time.Time) time.Duration {
	q, ok := quotas[service]
	if !ok {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := account + "\x00" + service
	b := p.buckets[key]
	if b == nil {
		b = &bucket{quota: q, has: q.most, last: now}
		p.buckets[key] = b
	}
	if d := now.Sub(b.last); d > 0 {
		b.has, b.last = min(b.most, b.has+d.Seconds()*b.perSecond), now
	}
	// What is missing is owed: those that come later wait longer, in order.
	if b.has -= weightOf(service, route); b.has >= 0 {
		return 0
	}
	return time.Duration(-b.has / b.perSecond * float64(time.Second))
}

// enter waits until a request may leave: for its account's quota, then for one
// of the backend's seats. The caller gives the seat back.
func (b *Backend) enter(ctx context.Context, r prepared) (leave func(), err error) {
	if b.o.Pacer != nil && r.route.Pinned && strings.HasSuffix(r.route.Host, ".googleapis.com") {
		if d := b.o.Pacer.delay(b.o.Account, r.route.Service, r.route.ID, b.o.Now()); d > 0 && b.o.Wait(ctx, d) != nil {
			return nil, stopped(ctx, r.route.ID)
		}
	}
	select {
	case b.seats <- struct{}{}:
		return func() { <-b.seats }, nil
	case <-ctx.Done():
		return nil, stopped(ctx, r.route.ID)
	}
}
