package cli

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// document is the verdict as JSON. Its keys are there in any case.
func (v verdict) document() object {
	d := v.decision
	reasons, recipients, caps, quiet := []any{}, []any{}, []any{}, []any{}
	for _, r := range v.reasons {
		set := []any{}
		for _, e := range r.set {
			set = append(set, settingJSON(e))
		}
		var o object
		o.add("rule", r.Rule)
		o.add("place", r.Place)
		o.add("text", r.Text)
		o.add("key", r.Key)
		o.add("line", r.Line)
		o.add("lines", notNil(r.Lines()))
		o.add("settings", set)
		reasons = append(reasons, o)
	}
	for _, r := range d.Recipients {
		var o object
		o.add("field", r.Field)
		o.add("address", r.Address)
		o.add("external", r.External)
		recipients = append(recipients, o)
	}
	for _, c := range v.caps {
		var o object
		o.add("class", c.Name)
		o.add("amount", c.Amount)
		o.add("limit", c.Limit)
		if c.known {
			o.add("used", c.used)
		} else {
			o.add("used", nil)
		}
		caps = append(caps, o)
	}
	for _, q := range v.config.Policy.Quiet {
		var o object
		o.add("hours", q.String())
		o.add("classes", q.Classes)
		quiet = append(quiet, o)
	}
	notes := append([]string{}, d.Notes...)
	var doc object
	doc.add("ok", true)
	doc.add("allowed", d.Allowed)
	doc.add("tool", v.res.Tool)
	doc.add("service", v.res.Service)
	doc.add("action", v.res.Action)
	doc.add("class", string(v.res.Class))
	doc.add("classBecause", v.why)
	doc.add("profile", v.config.Profile.Name)
	doc.add("frontEnd", v.frontEnd)
	doc.add("reasons", reasons)
	doc.add("recipients", recipients)
	doc.add("asks", v.asks)
	doc.add("secondPerson", d.SecondPerson)
	doc.add("draftOnly", d.DraftOnly)
	doc.add("caps", caps)
	doc.add("quietHours", quiet)
	doc.add("notes", notes)
	doc.add("policyRevision", v.config.Policy.Revision())
	doc.add("exitCode", v.exit())
	return doc
}

// printVerdict is the verdict for a person: the answer first, then why.
func (a *App) printVerdict(v verdict) error {
	d := v.decision
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", name, text.Line(fmt.Sprintf(format, args...)))
	}
	answer := "allowed"
	if !d.Allowed {
		answer = "not allowed"
	}
	fmt.Fprintf(&b, "%s\n", a.bold(text.Line(v.res.Tool)+": "+answer))
	row("action", "%s %s", v.res.Service, v.res.Action)
	row("class", "%s: %s", v.res.Class, v.why)
	row("profile", "%s, front end %s", v.config.Profile.Name, v.frontEnd)
	for _, r := range v.reasons {
		row("against", "%s", r.String())
		for _, e := range r.set {
			row("", "  %s = %s (%s)", e.Key, settingText(e.Value), originText(e.Origin))
		}
		if lines := r.Lines(); lines != nil {
			row("", "  to allow it: %s", strings.Join(lines, ", "))
		}
	}
	for _, r := range d.Recipients {
		where := "internal"
		if r.External {
			where = "external"
		}
		row("reaches", "%s (%s, %s)", r.Address, r.Field, where)
	}
	row("question", "%s", v.question())
	switch {
	case d.SecondPerson:
		row("draft", "it runs only as a draft that somebody else than its author approved")
	case d.DraftOnly:
		row("draft", "it runs only as an approved draft")
	}
	for _, c := range v.caps {
		used := "how many are used today is not known here"
		if c.known {
			used = fmt.Sprintf("%d used today", c.used)
		}
		row("daily cap", "%s: takes %d of %d, %s", c.Name, c.Amount, c.Limit, used)
	}
	for _, q := range v.config.Policy.Quiet {
		row("quiet hours", "%s for %s", q, strings.Join(q.Classes, ", "))
	}
	for _, n := range d.Notes {
		row("note", "%s", n)
	}
	_, err := fmt.Fprint(a.Out, b.String())
	return err
}

// question says whether the gate asks.
func (v verdict) question() string {
	switch {
	case !v.asks:
		return "none is asked"
	case v.decision.Confirm:
		return "a person is asked: somebody external may be reached"
	}
	return "a person is asked, for the class"
}
