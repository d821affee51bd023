package plugin

import (
	"context"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/wasm"
	"github.com/wslite/wslite/sdk/abi"
)

// candidate is a module that was read, inspected, metered and asked for its
// catalog. Nothing of it is stored or granted yet.
type candidate struct {
	meta   *Meta
	module []byte // metered
	info   *wasm.Info
}

// Prepare inspects and meters a module, asks it for its catalog and checks
// that: what the build does for embedded plugins. run is Options.Catalog.
func Prepare(ctx context.Context, run func(context.Context, sandbox.Source) (*abi.Catalog, error), original []byte) (*Meta, []byte, error) {
	c, err := prepare(ctx, run, original)
	if err != nil {
		return nil, nil, err
	}
	if err := sound(c.meta.Catalog); err != nil {
		return nil, nil, err
	}
	return c.meta, c.module, nil
}

func prepare(ctx context.Context, run func(context.Context, sandbox.Source) (*abi.Catalog, error), original []byte) (*candidate, error) {
	metered, info, err := wasm.Instrument(original)
	if err != nil {
		return nil, err
	}
	m := &Meta{OriginalDigest: digest(original), Digest: digest(metered)}
	// The module has no name before it has told it.
	m.Catalog, err = run(ctx, sandbox.Source{Name: "under review", Digest: m.Digest, Wasm: metered})
	if err != nil {
		return nil, err
	}
	if m.Catalog.ABI != abi.Version {
		return nil, fault.New(fault.PluginRefused, "the module speaks plugin ABI %d, this wslite speaks ABI %d", m.Catalog.ABI, abi.Version).
			WithHint("build the plugin with the sdk of this version of wslite")
	}
	m.Service = m.Catalog.Service
	if m.CatalogDigest, err = catalogDigest(m.Catalog); err != nil {
		return nil, err
	}
	return &candidate{meta: m, module: metered, info: info}, nil
}

// CatalogIn runs catalogs in a sandbox that exists, for Options.Catalog. The
// sandbox is made when it is first needed.
func CatalogIn(open func() (*sandbox.Sandbox, error)) func(context.Context, sandbox.Source) (*abi.Catalog, error) {
	return func(ctx context.Context, src sandbox.Source) (*abi.Catalog, error) {
		s, err := open()
		if err != nil {
			return nil, err
		}
		return catalogOf(ctx, s, src)
	}
}

// ownSandbox runs a catalog in a sandbox that lives only for it, with the
// built-in limits and without a cache.
func ownSandbox(ctx context.Context, src sandbox.Source) (*abi.Catalog, error) {
	s, err := sandbox.New(sandbox.Config{Limits: limits.Default()})
	if err != nil {
		return nil, err
	}
	defer s.Close(ctx)
	return catalogOf(ctx, s, src)
}

func catalogOf(ctx context.Context, s *sandbox.Sandbox, src sandbox.Source) (*abi.Catalog, error) {
	m, err := s.Load(ctx, src)
	if err != nil {
		return nil, err
	}
	// A catalog depends on nothing, so any clock will do; this one is the
	// same each time.
	inv, err := m.Begin(ctx, abi.Clock{
		Now: time.Unix(0, 0).UTC().Format(time.RFC3339Nano), TimeZone: "UTC", Nonce: "00000000000000000000000000000000",
	})
	if err != nil {
		return nil, err
	}
	defer inv.End()
	return guest.Catalog(ctx, inv)
}
