package invoke_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/confirm"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/sdk/abi"
)

// world is a service behind a REST backend with one effect per call. It counts
// what really happened.
type world struct {
	mu      sync.Mutex
	effects []string
	// reached is whom a request reaches, if known.
	reached []string
	hidden  bool
	// body is part of each request: changing it is a changed world.
	body string
	// fail is what Do gives after the effect; lost fails before it.
	fail, lost error
	answer     *envelope.Response
	entered    chan struct{} // where set, Do says that it is inside, and
	release    chan struct{} // waits for this
}

func (w *world) Name() string                 { return "rest" }
func (w *world) Warm(context.Context, string) {}

func (w *world) effect(c backend.Call) backend.Effect {
	return backend.Effect{
		Route: "gmail.users.messages.send", Reached: w.reached, ReachedKnown: !w.hidden, Size: 7,
		Digest: func() (string, error) { return canon.Digest(map[string]any{"params": c.Params["to"], "body": w.body}) },
	}
}

func (w *world) Preview(_ context.Context, c backend.Call) ([]backend.Planned, error) {
	e := w.effect(c)
	return []backend.Planned{{Route: e.Route, Method: "POST", URL: "https://gmail.googleapis.com/send", Effect: &e}}, nil
}

func (w *world) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	if w.entered != nil {
		w.entered <- struct{}{}
		<-w.release
	}
	if w.lost != nil {
		return nil, w.lost
	}
	if c.Guard != nil { // a read has none
		if err := c.Guard(ctx, w.effect(c)); err != nil {
			return nil, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	b, err := json.Marshal(c.Params)
	if err != nil {
		return nil, err
	}
	w.effects = append(w.effects, c.Action+" "+string(b))
	if w.fail != nil {
		return nil, w.fail
	}
	if w.answer != nil {
		return w.answer, nil
	}
	return &envelope.Response{Success: true, Data: map[string]any{"id": "m1"}}, nil
}

// echo is a plugin that makes no more of the arguments than parameters.
type echo struct{}

func (echo) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) { return echo{}, nil }
func (echo) FuelUsed() int64                                                     { return 0 }
func (echo) End()                                                                {}
func (echo) Call(_ context.Context, export string, in []byte) ([]byte, error) {
	if export == "render" {
		return []byte(`{"text":"sent"}`), nil
	}
	var t struct {
		Tool string          `json:"tool"`
		Args json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(in, &t); err != nil {
		return nil, err
	}
	action := map[string]string{"gmail_send": "send", "gmail_star": "star", "gmail_read": "getMessage"}[t.Tool]
	return json.Marshal(map[string]any{"action": action, "params": t.Args})
}

// office is a pipeline on a world, and its books.
type office struct {
	*invoke.Pipeline
	*books
	*world
	tool *catalog.Tool
}

func newOffice(t testing.TB) *office {
	t.Helper()
	input := abi.Raw(`{"type":"object","properties":{"to":{"type":"string"},"subject":{"type":"string"},"confirm":{"type":"boolean"}},"additionalProperties":false}`)
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "gmail", Tools: []abi.Tool{
		{Name: "gmail_send", Title: "Send a mail", Action: "send", Actions: []string{"send"}, Input: input},
		{Name: "gmail_star", Title: "Star a mail", Action: "star", Actions: []string{"star"}, Input: input},
		{Name: "gmail_read", Title: "Read a mail", Action: "getMessage", Actions: []string{"getMessage"}, Input: input},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	b, w := newBooks(), &world{}
	p := &invoke.Pipeline{Catalog: x, Modules: echo{}, Risk: tables, Backend: w, Records: b.records(),
		Clock: func() abi.Clock { return testClock }, Now: func() time.Time { return b.now }}
	return &office{p, b, w, x.Tool("gmail_send")}
}

func (o *office) send(t testing.TB, key string, args map[string]any) (*invoke.Result, error) {
	t.Helper()
	return o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: args, Yes: true, Key: key})
}

func to(address string) map[string]any { return map[string]any{"to": address} }

func TestMutationIsClaimedAndLogged(t *testing.T) {
	o := newOffice(t)
	res, err := o.send(t, "", to("a@x.example"))
	if err != nil || res.Duplicate || res.Claim == "" {
		t.Fatalf("%+v %v", res, err)
	}
	if got := strings.Join(o.events(), ", "); got != "attempt, outcome ok" {
		t.Errorf("logged %s", got)
	}
	for _, r := range o.log {
		if r.Actor != "ana@laptop" || r.Tenant != "test" || r.Claim != res.Claim || r.Confirm != confirm.SourceYes || r.Digest == "" {
			t.Errorf("%+v", r)
		}
	}
	if out := o.log[1]; !slices.Equal(out.Routes, []string{"gmail.users.messages.send"}) || out.SentBytes != 7 || out.AnswerBytes == 0 {
		t.Errorf("%+v", out)
	}
	claims, err := o.store.Claims(t.Context(), store.ClaimFilter{})
	if err != nil || len(claims) != 1 || claims[0].Status != store.Completed || claims[0].Resource != "m1" {
		t.Errorf("%+v %v", claims, err)
	}
}

