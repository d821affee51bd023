package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/internal/crash"
	"github.com/wslite/wslite/sdk/abi"
)

// version is set by the linker.
var version = "dev"

// Env is the world a run sees. Tests make their own; OSEnv gives the real one.
type Env struct {
	Streams
	Getenv func(string) string
	// Now is the clock of calls.
	Now func() time.Time
	// Transport carries HTTP; nil takes the default one.
	Transport http.RoundTripper
	Version   string
	// Sandbox runs the plugins; nil opens one for the run. Whoever runs many
	// command lines in one process shares one, and closes it.
	Sandbox *sandbox.Sandbox
	// UserConfigDir, UserCacheDir and UserHomeDir are those of package os
	// unless a test or the demo says otherwise; nil takes them.
	UserConfigDir, UserCacheDir, UserHomeDir func() (string, error)
}

// OSEnv is the process's own world. The process writes no core file from here
// on: its memory holds tokens.
func OSEnv() Env {
	noCoreFile()
	return Env{Streams: OS(os.Getenv), Getenv: os.Getenv, Now: crash.Clock(time.Now), Version: version}
}

// App is one run. What costs time is made when it is first asked for, so that
// help and lists load neither plugins nor the local workspace.
type App struct {
	Env
	globals globals

	config   func() (*config.Config, error)
	plugins  func() (*plugin.Registry, error)
	catalog  func() (*catalog.Index, error) // of all services
	listings func() ([]plugin.Listing, error)
	risk     func() (*risk.Tables, error)
	routes   func() (*route.Table, error)
	sandbox  func() (*sandbox.Sandbox, error)
	localWS  func() (*local.Workspace, error)
	accounts func() (*auth.Manager, error)
	wire     func() (http.RoundTripper, error) // see network
	// The records of what was begun, stored and logged. A read opens none.
	records  func() (store.Store, error)
	auditLog func() (*audit.Log, error)
	claims   func() (*idempotency.Claims, error)
	drafts   func() (*draft.Drafts, error)
	closing  sync.Mutex // guards closers: a server's calls open things at the same time
	closers  []func()

	// changed names the call that was made and changed something; "" where
	// there was none.
	changed string

	// frontEnd is who asks for calls: policy.CLI unless the run serves agents.
	frontEnd string
	// user is whom of the configuration's users calls are for: one that a server
	// serves, or whose draft is looked at; "" where there are none.
	user string
	// readOnly holds calls to reads, above what the policy says.
	readOnly bool
	// held holds calls to what a server offers; nil where none runs.
	held *holding

	// toldZone says that a zone in $TZ that nobody knows was told.
	toldZone sync.Once
	zones    zones

	// source is what the configuration is loaded with: a guess until settle.
	source source
}

func newApp(env Env) *App {
	a := &App{Env: env, frontEnd: policy.CLI}
	a.reset()
	return a
}

// reset forgets what was made so far.
func (a *App) reset() {
	a.config = once(a.loadConfig)
	a.plugins = once(a.openPlugins)
	a.catalog = once(a.buildCatalog)
	a.listings = once(a.loadListings)
	a.risk = once(a.loadRisk)
	a.routes = once(a.loadRoutes)
	a.sandbox = once(a.openSandbox)
	a.localWS = once(a.openLocal)
	a.accounts = once(a.openAccounts)
	a.wire = once(a.openWire)
	a.records = once(a.openRecords)
	a.auditLog = once(a.openAudit)
	a.claims = once(a.openClaims)
	a.drafts = once(a.openDrafts)
}

// settle is called once the flags are really known. The catalog, and with it
// the configuration, is needed before that, to know which words are services;
// if the guess at the flags was wrong (a title that reads "--local"), what was
// made from it is made again.
func (a *App) settle() {
	if s := a.globals.source(); a.source != s {
		a.source = s
		a.reset()
	}
}

// once makes a function that does its work at the first call.
func once[T any](f func() (T, error)) func() (T, error) {
	return sync.OnceValues(f)
}

// onClose keeps what has to be done at the end of the run.
func (a *App) onClose(f func()) {
	a.closing.Lock()
	defer a.closing.Unlock()
	a.closers = append(a.closers, f)
}

// close ends what the run opened, the last first.
func (a *App) close() {
	a.closing.Lock()
	defer a.closing.Unlock()
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
}

// readConfig reads the configuration, and tells nobody what it warns of.
func (a *App) readConfig() (*config.Config, error) {
	return config.Load(config.Options{
		Path: a.source.config, Profile: a.source.profile, Local: a.source.local, Getenv: a.Getenv,
		UserConfigDir: a.UserConfigDir, UserCacheDir: a.UserCacheDir, UserHomeDir: a.UserHomeDir,
	})
}

