package auth

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
	"github.com/wslite/wslite/host/text"
)

// registry is the list of accounts as it is stored.
type registry struct {
	Version int `json:"version"`
	// Default is the ID of the account that is used where none is named.
	Default  string       `json:"default,omitempty"`
	Client   *clientEntry `json:"client,omitempty"`
	Accounts []Account    `json:"accounts"`
}

// clientEntry says where the OAuth client for new sign-ins is kept.
type clientEntry struct {
	ID    string `json:"id"`
	Store string `json:"store"`
	// Secret names it in the store; each client that is stored has a name of
	// its own, since one keyring serves all state directories of a user.
	Secret string `json:"secret"`
}

const (
	registryVersion = 1
	maxRegistry     = 1 << 20 // bytes
	maxAccounts     = 100
	// lockPatience is how long a process waits for another that renews a token
	// or changes the list: longer than all attempts of a renewal together.
	lockPatience = 90 * time.Second
	lockPoll     = 20 * time.Millisecond
)

func (m *Manager) registryFile() string { return filepath.Join(m.o.Dir, "accounts.json") }

// Stamp is of the list of accounts as it is now. Whatever signs an account in or
// out writes the list.
func (m *Manager) Stamp() safefile.Stamp {
	if m.o.Dir == "" {
		return safefile.StampOf("") // of nothing
	}
	return safefile.StampOf(m.registryFile())
}

// load reads the list. Nothing stored is an empty list.
func (m *Manager) load() (*registry, error) {
	r := &registry{Version: registryVersion, Accounts: []Account{}}
	if m.o.Dir == "" {
		return r, nil
	}
	data, err := safefile.Read(m.registryFile(), maxRegistry)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, r); err != nil || r.Version != registryVersion {
		return nil, fault.New(fault.Client, "%q is not a list of accounts of this version", m.registryFile()).
			WithHint("move it away and sign in again")
	}
	return r, nil
}

// change loads the list, lets f change it and stores it, while no other
// process can. An error of f leaves the list as it was.
func (m *Manager) change(ctx context.Context, f func(*registry) error) error {
	unlock, err := m.lock(ctx, "accounts")
	if err != nil {
		return err
	}
	defer unlock()
	r, err := m.load()
	if err != nil {
		return err
	}
	if err := f(r); err != nil {
		return err
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return safefile.Write(m.registryFile(), append(data, '\n'))
}

// lock waits until this process alone holds the named lock. The system gives
// a lock back when its process ends, however it ends. The files stay: to
// remove one would split those who wait from those who come later.
func (m *Manager) lock(ctx context.Context, name string) (func(), error) {
	if m.o.Dir == "" {
		return nil, fault.New(fault.Client, "there is no place to keep accounts: the user has no home directory").
			WithHint("set HOME, or WSLITE_STATE_DIR to a directory of your own")
	}
	dir := filepath.Join(m.o.Dir, "locks")
	if err := safefile.Dir(dir); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(dir, name+".lock"), flock.SetPermissions(0o600))
	limited, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	got, err := l.TryLockContext(limited, lockPoll)
	switch {
	case got:
		return func() { l.Unlock() }, nil
	case ctx.Err() != nil:
		return nil, fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while another wslite was waited for")
	case limited.Err() != nil:
		return nil, fault.New(fault.Client, "another wslite process holds %q for more than %d seconds", l.Path(), int(lockPatience.Seconds())).
			WithHint("end that process, then repeat")
	}
	return nil, fault.Wrap(err, fault.Client, "%q can't be locked", l.Path())
}

// find gives the account that a person's word means; nil where there is none.
// An alias goes before an address.
func (r *registry) find(word string) *Account {
	for _, exact := range []bool{true, false} {
		for i, a := range r.Accounts {
			if exact && a.Alias == word || !exact && a.named(word) {
				return &r.Accounts[i]
			}
		}
	}
	return nil
}

func (r *registry) byID(id string) *Account {
	for i, a := range r.Accounts {
		if a.ID == id {
			return &r.Accounts[i]
		}
	}
	return nil
}

// unknown is the error for a word that means no account.
func (r *registry) unknown(word string) *fault.Error {
	err := fault.New(fault.NotSignedIn, "no account %q is signed in", text.Cut(text.Line(word), 100))
	var known []string
	for _, a := range r.Accounts {
		known = append(known, a.Alias)
	}
	if like, ok := text.Suggest(word, known); ok {
		return err.WithHint("did you mean %s? wslite auth list shows all", like)
	}
	return err.WithHint("wslite auth list shows who is; wslite auth login --account %s signs in", shell(word))
}

// maxAlias bounds an alias, in bytes.
const maxAlias = 100

var aliasSyntax = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+@-]*$`) })

func isAlias(s string) bool { return len(s) <= maxAlias && aliasSyntax().MatchString(s) }

// CheckAlias says whether a word can be an alias.
func CheckAlias(s string) error {
	switch {
	case !isAlias(s):
		return fault.New(fault.Usage, "%q can't be an alias: 1 to 100 letters, digits and . _ + @ -, beginning with a letter or digit", text.Cut(text.Line(s), 60))
	case strings.EqualFold(s, Env):
		return fault.New(fault.Usage, "the alias %q stands for the token of %s", Env, EnvAccessToken)
	}
	return nil
}

// shell shows a word as it can be typed; what would need care is left out.
func shell(word string) string {
	if isAlias(word) {
		return word
	}
	return "ALIAS"
}

// union joins two lists of scopes, sorted.
func union(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
