// Package memory keeps records in this process and nowhere else: for tests, and
// as the plainest reading of the rules of host/store.
//
// Start reading at New.
package memory

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/wslite/wslite/host/store"
)

// mem is a store in memory. One lock stands for all transactions.
type mem struct {
	now func() time.Time

	mu     sync.Mutex
	claims map[claimKey]store.Claim
	counts map[countKey]int
	drafts map[string]store.Draft
	bodies map[string]body
}

type claimKey struct {
	owner store.Owner
	key   string
}

type countKey struct {
	owner     store.Owner
	name, day string
}

type body struct {
	data []byte
	used time.Time
}

// New makes an empty store; now is its clock, nil means time.Now.
func New(now func() time.Time) store.Store {
	if now == nil {
		now = time.Now
	}
	return &mem{
		now: now, claims: map[claimKey]store.Claim{}, counts: map[countKey]int{},
		drafts: map[string]store.Draft{}, bodies: map[string]body{},
	}
}

// lock begins a transaction: it gives the time, in the milliseconds that
// records have, and the function that ends it.
func (m *mem) lock(ctx context.Context) (now time.Time, unlock func(), err error) {
	if err := ctx.Err(); err != nil {
		return time.Time{}, nil, err
	}
	m.mu.Lock()
	return time.UnixMilli(m.now().UnixMilli()).UTC(), m.mu.Unlock, nil
}

func (m *mem) Now(ctx context.Context) (time.Time, error) {
	now, unlock, err := m.lock(ctx)
	if err == nil {
		unlock()
	}
	return now, err
}

func (m *mem) Name() string { return "the memory of this process" }

func (m *mem) Close() error { return nil }

func (m *mem) PutBody(ctx context.Context, name string, data []byte) error {
	if err := store.CheckBody(name, len(data)); err != nil {
		return err
	}
	now, unlock, err := m.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	b, ok := m.bodies[name]
	if !ok {
		b.data = append([]byte{}, data...)
	}
	b.used = now
	m.bodies[name] = b
	return nil
}

func (m *mem) Body(ctx context.Context, name string) ([]byte, error) {
	_, unlock, err := m.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	b, ok := m.bodies[name]
	if !ok {
		return nil, store.ErrAbsent
	}
	return slices.Clone(b.data), nil
}

func after(now time.Time, d time.Duration) time.Time {
	return now.Add(d.Truncate(time.Millisecond))
}
