package plugin

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
	"github.com/wslite/wslite/host/sandbox"
)

//go:embed all:embedded
var embedded embed.FS

// Registry is what Open found. It does not change: after Add or Remove, Open
// shows the new state. Any number of goroutines may use it.
type Registry struct {
	opts    Options
	plugins []*Plugin
	byName  map[string]*Plugin
	entries map[string]entry // added plugins, usable or not
	broken  map[string]error // added plugins that can't be used
}

// Open reads the embedded metadata and the lock file. It reads no module.
//
// It fails where the binary holds no plugins, or where the lock can't be
// trusted or read. A single added plugin that differs from the lock does not
// fail it: the plugin is left out of Plugins, and Problem and Source tell why.
func Open(o Options) (*Registry, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	r := &Registry{opts: o, byName: map[string]*Plugin{}, entries: map[string]entry{}, broken: map[string]error{}}
	if err := r.addEmbedded(); err != nil {
		return nil, err
	}
	lock, err := readLock(o.Dir)
	if err != nil {
		return nil, err
	}
	for _, e := range lock.Plugins {
		r.entries[e.Service] = e
		p, err := r.open(e)
		if err != nil {
			r.broken[e.Service] = err
			continue
		}
		r.enter(p)
	}
	return r, nil
}

func (o *Options) fill() error {
	if o.Embedded == nil {
		sub, err := fs.Sub(embedded, "embedded")
		if err != nil {
			return fault.Wrap(err, fault.Client, "the embedded plugins can't be read")
		}
		o.Embedded = sub
	}
	if o.Catalog == nil {
		o.Catalog = ownSandbox
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.User == nil {
		o.User = systemUser
	}
	return nil
}

func systemUser() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "user " + strconv.Itoa(os.Getuid())
}

func (r *Registry) enter(p *Plugin) {
	r.plugins = append(r.plugins, p)
	r.byName[p.Service] = p
}

func (r *Registry) addEmbedded() error {
	files, err := fs.Glob(r.opts.Embedded, "*.json")
	if err != nil || len(files) == 0 {
		return fault.Wrap(err, fault.Client, "this wslite was built without its plugins").
			WithHint("build it with: make build")
	}
	for _, name := range files {
		b, err := fs.ReadFile(r.opts.Embedded, name)
		if err != nil {
			return damaged(name, err)
		}
		m, err := DecodeMeta(b)
		if err != nil {
			return damaged(name, err)
		}
		if m.Service != strings.TrimSuffix(name, path.Ext(name)) {
			return damaged(name, errIncomplete)
		}
		r.enter(&Plugin{
			Service: m.Service, Origin: Embedded,
			OriginalDigest: m.OriginalDigest, Digest: m.Digest, Catalog: m.Catalog,
		})
	}
	return nil
}

func damaged(name string, err error) error {
	return fault.Wrap(err, fault.Client, "the embedded file %s is damaged", name).WithHint("build again with: make clean build")
}

// Plugins lists the usable plugins: embedded ones by name, then added ones by
// name.
func (r *Registry) Plugins() []*Plugin { return slices.Clone(r.plugins) }

// Get finds a usable plugin; nil where there is none.
func (r *Registry) Get(service string) *Plugin { return r.byName[service] }

// Problem says why an added plugin can't be used; nil for one that can, and
// for a service that nobody added.
func (r *Registry) Problem(service string) error { return r.broken[service] }

// Problems lists the added plugins that can't be used, by name. A front end
// shows them where it lists plugins or misses a service.
func (r *Registry) Problems() []error {
	var errs []error
	for _, e := range sortedEntries(r.entries) {
		if err := r.broken[e.Service]; err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Source gives the module that runs a service. The bytes of an added plugin
// are read here and compared with the lock, and these very bytes are what the
// sandbox compiles: it hashes them once more.
//
// Errors: USAGE for a service without plugin, PLUGIN_CHANGED with the
// difference where an added plugin is no longer what was granted.
func (r *Registry) Source(service string) (sandbox.Source, error) {
	p := r.byName[service]
	if p == nil {
		if err := r.broken[service]; err != nil {
			return sandbox.Source{}, err
		}
		return sandbox.Source{}, fault.New(fault.Usage, "there is no plugin for the service %q", service).
			WithHint("wslite plugin list shows what there is")
	}
	if p.Origin == Added {
		return r.addedSource(r.entries[service])
	}
	name := service + ".wasm"
	b, err := fs.ReadFile(r.opts.Embedded, name)
	if err != nil {
		return sandbox.Source{}, damaged(name, err)
	}
	return sandbox.Source{Name: service, Digest: p.Digest, Wasm: b}, nil
}

// addedSource reads the module of an added plugin.
func (r *Registry) addedSource(e entry) (sandbox.Source, error) {
	if err := r.sourceUnchanged(e); err != nil {
		return sandbox.Source{}, err
	}
	b, err := safefile.Read(filepath.Join(r.opts.Dir, e.File+".wasm"), maxModule)
	if errors.Is(err, fs.ErrNotExist) {
		return sandbox.Source{}, changed(e, "its module is gone from %q", r.opts.Dir)
	}
	if err != nil {
		return sandbox.Source{}, err
	}
	if digest(b) != e.Digest {
		return sandbox.Source{}, r.explain(e, "the stored module is not the one that was granted", b)
	}
	return sandbox.Source{Name: e.Service, Digest: e.Digest, Wasm: b}, nil
}
