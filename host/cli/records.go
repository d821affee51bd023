package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/postgres"
	"github.com/wslite/wslite/host/store/sqlite"
	"github.com/wslite/wslite/host/text"
)

// EnvStoreDSN is where the address of a shared store comes from: a DSN may hold
// a password, so it stands in no file of ours.
const EnvStoreDSN = "WSLITE_STORE_DSN"

// recordsFile is the store of one machine, in the state directory.
const recordsFile = "records.db"

// openRecords opens the store of claims and drafts.
func (a *App) openRecords() (store.Store, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	s, err := a.openStore(context.Background(), c)
	if err != nil {
		return nil, err
	}
	a.onClose(func() { s.Close() })
	return s, nil
}

func (a *App) openStore(ctx context.Context, c *config.Config) (store.Store, error) {
	if c.Store.Driver == config.Postgres {
		dsn := a.Getenv(EnvStoreDSN)
		if dsn == "" {
			return nil, fault.New(fault.StoreUnavailable, "store.driver is %q, and %s is not set", config.Postgres, EnvStoreDSN).
				WithHint("set it to the address of the database, as postgres://user:password@host/database")
		}
		return postgres.Open(ctx, dsn, postgres.Options{Schema: c.Store.Schema})
	}
	dir, err := c.RequireState()
	if err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, filepath.Join(dir, recordsFile), sqlite.Options{Now: a.Now})
}

// openAudit opens the audit log; nothing is written yet.
func (a *App) openAudit() (*audit.Log, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	if c.Audit.Dir == "" {
		if _, err := c.RequireState(); err != nil {
			return nil, err
		}
	}
	l, err := audit.Open(audit.Options{Dir: c.Audit.Dir, RotateBytes: c.Audit.RotateBytes, Keep: c.Audit.Keep, Now: a.Now})
	if err != nil {
		return nil, err
	}
	a.onClose(func() { l.Close() })
	return l, nil
}

func (a *App) openClaims() (*idempotency.Claims, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	s, err := a.records()
	if err != nil {
		return nil, err
	}
	o := c.Idempotency
	return idempotency.New(s, idempotency.Options{TTL: o.Claim, Attempts: o.Attempts, Keep: o.Keep})
}

func (a *App) openDrafts() (*draft.Drafts, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	s, err := a.records()
	if err != nil {
		return nil, err
	}
	return draft.New(s, draft.Options{Expire: c.Drafts.Expire, ApprovalLife: c.Drafts.Approval})
}

// pipelineRecords is what the pipeline of one service keeps.
func (a *App) pipelineRecords(c *config.Config, service, backend string) (*invoke.Records, error) {
	r := &invoke.Records{
		Claims: func(context.Context) (*idempotency.Claims, error) { return a.claims() },
		Drafts: func(context.Context) (*draft.Drafts, error) { return a.drafts() },
		Audit:  func() (invoke.Auditor, error) { return a.auditLog() },
		Actor:  a.actor, FrontEnd: a.frontEnd, Profile: c.Profile.Name, Local: a.globals.Local, LogReads: c.Audit.Reads,
	}
	r.Owner.User = a.user
	return r, a.identify(c, service, backend, r)
}

// identify says whose data calls of a service touch on a backend: the scope of
// idempotency keys, and what a draft is bound to.
func (a *App) identify(c *config.Config, service, backend string, r *invoke.Records) error {
	switch backend {
	case config.Local:
		r.Owner.Tenant, r.Account, r.Address = "local:"+short(oneName(c.LocalFile)), "the local workspace", local.Owner.Email
	case config.AppsScript:
		// A proxy acts for whoever deployed it, so its address is the account.
		r.Owner.Tenant = "appsscript:" + short(a.Getenv(appsscript.URLName(service)))
		r.Account = c.Profile.Account
		_, r.Nobody = appsscript.Address(a.Getenv, service)
	case config.Google:
		return a.identifyGoogle(c, r)
	default:
		r.Owner.Tenant = "plugin:" + service
	}
	return nil
}

func (a *App) identifyGoogle(c *config.Config, r *invoke.Records) error {
	r.Owner.Tenant = config.Google
	m, err := a.accounts()
	if err != nil {
		return err
	}
	choice, err := m.Choose(a.globals.Account, c.Profile.Account)
	if fault.CodeOf(err) == fault.NotSignedIn {
		r.Nobody = err // a call that runs says so when it wants a token
		return nil
	}
	if err != nil {
		return err
	}
	acc := choice.Account
	switch {
	case acc.Kind == auth.Env: // whose token it is, nobody has said
		r.Owner.Account, r.Account = auth.Env, auth.Env
		r.Bearer = short(strings.TrimSpace(strings.TrimPrefix(a.Getenv(auth.EnvAccessToken), "\ufeff")))
	case acc.Subject != "":
		r.Owner.Account, r.Account = acc.Subject, acc.Address
	default:
		r.Owner.Account, r.Account = strings.ToLower(acc.Address), acc.Address
	}
	r.Address = acc.Address
	return nil
}

// oneName is the path of a file behind all links, so that a file has one name, also
// before there is one. A path that leads nowhere stays as it is.
func oneName(path string) string {
	for at, rest := filepath.Clean(path), ""; ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return path
		}
	}
}

// short names what is too long or too telling for a record.
func short(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// actor is who runs this process, as "ana@laptop"; for a call of a server's user
// that user, as "ana@mcp". The form is the same, so that the person "ana" does not
// count as a second one beside the user "ana".
func (a *App) actor() string {
	if a.user != "" && a.frontEnd == policy.MCP {
		return a.user + "@" + policy.MCP
	}
	name := username()
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "?"
	}
	return text.Cut(text.Line(name+"@"+host), 200)
}

// auditEvent logs what was done to records themselves: a draft approved, an
// outcome resolved. It must be there before the change is told as done.
func (a *App) auditEvent(ctx context.Context, r audit.Record) error {
	l, err := a.auditLog()
	if err != nil {
		return err
	}
	r.Time, r.Actor, r.FrontEnd = a.Now(), a.actor(), policy.CLI
	return l.Append(ctx, r)
}

// local time, for the policy and for days.
func (a *App) zoned() time.Time { return a.Now().In(a.zone()) }
