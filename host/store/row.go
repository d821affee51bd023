package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wslite/wslite/host/fault"
)

// CheckRow says which rule a stored draft breaks; nil where none.
func (d Draft) CheckRow() error {
	if d.Version < 1 || !storable(d.Created) || !storable(d.Updated) {
		return errors.New("its version or times are out of range")
	}
	return d.Check()
}

// CheckRow says which rule a stored claim breaks: the state is one of the
// five, and which fields stand together follows from it. The words hold
// nothing of the row.
func (c Claim) CheckRow() error {
	inProgress := c.Status == InProgress
	switch {
	case !inProgress && !slices.Contains(ended, c.Status):
		return errors.New("its state is none of the five")
	case c.Attempt < 1 || c.Attempt > MaxAttempts || c.Version < int64(c.Attempt):
		return errors.New("its attempt and version don't fit together")
	case inProgress != (c.Token != ""):
		return errors.New("a token belongs to a claim in progress, and to no other")
	case inProgress && (c.Code != "" || c.Reference != "" || c.Resource != ""):
		return errors.New("it is in progress and has a result")
	case c.Status == Completed && (c.Code != "" || c.Reference != ""):
		return errors.New("it is completed and has a failure")
	case !inProgress && c.Status != Completed && c.Code == "":
		return errors.New("it failed without a code")
	case c.Expires.IsZero() != (c.Status == Unknown):
		return errors.New("an unknown claim has no expiry, and every other has one")
	case !storable(c.Created) || !storable(c.Updated) || !c.Expires.IsZero() && !storable(c.Expires):
		return errors.New("its times are out of range")
	}
	return first(c.Owner.Check(),
		field("key", c.Key, MaxKey, true), field("operation", c.Operation, MaxOperation, true),
		field("digest", c.Digest, maxID, true), field("token", c.Token, MaxToken, false),
		field("tool", c.Tool, MaxOperation, false), field("class", c.Class, maxID, false),
		field("actor", c.Actor, MaxOwner, false),
		field("draft", c.Draft, MaxResource, false), field("resource", c.Resource, MaxResource, false),
		field("code", c.Code, MaxCode, false), field("reference", c.Reference, MaxReference, false))
}

// CheckSize says whether the record is larger than one may be; it is asked
// before one is written.
func (c Claim) CheckSize() error { return c.fits(MaxRow) }

func (c Claim) fits(max int) error {
	data, err := json.Marshal(c)
	if err != nil {
		return fault.Wrap(err, fault.BadRequest, "The claim can't be written as JSON.")
	}
	if n := len(data) + len(c.Token); n > max {
		return tooLong("record of the claim", n, max)
	}
	return nil
}

// Due says that the lifetime of a claim in progress is over.
func (c Claim) Due(now time.Time) bool {
	return c.Status == InProgress && (!now.Before(c.Expires) || c.Updated.After(now.Add(Setback)))
}

// AsUnknown is what a claim that is due reads as.
func (c Claim) AsUnknown(now time.Time) Claim {
	c.Status, c.Token, c.Code, c.Reference, c.Resource = Unknown, "", CodeExpired, "", ""
	c.Version++
	c.Updated, c.Expires = now, time.Time{}
	return c
}

// storable says that a time fits in a record: milliseconds of the years 1970
// to 9999.
func storable(t time.Time) bool { ms := t.UnixMilli(); return ms > 0 && ms <= maxMS }

// Damaged makes the error for a row that breaks a rule: ErrCorrupt, and
// STORE_UNAVAILABLE for a person. place is Store.Name, what names the record.
func Damaged(place, what string, rule error) error {
	return fault.Wrap(fmt.Errorf("%w: %w", ErrCorrupt, rule), fault.StoreUnavailable,
		"A record in %s is damaged and is not used: %s (%v).", place, what, rule).
		WithHint("somebody or something else changed it; restore a copy of the store, or remove the record")
}

// ID is a short name of the claim's record that gives nothing of it away: hex
// of a digest of owner and key. It also orders lists.
func (c Claim) ID() string { return RecordID(c.Owner, c.Key) }

// RecordID names the record of a key of an owner.
func RecordID(o Owner, key string) string {
	sum := sha256.Sum256([]byte(o.Key() + "\x00" + key))
	return hex.EncodeToString(sum[:])
}

// SortCaps puts the caps in the order in which every beginning takes them, so
// that two never wait for each other.
func SortCaps(caps []Cap) []Cap {
	caps = slices.Clone(caps)
	slices.SortStableFunc(caps, func(a, b Cap) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Day, b.Day))
	})
	return caps
}
