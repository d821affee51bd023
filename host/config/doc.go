// Package config reads wslite.toml, the environment and the flags that stand
// above them, once, into one value that nobody changes afterwards.
//
// It owns the list of settings (keys.go: one row each), where the file is
// looked for and who may have written it, and the memory of where each value
// came from. It never reads a file from the current directory unless a person
// names it with --config: a repository that someone cloned must not be able to
// loosen a policy or load code. It holds no secret: tokens live in the
// environment, and a key that looks like one is refused. A value that can't be
// read ends the start; it never becomes "no limit".
//
// Start reading at Load.
package config

import (
	"os"

	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/policy"
)

// The backends that a profile can name in this version.
const (
	AppsScript = "appsscript"
	Google     = "google"
	Local      = "local"
)

// The drivers of the store of claims and drafts.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// The variables that stand above the file. Empty counts as unset.
const (
	EnvConfig   = "WSLITE_CONFIG"    // path of the file, absolute
	EnvProfile  = "WSLITE_PROFILE"   // name of the profile
	EnvCacheDir = "WSLITE_CACHE_DIR" // directory for compiled modules, absolute
	EnvStateDir = "WSLITE_STATE_DIR" // directory for everything kept, absolute; above store.path
)

// FileName is the name of the file in the directory "wslite" of the user's
// configuration directory.
const FileName = "wslite.toml"

// Options say what to load and where the machine keeps things. The zero value
// loads the user's own configuration.
type Options struct {
	// Path is the value of --config; empty where it was not given.
	Path string
	// Profile is the value of --profile; empty where it was not given.
	Profile string
	// Local says that --local was given: the backend is the embedded
	// workspace, whatever the profile says.
	Local bool
	// Getenv, UserConfigDir, UserCacheDir and UserHomeDir stand for the
	// functions of package os; nil means those.
	Getenv                                   func(string) string
	UserConfigDir, UserCacheDir, UserHomeDir func() (string, error)
}

// Config is the whole configuration. It is made by Load, read only, and safe
// to share between goroutines.
type Config struct {
	// File is the file that was read; empty where there is none.
	File string
	// DefaultFile is where a file is looked for when nobody names one; empty
	// where the user has no configuration directory.
	DefaultFile string
	// Profile is the one in use.
	Profile Profile
	// Profiles are the names of all profiles, sorted.
	Profiles []string
	// Policy is [policy], tightened by the profile's own.
	Policy policy.Policy
	// Limits are the built-in limits with the changes of [sandbox].
	Limits limits.Limits
	// CacheDir is for what can be made again; empty means no cache.
	CacheDir string
	// StateDir is for what must stay; empty where the user has no home
	// directory and named none. RequireState then tells what to do.
	StateDir string
	// PluginsDir holds added plugins and their lock; empty like StateDir.
	PluginsDir string
	// LocalFile is the embedded workspace's database; empty like StateDir.
	LocalFile string
	// MCP is what agents may have beside their tools.
	MCP MCP
	// Auth says where secrets are kept and where sign-ins go.
	Auth Auth
	// Store says where claims and drafts are kept.
	Store Store
	// Audit says where the audit log is kept and what goes into it.
	Audit Audit
	// Idempotency and Drafts bound what is begun and what waits.
	Idempotency Idempotency
	Drafts      Drafts
	// Warnings are for stderr, once per process.
	Warnings []string

	settings settings
}

// Auth is [auth].
type Auth struct {
	// Dir holds the accounts; empty like StateDir.
	Dir string
	// Store is auto, keyring or file.
	Store string
	// Provider is the one of sign-ins; nil is Google.
	Provider *Provider
}

// Provider holds the addresses of an OAuth provider; those that are optional
// may be empty.
type Provider struct {
	AuthURL, TokenURL, DeviceURL, RevokeURL, UserInfoURL string
	// HeaderAuth sends the client's secret in a header, not in the body.
	HeaderAuth bool
}

// Profile is a named choice of backend, account and policy.
type Profile struct {
	Name string
	// Backend is AppsScript, Google or Local.
	Backend string
	// Chosen says that someone chose the backend: the file or a flag. Where
	// nobody did it is AppsScript, and an account that is signed in may serve
	// in its place.
	Chosen bool
	// Account is whose data it is: for Google the alias or address of a signed-in
	// account, for the others a label for people; may be empty.
	Account string
	// MCPConfirm is how a person agrees to an agent's calls: argument, elicit or
	// draft; "" where nobody chose.
	MCPConfirm string
}

// Origin tells where a value came from.
type Origin struct {
	// Kind is default, file, environment or flag.
	Kind string
	// Name is the flag or the variable; the path for a file.
	Name string
	// Line is the line in the file, from 1.
	Line int
}

// Entry is one setting as `config show` prints it.
type Entry struct {
	Key string
	// Value is a string, bool, int64, []string or nil (not set).
	Value  any
	Origin Origin
}

// Entries lists every setting in the order of the default file, with the
// profiles by name. None of them is a secret.
func (c *Config) Entries() []Entry { return c.settings.entries() }

func (o *Options) fill() {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.UserConfigDir == nil {
		o.UserConfigDir = os.UserConfigDir
	}
	if o.UserCacheDir == nil {
		o.UserCacheDir = os.UserCacheDir
	}
	if o.UserHomeDir == nil {
		o.UserHomeDir = os.UserHomeDir
	}
}