// A50: a completed key answers with what is known of it, and nothing is sent
// again. Nobody is asked either.
func TestA50SameKeyAgain(t *testing.T) {
	o := newOffice(t)
	if _, err := o.send(t, "k1", to("a@x.example")); err != nil {
		t.Fatal(err)
	}
	res, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: to("a@x.example"), Key: "k1"}) // no yes
	if err != nil || !res.Duplicate {
		t.Fatalf("%+v %v", res, err)
	}
	data := res.Response.Data.(map[string]any)
	if data["status"] != "duplicate" || data["resourceId"] != "m1" || len(o.effects) != 1 {
		t.Errorf("%v, effects %q", data, o.effects)
	}
}

// A56: the same key for other parameters or another tool is a conflict, never
// the old answer.
func TestA56SameKeyForSomethingElse(t *testing.T) {
	o := newOffice(t)
	if _, err := o.send(t, "k1", to("a@x.example")); err != nil {
		t.Fatal(err)
	}
	if _, err := o.send(t, "k1", to("b@x.example")); fault.CodeOf(err) != fault.IdempotencyConflict {
		t.Errorf("other parameters: %v", err)
	}
	star := o.Catalog.Tool("gmail_star")
	if _, err := o.Run(t.Context(), invoke.Request{Tool: star, Args: to("a@x.example"), Key: "k1"}); fault.CodeOf(err) != fault.IdempotencyConflict {
		t.Errorf("another tool: %v", err)
	}
	if len(o.effects) != 1 {
		t.Errorf("effects %q", o.effects)
	}
}

// A48: without a place for records nothing that changes anything is sent.
func TestA48NoRecords(t *testing.T) {
	o := newOffice(t)
	o.Records = nil
	o.Policy.External = policy.ExternalAllow
	if _, err := o.send(t, "", to("a@x.example")); fault.CodeOf(err) != fault.StoreUnavailable || len(o.effects) > 0 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
}

// If the audit log can't be written, nothing is sent, and the key may be used
// again once it can.
func TestAuditThatCannotBeWritten(t *testing.T) {
	o := newOffice(t)
	o.full = fault.New(fault.AuditUnavailable, "the disk is full")
	if _, err := o.send(t, "k1", to("a@x.example")); fault.CodeOf(err) != fault.AuditUnavailable || len(o.effects) > 0 {
		t.Fatalf("%v, effects %q", err, o.effects)
	}
	o.full = nil
	if res, err := o.send(t, "k1", to("a@x.example")); err != nil || res.Duplicate || len(o.effects) != 1 {
		t.Errorf("%+v %v", res, err)
	}
}

// A51, A52, A53, A54: what a failure means for the key.
func TestFailuresAndKeys(t *testing.T) {
	for name, c := range map[string]struct {
		lost, fail error
		answer     *envelope.Response
		again      fault.Code // of a repeat in a world that works; "" goes through
		status     store.Status
	}{
		"A52 the answer is lost":      {fail: fault.New(fault.OutcomeUnknown, "lost"), again: fault.OutcomeUnknown, status: store.Unknown},
		"A53 not signed in":           {lost: fault.New(fault.NotSignedIn, "nobody"), status: store.FailedRetryable},
		"no network":                  {lost: fault.New(fault.Network, "down"), status: store.FailedRetryable},
		"the service refuses":         {answer: &envelope.Response{Error: &envelope.Error{Code: "NOT_FOUND", Message: "no"}}, again: fault.IdempotencyRefused, status: store.FailedTerminal},
		"a fault after the effect":    {fail: fault.New(fault.PluginFault, "trap"), again: fault.OutcomeUnknown, status: store.Unknown},
		"an error of no kind at all":  {fail: errors.New("?"), again: fault.OutcomeUnknown, status: store.Unknown},
		"the plan fails before it":    {lost: fault.New(fault.PluginFault, "trap"), again: fault.IdempotencyRefused, status: store.FailedTerminal},
		"given up before it was sent": {lost: fault.New(fault.Interrupted, "stop"), status: store.FailedRetryable},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			o.world.lost, o.world.fail, o.world.answer = c.lost, c.fail, c.answer
			o.send(t, "k1", to("a@x.example"))
			claims, err := o.store.Claims(t.Context(), store.ClaimFilter{})
			if err != nil || len(claims) != 1 || claims[0].Status != c.status {
				t.Fatalf("%+v %v", claims, err)
			}
			before := len(o.effects)
			o.world.lost, o.world.fail, o.world.answer = nil, nil, nil
			_, err = o.send(t, "k1", to("a@x.example"))
			if c.again == "" && (err != nil || len(o.effects) != before+1) || c.again != "" && (fault.CodeOf(err) != c.again || len(o.effects) != before) {
				t.Errorf("again: %v, effects %q", err, o.effects)
			}
		})
	}
}

