// Package plugin knows where plugin modules come from: those embedded in the
// binary, and those that an operator added.
//
// It owns the plugin directory with its lock file, digests, the review that an
// operator sees before a plugin is added, and the grants that come out of it.
// It runs a module only to ask for its catalog, in the sandbox. It never sends
// anything, holds no class of the host's own actions (host/risk does), and
// never accepts a change by itself: what differs from the lock is PLUGIN_CHANGED
// until a person adds it again.
//
// A third party's plugin gets what its grant says and nothing else: its own
// actions with the class that the operator saw, its own routes, no host that
// wslite itself talks to, and no token of any service.
//
// Start reading at Open, then Registry.Add.
package plugin

import (
	"context"
	"io/fs"
	"time"

	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/sdk/abi"
)

// Where a plugin came from.
const (
	Embedded = "embedded"
	Added    = "added"
)

// Plugin is one usable plugin. It does not change and may be shared.
type Plugin struct {
	Service string
	// Origin is Embedded or Added.
	Origin string
	// OriginalDigest is that of the module as its author made it, Digest
	// that of the metered module which runs; SHA-256 in hexadecimal.
	OriginalDigest, Digest string
	Catalog                *abi.Catalog
	// Grant is what the operator allowed; nil for embedded plugins, whose
	// actions and routes stand in the host's own tables.
	Grant *Grant
}

// Grant is what an operator allowed a third party's plugin.
type Grant struct {
	// Actions has a row for every action of the plugin's tools, with the
	// class that the operator accepted. One that the plugin did not ask for
	// is destructive and has no routes.
	Actions []abi.ActionRequest `json:"actions"`
	// Hosts are those of all routes, sorted.
	Hosts []string `json:"hosts"`
	// By and At tell who granted it and when.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// Routes lists the granted routes, each once.
func (g *Grant) Routes() []abi.Route { return routesOf(g.Actions) }

// Options say where plugins are. The zero value knows only the embedded ones.
type Options struct {
	// Dir holds added plugins and their lock file; empty means none.
	Dir string
	// Embedded replaces the plugins in the binary (in tests).
	Embedded fs.FS
	// Catalog runs the export "catalog" of a metered module. Nil means a
	// sandbox of its own for each run; CatalogIn uses one that exists.
	Catalog func(context.Context, sandbox.Source) (*abi.Catalog, error)
	// Now and User stand in the grant; nil means the clock and the name of
	// the system's user.
	Now  func() time.Time
	User func() string
}
