package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	telling "github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/store"
)

const (
	// DefaultAskTime is how long a person has for an answer. An approval of a
	// draft stands as long, roughly: what was shown goes stale.
	DefaultAskTime = 10 * time.Minute
	// maxQuestion is how many UTF-16 units a question may have. What is longer
	// nobody reads in a client's window; it is stored as a draft, which shows all.
	maxQuestion = 12_000
	// questionWidth is how many cells a line of a question has at most: a client
	// that wraps longer ones would begin a row with words of the call, where
	// wslite's own stand.
	questionWidth = 72
	// answerKey names the only member of the form, and the question itself.
	answerKey = "approve"
)

// Since this version a server asks by answering a call, and never in between.
const noRequestsFrom = "2026-07-28"

// canAsk says whether the client said that it can put a form before its human.
func canAsk(s *sdk.ServerSession) bool {
	if s == nil {
		return false
	}
	p := s.InitializeParams()
	if p == nil || p.Capabilities == nil || p.Capabilities.Elicitation == nil {
		return false
	}
	e := p.Capabilities.Elicitation
	return e.Form != nil || e.URL == nil // neither is a form, as the first version had it
}

// asksBetweenCalls says whether the client takes questions only as the answer of
// a call.
func asksBetweenCalls(s *sdk.ServerSession) bool {
	p := s.InitializeParams()
	return p != nil && p.ProtocolVersion >= noRequestsFrom
}

// form asks for one word. It is a choice of its own and not the client's button
// alone: a client that accepts for its human still has to say yes in so many
// words.
var form = json.RawMessage(`{"type":"object","properties":{"approve":{"type":"boolean","title":"Run it",` +
	`"description":"Yes runs exactly this call, once. Nothing has been sent."}},"required":["approve"]}`)

func asking(words string) *sdk.ElicitParams {
	return &sdk.ElicitParams{Mode: "form", Message: words, RequestedSchema: form}
}

// askNow asks the client's human while the call waits. nil is a yes; every other
// answer, and none at all, is an error that says why not.
func askNow(ctx context.Context, s *sdk.ServerSession, words string, limit time.Duration) error {
	waiting, done := context.WithTimeout(ctx, limit)
	defer done()
	res, err := s.Elicit(waiting, asking(words))
	switch {
	case ctx.Err() != nil:
		return fault.Wrap(ctx.Err(), fault.Interrupted, "the call was given up while a person was asked; nothing was sent")
	case errors.Is(waiting.Err(), context.DeadlineExceeded):
		return fault.New(fault.ConfirmationRequired, "nobody answered the question for %v, which counts as no; nothing was sent", limit).
			WithHint("tell your user that they have to answer in their client, then call it again")
	case err != nil:
		return fault.Wrap(err, fault.ConfirmationRequired, "the client gave no answer of its human that counts; nothing was sent").
			WithHint("where the client can't ask, the operator chooses the mode draft: wslite mcp --confirm draft")
	}
	return meaning(res)
}

// meaning is nil for a yes alone: an accepted form that says so.
func meaning(res *sdk.ElicitResult) error {
	switch {
	case res.Action == "accept" && res.Content[answerKey] == true:
		return nil
	case res.Action == "accept":
		return noWith("the person sent the form without a yes in it")
	case res.Action == "decline":
		return noWith("the person said no")
	}
	return noWith("the person closed the question without an answer")
}

func noWith(what string) error {
	return fault.New(fault.ConfirmationRequired, "%s; nothing was sent", what).
		WithHint("don't repeat it by yourself; ask your user what they want instead")
}

// question is what a person reads before a yes: what wslite drafts show would
// tell of the call, texts from outside behind a bar. fits is false where it is
// too long to be read.
func question(shown *draft.Payload, p *invoke.Pipeline) (words string, fits bool) {
	var b strings.Builder
	b.WriteString("An agent wants to do this, and nothing has been sent. What stands behind " + telling.Bar +
		" comes from the call; everything else is wslite's own.\n\n")
	for _, l := range telling.Question(&draft.Draft{Owner: ownerOf(p), Payload: *shown}) {
		for _, row := range l.Rows(questionWidth) {
			b.WriteString(row + "\n")
		}
	}
	words = strings.TrimRight(b.String(), "\n")
	return words, units(words) <= maxQuestion
}

// ownerOf is whose data the pipeline's calls touch; the zero one where nothing
// is recorded.
func ownerOf(p *invoke.Pipeline) store.Owner {
	if p.Records == nil {
		return store.Owner{}
	}
	return p.Records.Owner
}
