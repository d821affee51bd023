package invoke_test

import (
	"context"
	"testing"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/invoke"
)

// untouched are records that must not be opened: the test fails where they are.
func untouched(t testing.TB) *invoke.Records {
	r := newBooks().records()
	r.Claims = func(context.Context) (*idempotency.Claims, error) {
		t.Error("the claims were opened")
		return nil, context.Canceled
	}
	r.Drafts = func(context.Context) (*draft.Drafts, error) {
		t.Error("the drafts were opened")
		return nil, context.Canceled
	}
	r.Actor = func() string {
		t.Error("it was asked who calls")
		return ""
	}
	r.Audit = func() (invoke.Auditor, error) {
		t.Error("the audit log was opened")
		return nil, context.Canceled
	}
	return r
}

// Records cost a read nothing: it opens none of them, whatever becomes of it.
func TestReadOpensNoRecords(t *testing.T) {
	o := newOffice(t)
	o.Records, o.tool = untouched(t), o.Catalog.Tool("gmail_read")
	if res, err := o.send(t, "", to("a@x.example")); err != nil || !res.Response.Success {
		t.Fatalf("%+v %v", res, err)
	}
	o.lost = context.DeadlineExceeded
	if _, err := o.send(t, "", to("a@x.example")); err == nil {
		t.Error("a read that failed succeeded")
	}
	if len(o.effects) != 1 { // the world counts reads, too
		t.Errorf("calls %q", o.effects)
	}
}
