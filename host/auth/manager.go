package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/auth/secret"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// Options are what a Manager is made of. Dir, Getenv, Provider and Transport
// are needed.
type Options struct {
	// Dir holds accounts, locks and sealed secrets; empty where the user has no
	// home directory: then nothing can be stored.
	Dir string
	// Store is where new secrets go: auto, keyring or file.
	Store  string
	Getenv func(string) string
	// UserConfigDir and UserHomeDir are those of package os unless a test says
	// otherwise; gcloud's credentials are looked for below them.
	UserConfigDir, UserHomeDir func() (string, error)
	Provider                   oauth.Provider
	// Transport sends to the provider.
	Transport http.RoundTripper
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Trace tells what is done, without secrets; nil is silence.
	Trace func(format string, args ...any)
}

// Manager keeps accounts and gives their tokens. Any number of goroutines may
// use it.
type Manager struct {
	o    Options
	http *http.Client

	mu      sync.Mutex
	stores  map[string]secret.Store
	sources map[string]*Source
}

// NewManager makes a Manager; it reads nothing yet.
func NewManager(o Options) *Manager {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.UserConfigDir == nil {
		o.UserConfigDir = os.UserConfigDir
	}
	if o.UserHomeDir == nil {
		o.UserHomeDir = os.UserHomeDir
	}
	if o.Trace == nil {
		o.Trace = func(string, ...any) {}
	}
	return &Manager{o: o, http: oauth.NewHTTP(o.Transport), stores: map[string]secret.Store{}, sources: map[string]*Source{}}
}

// store opens the store of a kind once.
func (m *Manager) store(ctx context.Context, kind string) (secret.Store, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.stores[kind]; s != nil {
		return s, nil
	}
	s, err := secret.Open(ctx, secret.Options{Kind: kind, Dir: filepath.Join(m.o.Dir, "secrets"), Getenv: m.o.Getenv})
	if err != nil {
		return nil, err
	}
	m.stores[kind] = s
	return s, nil
}

// StoreKind tells where new secrets would go.
func (m *Manager) StoreKind(ctx context.Context) (string, error) {
	s, err := m.store(ctx, m.o.Store)
	if err != nil {
		return "", err
	}
	return s.Kind(), nil
}

// CheckStore writes, reads and removes a secret, and tells which store took it.
func (m *Manager) CheckStore(ctx context.Context) (string, error) {
	s, err := m.store(ctx, m.o.Store)
	if err != nil {
		return "", err
	}
	// A name of its own: several processes may look at once.
	name := "probe-" + newID()
	if err := s.Set(ctx, name, []byte("probe")); err != nil {
		return s.Kind(), err
	}
	return s.Kind(), s.Delete(ctx, name)
}

func (m *Manager) endpoint(c oauth.Client) *oauth.Endpoint {
	return &oauth.Endpoint{Provider: m.o.Provider, Client: c, HTTP: m.http, Now: m.o.Now}
}

// Accounts lists who is signed in, by alias, and the alias of the default
// account ("" where there is none).
func (m *Manager) Accounts() ([]Account, string, error) {
	r, err := m.load()
	if err != nil {
		return nil, "", err
	}
	def := ""
	if a := r.byID(r.Default); a != nil {
		def = a.Alias
	}
	slices.SortFunc(r.Accounts, func(a, b Account) int { return bytes.Compare([]byte(a.Alias), []byte(b.Alias)) })
	return r.Accounts, def, nil
}

// Switch makes an account the default one.
func (m *Manager) Switch(ctx context.Context, word string) (Account, error) {
	var found Account
	err := m.change(ctx, func(r *registry) error {
		a := r.find(word)
		if a == nil {
			return r.unknown(word)
		}
		found, r.Default = *a, a.ID
		return nil
	})
	return found, err
}

// SetClient stores the OAuth client for new sign-ins, in the place of the one
// before.
func (m *Manager) SetClient(ctx context.Context, c oauth.Client) (store string, err error) {
	s, err := m.store(ctx, m.o.Store)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	entry := &clientEntry{ID: c.ID, Store: s.Kind(), Secret: "client-" + newID()}
	if err := s.Set(ctx, entry.Secret, data); err != nil {
		return "", err
	}
	var old *clientEntry
	err = m.change(ctx, func(r *registry) error {
		old, r.Client = r.Client, entry
		return nil
	})
	switch {
	case err != nil:
		m.dropClient(ctx, *entry) // nobody would find it
	case old != nil:
		m.dropClient(ctx, *old)
	}
	return s.Kind(), err
}

// dropClient removes a client that is no longer used. What can't be removed is
// told, and stops nothing.
func (m *Manager) dropClient(ctx context.Context, old clientEntry) {
	s, err := m.store(ctx, old.Store)
	if err == nil {
		err = s.Delete(ctx, old.Secret)
	}
	if err != nil {
		m.o.Trace("the earlier OAuth client could not be removed from the %s store", old.Store)
	}
}

// maxClientFile bounds a client's or a key's file, in bytes.
const maxClientFile = 64 << 10

// Client gives the OAuth client for new sign-ins and where it comes from: the
// file of WSLITE_OAUTH_CLIENT_FILE, else what was stored.
func (m *Manager) Client(ctx context.Context) (oauth.Client, string, error) {
	if path := m.o.Getenv(EnvClientFile); path != "" {
		data, err := safefile.ReadAny(path, maxClientFile)
		if err != nil {
			return oauth.Client{}, "", err
		}
		c, err := oauth.ParseClient(data)
		return c, EnvClientFile, err
	}
	none := fault.New(fault.NotSignedIn, "there is no OAuth client to sign in with").
		WithHint("create one of the type \"Desktop app\" in Google's console, download its JSON and run: wslite auth credentials FILE")
	r, err := m.load()
	if err != nil {
		return oauth.Client{}, "", err
	}
	if r.Client == nil {
		return oauth.Client{}, "", none
	}
	s, err := m.store(ctx, r.Client.Store)
	if err != nil {
		return oauth.Client{}, "", err
	}
	data, err := s.Get(ctx, r.Client.Secret)
	if errors.Is(err, secret.ErrNotFound) {
		return oauth.Client{}, "", none
	}
	if err != nil {
		return oauth.Client{}, "", err
	}
	var c oauth.Client
	if json.Unmarshal(data, &c) != nil || c.ID == "" {
		return oauth.Client{}, "", none
	}
	return c, s.Kind(), nil
}
