package cli

import (
	"context"
	"net/http"
	"strings"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/sdk/abi"
)

// pipeline puts the pieces together for a call of one service.
func (a *App) pipeline(_ context.Context, service string) (*invoke.Pipeline, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	x, err := a.catalogOf(service)
	if err != nil {
		return nil, err
	}
	b, err := a.backend(c, service)
	if err != nil {
		return nil, err
	}
	p := &invoke.Pipeline{
		Catalog: x, Modules: modules{a}, Risk: tables, Policy: c.Policy, Backend: b,
		Proxied: b.Name() == config.AppsScript, Clock: a.clock, Now: a.zoned, Schemas: &schema.Cache{},
	}
	if p.Records, err = a.pipelineRecords(c, service, b.Name()); err != nil {
		return nil, err
	}
	if !p.Proxied {
		routes, err := a.routes()
		if err != nil {
			return nil, err
		}
		if err := sound(tables, routes, x, service); err != nil {
			return nil, err
		}
	}
	p.PolicyRevision = c.Policy.Revision // without what a server adds
	p.Policy.ReadOnly = p.Policy.ReadOnly || a.readOnly
	p.Policy = a.held.apply(p.Policy, x)
	if a.globals.Verbose {
		p.Trace = a.trace
	}
	return p, nil
}

// sound refuses to run a plan by a table that breaks the rules: every action of
// the catalog has a row, every route of a row exists, and a read reaches none
// that changes something.
func sound(tables *risk.Tables, routes *route.Table, x *catalog.Index, service string) error {
	var actions []string
	for _, t := range x.Tools() {
		if t.Service == service {
			actions = append(actions, t.Actions...)
		}
	}
	return tables.Verify(service, actions, func(id string) (mutates, ok bool) {
		r, ok := routes.Get(id)
		return ok && r.Mutates, ok
	})
}

// backend makes the profile's backend. A third party's service always runs on
// its own routes: no proxy knows it, and no token of another service is sent.
func (a *App) backend(c *config.Config, service string) (backend.Backend, error) {
	reg, err := a.plugins()
	if err != nil {
		return nil, err
	}
	p := reg.Get(service)
	added := p != nil && p.Grant != nil
	if added && a.globals.Account != "" {
		return nil, fault.New(fault.Usage, "--account has no effect on %s, a plugin's own service: it gets no token", service)
	}
	// A plugin that was granted no route only computes, beside the local workspace
	// too: nothing of it can leave.
	if added && (c.Profile.Backend != config.Local || len(p.Grant.Routes()) == 0) {
		return a.restBackend(c, "rest", nil, nil)
	}
	on := config.Local
	if !added {
		if on, err = a.backendOf(c, service); err != nil {
			return nil, err
		}
	}
	switch {
	case added:
		return nil, fault.New(fault.NotSupported, "the local workspace does not serve %s, a plugin's own service", service).
			WithHint("leave out --local")
	case on == config.Local:
		ws, err := a.localWS()
		if err != nil {
			return nil, err
		}
		return a.restBackend(c, config.Local, ws, nil)
	case on == config.Google:
		who, err := a.whose(c)
		if err != nil {
			return nil, err
		}
		return a.restBackend(c, config.Google, nil, who)
	}
	return appsscript.New(appsscript.Options{
		Getenv: a.Getenv, Client: a.httpClient(), Limits: c.Limits, ForbidAdmin: c.Policy.ForbidAdminToken,
		Verbose: a.traceToken,
	}), nil
}

// restBackend makes a backend that runs plans: on the workspace ws, or where
// it is nil over the network, with the tokens of who, or where that is nil with
// none.
func (a *App) restBackend(c *config.Config, name string, ws interface{ Transport() roundTripper }, who tokens) (backend.Backend, error) {
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	routes, err := a.routes()
	if err != nil {
		return nil, err
	}
	o := rest.Options{Name: name, Routes: routes, Risk: tables, Transport: a.network(), Limits: c.Limits}
	if ws != nil {
		o.Transport = ws.Transport()
	}
	if who != nil {
		o.Token, o.Renew = who.Token, who.Renew
		o.Pacer = rest.NewPacer() // a backend has one account
	}
	return rest.New(o), nil
}

// network is what carries requests off this machine. It holds connections and
// nothing of whoever sends: all services, and all users of a server, share it.
func (a *App) network() http.RoundTripper {
	t, _ := a.wire() // it can't fail
	return t
}

func (a *App) openWire() (http.RoundTripper, error) {
	if a.Transport != nil {
		return a.Transport, nil
	}
	return rest.NewTransport(nil), nil
}

// modules loads a service's plugin when a call needs it.
type modules struct{ a *App }

func (m modules) Begin(ctx context.Context, service string, clock abi.Clock) (invoke.Invocation, error) {
	s, err := m.a.sandbox()
	if err != nil {
		return nil, err
	}
	reg, err := m.a.plugins()
	if err != nil {
		return nil, err
	}
	mod, err := moduleOf(ctx, s, reg, service)
	if err != nil {
		return nil, err
	}
	inv, err := mod.Begin(ctx, clock)
	if err != nil {
		return nil, err // and no pointer to nothing, which an Invocation would hide
	}
	return inv, nil
}

// moduleOf gives a service's module. Its bytes are some megabytes, and only the
// first call reads them.
func moduleOf(ctx context.Context, s *sandbox.Sandbox, reg *plugin.Registry, service string) (*sandbox.Module, error) {
	digest, err := reg.Digest(service)
	if err != nil {
		return nil, err
	}
	if mod := s.Loaded(digest); mod != nil {
		return mod, nil
	}
	src, err := reg.Source(service)
	if err != nil {
		return nil, err
	}
	return s.Load(ctx, src)
}

// files reads @FILE arguments; "-" is standard input. A file may be as large
// as a plugin's input.
func (a *App) files() schema.Files {
	limit := limits.Default().Input
	if c, err := a.config(); err == nil {
		limit = c.Limits.Input
	}
	return schema.NewFiles(a.In, limit)
}

// httpClient is nil, for the backend's own, unless a test gives a transport.
func (a *App) httpClient() *http.Client {
	if a.Transport == nil {
		return nil
	}
	return &http.Client{Transport: a.Transport}
}

// cutZone takes the zone's name off a path into a zone database.
func cutZone(path string) (string, string, bool) { return cutLast(path, "/zoneinfo/") }

func cutLast(s, sep string) (string, string, bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
