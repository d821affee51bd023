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
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/size"
)

// Lines describes a draft as a whole: what would happen, as whom, to whom,
// files, changes, warnings, then the text or the requests, and who asked for it
// and when. What an HTML version of a mail says is part of it where that is not
// what the text says. now is the time by which age and expiry are told.
func Lines(d *draft.Draft, now time.Time) []Line {
	var l listing
	l.stakes(d)
	l.add(Fact, "state", State(d, now))
	l.effects(d)
	l.params(d)
	l.standing(d, now)
	return l.done()
}

// Stakes is the part of Lines that whoever says yes must have before the eyes:
// what would happen, as whom, to whom, with which files, and what changes.
func Stakes(d *draft.Draft) []Line {
	var l listing
	l.stakes(d)
	return l.done()
}

// listing is a description in the making.
type listing struct {
	lines []Line
	// what is described; "" is a draft.
	what string
	// removed says that a text from outside held what can't be shown.
	removed bool
	// texts are the mail texts that are shown already, for parameters that
	// repeat one.
	texts []string
}

func (l *listing) add(k Kind, label, text string) {
	l.lines = append(l.lines, Line{Kind: k, Label: label, Text: text})
}

// outside adds a text from outside, a line for each of its own.
func (l *listing) outside(k Kind, label, s string) {
	clean, removed := visible(s)
	l.removed = l.removed || removed
	for line := range strings.SplitSeq(strings.TrimRight(clean, "\n"), "\n") {
		l.add(k, label, line)
		label = ""
	}
}

// title begins a section.
func (l *listing) title(format string, args ...any) {
	l.add(Blank, "", "")
	l.add(Title, "", fmt.Sprintf(format, args...))
}

// done tells first of what can't be shown: the places themselves may be far
// below.
func (l *listing) done() []Line {
	if !l.removed {
		return l.lines
	}
	alert := Line{Kind: Alert, Text: cmp.Or(l.what, "This draft") + " holds characters that can't be seen or that steer a terminal. " +
		Removed + " stands where they were."}
	return append(l.lines[:1:1], append([]Line{alert}, l.lines[1:]...)...)
}

func (l *listing) stakes(d *draft.Draft) {
	l.add(Words, "", Sentence(d))
	if d.Problem != "" {
		l.add(Alert, "", "This draft is damaged and can't be run; what is shown of it may be wrong.")
		l.outside(Value, "problem", d.Problem)
	}
	l.add(Blank, "", "")
	l.whose(d)
	l.reached(d)
	l.files(d)
	for _, c := range d.Payload.Changes {
		l.outside(Value, "change", c)
	}
	for _, w := range d.Payload.Warnings {
		l.outside(Warning, "warning", w)
	}
}

// localBackend is config.Local: the embedded workspace.
const localBackend = "local"

// whose tells as whom and where it would run.
func (l *listing) whose(d *draft.Draft) {
	account := d.Payload.Account
	if account == "" {
		account = d.Owner.Account
	}
	if account != "" {
		l.outside(Value, "as", account)
	}
	for _, v := range []struct{ label, s string }{{"user", d.Owner.User}, {"principal", d.Owner.Principal}} {
		if v.s != "" {
			l.outside(Value, v.label, v.s)
		}
	}
	switch {
	case d.Payload.Backend == localBackend:
		l.add(Fact, "where", "the local workspace on this machine: nothing leaves it")
	case d.Owner.Tenant != "":
		l.outside(Value, "where", d.Owner.Tenant)
	case d.Payload.Backend != "":
		l.outside(Value, "where", d.Payload.Backend)
	}
	if d.Payload.Profile != "" {
		l.outside(Value, "profile", d.Payload.Profile)
	}
}

