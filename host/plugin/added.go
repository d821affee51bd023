package plugin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/sdk/abi"
)

// open makes the plugin of a lock entry from its stored catalog, and holds
// the entry against it: the lock may grant what the catalog asks for, and
// nothing more.
func (r *Registry) open(e entry) (*Plugin, error) {
	if e.ABI != abi.Version {
		return nil, changed(e, "it was granted for plugin ABI %d, this wslite speaks ABI %d", e.ABI, abi.Version)
	}
	if r.Has(e.Service) {
		return nil, fault.New(fault.PluginRefused, "the added plugin %s has the name of an embedded one, which stands", e.Service).
			WithHint("run: wslite plugin remove %s", e.Service)
	}
	file := filepath.Join(r.opts.Dir, e.File+".json")
	b, err := safefile.Read(file, maxMeta)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, changed(e, "its catalog is gone from %q", r.opts.Dir)
	}
	if err != nil {
		return nil, err
	}
	m, err := DecodeMeta(b)
	if err != nil {
		return nil, changed(e, "its stored catalog can't be read")
	}
	now, err := catalogDigest(m.Catalog)
	if err != nil {
		return nil, err
	}
	if now != e.CatalogDigest || m.Service != e.Service {
		return nil, r.explainCatalog(e, m.Catalog)
	}
	if m.Catalog.ABI != e.ABI {
		return nil, changed(e, "its catalog has ABI %d, the lock %d", m.Catalog.ABI, e.ABI)
	}
	if d := diffGrant(e.Grant, m.Catalog); len(d) > 0 {
		return nil, changed(e, "the lock grants what the plugin's catalog does not ask for:\n%s", d)
	}
	if !slices.Equal(e.Grant.Hosts, hostsOf(e.Grant.Actions)) {
		return nil, changed(e, "the hosts in the lock are not those of its routes")
	}
	if err := errors.Join(grantable(e.Service, e.Grant.Actions)...); err != nil {
		return nil, fault.Wrap(err, fault.PluginRefused, "the added plugin %s breaks a rule of this version of wslite:\n  %s", e.Service,
			strings.Join(messages(err), "\n  ")).WithHint("run: wslite plugin remove %s", e.Service)
	}
	return &Plugin{
		Service: e.Service, Origin: Added,
		OriginalDigest: e.OriginalDigest, Digest: e.Digest, Catalog: m.Catalog, Grant: &e.Grant,
	}, nil
}

// changed is the error for whatever differs from the lock.
func changed(e entry, format string, args ...any) *fault.Error {
	return fault.New(fault.PluginChanged, "the plugin %s was stopped: %s", e.Service, fmt.Sprintf(format, args...)).
		WithHint("look at it with: wslite plugin inspect FILE; if you agree, grant it again with: wslite plugin add FILE")
}

// sourceUnchanged looks at the file that was added. Its owner may have put a
// new version there and expects that to run; it does not until it is granted.
// A file that is gone or can't be read is no change: the granted copy runs.
func (r *Registry) sourceUnchanged(e entry) error {
	info, err := os.Stat(e.Source)
	if err != nil || !info.Mode().IsRegular() || stampOf(info) == e.SourceStamp {
		return nil
	}
	b, err := safefile.ReadAny(e.Source, maxModule)
	if err != nil && fault.CodeOf(err) != fault.LimitExceeded {
		return nil
	}
	if err == nil && digest(b) == e.OriginalDigest {
		return nil
	}
	return r.explain(e, fmt.Sprintf("the file %q has changed since it was added", e.Source), b)
}

// stampOf tells quickly that a file is still the one that was read.
func stampOf(info os.FileInfo) string {
	return fmt.Sprintf("%d bytes at %d", info.Size(), info.ModTime().UnixNano())
}

// explain says how a module differs from what was granted. The other module
// is not trusted: it is inspected like any and runs in the sandbox, for its
// catalog alone.
func (r *Registry) explain(e entry, what string, module []byte) error {
	lines := []string{what, "granted " + e.OriginalDigest, "found   " + digest(module)}
	granted, err := r.grantedCatalog(e)
	if err != nil {
		return changed(e, "%s", strings.Join(lines, "\n  "))
	}
	c, err := prepare(context.Background(), r.opts.Catalog, module)
	if err != nil {
		lines = append(lines, "and it is refused: "+err.Error())
	} else if d := Diff(granted, c.meta.Catalog); len(d) > 0 {
		lines = append(lines, strings.Split(d.String(), "\n")...)
	} else {
		lines = append(lines, "its catalog is the same")
	}
	return changed(e, "%s", strings.Join(lines, "\n  "))
}

// explainCatalog says how a stored catalog differs from that of the granted
// module, which still tells it where the module itself is unchanged.
func (r *Registry) explainCatalog(e entry, now *abi.Catalog) error {
	const what = "its stored catalog is not the one that was granted"
	b, err := safefile.Read(filepath.Join(r.opts.Dir, e.File+".wasm"), maxModule)
	if err != nil || digest(b) != e.Digest {
		return changed(e, what)
	}
	granted, err := r.opts.Catalog(context.Background(), sandbox.Source{Name: e.Service, Digest: e.Digest, Wasm: b})
	if err != nil {
		return changed(e, what)
	}
	return changed(e, what+":\n%s", Diff(granted, now).indent())
}

// grantedCatalog reads the stored catalog of an entry, if it is still the one.
func (r *Registry) grantedCatalog(e entry) (*abi.Catalog, error) {
	b, err := safefile.Read(filepath.Join(r.opts.Dir, e.File+".json"), maxMeta)
	if err != nil {
		return nil, err
	}
	m, err := DecodeMeta(b)
	if err != nil {
		return nil, err
	}
	if d, err := catalogDigest(m.Catalog); err != nil || d != e.CatalogDigest {
		return nil, changed(e, "its stored catalog is not the one that was granted")
	}
	return m.Catalog, nil
}

// diffGrant lists what a grant has beyond the rows that its catalog asks for,
// and where a class is milder than asked. A stricter class is the operator's
// right.
func diffGrant(g Grant, c *abi.Catalog) Changes {
	asked := map[string]abi.ActionRequest{}
	for _, row := range rows(c) {
		asked[row.Action] = row
	}
	var out Changes
	for _, row := range g.Actions {
		ask, ok := asked[row.Action]
		delete(asked, row.Action) // a second row of it is one too many
		if !ok {
			out = append(out, Change{Kind: "added", What: "action " + row.Action})
			continue
		}
		if severity(row.Class) < severity(ask.Class) {
			out = append(out, Change{Kind: "changed", What: "action " + row.Action + " class", From: ask.Class, To: row.Class})
		}
		for _, route := range row.Routes {
			if !slices.ContainsFunc(ask.Routes, func(a abi.Route) bool { return sameRoute(a, route) }) {
				out = append(out, Change{Kind: "added", What: "action " + row.Action + " route " + route.ID, To: route.Method + " " + route.Host + route.Path})
			}
		}
	}
	for _, action := range slices.Sorted(maps.Keys(asked)) {
		out = append(out, Change{Kind: "removed", What: "action " + action})
	}
	return out.clean()
}
