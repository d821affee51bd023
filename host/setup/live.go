package setup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// A proxy that slept can need long for its first answer, so a time-out is
// followed by one more try that waits longer. Both are the peer's.
const (
	healthTimeout = 15 * time.Second
	healthRetry   = 30 * time.Second
)

// Proxy is what setup needs of the proxies. appsscript.Backend is one.
type Proxy interface {
	Health(ctx context.Context, service string, timeout time.Duration) ([]byte, error)
	Do(ctx context.Context, c backend.Call) (*envelope.Response, error)
	Bootstrap(ctx context.Context, service, setupKey string, rotate bool) (*envelope.Response, error)
}

// Auth is what became of one read with the token that a read takes.
type Auth string

const (
	AuthOK           Auth = "ok"
	AuthUnauthorized Auth = "unauthorized"
	AuthRateLimited  Auth = "rate-limited"
	AuthError        Auth = "error"   // the proxy reported another failure
	AuthSkipped      Auth = "skipped" // nothing was sent, or no answer could be read
)

// Live is how a service's proxy answers.
type Live struct {
	Health Health
	// Reported is the name of the proxy that answered in another's place.
	Reported string
	Auth     Auth
	// Ready says that calls can be made.
	Ready bool
	// Advice says what to do; it is empty exactly where Ready is true.
	Advice string
}

// probe is the read that shows whether a token is accepted.
type probe struct {
	action string
	params map[string]any
	// refusedIsFine says that BAD_REQUEST shows it too: where every read
	// needs an id, the question is sent without one.
	refusedIsFine bool
}

func probeOf(service string) probe {
	return map[string]probe{
		"drive":    {action: "about"},
		"gmail":    {action: "profile"},
		"calendar": {action: "getColors"},
		"tasks":    {action: "tasklistsList", params: map[string]any{"maxResults": json.Number("1")}},
		"sheets":   {action: "spreadsheetGet", refusedIsFine: true},
		"slides":   {action: "presentationGet", refusedIsFine: true},
		"docs":     {action: "documentGet", refusedIsFine: true},
		"forms":    {action: "formGet", refusedIsFine: true},
	}[service]
}

// Probe asks the proxies of all complete services at the same time: a GET for
// health, then one read with the token. The answers are in the order of all;
// those of incomplete services say skipped. The error is INTERRUPTED or nil.
func Probe(ctx context.Context, p Proxy, all []Presence) ([]Live, error) {
	out := make([]Live, len(all))
	var wg sync.WaitGroup
	for i, service := range all {
		wg.Go(func() { out[i] = probeService(ctx, p, service) })
	}
	wg.Wait()
	return out, interrupted(ctx)
}

func probeService(ctx context.Context, p Proxy, at Presence) Live {
	if !at.Complete() {
		return Live{Health: HealthSkipped, Auth: AuthSkipped, Advice: incomplete(at)}
	}
	l := Live{Auth: AuthSkipped}
	l.Health, l.Reported, l.Advice = askHealth(ctx, p, at.Service)
	if l.Health != Healthy && l.Health != ServiceMismatch {
		return l
	}
	auth, advice := askRead(ctx, p, at.Service)
	l.Auth = auth
	if l.Advice == "" {
		l.Advice = advice
	}
	l.Ready = l.Health == Healthy && l.Auth == AuthOK
	return l
}

func incomplete(at Presence) string {
	if !at.URL {
		return fmt.Sprintf("set %s to the web app's address", appsscript.URLName(at.Service))
	}
	return fmt.Sprintf("set %s, or class tokens in its place", primaryName(at.Service))
}

// askHealth gives the health, the foreign name and the advice.
func askHealth(ctx context.Context, p Proxy, service string) (Health, string, string) {
	body, err := p.Health(ctx, service, healthTimeout)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		body, err = p.Health(ctx, service, healthRetry)
	}
	if err != nil {
		return Unreachable, "", messageOf(err)
	}
	h, reported := HealthOf(body, service)
	name := appsscript.URLName(service)
	switch h {
	case ServiceMismatch:
		return h, reported, fmt.Sprintf("%s is the address of %s: set it to that of the %s proxy", name, reported, service)
	case InvalidResponse:
		return h, "", fmt.Sprintf("what answers at %s is no healthy proxy: check the address and the deployment", name)
	}
	return h, "", ""
}

func askRead(ctx context.Context, p Proxy, service string) (Auth, string) {
	q := probeOf(service)
	if q.action == "" {
		return AuthSkipped, fmt.Sprintf("no read is known that would show whether the %s proxy accepts the token", service)
	}
	r, err := p.Do(ctx, backend.Call{
		Service: service, Tool: "doctor", Action: q.action, Class: string(risk.Read), Params: q.params,
	})
	if err != nil {
		return AuthSkipped, messageOf(err)
	}
	if r.Success {
		return AuthOK, ""
	}
	switch code := fault.Code(r.Error.Code); {
	case code == fault.BadRequest && q.refusedIsFine:
		return AuthOK, ""
	case code == fault.Unauthorized:
		return AuthUnauthorized, fmt.Sprintf("the %s proxy does not accept the token: set the one that it issued", service)
	case code == fault.RateLimited:
		return AuthRateLimited, fmt.Sprintf("the %s proxy asks to slow down: wait a minute, then repeat", service)
	}
	return AuthError, fmt.Sprintf("the %s proxy answered the read with %s: %s", service, clean(r.Error.Code, 60), clean(r.Error.Message, 200))
}
