package plugin

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// proposal is a module that keeps every rule, with the review of it.
type proposal struct {
	*candidate
	review Review
	grant  Grant
	source string
	stamp  string
}

// propose reads a file and makes the review. It changes nothing.
func (r *Registry) propose(ctx context.Context, file string) (*proposal, error) {
	source, err := filepath.Abs(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.Usage, "%q: the current directory is gone", file)
	}
	p := &proposal{source: source}
	// Before the file is read: if it is replaced in between, the stamp is the
	// one that does not fit, and the bytes are compared.
	if info, err := os.Stat(source); err == nil {
		p.stamp = stampOf(info)
	}
	original, err := safefile.ReadAny(source, maxModule)
	if err != nil {
		return nil, err
	}
	if p.candidate, err = prepare(ctx, r.opts.Catalog, original); err != nil {
		return nil, err
	}
	granted, err := r.check(p.meta.Catalog)
	if err != nil {
		return nil, err
	}
	p.grant = Grant{Actions: granted, Hosts: hostsOf(granted)}
	p.review = newReview(source, len(original), p.candidate, granted)
	if e, ok := r.entries[p.meta.Service]; ok {
		p.review.Known = true
		if before, err := r.grantedCatalog(e); err == nil {
			p.review.Changes = Diff(before, p.meta.Catalog)
		} else {
			p.review.Changes = Changes{{Kind: "changed", What: "the catalog that was granted can't be read any more"}}
		}
	}
	return p, nil
}

// Inspect tells what a module would ask for, without adding it.
//
// Errors: PLUGIN_REFUSED where it breaks a rule, or another PLUGIN_ code where
// it fails to tell its catalog.
func (r *Registry) Inspect(ctx context.Context, file string) (Review, error) {
	p, err := r.propose(ctx, file)
	if err != nil {
		return Review{}, err
	}
	return p.review, nil
}

// Add grants a module what its review shows, if decide says yes, and stores
// it. A plugin of the same service that was added before is replaced.
//
// Errors: those of Inspect; CONFIRMATION_REQUIRED where decide says no, and
// then nothing has changed; CONFLICT where another process changed the plugin
// of this service in the meantime.
func (r *Registry) Add(ctx context.Context, file string, decide func(Review) bool) (*Plugin, error) {
	if r.opts.Dir == "" {
		return nil, noDir()
	}
	p, err := r.propose(ctx, file)
	if err != nil {
		return nil, err
	}
	if !decide(p.review) {
		return nil, fault.New(fault.ConfirmationRequired, "the plugin %s was not added: nobody agreed to it", p.meta.Service)
	}
	if err := ctx.Err(); err != nil {
		return nil, fault.Wrap(err, fault.Interrupted, "the plugin %s was not added", p.meta.Service)
	}
	p.grant.By, p.grant.At = cut(r.opts.User(), maxLabel), r.opts.Now().UTC().Truncate(time.Second)
	e := entry{
		Service: p.meta.Service, File: fileName(p.meta.Service, p.meta.Digest), Source: p.source, SourceStamp: p.stamp,
		OriginalDigest: p.meta.OriginalDigest, Digest: p.meta.Digest, CatalogDigest: p.meta.CatalogDigest,
		ABI: p.meta.Catalog.ABI, Grant: p.grant,
	}
	if err := r.store(e, p); err != nil {
		return nil, err
	}
	return &Plugin{
		Service: e.Service, Origin: Added,
		OriginalDigest: e.OriginalDigest, Digest: e.Digest, Catalog: p.meta.Catalog, Grant: &p.grant,
	}, nil
}

// store writes module and catalog, then the lock that names them: a crash in
// between leaves files that nobody names, never a name without its files.
func (r *Registry) store(e entry, p *proposal) error {
	meta, err := p.meta.Encode()
	if err != nil {
		return err
	}
	var old entry
	err = updateLock(r.opts.Dir, func(entries map[string]entry) error {
		// What the operator saw was compared with what stood here then.
		if now, seen := entries[e.Service], r.entries[e.Service]; !reflect.DeepEqual(now, seen) {
			return fault.New(fault.Conflict, "the plugin %s was added or removed by another process in the meantime", e.Service).
				WithHint("run the command again and look at the review anew")
		}
		old = entries[e.Service]
		for ext, data := range map[string][]byte{".wasm": p.module, ".json": meta} {
			if err := safefile.Write(filepath.Join(r.opts.Dir, e.File+ext), data); err != nil {
				return err
			}
		}
		entries[e.Service] = e
		return nil
	})
	if err == nil && old.File != "" && old.File != e.File {
		r.discard(old)
	}
	return err
}

// discard removes the files of an entry that the lock no longer has. Left
// over, they would only take up room.
func (r *Registry) discard(e entry) {
	for _, ext := range []string{".wasm", ".json"} {
		_ = os.Remove(filepath.Join(r.opts.Dir, e.File+ext))
	}
}

// Remove takes a plugin out of the lock and deletes its files. Its own file,
// from which it was added, stays.
func (r *Registry) Remove(service string) error {
	if r.opts.Dir == "" {
		return noDir()
	}
	if r.embedded[service] != nil && r.entries[service].File == "" {
		return fault.New(fault.Usage, "%s is embedded in wslite and can't be removed", service).
			WithHint("deny its tools in the policy: deny_tools = [\"%s_*\"]", service)
	}
	var old entry
	err := errNotAdded
	if _, serr := os.Stat(filepath.Join(r.opts.Dir, lockName)); serr == nil {
		err = updateLock(r.opts.Dir, func(entries map[string]entry) error {
			var ok bool
			if old, ok = entries[service]; !ok {
				return errNotAdded
			}
			delete(entries, service)
			return nil
		})
	} else if !errors.Is(serr, fs.ErrNotExist) {
		err = fault.Wrap(serr, fault.Client, "the plugin lock in %q can't be read", r.opts.Dir)
	}
	if errors.Is(err, errNotAdded) {
		return fault.Wrap(err, fault.NotFound, "no plugin of the name %q was added", service).
			WithHint("wslite plugin list shows what there is")
	}
	if err == nil {
		r.discard(old)
	}
	return err
}

var errNotAdded = errors.New("not in the lock")

func noDir() error {
	return fault.New(fault.Client, "there is no directory for plugins: the user has no home directory").
		WithHint("set HOME, or plugins.dir in the configuration")
}
