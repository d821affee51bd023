package idempotency

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// MaxKey bounds a key that somebody gives, in bytes. The store would hold
// more; such a key is a mistake (a document, a log) rather than a name.
const MaxKey = 256

// draftKeys begin the keys of drafts. Nobody else may use one: a call under a
// draft's key would keep that draft from running.
const draftKeys = "draft:"

// FreshKey makes a key for a mutation that nobody gave one: 128 random bits.
func FreshKey() string {
	var raw [16]byte
	rand.Read(raw[:])
	return "auto-" + hex.EncodeToString(raw[:])
}

// CheckKey checks a key that a person, a script or an agent gave: 1 to MaxKey
// bytes of text in which everything can be seen, so that two keys that look
// the same are the same. The keys of drafts are refused. The error is USAGE.
func CheckKey(s string) error {
	if strings.HasPrefix(s, draftKeys) {
		return badKey("an idempotency key can't begin with %q: such keys are those of drafts", draftKeys).
			WithHint("wslite drafts run runs a draft")
	}
	return checkForm(s)
}

func checkForm(s string) error {
	switch {
	case s == "":
		return badKey("the idempotency key is empty").WithHint("leave it out to have one made")
	case len(s) > MaxKey:
		return badKey("the idempotency key has %d bytes; at most %d are taken", len(s), MaxKey).
			WithHint("take a short name, such as order-4711 or a UUID")
	case !utf8.ValidString(s):
		return badKey("the idempotency key is not UTF-8")
	case strings.TrimSpace(s) != s:
		return badKey("the idempotency key begins or ends with a blank")
	}
	for _, r := range s {
		if !unicode.IsPrint(r) || text.IsHidden(r) {
			return badKey("the idempotency key holds the character U+%04X, which can't be seen", r).
				WithHint("take letters, digits and dashes")
		}
	}
	return nil
}

func badKey(format string, args ...any) *fault.Error {
	return fault.New(fault.Usage, format, args...).WithField("idempotencyKey")
}

// KeyID is a short name of an owner's key for people and for the audit log: the
// key itself may be anything, a customer's number for one. 64 bits are plenty to
// tell apart what one store holds.
func KeyID(o store.Owner, key string) string { return store.RecordID(o, key)[:16] }