func (a *App) loadConfig() (*config.Config, error) {
	c, err := a.readConfig()
	if err != nil {
		return nil, err
	}
	for _, w := range c.Warnings {
		a.note("warning: %s", w)
	}
	return c, nil
}

func (a *App) openPlugins() (*plugin.Registry, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return plugin.Open(plugin.Options{Dir: c.PluginsDir, Catalog: plugin.CatalogIn(a.sandbox), Now: a.Now})
}

// buildCatalog indexes the catalogs that lie beside the modules; no plugin
// runs for it.
func (a *App) buildCatalog() (*catalog.Index, error) {
	r, err := a.plugins()
	if err != nil {
		return nil, err
	}
	return indexOf(r.Plugins())
}

// catalogOf indexes the catalog of one service; those of all where it is no
// service. A call needs one, and reading all would be half of its start.
func (a *App) catalogOf(service string) (*catalog.Index, error) {
	r, err := a.plugins()
	if err != nil {
		return nil, err
	}
	if p := r.Get(service); p != nil {
		return indexOf([]*plugin.Plugin{p})
	}
	return a.catalog()
}

// loadListings gives what lists and help show of all services.
func (a *App) loadListings() ([]plugin.Listing, error) {
	r, err := a.plugins()
	if err != nil {
		return nil, err
	}
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	return r.Listings(tables)
}

func indexOf(plugins []*plugin.Plugin) (*catalog.Index, error) {
	var cats []*abi.Catalog
	for _, p := range plugins {
		cats = append(cats, p.Catalog)
	}
	return catalog.Build(cats)
}

// loadRisk gives the host's tables and the rows that an operator granted to
// added plugins.
func (a *App) loadRisk() (*risk.Tables, error) {
	t, err := risk.Load()
	if err != nil {
		return nil, err
	}
	r, err := a.plugins()
	if err != nil {
		return nil, err
	}
	for _, p := range r.Added() {
		if t, err = t.With(p.Service, p.Grant.Actions); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// loadRoutes is loadRisk for routes.
func (a *App) loadRoutes() (*route.Table, error) {
	t, err := route.Load()
	if err != nil {
		return nil, err
	}
	r, err := a.plugins()
	if err != nil {
		return nil, err
	}
	for _, p := range r.Added() {
		if t, err = t.With(p.Grant.Routes()); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (a *App) openSandbox() (*sandbox.Sandbox, error) {
	if a.Sandbox != nil {
		return a.Sandbox, nil
	}
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	s, err := sandbox.New(sandbox.Config{
		CacheDir: c.CacheDir,
		Limits:   c.Limits,
		Serving:  a.frontEnd == policy.MCP,
		Warn:     func(msg string) { a.note("warning: %s", msg) },
		Preparing: func(name string) {
			a.note("preparing the plugin %s (once after an install; later calls are quick)", name)
		},
	})
	if err != nil {
		return nil, err
	}
	a.onClose(func() { s.Close(context.Background()) })
	return s, nil
}

// openLocal opens the embedded workspace, and says so: it is never chosen in
// silence.
func (a *App) openLocal() (*local.Workspace, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	if _, err := c.RequireState(); err != nil {
		return nil, err
	}
	ws, err := local.Open(c.LocalFile, local.WithZone(a.zone()), local.WithClock(a.Now))
	if err != nil {
		return nil, err
	}
	a.note("local workspace %s (no account, no network)", c.LocalFile)
	a.onClose(func() { ws.Close() })
	return ws, nil
}

// clock is the only time and randomness that a plugin sees in one call.
func (a *App) clock() abi.Clock {
	var nonce [16]byte
	rand.Read(nonce[:])
	now := a.Now().UTC()
	return abi.Clock{
		Now:      now.Format(time.RFC3339Nano),
		TimeZone: a.zoneName(),
		Nonce:    hex.EncodeToString(nonce[:]),
		Offsets:  offsets(a.zone(), now.AddDate(-1, 0, 0), now.AddDate(2, 0, 0)),
	}
}

// offsets are those that clocks in a zone show between two instants.
func offsets(zone *time.Location, from, until time.Time) []abi.Offset {
	var out []abi.Offset
	for at := from; at.Before(until); {
		name, seconds := at.In(zone).Zone()
		out = append(out, abi.Offset{From: at.UTC().Format(time.RFC3339), Minutes: seconds / 60, Name: name})
		_, end := at.In(zone).ZoneBounds()
		if end.IsZero() {
			break
		}
		at = end
	}
	return out
}
