package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/chacha20poly1305"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// EnvPassword is the variable that holds a passphrase for the file store.
const EnvPassword = "WSLITE_KEYRING_PASSWORD"

// keyFile holds the one key of a file store. Without a passphrase the key lies
// in it as it is, protected by the file's mode alone: that keeps tokens out of
// backups of single files and out of sight, not from who can read this user's
// files. With a passphrase the key is sealed under it.
type keyFile struct {
	path   string
	getenv func(string) string

	// Stretching a passphrase is slow by intent; it is done once for what the
	// file held and the passphrase was at that time.
	mu    sync.Mutex
	from  [sha256.Size]byte
	known []byte
}

// stored is the form of the file. Exactly one of Key and Sealed is there.
type stored struct {
	Version int    `json:"version"`
	Key     []byte `json:"key,omitempty"`
	Sealed  []byte `json:"sealed,omitempty"`
	Salt    []byte `json:"salt,omitempty"`
	// Argon2id's cost, kept so that it can grow in later versions.
	Time   uint32 `json:"time,omitempty"`
	Memory uint32 `json:"memoryKiB,omitempty"`
	Lanes  uint8  `json:"lanes,omitempty"`
}

// The cost of guessing a passphrase once: RFC 9106's second choice, for
// machines with little memory.
const (
	argonTime   = 3
	argonMemory = 64 << 10 // KiB
	argonLanes  = 4
	// maxArgonMemory bounds what a file may ask for.
	maxArgonMemory = 1 << 20 // KiB
	maxKeyFile     = 4 << 10 // bytes
	keyName        = "file-store-key"
)

// read gives the key; an error for which errors.Is(err, fs.ErrNotExist) holds
// where no key was made yet.
func (k *keyFile) read() ([]byte, error) {
	data, err := safefile.ReadPrivate(k.path, maxKeyFile)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	from := sha256.Sum256(append(data, k.getenv(EnvPassword)...))
	if k.known != nil && k.from == from {
		return k.known, nil
	}
	key, err := k.decode(data)
	if err != nil {
		return nil, err
	}
	k.from, k.known = from, key
	return key, nil
}

func (k *keyFile) decode(data []byte) ([]byte, error) {
	var s stored
	if json.Unmarshal(data, &s) != nil || s.Version != 1 || (s.Key == nil) == (s.Sealed == nil) {
		return nil, fault.New(fault.Client, "%q is not a key file of this version", k.path).
			WithHint("remove it and sign in again; what it sealed is lost")
	}
	if s.Key != nil {
		return k.sized(s.Key)
	}
	pass := k.getenv(EnvPassword)
	if pass == "" {
		return nil, fault.New(fault.Client, "the stored secrets are sealed with a passphrase, and %s is not set", EnvPassword).
			WithHint("set it to the passphrase that was used when you signed in")
	}
	if s.Time < 1 || s.Time > 100 || s.Lanes < 1 || s.Memory > maxArgonMemory || len(s.Salt) == 0 {
		return nil, fault.New(fault.Client, "%q asks for a cost that makes no sense", k.path)
	}
	key, ok := open(stretch(pass, s), keyName, s.Sealed)
	if !ok {
		return nil, fault.New(fault.Client, "%s is not the passphrase that sealed the stored secrets", EnvPassword).
			WithHint("set it to the one that was used when you signed in")
	}
	return k.sized(key)
}

func (k *keyFile) sized(key []byte) ([]byte, error) {
	if len(key) != chacha20poly1305.KeySize {
		return nil, fault.New(fault.Client, "%q holds no key", k.path).WithHint("remove it and sign in again; what it sealed is lost")
	}
	return key, nil
}

// make is read, and makes the key where there is none. Where a passphrase is
// set and the key still lies open, it is sealed.
func (k *keyFile) make() ([]byte, error) {
	key, err := k.read()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return k.create()
	case err != nil:
		return nil, err
	}
	if k.getenv(EnvPassword) != "" && k.open() {
		data, err := k.encode(key)
		if err != nil {
			return nil, err
		}
		return key, safefile.Write(k.path, data)
	}
	return key, nil
}

// open says whether the key lies open in the file.
func (k *keyFile) open() bool {
	data, err := safefile.ReadPrivate(k.path, maxKeyFile)
	var s stored
	return err == nil && json.Unmarshal(data, &s) == nil && s.Key != nil
}

// create makes a key. Of several processes that do so at once one wins, and
// all use its key: the file gets its name by a link, which fails where the
// name is taken.
func (k *keyFile) create() ([]byte, error) {
	key := make([]byte, chacha20poly1305.KeySize)
	rand.Read(key)
	data, err := k.encode(key)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(filepath.Dir(k.path), ".key-")
	if err != nil {
		return nil, fault.Wrap(err, fault.Client, "%q can't be written", k.path)
	}
	defer os.RemoveAll(dir)
	fresh := filepath.Join(dir, "key")
	if err := safefile.Write(fresh, data); err != nil {
		return nil, err
	}
	if err := os.Link(fresh, k.path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fault.Wrap(err, fault.Client, "%q can't be written", k.path)
	}
	return k.read()
}

func (k *keyFile) encode(key []byte) ([]byte, error) {
	s := stored{Version: 1, Key: key}
	if pass := k.getenv(EnvPassword); pass != "" {
		s = stored{Version: 1, Salt: make([]byte, 16), Time: argonTime, Memory: argonMemory, Lanes: argonLanes}
		rand.Read(s.Salt)
		s.Sealed = seal(stretch(pass, s), keyName, key)
	}
	return json.Marshal(s)
}

func stretch(pass string, s stored) []byte {
	return argon2.IDKey([]byte(pass), s.Salt, s.Time, s.Memory, s.Lanes, chacha20poly1305.KeySize)
}
