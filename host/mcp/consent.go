package mcp

import (
	"context"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
)

// run takes a call through the pipeline, with a person's yes where it needs one.
// wants, where it is not nil, is the answer for now: the client has to ask its
// human and to call again.
func (c caller) run(ctx context.Context, req *sdk.CallToolRequest, p *invoke.Pipeline, r invoke.Request) (res *invoke.Result, wants *sdk.CallToolResult, err error) {
	switch {
	case c.o.Mode == Argument:
		r.KeepConfirm, r.Prompter = true, needsConfirm
	case c.o.Mode == Elicit && canAsk(req.Session):
		return c.ask(ctx, req, p, r)
	default:
		r.StoreGated = true
	}
	res, err = p.Run(ctx, r)
	return res, nil, err
}

// ask runs a call as far as the question, and goes on by the answer. Clients that
// speak the handshake's protocol are asked in between; with the later one the
// answer comes with a second call.
func (c caller) ask(ctx context.Context, req *sdk.CallToolRequest, p *invoke.Pipeline, r invoke.Request) (*invoke.Result, *sdk.CallToolResult, error) {
	if shown, said, ok := c.o.asked.answer(req, ownerOf(p)); ok {
		res, err := goOn(ctx, p, r, shown, said)
		return res, nil, err
	}
	r.ShowGated = true
	res, err := p.Run(ctx, r)
	r.ShowGated = false
	if err != nil || res.Shown == nil {
		return res, nil, err
	}
	words, fits := question(res.Shown, p)
	switch {
	case !fits: // nobody agrees to what they can't read
		r.StoreGated = true
		res, err = p.Run(ctx, r)
		return res, nil, err
	case asksBetweenCalls(req.Session):
		wants, err := c.o.asked.put(words, *res.Shown, ownerOf(p))
		return res, wants, err
	}
	said := askNow(ctx, req.Session, words, c.o.askTime())
	// A person takes their time. What was forbidden meanwhile is forbidden, and what
	// was agreed to as one account is not done as another.
	now, err := c.o.Pipeline(ctx, c.tool.Service)
	if err == nil && said == nil && ownerOf(now) != ownerOf(p) {
		err = fault.New(fault.DraftStale, "the account changed while the person was asked; nothing was sent").WithHint("call it again")
	}
	if err != nil {
		return nil, nil, err
	}
	res, err = goOn(ctx, now, r, res.Shown, said)
	return res, nil, err
}

// refusalTime is how long it may take to record a no.
const refusalTime = 30 * time.Second

// goOn runs a call by what the person said of it. A no goes through the pipeline
// too, so that it stands in the audit log, also where the call was given up
// meanwhile.
func goOn(ctx context.Context, p *invoke.Pipeline, r invoke.Request, shown *draft.Payload, said error) (*invoke.Result, error) {
	if said == nil {
		r.Agreed = shown
		return p.Run(ctx, r)
	}
	r.Prompter = verdict{said}
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), refusalTime)
	defer done()
	return p.Run(ctx, r)
}

// verdict is a prompter that answers with an error: a no with its reason.
type verdict struct{ err error }

func (s verdict) Confirm(context.Context, string) (bool, error) { return false, s.err }

// needsConfirm answers an agent that has to say that somebody agreed. The
// pipeline asks it only where confirm is missing.
var needsConfirm = verdict{fault.New(fault.ConfirmationRequired, "this needs a person's yes; nothing was sent").
	WithHint("tell your user exactly what it would do; when they agree, call it again with confirm = true, in a batch in the params of each operation that asks")}
