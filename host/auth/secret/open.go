package secret

import (
	"context"
	"time"

	"github.com/wslite/wslite/host/fault"
)

const (
	// busLimit is how long a keyring may be silent before wslite gives up.
	busLimit = 5 * time.Second
	// unlockLimit is how long a person may take to unlock it in a window.
	unlockLimit = 60 * time.Second
)

// reach is what became of the question whether there is a keyring.
type reach int

const (
	absent  reach = iota // there is none
	present              // it answers
	mute                 // something is there and says nothing
)

// Options say where secrets are kept.
type Options struct {
	// Kind is Auto, Keyring or File.
	Kind string
	// Dir is the directory of the file store; it is made when it is needed.
	Dir string
	// Getenv reads the environment.
	Getenv func(string) string
}

// Open chooses the store. With Auto it is the keyring where one answers, and
// the file where there is none. A keyring that is there and silent is an
// error, never a quiet change of place: secrets stored elsewhere would be
// missed later.
func Open(ctx context.Context, o Options) (Store, error) {
	switch o.Kind {
	case File:
		return Verified(newFileStore(o.Dir, o.Getenv)), nil
	case Keyring, Auto, "":
	default:
		return nil, fault.New(fault.Client, "%q is no store for secrets; it is auto, keyring or file", o.Kind)
	}
	switch r := probe(ctx, o.Getenv, busLimit); {
	case ctx.Err() != nil:
		return nil, fault.Wrap(ctx.Err(), fault.Interrupted, "interrupted while the system's keyring was looked for")
	case r == mute:
		return nil, silent(busLimit)
	case r == present:
		limit := busLimit
		if patient(o.Getenv) {
			limit = unlockLimit
		}
		return Verified(&keyringStore{ring: systemRing{}, limit: limit}), nil
	case o.Kind == Keyring:
		return nil, fault.New(fault.Client, "no keyring can be reached from this session, and the secrets are to be in it").
			WithHint("use a session that has one (a desktop), or set store = %q below [auth] in wslite.toml and sign in again", File)
	}
	return Verified(newFileStore(o.Dir, o.Getenv)), nil
}
