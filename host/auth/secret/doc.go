// Package secret keeps secrets: OAuth clients, refresh tokens, keys of service
// accounts. It owns where they are kept (the system's keyring, or an encrypted
// file where there is none) and the proof that what was written can be read
// back. It knows nothing of accounts or of OAuth, and prints nothing.
//
// No error of this package holds a secret, or the text of a library that may
// hold one.
//
// Start reading at Store, then Open (open.go) for the choice.
package secret

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"github.com/wslite/wslite/host/fault"
)

// The kinds of stores, which are also the words of the setting.
const (
	Auto    = "auto"
	Keyring = "keyring"
	File    = "file"
)

// ErrNotFound says that a store holds nothing under a name.
var ErrNotFound = errors.New("no such secret")

// Store keeps values under names. A name has small letters, digits and dashes,
// at most 64.
//
// Set replaces a value as a whole: a reader sees the old one or the new one.
// Get gives ErrNotFound (errors.Is) where there is none; Delete of what is not
// there is no error. Other errors are *fault.Error. All may be called by many
// goroutines and processes at once; who reads, changes and writes back needs a
// lock of their own.
type Store interface {
	// Kind is Keyring or File.
	Kind() string
	Get(ctx context.Context, name string) ([]byte, error)
	Set(ctx context.Context, name string, value []byte) error
	Delete(ctx context.Context, name string) error
}

// maxName bounds the name of a secret, in bytes.
const maxName = 64

var nameSyntax = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`) })

func checkName(name string) error {
	if len(name) > maxName || !nameSyntax().MatchString(name) {
		return fault.New(fault.Client, "%q can't be the name of a secret", name)
	}
	return nil
}

// verified is a store that reads back what it wrote. Keyrings that are locked
// have been seen to take a value, say yes, and keep nothing.
type verified struct{ inner Store }

func (v verified) Kind() string { return v.inner.Kind() }

func (v verified) Get(ctx context.Context, name string) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	return v.inner.Get(ctx, name)
}

func (v verified) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return v.inner.Delete(ctx, name)
}

func (v verified) Set(ctx context.Context, name string, value []byte) error {
	if err := checkName(name); err != nil {
		return err
	}
	if len(value) == 0 {
		return fault.New(fault.Client, "an empty secret is not stored")
	}
	if err := v.inner.Set(ctx, name, value); err != nil {
		return err
	}
	got, err := v.inner.Get(ctx, name)
	if err != nil && !errors.Is(err, ErrNotFound) && fault.CodeOf(err) != fault.MalformedResponse {
		return err
	}
	if !bytes.Equal(got, value) {
		return fault.New(fault.Client, "the %s took the secret and then gave back something else: it is locked or broken", describe(v.Kind())).
			WithHint("%s", otherStore(v.Kind()))
	}
	return nil
}

// Verified makes a store check each write by reading it back.
func Verified(s Store) Store { return verified{s} }

func describe(kind string) string {
	if kind == Keyring {
		return "system's keyring"
	}
	return "file store"
}

// otherStore is the way out when a store fails.
func otherStore(kind string) string {
	if kind == Keyring {
		return fmt.Sprintf("unlock it, or set store = %q below [auth] in wslite.toml and sign in again", File)
	}
	return "check the directory, its owner and the space left on the disk"
}
