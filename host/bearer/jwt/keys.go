package jwt

import (
	"context"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/wslite/wslite/host/fault"
)

const (
	// keysFresh is how long keys are used without asking whether they are still the
	// issuer's: so long a key that was taken back still opens.
	keysFresh = 10 * time.Minute
	// keysKept is how long they are used where the issuer does not answer.
	keysKept = 6 * time.Hour
	// keysPause is the least time between two fetches, whatever tokens come.
	keysPause = 10 * time.Second
	// keysRetry is the same where the keys at hand still do.
	keysRetry = time.Minute
	// keysTime is how long one fetch may take.
	keysTime = 10 * time.Second
	// keysRepeat is how long a failure that was told is not told again.
	keysRepeat = 10 * time.Minute

	// leastRSA is the least size of an RSA key, in bits.
	leastRSA = 2048
)

// keySet are the keys of an issuer. They are fetched when they are needed, by one
// goroutine at a time.
type keySet struct {
	fetch func(context.Context) ([]jose.JSONWebKey, error)
	now   func() time.Time
	warn  func(string)

	mu   sync.Mutex
	keys []jose.JSONWebKey
	got  time.Time // when the keys came
	// tried is when the last fetch began, and failed what became of it.
	tried  time.Time
	failed error
	// running is closed when the fetch that runs ends; nil where none does.
	running chan struct{}
	told    string
	toldAt  time.Time
}

// find gives the keys that a token may be signed with, which names its key, or has
// "" for a name. Errors: UNAUTHORIZED where the issuer has no such key, and
// NETWORK_ERROR where there are no keys.
func (s *keySet) find(ctx context.Context, name string, alg jose.SignatureAlgorithm) ([]jose.JSONWebKey, error) {
	s.mu.Lock()
	if s.usable() {
		if fit := fitting(s.keys, name, alg); len(fit) > 0 {
			if s.now().Sub(s.got) > keysFresh {
				s.begin(keysRetry) // whoever asks need not wait
			}
			s.mu.Unlock()
			return fit, nil
		}
	}
	s.mu.Unlock()
	if err := s.refresh(ctx, keysPause); err != nil {
		return nil, noKeys(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.usable() {
		return nil, noKeys(s.failed)
	}
	if fit := fitting(s.keys, name, alg); len(fit) > 0 {
		return fit, nil
	}
	return nil, fault.New(fault.Unauthorized, "the token is signed by a key that the issuer does not have")
}

// refresh waits for the fetch that runs, or for one that it begins where the last
// one was long enough ago. The error is ctx's.
func (s *keySet) refresh(ctx context.Context, pause time.Duration) error {
	s.mu.Lock()
	s.begin(pause)
	running := s.running
	s.mu.Unlock()
	if running == nil {
		return nil
	}
	select {
	case <-running:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *keySet) usable() bool { return len(s.keys) > 0 && s.now().Sub(s.got) <= keysKept }

// begin starts a fetch, unless one runs or the last one is too near.
func (s *keySet) begin(pause time.Duration) {
	if s.running != nil || !s.tried.IsZero() && s.now().Sub(s.tried) < pause {
		return
	}
	s.tried, s.running = s.now(), make(chan struct{})
	go func() {
		// Others wait for it too, so it does not end with whoever came first.
		ctx, cancel := context.WithTimeout(context.Background(), keysTime)
		defer cancel()
		// Nobody waits for whoever reads what is told.
		if line := s.end(s.fetch(ctx)); line != "" && s.warn != nil {
			s.warn(line)
		}
	}()
}

// end takes what a fetch gave, and gives what the operator should be told of it;
// "" for nothing.
func (s *keySet) end(keys []jose.JSONWebKey, err error) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.running)
	s.running, s.failed = nil, err
	if err == nil {
		s.keys, s.got, s.told = keys, s.now(), ""
		return ""
	}
	line := fmt.Sprintf("the keys of [mcp.oauth] issuer can't be fetched: %v", err)
	if line == s.told && s.now().Sub(s.toldAt) < keysRepeat {
		return ""
	}
	s.told, s.toldAt = line, s.now()
	return line
}

// fitting gives the keys that may have made a signature. A token that does not name
// its key is taken where one key alone fits.
func fitting(keys []jose.JSONWebKey, name string, alg jose.SignatureAlgorithm) (out []jose.JSONWebKey) {
	for _, k := range keys {
		if (name == "" || k.KeyID == name) && fits(k, alg) {
			out = append(out, k)
		}
	}
	if name == "" && len(out) > 1 {
		return nil
	}
	return out
}

// fits holds that a key is for this algorithm, as its issuer says and as its kind
// allows.
func fits(k jose.JSONWebKey, alg jose.SignatureAlgorithm) bool {
	if k.Use != "" && k.Use != "sig" || k.Algorithm != "" && k.Algorithm != string(alg) {
		return false
	}
	switch pub := k.Key.(type) {
	case *rsa.PublicKey:
		return pub.N.BitLen() >= leastRSA && (strings.HasPrefix(string(alg), "RS") || strings.HasPrefix(string(alg), "PS"))
	case *ecdsa.PublicKey:
		bits := map[jose.SignatureAlgorithm]int{jose.ES256: 256, jose.ES384: 384, jose.ES512: 521}[alg]
		return bits != 0 && pub.Curve.Params().BitSize == bits
	case ed25519.PublicKey:
		return alg == jose.EdDSA
	}
	return false
}