// A second caller with the same key, while the first is inside, is refused.
func TestA51SecondCallerWhileInProgress(t *testing.T) {
	o := newOffice(t)
	o.entered, o.release = make(chan struct{}), make(chan struct{})
	first := make(chan error)
	go func() {
		_, err := o.Run(context.Background(), invoke.Request{Tool: o.tool, Args: to("a@x.example"), Yes: true, Key: "k1"})
		first <- err
	}()
	<-o.entered
	if _, err := o.send(t, "k1", to("a@x.example")); fault.CodeOf(err) != fault.IdempotencyRefused {
		t.Errorf("second: %v", err)
	}
	close(o.release)
	if err := <-first; err != nil || len(o.effects) != 1 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
}

// What a request really reaches is judged right before it leaves.
func TestRecipientsAreJudgedAtTheRequest(t *testing.T) {
	o := newOffice(t)
	o.Policy.External, o.Policy.InternalDomains = policy.ExternalDeny, []string{"x.example"}
	o.reached = []string{"a@x.example", "eve@evil.example"}
	if _, err := o.send(t, "k1", to("a@x.example")); fault.CodeOf(err) != fault.ActionNotAllowed || len(o.effects) > 0 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
	o.reached, o.hidden = nil, true
	if _, err := o.send(t, "k2", to("a@x.example")); fault.CodeOf(err) != fault.ActionNotAllowed || len(o.effects) > 0 {
		t.Errorf("unknown: %v, effects %q", err, o.effects)
	}
	o.reached, o.hidden = []string{"a@x.example"}, false
	if _, err := o.send(t, "k3", to("a@x.example")); err != nil || len(o.effects) != 1 {
		t.Errorf("allowed: %v", err)
	}
}

// A machine that slept between the claim and the request sends nothing: somebody
// may have let another run begin.
func TestClaimThatIsOverSendsNothing(t *testing.T) {
	o := newOffice(t)
	o.entered, o.release = make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		_, err := o.Run(context.Background(), invoke.Request{Tool: o.tool, Args: to("a@x.example"), Yes: true, Key: "k1"})
		done <- err
	}()
	<-o.entered
	o.now = o.now.Add(16 * time.Minute)
	close(o.release)
	if err := <-done; fault.CodeOf(err) != fault.IdempotencyRefused || len(o.effects) > 0 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
}

// approved stores a mail as a draft and approves it.
func (o *office) approved(t testing.TB, args map[string]any) *draft.Draft {
	t.Helper()
	res, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: args, Store: true})
	if err != nil {
		t.Fatal(err)
	}
	return o.approve(t, res.Draft)
}

