package cli

import (
	"context"
	"reflect"
	"sync"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/mcp"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/safefile"
)

// generation is what a server works with until the plugins or the policy change: a
// run of its own, which knows both as they were when it began, and the pipelines
// made with it.
type generation struct {
	app   *App
	tools []mcp.Tool
	made  map[string]*invoke.Pipeline
}

// pipelines makes the pipeline of each service once, and begins anew where
// plugins are added, changed or removed, the policy is written anew, or accounts
// sign in or out. Calls that run keep what they began with, but for those that wait
// for a person: see host/mcp.
type pipelines struct {
	first *App
	offer offerOptions
	dir   string // of the lock
	mu    sync.Mutex
	stamp plugin.Stamp
	// load reads the configuration anew; file is where it stands, written how it
	// was when it was read, and unread why it could not be.
	load    func() (*config.Config, error)
	file    string
	written safefile.Stamp
	unread  error
	// signed is the list of accounts, as it was when the pipelines were made.
	signed safefile.Stamp
	err    error // why the plugins, as stamp has them, could not be read
	now    generation
	count  uint64
}

// newPipelines begins with the plugins and the policy as they are; load reads the
// configuration anew.
func newPipelines(a *App, load func() (*config.Config, error), o offerOptions) (*pipelines, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	p := &pipelines{first: a, offer: o, dir: c.PluginsDir, stamp: plugin.StampOf(c.PluginsDir), load: load, file: c.File}
	if p.file == "" {
		p.file = c.DefaultFile // one may be written there
	}
	tools, err := a.offered(o)
	p.now = generation{a, tools, map[string]*invoke.Pipeline{}}
	return p, err
}

// current gives the tools as they are now; see mcp.Options.
func (p *pipelines) current() ([]mcp.Tool, uint64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.renew()
	p.follow()
	return p.now.tools, p.count, p.err
}

// renew begins a generation where the lock was written since. Plugins that can't
// be read leave the old ones standing, until the lock is written again.
func (p *pipelines) renew() {
	stamp := plugin.StampOf(p.dir)
	if p.stamp.Same(stamp) {
		return
	}
	p.stamp = stamp
	next := p.first.withPlugins()
	var tools []mcp.Tool
	if tools, p.err = next.offered(p.offer); p.err == nil {
		p.now, p.count = generation{next, tools, map[string]*invoke.Pipeline{}}, p.count+1
	}
}

// follow takes over the policy where the configuration was written since. All else
// in it waits for the next start. Where it can't be read no call is allowed: what
// it forbids now nobody knows.
func (p *pipelines) follow() error {
	if p.file == "" {
		return nil
	}
	written := safefile.StampOf(p.file)
	if p.written.Same(written) {
		return p.unread
	}
	c, err := p.load()
	p.written, p.unread = written, nil
	if err != nil {
		e := *asFault(err)
		e.Message = "the configuration changed and can't be read, so that nothing is run: " + e.Message
		p.unread = &e
		return p.unread
	}
	old, err := p.first.config()
	if err != nil || reflect.DeepEqual(old.Policy, c.Policy) {
		return err
	}
	now := *old
	now.Policy = c.Policy
	p.first = p.first.withPlugins()
	p.first.config = func() (*config.Config, error) { return &now, nil }
	tools := p.now.tools
	// Calls are judged by the new policy also where no tool is left to be shown.
	if offered, err := p.first.offered(p.offer); err == nil {
		tools = offered
	}
	p.now, p.count = generation{p.first, tools, map[string]*invoke.Pipeline{}}, p.count+1
	return nil
}

// get gives the pipeline of a service; see mcp.Options.
func (p *pipelines) get(ctx context.Context, service string) (*invoke.Pipeline, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.follow(); err != nil {
		return nil, err
	}
	p.forget()
	if made := p.now.made[service]; made != nil {
		return made, nil
	}
	made, err := p.now.app.pipeline(ctx, service)
	if err == nil {
		p.now.made[service] = made
	}
	return made, err
}

// forget drops the pipelines where somebody signed in or out since: whose data a
// call touches, and that it is nobody's, is found anew.
func (p *pipelines) forget() {
	m, err := p.first.accounts()
	if err != nil {
		return // whoever needs an account says so
	}
	if now := m.Stamp(); !p.signed.Same(now) {
		clear(p.now.made)
		p.signed = now
	}
}

// withPlugins is the same run with the plugins read anew. What was opened is
// shared, and closed by the first.
func (a *App) withPlugins() *App {
	b := &App{
		Env: a.Env, globals: a.globals, source: a.source, frontEnd: a.frontEnd, readOnly: a.readOnly, held: a.held, user: a.user,
		config: a.config, sandbox: a.sandbox, localWS: a.localWS, accounts: a.accounts, wire: a.wire,
		records: a.records, auditLog: a.auditLog, claims: a.claims, drafts: a.drafts,
	}
	b.plugins = once(b.openPlugins)
	b.catalog = once(b.buildCatalog)
	b.listings = once(b.loadListings)
	b.risk = once(b.loadRisk)
	b.routes = once(b.loadRoutes)
	return b
}
