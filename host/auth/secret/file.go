package secret

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/crypto/chacha20poly1305"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

const (
	// magic opens each file, so that a later format can be told apart.
	magic = "wslite-secret-1\n"
	// maxSecret bounds a secret's file, in bytes.
	maxSecret = 256 << 10
)

// fileStore keeps each secret in a file of its own, sealed by
// XChaCha20-Poly1305 with the key of keyfile.go. The name is part of what is
// sealed, so that one file can't be put in the place of another.
type fileStore struct {
	dir string
	key *keyFile
}

func newFileStore(dir string, getenv func(string) string) *fileStore {
	return &fileStore{dir: dir, key: &keyFile{path: filepath.Join(dir, "key.json"), getenv: getenv}}
}

func (*fileStore) Kind() string { return File }

func (f *fileStore) path(name string) string { return filepath.Join(f.dir, name+".sealed") }

func (f *fileStore) Get(_ context.Context, name string) ([]byte, error) {
	data, err := safefile.ReadPrivate(f.path(name), maxSecret)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	key, err := f.key.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, f.unreadable(name, "its key is gone")
	}
	if err != nil {
		return nil, err
	}
	value, ok := open(key, name, data)
	if !ok {
		return nil, f.unreadable(name, "it was changed, or sealed with another key")
	}
	return value, nil
}

func (f *fileStore) unreadable(name, why string) error {
	return fault.New(fault.Client, "the secret in %q can't be opened: %s", f.path(name), why).
		WithHint("sign in again to replace it")
}

func (f *fileStore) Set(_ context.Context, name string, value []byte) error {
	if len(value) > maxSecret-1024 {
		return fault.New(fault.LimitExceeded, "a secret of %d bytes is too long", len(value))
	}
	if f.dir == "" {
		return fault.New(fault.Client, "there is no place to keep secrets: the user has no home directory").
			WithHint("set HOME, or WSLITE_STATE_DIR to a directory of your own")
	}
	if err := safefile.Dir(f.dir); err != nil {
		return err
	}
	key, err := f.key.make()
	if err != nil {
		return err
	}
	return safefile.Write(f.path(name), seal(key, name, value))
}

func (f *fileStore) Delete(_ context.Context, name string) error {
	if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.Client, "%q can't be removed", f.path(name))
	}
	return nil
}

// seal gives magic, nonce and sealed value.
func seal(key []byte, name string, value []byte) []byte {
	aead := newAEAD(key)
	out := append([]byte(magic), make([]byte, aead.NonceSize())...)
	nonce := out[len(magic):]
	rand.Read(nonce)
	return aead.Seal(out, nonce, value, []byte(name))
}

func open(key []byte, name string, data []byte) ([]byte, bool) {
	aead := newAEAD(key)
	n := len(magic) + aead.NonceSize()
	if len(data) < n || string(data[:len(magic)]) != magic {
		return nil, false
	}
	value, err := aead.Open(nil, data[len(magic):n], data[n:], []byte(name))
	return value, err == nil
}

// newAEAD takes a key of chacha20poly1305.KeySize bytes; no other is made.
func newAEAD(key []byte) cipher.AEAD {
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		panic(err)
	}
	return aead
}
