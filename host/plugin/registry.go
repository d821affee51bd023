package plugin

import (
	"embed"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/user"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	opts Options
	// embedded reads a plugin's metadata when it is first asked for: a
	// command needs one of them, and their catalogs are most of what a start
	// would cost.
	embedded map[string]func() (*Plugin, error)
	added    map[string]*Plugin
	entries  map[string]entry // added plugins, usable or not
	broken   map[string]error // added plugins that can't be used

	mu sync.Mutex
	// read are the stored modules that were read and are what the lock says, each
	// as it was then.
	read map[string]safefile.Stamp
}

// Open finds the embedded plugins and reads the lock file. It reads no module.
//
// It fails where the binary holds no plugins, or where the lock can't be
// trusted or read. A single plugin that is damaged or differs from the lock
// does not fail it: the plugin is left out of Plugins, and Problem and Source
// tell why.
func Open(o Options) (*Registry, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	r := &Registry{
		opts: o, embedded: map[string]func() (*Plugin, error){}, added: map[string]*Plugin{}, read: map[string]safefile.Stamp{},
		entries: map[string]entry{}, broken: map[string]error{},
	}
	if err := r.findEmbedded(); err != nil {
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
		r.added[p.Service] = p
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

func (r *Registry) findEmbedded() error {
	files, err := fs.Glob(r.opts.Embedded, "*.json")
	if err != nil || len(files) == 0 {
		return fault.Wrap(err, fault.Client, "this wslite was built without its plugins").
			WithHint("build it with: make build")
	}
	for _, name := range files {
		service := strings.TrimSuffix(name, path.Ext(name))
		r.embedded[service] = sync.OnceValues(func() (*Plugin, error) { return r.readEmbedded(name, service) })
	}
	return nil
}

func (r *Registry) readEmbedded(name, service string) (*Plugin, error) {
	b, err := fs.ReadFile(r.opts.Embedded, name)
	if err != nil {
		return nil, damaged(name, err)
	}
	m, err := DecodeMeta(b)
	if err != nil {
		return nil, damaged(name, err)
	}
	if m.Service != service {
		return nil, damaged(name, errIncomplete)
	}
	return &Plugin{
		Service: m.Service, Origin: Embedded,
		OriginalDigest: m.OriginalDigest, Digest: m.Digest, Catalog: m.Catalog,
	}, nil
}

func damaged(name string, err error) error {
	return fault.Wrap(err, fault.Client, "the embedded file %s is damaged", name).WithHint("build again with: make clean build")
}

// Has says whether there is a usable plugin for a service, without reading
// what it offers.
func (r *Registry) Has(service string) bool {
	return r.embedded[service] != nil || r.added[service] != nil
}

// Plugins lists the usable plugins: embedded ones by name, then added ones by
// name. It reads all of their catalogs.
func (r *Registry) Plugins() []*Plugin {
	var all []*Plugin
	for _, service := range slices.Sorted(maps.Keys(r.embedded)) {
		if p := r.Get(service); p != nil {
			all = append(all, p)
		}
	}
	return append(all, r.Added()...)
}

// Added lists the usable plugins that an operator added, by name.
func (r *Registry) Added() []*Plugin {
	var all []*Plugin
	for _, service := range slices.Sorted(maps.Keys(r.added)) {
		all = append(all, r.added[service])
	}
	return all
}

// Get finds a usable plugin; nil where there is none.
func (r *Registry) Get(service string) *Plugin {
	if read := r.embedded[service]; read != nil {
		p, _ := read() // Problem tells
		return p
	}
	return r.added[service]
}

// Problem says why a plugin can't be used; nil for one that can, and for a
// service that has none.
func (r *Registry) Problem(service string) error {
	if err := r.broken[service]; err != nil {
		return err
	}
	if read := r.embedded[service]; read != nil {
		_, err := read()
		return err
	}
	return nil
}

// Problems lists the plugins that can't be used, by name. A front end shows
// them where it lists plugins or misses a service.
func (r *Registry) Problems() []error {
	var errs []error
	for _, service := range slices.Sorted(maps.Keys(r.embedded)) {
		if _, err := r.embedded[service](); err != nil {
			errs = append(errs, err)
		}
	}
	for _, e := range sortedEntries(r.entries) {
		if err := r.broken[e.Service]; err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// Digest is that of the module that runs a service: who has loaded it needs no
// Source. Of an added plugin the stored module is read, and compared with the lock,
// at the first time and whenever its file was written since; and the file that it
// came from is looked at, as Source does.
//
// Errors: as Source.
func (r *Registry) Digest(service string) (string, error) {
	p, err := r.usable(service)
	if err != nil {
		return "", err
	}
	if p.Origin != Added {
		return p.Digest, nil
	}
	e := r.entries[service]
	now := safefile.StampOf(r.stored(e))
	r.mu.Lock()
	known := r.read[service].Same(now)
	r.mu.Unlock()
	if known {
		return e.Digest, r.sourceUnchanged(e)
	}
	if _, err := r.addedSource(e); err != nil {
		return "", err
	}
	r.mu.Lock()
	r.read[service] = now
	r.mu.Unlock()
	return e.Digest, nil
}

// stored is where the module of an added plugin lies.
func (r *Registry) stored(e entry) string { return filepath.Join(r.opts.Dir, e.File+".wasm") }

// usable is Get with the reason why there is none.
func (r *Registry) usable(service string) (*Plugin, error) {
	if p := r.Get(service); p != nil {
		return p, nil
	}
	if err := r.Problem(service); err != nil {
		return nil, err
	}
	return nil, fault.New(fault.Usage, "there is no plugin for the service %q", service).
		WithHint("wslite plugin list shows what there is")
}

// Source gives the module that runs a service. The bytes of an added plugin
// are read here and compared with the lock, and these very bytes are what the
// sandbox compiles: it hashes them once more.
//
// Errors: USAGE for a service without plugin, PLUGIN_CHANGED with the
// difference where an added plugin is no longer what was granted.
func (r *Registry) Source(service string) (sandbox.Source, error) {
	p, err := r.usable(service)
	if err != nil {
		return sandbox.Source{}, err
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
	b, err := safefile.Read(r.stored(e), maxModule)
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
