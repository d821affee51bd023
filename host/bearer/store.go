package bearer

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/safefile"
)

// Entry is what is known of a token that wslite made; the token itself is not.
type Entry struct {
	// ID is what people call it.
	ID   string
	User string
	// Created and Expires are in UTC; a zero Expires is no end.
	Created, Expires time.Time
}

// Lapsed says that the token has come to its end.
func (e Entry) Lapsed(now time.Time) bool { return !e.Expires.IsZero() && !now.Before(e.Expires) }

// Store keeps the tokens of users in a file of the state directory, as hashes. It
// is a Verifier, which notices at the next request what another process wrote.
// Any number of goroutines and processes may use it.
type Store struct {
	dir string
	now func() time.Time

	mu    sync.Mutex
	stamp safefile.Stamp
	known map[[sha256.Size]byte]Entry
}

// NewStore gives the store of a state directory; it reads nothing yet.
func NewStore(dir string, now func() time.Time) *Store { return &Store{dir: dir, now: now} }

// MaxTokens is how many a store has.
const MaxTokens = 1000

// Add makes a token for a user and gives it, once: it is kept nowhere. A zero
// expires is no end. Errors: LIMIT_EXCEEDED where there are too many, CLIENT_ERROR
// where the file can't be read or written.
func (s *Store) Add(ctx context.Context, user string, expires time.Time) (token string, e Entry, err error) {
	token = newToken()
	e = Entry{ID: newID(), User: user, Created: s.now().UTC(), Expires: expires.UTC()}
	if expires.IsZero() {
		e.Expires = time.Time{}
	}
	err = s.change(ctx, func(all []row) ([]row, error) {
		if len(all) >= MaxTokens {
			return nil, fault.New(fault.LimitExceeded, "there are %d tokens already, and no more fit", len(all)).
				WithHint("wslite mcp token list shows them, wslite mcp token remove takes one back")
		}
		return append(all, rowOf(e, hash(token))), nil
	})
	if err != nil {
		return "", Entry{}, err
	}
	return token, e, nil
}

// List gives what is known of all tokens, those that have ended too, in the order
// in which they were made.
func (s *Store) List() ([]Entry, error) {
	rows, err := s.read()
	if err != nil {
		return nil, err
	}
	out := make([]Entry, 0, len(rows))
	for _, r := range rows {
		out = append(out, r.entry())
	}
	return out, nil
}

// Remove takes back the tokens for which gone says yes, and gives them.
func (s *Store) Remove(ctx context.Context, gone func(Entry) bool) (removed []Entry, err error) {
	err = s.change(ctx, func(all []row) ([]row, error) {
		stay := []row{}
		for _, r := range all {
			if e := r.entry(); gone(e) {
				removed = append(removed, e)
			} else {
				stay = append(stay, r)
			}
		}
		return stay, nil
	})
	if err != nil {
		return nil, err
	}
	return removed, nil
}

// Verify gives the user of a token, as the file is now; see Verifier. A file that
// can't be read, or that others may read, lets nobody in.
func (s *Store) Verify(_ context.Context, token string) (Identity, error) {
	if len(token) < len(Prefix) || token[:len(Prefix)] != Prefix {
		return Identity{}, ErrNotMine
	}
	if !formed(token) {
		return Identity{}, fault.New(fault.Unauthorized, "the token was cut off or mistyped: its checksum is wrong")
	}
	known, err := s.current()
	if err != nil {
		return Identity{}, err
	}
	// The hash of what came decides where is looked, so that the time tells nothing
	// that helps to guess a token.
	e, ok := known[hash(token)]
	switch {
	case !ok:
		return Identity{}, fault.New(fault.Unauthorized, "the token is not one of this server, or was taken back")
	case e.Lapsed(s.now()):
		return Identity{}, fault.New(fault.Unauthorized, "the token has ended")
	}
	return Identity{User: e.User, Expires: e.Expires}, nil
}

// current gives the tokens by hash; the file is read where it was written since.
func (s *Store) current() (map[[sha256.Size]byte]Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stamp := safefile.StampOf(s.file())
	if s.known != nil && s.stamp.Same(stamp) {
		return s.known, nil
	}
	s.known = nil
	rows, err := s.read()
	if err != nil {
		return nil, err
	}
	known := make(map[[sha256.Size]byte]Entry, len(rows))
	for _, r := range rows {
		known[r.sum()] = r.entry()
	}
	s.stamp, s.known = stamp, known
	return known, nil
}
