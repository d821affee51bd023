package appsscript

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/risk"
)

// Health asks a service's proxy how it is: one GET without a token, bounded by
// timeout. It gives the answer's body unread. Addresses, redirects and sizes
// are held to the rules of Do.
func (b *Backend) Health(ctx context.Context, service string, timeout time.Duration) ([]byte, error) {
	address, err := b.address(service)
	if err != nil {
		return nil, err
	}
	x := &exchange{client: &b.client, limit: b.opts.Limits.ResponseBody}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	body, failed := x.run(ctx, http.MethodGet, address, nil)
	if failed != nil {
		return nil, failed.Error
	}
	return body, nil
}

// bootstrap is what a proxy reads to issue its primary token.
type bootstrap struct {
	SetupKey string `json:"setupKey"`
	Rotate   bool   `json:"rotate"`
}

// Bootstrap asks a service's proxy, once, to issue its primary token: the
// setup key is the proof, no token is sent. With rotate the proxy replaces a
// token that it has, and the old one is void from then on. The answer's data
// holds the new token, so callers must not print it.
//
// The errors are those of Do for a mutation: OUTCOME_UNKNOWN where the request
// had left and the answer was lost.
func (b *Backend) Bootstrap(ctx context.Context, service, setupKey string, rotate bool) (*envelope.Response, error) {
	address, err := b.address(service)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(bootstrap{setupKey, rotate}); err != nil {
		return nil, err
	}
	call := backend.Call{Service: service, Tool: "repair", Action: "bootstrap", Class: string(risk.Admin)}
	x := &exchange{client: &b.client, limit: b.opts.Limits.ResponseBody}
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	answer, failed := x.post(limited, address, body.Bytes())
	if failed != nil {
		return mask(setupKey, nil, settle(ctx, call, x.sent.Load(), failed))
	}
	r, err := envelope.Parse(answer)
	if err != nil {
		return nil, settle(ctx, call, true, open(err))
	}
	return mask(setupKey, r, nil)
}
