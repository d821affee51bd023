package invoke_test

import (
	"context"
	"sync"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/memory"
)

// books are the records of a test's pipeline, in memory.
type books struct {
	store store.Store
	// now is the clock of the records.
	now time.Time
	// full makes the audit log refuse.
	full error

	mu  sync.Mutex
	log []audit.Record
}

func newBooks() *books {
	b := &books{now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	b.store = memory.New(func() time.Time { return b.now })
	return b
}

func (b *books) records() *invoke.Records {
	return &invoke.Records{
		Claims: func(context.Context) (*idempotency.Claims, error) {
			return idempotency.New(b.store, idempotency.Options{})
		},
		Drafts: func(context.Context) (*draft.Drafts, error) { return draft.New(b.store, draft.Options{}) },
		Audit:  func() (invoke.Auditor, error) { return b, nil },
		Owner:  store.Owner{Tenant: "test", Account: "1"}, Actor: func() string { return "ana@laptop" }, FrontEnd: policy.CLI, Profile: "default",
	}
}

// Append implements invoke.Auditor.
func (b *books) Append(_ context.Context, r audit.Record) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.full != nil {
		return b.full
	}
	b.log = append(b.log, r)
	return nil
}

// events are what was logged, as "event status code".
func (b *books) events() []string {
	var list []string
	for _, r := range b.log {
		e := r.Event
		for _, s := range []string{r.Status, r.Code} {
			if s != "" {
				e += " " + s
			}
		}
		list = append(list, e)
	}
	return list
}
