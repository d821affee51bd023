package cli

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/bearer"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/mcp/web"
	"github.com/wslite/wslite/host/text"
)

// waysIn are how users of a server can show who they are.
type waysIn struct {
	verifiers []bearer.Verifier
	// challenge and public are those of web.Options.
	challenge string
	public    map[string]http.Handler
}

// tokenStore are the tokens that wslite itself gave.
func (a *App) tokenStore(c *config.Config) (*bearer.Store, error) {
	dir, err := c.RequireState()
	if err != nil {
		return nil, err
	}
	return bearer.NewStore(dir, a.Now), nil
}

// waysIn gives the ways of a configuration into a server that listens at an
// address; it is an error if no user has one.
func (a *App) waysIn(ctx context.Context, c *config.Config, at net.Addr) (waysIn, error) {
	store, err := a.tokenStore(c)
	if err != nil {
		return waysIn{}, err
	}
	given, err := store.List()
	if err != nil {
		return waysIn{}, err
	}
	a.noteLeftTokens(c, given)
	w := waysIn{verifiers: []bearer.Verifier{store}}
	if err := a.addOAuth(ctx, &w, c, at); err != nil {
		return waysIn{}, err
	}
	usable := slices.ContainsFunc(given, func(e bearer.Entry) bool { return c.MCP.User(e.User) != nil && !e.Lapsed(a.Now()) })
	if !usable && len(w.verifiers) == 1 {
		return waysIn{}, fault.New(fault.Usage, "no user has a token that is good, so that nobody could use the server").
			WithHint("run: wslite mcp token add %s", c.MCP.Users[0].Name)
	}
	return w, nil
}

// noteLeftTokens tells of tokens whose user is not in the configuration: whoever is
// called so one day would be opened by them.
func (a *App) noteLeftTokens(c *config.Config, given []bearer.Entry) {
	told := map[string]bool{}
	for _, e := range given {
		if c.MCP.User(e.User) == nil && !e.Lapsed(a.Now()) && !told[e.User] {
			told[e.User] = true
			a.note("warning: there are tokens of %s, who is not in the configuration, and they would open whoever is called so later: wslite mcp token remove --user %[1]s", text.Line(e.User))
		}
	}
}

// serveUsers serves the users of the configuration until ctx ends.
func (a *App) serveUsers(ctx context.Context, c *config.Config, o mcpOptions) error {
	if err := a.oneEach(c, o.httpOptions); err != nil {
		return err
	}
	l, err := o.listen(true)
	if err != nil {
		return err
	}
	defer l.Close()
	ways, err := a.waysIn(ctx, c, l.Addr())
	if err != nil {
		return err
	}
	all := &users{o: o, tell: a.logger().Warn, now: a.Now, verify: bearer.Any(ways.verifiers...), runs: map[string]*userRun{}}
	for _, u := range c.MCP.Users {
		run, err := a.runOf(u, o)
		if err != nil {
			return ofUser(u.Name, err)
		}
		all.runs[u.Name] = run
	}
	if err := all.apart(); err != nil {
		return err
	}
	a.tellServing(l, "clients must show a token of their user")
	return web.Serve(ctx, l, nil, web.Options{
		Users: all, Challenge: ways.challenge, Public: ways.public, Hosts: o.hosts, Origins: o.origins, Stateless: o.stateless,
	})
}

// users are those whom a server serves; see web.Users.
type users struct {
	o      mcpOptions
	tell   func(message string, args ...any)
	verify bearer.Verifier
	runs   map[string]*userRun // by name

	now func() time.Time

	mu   sync.Mutex
	told map[string]time.Time // what whoever runs the server was told, and when
}

// userRun is the run of one user: whatever holds an identity is its own.
type userRun struct {
	user  config.MCPUser
	app   *App
	lines *pipelines
}

func (u *users) Count() int { return len(u.runs) }

func (u *users) Who(ctx context.Context, token string) (bearer.Identity, error) {
	id, err := u.verify.Verify(ctx, token)
	if err != nil {
		if c := fault.CodeOf(err); c != fault.Unauthorized && c != fault.ActionNotAllowed {
			u.tellOnce("no token can be checked", err)
		}
		return bearer.Identity{}, err
	}
	if u.runs[id.User] == nil {
		return bearer.Identity{}, fault.New(fault.Unauthorized, "the token is of a user who is not in the configuration")
	}
	return id, nil
}

func (u *users) Server(_ context.Context, user string) (*sdk.Server, error) {
	run := u.runs[user]
	if run == nil {
		return nil, fault.New(fault.NotFound, "there is no user %q", user)
	}
	s, err := run.app.mcpServer(run.lines, u.o, run.user.UploadRoots, u.Count())
	if err != nil {
		u.tellOnce("the user "+user+" can't be served", err)
	}
	return s, err
}

// Bounds of what is told, which clients can bring about as often as they like.
const (
	tellAgain = 10 * time.Minute
	maxTold   = 1000
)

// tellOnce tells whoever runs the server why, and the same again after a while.
func (u *users) tellOnce(what string, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	why, now := what+": "+err.Error(), u.now()
	if last, told := u.told[why]; told && now.Sub(last) < tellAgain {
		return
	}
	if u.told == nil || len(u.told) >= maxTold {
		u.told = map[string]time.Time{}
	}
	u.told[why] = now
	u.tell(what, "why", err.Error())
}

// runOf makes the run of a user. It shares what holds nothing of anybody: the
// sandbox, the plugins and their tables, connections, and the books, in which each
// line has its user. Configuration, policy, accounts, tokens, pipelines and the
// embedded workspace are its own.
func (a *App) runOf(u config.MCPUser, o mcpOptions) (*userRun, error) {
	b := &App{
		Env: a.Env, globals: a.globals, frontEnd: a.frontEnd, readOnly: a.readOnly, held: a.held, user: u.Name,
		sandbox: a.sandbox, plugins: a.plugins, catalog: a.catalog, listings: a.listings, risk: a.risk, routes: a.routes, wire: a.wire,
		records: a.records, auditLog: a.auditLog, claims: a.claims, drafts: a.drafts,
	}
	if u.Profile != "" {
		b.globals.Profile = u.Profile
	}
	b.source = b.globals.source()
	b.Getenv = func(name string) string {
		if name == auth.EnvAccount || name == auth.EnvAccessToken {
			return "" // of whoever started the server
		}
		return a.Getenv(name)
	}
	b.config = once(func() (*config.Config, error) { return userConfig(u, b.loadConfig) })
	b.accounts = once(b.openAccounts)
	b.localWS = once(b.openLocal)
	a.onClose(b.close)
	if _, err := b.config(); err != nil {
		return nil, err
	}
	lines, err := newPipelines(b, func() (*config.Config, error) { return userConfig(u, b.readConfig) }, o.offerOptions)
	return &userRun{u, b, lines}, err
}

// userConfig is the configuration of a user: that of the profile, with the user's
// account above the profile's. Where nobody chose a backend, an account means
// Google.
func userConfig(u config.MCPUser, read func() (*config.Config, error)) (*config.Config, error) {
	c, err := read()
	if err != nil || u.Account == "" {
		return c, err
	}
	c.Profile.Account = u.Account
	if !c.Profile.Chosen {
		c.Profile.Backend, c.Profile.Chosen = config.Google, true
	}
	return c, nil
}

// ofUser says whose settings an error is about.
func ofUser(name string, err error) error {
	e := *asFault(err)
	e.Message = "the user " + name + ": " + e.Message
	return &e
}