func (o *office) approve(t testing.TB, d *draft.Draft) *draft.Draft {
	t.Helper()
	drafts, err := o.Records.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, err = drafts.Approve(t.Context(), draft.Approving{
		ID: d.ID, Revision: d.Revision, Digest: d.Digest, Approver: "bob@desk", PolicyRevision: o.Policy.Revision(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (o *office) run(t testing.TB, d *draft.Draft) (*invoke.Result, error) {
	t.Helper()
	drafts, err := o.Records.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, err = drafts.Get(t.Context(), d.ID)
	if err != nil {
		t.Fatal(err)
	}
	return o.RunDraft(t.Context(), invoke.DraftRun{Draft: d})
}

// A36, A45: a stored call sends nothing; approved, its stored payload runs,
// once.
func TestDraftRunsOnce(t *testing.T) {
	o := newOffice(t)
	res, err := o.Run(t.Context(), invoke.Request{Tool: o.tool, Args: to("a@x.example"), Store: true})
	if err != nil || len(o.effects) > 0 || res.Draft.State != draft.Pending || res.Draft.Revision != 1 {
		t.Fatalf("%+v %v, effects %q", res, err, o.effects)
	}
	if _, err := o.run(t, res.Draft); fault.CodeOf(err) != fault.ConfirmationRequired || len(o.effects) > 0 {
		t.Fatalf("unapproved: %v", err)
	}
	d := o.approve(t, res.Draft)
	got, err := o.run(t, d)
	if err != nil || got.ConfirmSource != confirm.SourceDraft || len(o.effects) != 1 || o.effects[0] != `send {"confirm":true,"to":"a@x.example"}` {
		t.Fatalf("%+v %v, effects %q", got, err, o.effects)
	}
	again, err := o.run(t, d)
	if err != nil || !again.Duplicate || len(o.effects) != 1 {
		t.Errorf("again: %+v %v, effects %q", again, err, o.effects)
	}
}

// What was agreed to is what happens: another request, policy or class stops it.
func TestDraftIsStale(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*office)
		code   fault.Code
	}{
		"the world changed":          {func(o *office) { o.body = "other" }, fault.DraftStale},
		"A42 the policy tightened":   {func(o *office) { o.Policy.External = policy.ExternalDeny }, fault.ActionNotAllowed},
		"the policy changed":         {func(o *office) { o.Policy.Daily = map[string]int{"share": 3} }, fault.DraftStale},
		"A44 another account":        {func(o *office) { o.Records.Owner.Account = "2" }, fault.IdentityMismatch},
		"A41 the approval has ended": {func(o *office) { o.now = o.now.Add(16 * time.Minute) }, fault.DraftStale},
		"the draft has expired":      {func(o *office) { o.now = o.now.Add(80 * time.Hour) }, fault.DraftExpired},
		"the clock was set back":     {func(o *office) { o.now = o.now.Add(-time.Hour) }, fault.DraftStale},
		"a second person is needed": {func(o *office) {
			o.Policy.SecondPerson = []string{"send"}
		}, fault.DraftStale},
		"the log can't be written": {func(o *office) { o.full = fault.New(fault.AuditUnavailable, "full") }, fault.AuditUnavailable},
		"it reaches somebody else": {func(o *office) {
			o.reached = []string{"eve@evil.example"}
			o.Policy.Allow = map[string][]string{policy.KindRecipients: {"a@x.example"}}
		}, fault.DraftStale},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t)
			d := o.approved(t, to("a@x.example"))
			c.change(o)
			if _, err := o.run(t, d); fault.CodeOf(err) != c.code || len(o.effects) > 0 {
				t.Errorf("%v, effects %q; want %s", err, o.effects, c.code)
			}
		})
	}
}

// A38: an edit raises the revision and clears the approval.
func TestA38EditClearsTheApproval(t *testing.T) {
	o := newOffice(t)
	d := o.approved(t, to("a@x.example"))
	edited, _, err := o.EditDraft(t.Context(), d, to("b@x.example"), nil)
	if err != nil || edited.Revision != 2 || edited.State != draft.Pending || edited.Approval != nil || edited.Digest == d.Digest {
		t.Fatalf("%+v %v", edited, err)
	}
	if _, err := o.run(t, d); fault.CodeOf(err) != fault.ConfirmationRequired || len(o.effects) > 0 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
	o.approve(t, edited)
	if _, err := o.run(t, edited); err != nil || len(o.effects) != 1 || !strings.Contains(o.effects[0], "b@x.example") {
		t.Errorf("%v, effects %q", err, o.effects)
	}
}

// A stale draft can be made anew, and then runs.
func TestStaleDraftIsMadeAnew(t *testing.T) {
	o := newOffice(t)
	d := o.approved(t, to("a@x.example"))
	o.body = "other"
	if _, err := o.run(t, d); fault.CodeOf(err) != fault.DraftStale {
		t.Fatal(err)
	}
	drafts, err := o.Records.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d, err = drafts.Get(t.Context(), d.ID); err != nil || d.State != draft.Failed {
		t.Fatalf("%+v %v", d, err)
	}
	d, _, err = o.EditDraft(t.Context(), d, nil, nil)
	if err != nil || d.Revision != 2 {
		t.Fatalf("%+v %v", d, err)
	}
	if _, err := o.run(t, o.approve(t, d)); err != nil || len(o.effects) != 1 {
		t.Errorf("%v, effects %q", err, o.effects)
	}
}

// Several runners of one draft: one effect.
func TestManyRunnersOneEffect(t *testing.T) {
	o := newOffice(t)
	d := o.approved(t, to("a@x.example"))
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() { o.RunDraft(context.Background(), invoke.DraftRun{Draft: d}) })
	}
	all.Wait()
	if len(o.effects) != 1 {
		t.Errorf("effects %q", o.effects)
	}
}