// reached lists the recipients: those outside the account's own domains come
// first and are called external, in the column that is ours.
func (l *listing) reached(d *draft.Draft) {
	everyone, external := 0, 0
	for _, r := range d.Payload.Recipients {
		switch {
		case r.Address == risk.Anyone:
			everyone++
			l.add(Fact, "to", "everyone, whoever they are")
		case r.External:
			external++
			l.outside(Value, "to, external", r.Address)
		}
	}
	for _, r := range d.Payload.Recipients {
		if !r.External && r.Address != risk.Anyone {
			l.outside(Value, "to", r.Address)
		}
	}
	if everyone > 0 {
		l.add(Alert, "", "It opens something to everyone.")
	}
	const outside = "outside the account's own domains"
	switch n := len(d.Payload.Recipients) - everyone; {
	case everyone > 0 && n == 0:
	case external == 1 && n == 1:
		l.add(Alert, "", "It reaches 1 address, which is "+outside+".")
	case external == n && n > 0:
		l.add(Alert, "", fmt.Sprintf("It reaches %s, all of them %s.", count(n, "address"), outside))
	case external > 0:
		verb := "are"
		if external == 1 {
			verb = "is"
		}
		l.add(Alert, "", fmt.Sprintf("It reaches %s, of which %d %s %s.", count(n, "address"), external, verb, outside))
	case n > 0:
		l.add(Fact, "reaches", count(n, "address")+", none "+outside)
	case d.Payload.Class == risk.Send || d.Payload.Class == risk.Share || d.Payload.Class == risk.Admin:
		l.add(Fact, "reaches", "nobody that the draft names")
	}
}

func (l *listing) files(d *draft.Draft) {
	for _, f := range d.Payload.Files {
		// What is measured stands first: a file may have any name.
		l.outside(Value, "file", fmt.Sprintf("%s  %s  %s", size.Text(float64(f.Size)), Short(f.SHA256), f.Name))
		if f.Path != "" {
			l.outside(Value, "", "from "+f.Path)
		}
	}
}

// standing tells who wrote it, when, and what was decided.
func (l *listing) standing(d *draft.Draft, now time.Time) {
	l.title("The draft")
	if d.Author != "" {
		l.outside(Value, "author", d.Author)
	}
	if d.Editor != "" {
		l.outside(Value, "last edit by", d.Editor)
	}
	from := map[string]string{"cli": "stored by a command ", "mcp": "stored by an agent over MCP "}[d.FrontEnd]
	if !d.Created.IsZero() {
		l.add(Fact, "age", from+Ago(now, d.Created))
	}
	ended := d.State == draft.Executed || d.State == draft.Failed || d.State == draft.Rejected
	under := d.State == draft.Executing || d.State == draft.Unknown // these do not expire
	if !d.Expires.IsZero() && !under {
		label := "expires"
		switch {
		case ended: // then it is the time of that
			label = "ended"
		case !now.Before(d.Expires):
			label = "expired"
		}
		l.add(Fact, label, In(now, d.Expires)+" ("+d.Expires.UTC().Format("2006-01-02 15:04 UTC")+")")
	}
	if a := d.Approval; a != nil {
		l.outside(Value, "approved by", a.Approver)
		if d.State == draft.Approved {
			l.add(Fact, "approval", approvalTime(now, a.ExpiresAt))
		}
	}
	if r := d.Decided; r != nil {
		l.outside(Value, "rejected by", r.By)
		if r.Reason != "" {
			l.outside(Value, "reason", r.Reason)
		}
	}
	if d.Code != "" {
		l.add(Fact, "failure", word(d.Code))
	}
	if d.Resource != "" {
		l.outside(Value, "made", d.Resource)
	}
	l.add(Fact, "draft", fmt.Sprintf("%s, revision %d", word(d.ID), d.Revision))
	l.add(Fact, "digest", digest(d.Digest))
}

// approvalTime tells how long an approval stands.
func approvalTime(now, end time.Time) string {
	if now.Before(end) {
		return "ends " + In(now, end)
	}
	return "ended " + Ago(now, end) + ": it needs a new one"
}

// digest is a whole digest where it has the form of one.
func digest(s string) string {
	if hash, ok := strings.CutPrefix(s, "sha256:"); ok && len(hash) == 64 && word(hash[:32]) == hash[:32] && word(hash[32:]) == hash[32:] {
		return s
	}
	return word(s)
}
