package idempotency

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// stamp writes a time for a message. The host's packages know no zone.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 at 15:04:05 UTC") }

// what names a claim's call.
func what(c store.Claim) string {
	name := c.Tool
	if name == "" {
		name = c.Operation
	}
	if name == "" {
		return "a call"
	}
	return text.Cut(text.Line(name), 80)
}

func actor(c store.Claim) string {
	if c.Actor == "" {
		return "somebody"
	}
	return text.Cut(text.Line(c.Actor), 80)
}

func failure(c store.Claim) string {
	words := text.Cut(text.Line(c.Code), store.MaxCode)
	if words == "" {
		words = "no code"
	}
	if c.Reference != "" {
		words += " (reference " + text.Cut(text.Line(c.Reference), 80) + ")"
	}
	return words
}

func conflict(c store.Claim) error {
	id := KeyID(c.Owner, c.Key)
	e := fault.New(fault.IdempotencyConflict, "this key (%s) was used before for another call; nothing was sent", id)
	if c.Operation != "" {
		e = fault.New(fault.IdempotencyConflict, "this key (%s) was used on %s for %s with other parameters, or for another tool; nothing was sent", id, stamp(c.Created), what(c))
	}
	return e.WithField("idempotencyKey").WithHint("take a new key for a new call")
}

func capFault(c store.Cap) error {
	e := fault.New(fault.ActionNotAllowed, "the daily cap of %s is used up: daily.%s allows %d on %s", c.Name, c.Name, c.Limit, c.Day)
	if c.Amount > 1 {
		e = fault.New(fault.ActionNotAllowed, "the call takes %d of the daily cap of %s, and fewer are left: daily.%s allows %d on %s", c.Amount, c.Name, c.Name, c.Limit, c.Day)
	}
	return e.WithHint("the next day begins at midnight; daily.%s stands under [policy] in the configuration", c.Name)
}

// storeFault gives a store's failure its code. Nothing was begun or changed.
func (c *Claims) storeFault(err error, o store.Owner, key string) *fault.Error {
	if f := fault.Of(err); f != nil {
		return f
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fault.Wrap(err, fault.Interrupted, "interrupted before the key was claimed; nothing was sent")
	case errors.Is(err, store.ErrCorrupt):
		return fault.Wrap(err, fault.StoreUnavailable, "the record of the key %s in %s is damaged", KeyID(o, key), c.store.Name()).
			WithHint("look at the service for what was done, then take a new key")
	}
	return fault.Wrap(err, fault.StoreUnavailable, "the records in %s can't be used", c.store.Name())
}

// The words below go into records and are shown to people. A service chooses
// codes and ids, so only what looks like one is kept.

// plain says whether s has 1 to limit printable ASCII characters and no blank.
func plain(s string, limit int) bool {
	return s != "" && len(s) <= limit && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

func codeWord(s string) string {
	if plain(s, store.MaxCode) {
		return s
	}
	return string(fault.Upstream) // a code that is none: all it says is that the service failed
}

func referenceWord(s string) string {
	if plain(s, store.MaxReference) {
		return s
	}
	return ""
}

// resourceWord drops what is no id: a text, a list, an address on the web.
func resourceWord(s string) string {
	if plain(s, store.MaxResource) && !strings.Contains(s, "://") {
		return s
	}
	return ""
}
