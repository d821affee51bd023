// Package bearer says whom a bearer token stands for. It owns the tokens that
// wslite itself makes for the users of a server (Store), and the form in which
// others are asked (Verifier): package jwt is one for the tokens of an
// authorization server.
//
// It never says what a user may do, reaches no network, and puts no token into
// an error. Start reading at Verifier.
package bearer

import (
	"context"
	"errors"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// Identity is whom a token stands for.
type Identity struct {
	// User is the name of the user in the configuration; never "".
	User string
	// Scopes are what the token was given for; nil where its kind has none.
	Scopes []string
	// Expires is when it ends; zero where it does not end by itself.
	Expires time.Time
}

// Verifier knows the tokens of one kind. Any number of goroutines may use it, and
// it is asked for each request: a token that was taken back must be refused from
// then on.
type Verifier interface {
	// Verify gives whom a token stands for. ErrNotMine says that it is of another
	// kind; UNAUTHORIZED that it is of this kind and not right, ended or taken
	// back; ACTION_NOT_ALLOWED that it is right and opens nothing here (ErrScope:
	// for want of a scope); any other code that nobody can tell now. No error holds
	// the token or a part of it.
	Verify(ctx context.Context, token string) (Identity, error)
}

// ErrNotMine says that a token is not of the kind that a verifier knows.
var ErrNotMine = errors.New("the token is of another kind")

// ErrScope is the cause of an ACTION_NOT_ALLOWED for a token that is right and
// was not given for all that is asked for here.
var ErrScope = errors.New("the token lacks a scope")

// Any asks verifiers in order. The first for which a token is of its kind
// decides; UNAUTHORIZED if there is none.
func Any(verifiers ...Verifier) Verifier { return anyOf(verifiers) }

type anyOf []Verifier

func (all anyOf) Verify(ctx context.Context, token string) (Identity, error) {
	for _, v := range all {
		id, err := v.Verify(ctx, token)
		if errors.Is(err, ErrNotMine) {
			continue
		}
		if err != nil {
			return Identity{}, err
		}
		if id.User == "" {
			return Identity{}, fault.New(fault.Unauthorized, "the token stands for nobody")
		}
		return id, nil
	}
	return Identity{}, fault.New(fault.Unauthorized, "the token is of no kind that is known here")
}
