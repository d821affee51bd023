package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/sandbox/internal/modcache"
)

// maxCache bounds the cache on disk, in bytes. The native code of a Go module
// takes some 12 MB.
const maxCache = 300 * limits.MiB

// Config says how a sandbox works.
type Config struct {
	// CacheDir is a directory of the user's own for native code; "" for none.
	// It is made when it is first needed. If others may write to it, it is
	// not used.
	CacheDir string
	Limits   limits.Limits
	// Serving says that many calls are to come: instances share their memory then,
	// where the system can, which takes a moment when a module is first used.
	Serving bool
	// Warn is told, in one line, what costs time but fails nobody. nil is
	// silence.
	Warn func(msg string)
	// Preparing is called with the service before its module is compiled,
	// which takes about a second; not if it comes from the cache.
	Preparing func(name string)
}

// Sandbox runs modules. Its methods may be called by many goroutines at once.
type Sandbox struct {
	cfg   Config
	cache *modcache.Cache
	// interpret forbids native code. It is for tests: wazero itself takes the
	// interpreter where the system forbids to execute written memory.
	interpret bool

	mu     sync.Mutex
	closed bool
	loads  map[string]*load
}

// load is a module that is loaded or being loaded.
type load struct {
	done chan struct{}
	m    *Module
	err  error
}

// New makes a sandbox. It starts nothing and touches no file, so it costs
// nothing where no plugin is used. The error is that of Limits.Check.
func New(cfg Config) (*Sandbox, error) {
	if err := cfg.Limits.Check(); err != nil {
		return nil, err
	}
	if cfg.Warn == nil {
		cfg.Warn = func(string) {}
	}
	if cfg.Preparing == nil {
		cfg.Preparing = func(string) {}
	}
	return &Sandbox{
		cfg:   cfg,
		cache: modcache.Open(cfg.CacheDir, maxCache, cfg.Warn),
		loads: map[string]*load{},
	}, nil
}

// Source is a module to load.
type Source struct {
	// Name is the service; it stands in messages.
	Name string
	// Digest is the SHA-256 of Wasm, 64 hexadecimal digits.
	Digest string
	// Wasm is the instrumented module. Nobody may change the bytes during
	// Load.
	Wasm []byte
}

// Load compiles a module, or takes it from the cache. The bytes that are
// hashed are the very ones that get compiled. A digest is loaded once: a
// second call gives the same Module, and one that comes meanwhile waits.
//
// The errors are PLUGIN_CHANGED if the bytes are not those of the digest,
// PLUGIN_REFUSED if they can't be compiled or were not instrumented, and
// INTERRUPTED if ctx was done first.
func (s *Sandbox) Load(ctx context.Context, src Source) (*Module, error) {
	for {
		l, mine, err := s.flight(src.Digest)
		if err != nil {
			return nil, err
		}
		if mine {
			l.m, l.err = s.load(ctx, src)
			s.land(src.Digest, l)
			return l.m, l.err
		}
		select {
		case <-ctx.Done():
			return nil, interrupted(ctx, src.Name)
		case <-l.done:
		}
		// The other's failure is not ours: its context may have been done.
		if l.err == nil {
			return l.m, nil
		}
	}
}

// Loaded gives the module of a digest where Load has succeeded; nil where it has
// not. Its bytes were hashed then, and are not needed any more.
func (s *Sandbox) Loaded(digest string) *Module {
	s.mu.Lock()
	l := s.loads[digest]
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	select {
	case <-l.done:
		return l.m
	default:
		return nil
	}
}

// flight joins the load of a digest, or starts it.
func (s *Sandbox) flight(digest string) (l *load, mine bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, fault.New(fault.Client, "the sandbox is closed")
	}
	if l, ok := s.loads[digest]; ok {
		return l, false, nil
	}
	l = &load{done: make(chan struct{})}
	s.loads[digest] = l
	return l, true, nil
}

// land ends a load. A failed one is forgotten, so that the next tries again.
func (s *Sandbox) land(digest string, l *load) {
	s.mu.Lock()
	if l.err != nil {
		delete(s.loads, digest)
	}
	closed := s.closed
	s.mu.Unlock()
	close(l.done)
	if closed && l.m != nil {
		l.m.close()
	}
}

func (s *Sandbox) load(ctx context.Context, src Source) (*Module, error) {
	if sum := sha256.Sum256(src.Wasm); hex.EncodeToString(sum[:]) != src.Digest {
		return nil, fault.New(fault.PluginChanged, "the module of %s is not the one that was recorded: its SHA-256 is %x, not %s", src.Name, sum, src.Digest)
	}
	c, err := s.compile(ctx, src)
	if err != nil {
		return nil, err
	}
	return newModule(s, src, c), nil
}

// Close lets go of every module. Invocations that have begun may go on; each
// module is gone with its last one.
func (s *Sandbox) Close(context.Context) error {
	s.mu.Lock()
	s.closed = true
	var all []*load
	for _, l := range s.loads {
		all = append(all, l)
	}
	s.mu.Unlock()
	for _, l := range all {
		select {
		case <-l.done:
			if l.m != nil {
				l.m.close()
			}
		default: // land closes it
		}
	}
	return nil
}
