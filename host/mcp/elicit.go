package mcp

import (
	"context"
	"encoding/json"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/fault"
)

// canAsk says whether the client said that it can ask its human.
func canAsk(s *sdk.ServerSession) bool {
	if s == nil {
		return false
	}
	p := s.InitializeParams()
	return p != nil && p.Capabilities != nil && p.Capabilities.Elicitation != nil
}

// elicitor asks the client's human. It implements confirm.Prompter.
type elicitor struct{ session *sdk.ServerSession }

// form asks for one word. It is a choice of its own and not the client's button
// alone: a client that accepts for its human still has to say yes in so many
// words.
var form = json.RawMessage(`{"type":"object","properties":{"approve":{"type":"boolean","title":"Run it",` +
	`"description":"Yes runs exactly this call, once. Nothing has been sent."}},"required":["approve"]}`)

// Confirm implements confirm.Prompter. Only an accepted form that says yes is one.
func (e elicitor) Confirm(ctx context.Context, question string) (bool, error) {
	res, err := e.session.Elicit(ctx, &sdk.ElicitParams{Message: question, RequestedSchema: form})
	if err != nil {
		return false, fault.Wrap(err, fault.ConfirmationRequired, "the client could not ask its human; nothing was sent").
			WithHint("let the operator set the mode draft for this profile")
	}
	return res.Action == "accept" && res.Content["approve"] == true, nil
}
