package describe

import (
	"fmt"
	"strings"
	"time"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
)

// classWords say what a class means for whoever agrees.
var classWords = map[risk.Class]string{
	risk.Read:        "it only reads",
	risk.Write:       "it changes data of the account itself",
	risk.Send:        "it goes out to other people and can't be called back",
	risk.Share:       "it changes who else can see or do what",
	risk.Destructive: "it removes or replaces something, which can't always be brought back",
	risk.Admin:       "it does several things, of which some reach others or remove something",
}

// stateWords are the states for people.
var stateWords = map[draft.State]string{
	draft.Pending:   "waits for a yes",
	draft.Approved:  "approved, not run yet",
	draft.Executing: "is being run",
	draft.Executed:  "was run",
	draft.Failed:    "was run and failed",
	draft.Unknown:   "was run, and nobody knows whether it happened",
	draft.Rejected:  "was rejected",
	draft.Expired:   "expired: it waited too long for a yes",
}

// Sentence says in one sentence of ours what a yes would do.
func Sentence(d *draft.Draft) string {
	p := d.Payload
	what := word(p.Action)
	if n := len(operations(d)); n > 0 {
		what += fmt.Sprintf(" of %d operations", n)
	}
	means, ok := classWords[p.Class]
	if !ok {
		means = "nobody knows this class, so take it for the most dangerous one"
	}
	return fmt.Sprintf("A yes lets %s run %s (tool %s, class %s): %s.", word(p.Service), what, word(p.Tool), word(string(p.Class)), means)
}

// State is where the draft stands, for people; an expired one says so.
func State(d *draft.Draft, now time.Time) string {
	if (d.State == draft.Pending || d.State == draft.Approved) && !d.Expires.IsZero() && !now.Before(d.Expires) {
		return stateWords[draft.Expired]
	}
	if w, ok := stateWords[d.State]; ok {
		return w
	}
	return word(string(d.State))
}

// Short is the beginning of a digest, enough to tell two apart at a glance. It
// is no proof of anything.
func Short(digest string) string {
	name, hash, ok := strings.Cut(digest, ":")
	if !ok {
		name, hash = "sha256", digest
	}
	return word(name) + ":" + word(hash[:min(len(hash), 12)])
}

// Ago tells how long ago t was, "5 minutes ago".
func Ago(now, t time.Time) string {
	if d := now.Sub(t); d >= time.Minute {
		return span(d) + " ago"
	}
	return "just now"
}

// In tells how far off t is, "in 3 days"; a past one is told as Ago does.
func In(now, t time.Time) string {
	switch d := t.Sub(now); {
	case d >= time.Minute:
		return "in " + span(d)
	case d > 0:
		return "in less than a minute"
	}
	return Ago(now, t)
}

// span is a duration in the largest unit of which there are two, so that no
// unit is off by half of itself.
func span(d time.Duration) string {
	for _, u := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "days"}, {time.Hour, "hours"}} {
		if d >= 2*u.of {
			return fmt.Sprintf("%d %s", d/u.of, u.name)
		}
	}
	if d < 2*time.Minute {
		return "a minute"
	}
	return fmt.Sprintf("%d minutes", d/time.Minute)
}

// count is "1 file", "3 files".
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if strings.HasSuffix(one, "s") {
		one += "e"
	}
	return fmt.Sprintf("%d %ss", n, one)
}
