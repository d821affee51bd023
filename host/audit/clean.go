package audit

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wslite/wslite/host/text"
)

// Bounds of a record, in bytes and entries. What is longer is cut: that a line
// would be long is no reason to know nothing of what was done.
const (
	maxName  = 512 // who and where
	maxWord  = 128
	maxRule  = 64
	maxRules = 64
	// maxRoutes holds what the default limits let one action send, and more.
	maxRoutes = 200
	// maxNumber is the largest whole number that JSON carries safely.
	maxNumber = 1 << 53
)

// invalid stands where a value was no word of its kind: a mistake of the
// program, and perhaps text of a stranger, which has no place in the log.
const invalid = "invalid"

// more stands behind a list that was cut.
const more = "more"

// clean gives the record as it may be written. Each member has its rule here, so
// that no content can get in under the name of a word: names of people and
// places are one short line, digests are digests, everything else is made of
// the letters of words.
func clean(r Record, now time.Time) Record {
	if r.Time.IsZero() || r.Time.Year() < 1970 || r.Time.Year() > 9999 {
		r.Time = now
	}
	r.Time = r.Time.UTC().Truncate(time.Microsecond)
	for _, s := range []*string{&r.Tenant, &r.Account, &r.Actor, &r.Profile} {
		*s = name(*s)
	}
	for _, s := range []*string{&r.Event, &r.FrontEnd, &r.Service, &r.Tool, &r.Action, &r.Class, &r.Decision, &r.Confirm,
		&r.Draft, &r.Backend, &r.Status, &r.Code} {
		*s = word(*s, maxWord)
	}
	if r.Digest != "" && !isDigest(r.Digest) {
		r.Digest = invalid
	}
	if r.Claim != "" && !isHex(r.Claim) {
		r.Claim = invalid
	}
	r.Reasons = list(r.Reasons, maxRules, rule)
	r.Routes = list(r.Routes, maxRoutes, func(s string) string { return word(s, maxWord) })
	for _, n := range []*int64{&r.DurationMS, &r.SentBytes, &r.AnswerBytes} {
		*n = min(max(*n, 0), maxNumber)
	}
	r.Attempt, r.Revision = max(r.Attempt, 0), max(r.Revision, 0)
	return r
}

// name is one line of at most maxName bytes, without what hides from the eye.
func name(s string) string {
	s = text.Line(strings.ToValidUTF8(s, "\ufffd"))
	if len(s) <= maxName {
		return s
	}
	s = s[:maxName]
	for !utf8.ValidString(s) { // at most the three bytes of a rune cut in two
		s = s[:len(s)-1]
	}
	return s
}

// word is s where it is made like a name of ours: letters, digits and . _ - /.
func word(s string, limit int) string {
	switch {
	case s == "":
		return ""
	case len(s) > limit || strings.IndexFunc(s, notOfWord) >= 0:
		return invalid
	}
	return s
}

func notOfWord(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/", r))
}

// rule is s where it is the name of a rule of host/policy: what a rule says
// about a call has capitals, blanks or quotes somewhere.
func rule(s string) string {
	if len(s) > maxRule || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_.") != "" {
		return invalid
	}
	return s
}

func list(in []string, entries int, one func(string) string) []string {
	var out []string
	for i, s := range in {
		if i == entries {
			return append(out, more)
		}
		if s = one(s); s == "" {
			s = invalid
		}
		out = append(out, s)
	}
	return out
}

const digestPrefix = "sha256:"

// isDigest says whether s has the form of host/canon's digests.
func isDigest(s string) bool {
	hex, ok := strings.CutPrefix(s, digestPrefix)
	return ok && len(hex) == 64 && isHex(hex)
}

// isHex says whether s is made like the id of a claim.
func isHex(s string) bool { return len(s) <= 64 && strings.Trim(s, "0123456789abcdef") == "" }
