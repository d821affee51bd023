package secret

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/wslite/wslite/host/fault"
)

// keyringService is under what name the keyring lists our secrets.
const keyringService = "wslite"

const (
	// chunk is how many bytes one entry of a keyring holds at most: Windows
	// takes 2560, macOS a little more. Longer values are cut.
	chunk = 2000
	// maxChunks bounds a value: 64 KB are far beyond any token.
	maxChunks = 32
)

// ring is what is used of a keyring; the library's functions, or a test's.
type ring interface {
	Get(service, user string) (string, error)
	Set(service, user, value string) error
	Delete(service, user string) error
}

type systemRing struct{}

func (systemRing) Get(service, user string) (string, error) { return keyring.Get(service, user) }
func (systemRing) Set(service, user, value string) error    { return keyring.Set(service, user, value) }
func (systemRing) Delete(service, user string) error        { return keyring.Delete(service, user) }

// keyringStore keeps values in the system's keyring. A value that is too long
// for one entry is cut: its parts are written under new names first, then the
// head that names them, so that a reader never sees parts of two values.
type keyringStore struct {
	ring ring
	// limit is how long one operation may take. The libraries below can't be
	// cancelled, so that a bus that is silent would hang the program.
	limit time.Duration
}

// head stands in the entry that carries a name: the value itself, or where its
// parts are.
type head struct {
	Value  string `json:"value,omitempty"`
	Parts  int    `json:"parts,omitempty"`
	Series string `json:"series,omitempty"`
	Sum    string `json:"sum,omitempty"`
}

func (*keyringStore) Kind() string { return Keyring }

func (k *keyringStore) Get(ctx context.Context, name string) ([]byte, error) {
	// A value may be replaced between its head and its parts.
	for range 3 {
		h, err := k.head(ctx, name)
		if err != nil {
			return nil, err
		}
		value, err := k.body(ctx, name, h)
		if !errors.Is(err, errTorn) {
			return value, err
		}
	}
	return nil, k.broken()
}

var errTorn = errors.New("the parts don't belong together")

func (k *keyringStore) head(ctx context.Context, name string) (h head, err error) {
	text, err := k.get(ctx, name)
	if err != nil {
		return h, err
	}
	if json.Unmarshal([]byte(text), &h) != nil || h.Parts < 0 || h.Parts > maxChunks {
		return h, k.broken()
	}
	return h, nil
}

func (k *keyringStore) body(ctx context.Context, name string, h head) ([]byte, error) {
	encoded := h.Value
	for i := range h.Parts {
		part, err := k.get(ctx, part(name, h.Series, i))
		if errors.Is(err, ErrNotFound) {
			return nil, errTorn
		}
		if err != nil {
			return nil, err
		}
		encoded += part
	}
	value, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, k.broken()
	}
	if h.Parts > 0 && sum(value) != h.Sum {
		return nil, errTorn
	}
	return value, nil
}

func (k *keyringStore) Set(ctx context.Context, name string, value []byte) error {
	old, err := k.head(ctx, name)
	if err != nil && !errors.Is(err, ErrNotFound) && fault.CodeOf(err) != fault.MalformedResponse {
		return err
	}
	encoded := base64.StdEncoding.EncodeToString(value)
	h := head{Value: encoded}
	if len(encoded) > chunk {
		if len(encoded) > chunk*maxChunks {
			return fault.New(fault.LimitExceeded, "a secret of %d bytes is too long for the system's keyring", len(value)).
				WithHint("%s", otherStore(Keyring))
		}
		h = head{Series: series(), Sum: sum(value)}
		for ; len(encoded) > 0; h.Parts++ {
			n := min(chunk, len(encoded))
			if err := k.set(ctx, part(name, h.Series, h.Parts), encoded[:n]); err != nil {
				return err
			}
			encoded = encoded[n:]
		}
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := k.set(ctx, name, string(text)); err != nil {
		return err
	}
	return k.deleteParts(ctx, name, old)
}

func (k *keyringStore) Delete(ctx context.Context, name string) error {
	h, err := k.head(ctx, name)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil && fault.CodeOf(err) != fault.MalformedResponse {
		return err
	}
	if err := k.delete(ctx, name); err != nil {
		return err
	}
	return k.deleteParts(ctx, name, h)
}

func (k *keyringStore) deleteParts(ctx context.Context, name string, h head) error {
	for i := range h.Parts {
		if err := k.delete(ctx, part(name, h.Series, i)); err != nil {
			return err
		}
	}
	return nil
}

func part(name, series string, i int) string { return fmt.Sprintf("%s.%s.%d", name, series, i) }

func series() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

func (k *keyringStore) broken() error {
	return fault.New(fault.MalformedResponse, "the system's keyring holds something that wslite did not write").
		WithHint("sign in again to replace it")
}

func (k *keyringStore) get(ctx context.Context, user string) (v string, err error) {
	err = k.within(ctx, func() error {
		var err error
		v, err = k.ring.Get(keyringService, user)
		return err
	})
	if err != nil {
		return "", err
	}
	return v, nil
}

func (k *keyringStore) set(ctx context.Context, user, value string) error {
	return k.within(ctx, func() error { return k.ring.Set(keyringService, user, value) })
}

func (k *keyringStore) delete(ctx context.Context, user string) error {
	err := k.within(ctx, func() error { return k.ring.Delete(keyringService, user) })
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// within runs one operation, and stops waiting for it after the limit. The
// operation itself can't be stopped; the process ends with it. What f writes
// to is read only after f has ended.
func (k *keyringStore) within(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	t := time.NewTimer(k.limit)
	defer t.Stop()
	select {
	case err := <-done:
		return k.explain(err)
	case <-t.C:
		return silent(k.limit)
	case <-ctx.Done():
		return fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while the system's keyring was asked")
	}
}

// silent is the error for a keyring that does not answer.
func silent(after time.Duration) error {
	return fault.New(fault.Client, "the system's keyring did not answer within %d seconds", int(after.Seconds())).
		WithHint("set store = %q below [auth] in wslite.toml to keep tokens in an encrypted file, then sign in again", File)
}

func (k *keyringStore) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		return ErrNotFound
	case errors.Is(err, keyring.ErrUnsupportedPlatform):
		return fault.New(fault.Client, "this system has no keyring that wslite knows").WithHint("%s", otherStore(Keyring))
	}
	// The library's text may repeat what it was given.
	return fault.New(fault.Client, "the system's keyring refused: it is locked, or can't be reached from this session").
		WithHint("%s", otherStore(Keyring))
}
