package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
)

// auditFilter is what the flags of a command ask for, as they were given.
type auditFilter struct {
	audit.Filter
	since, until string
}

func (f *auditFilter) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.since, "since", "", "from this `TIME` on: 2026-11-30, 2026-11-30T09:00:00Z, or 2h, 7d before now")
	fs.StringVar(&f.until, "until", "", "before this `TIME`")
	fs.StringVar(&f.Tool, "tool", "", "of this `TOOL`; * stands for any characters, as 'gmail_*'")
	fs.StringVar(&f.Service, "service", "", "of this `SERVICE`")
	fs.StringVar(&f.Class, "class", "", "of this `CLASS`: "+strings.Join(risk.ClassNames(), ", "))
	fs.StringVar(&f.Event, "event", "", "these `EVENTS` only: "+strings.Join(audit.Events(), ", "))
	fs.StringVar(&f.Status, "status", "", "with this `STATUS`, as ok, failed or unknown")
	fs.StringVar(&f.Actor, "actor", "", "by this `ACTOR`")
	fs.StringVar(&f.Draft, "draft", "", "of the draft with this `ID`, or its beginning")
	fs.StringVar(&f.Claim, "claim", "", "of the call with this `ID`, as wslite outcomes lists it")
	fixedWords(cmd, "class", risk.ClassNames())
	fixedWords(cmd, "event", audit.Events())
}

// read checks the flags. A word that nothing can match is a mistake rather than
// an empty list.
func (f *auditFilter) read(now time.Time) (audit.Filter, error) {
	out := f.Filter
	for _, w := range []struct {
		flag, word string
		known      []string
	}{{"class", out.Class, risk.ClassNames()}, {"event", out.Event, audit.Events()}} {
		if w.word != "" && !slices.Contains(w.known, w.word) {
			return out, fault.New(fault.Usage, "--%s: there is no %s %q", w.flag, w.flag, text.Line(w.word)).
				WithField(w.flag).WithHint("it is one of %s", strings.Join(w.known, ", "))
		}
	}
	if err := out.Check(); err != nil {
		return out, err
	}
	for _, t := range []struct {
		flag, word string
		to         *time.Time
	}{{"since", f.since, &out.Since}, {"until", f.until, &out.Until}} {
		if t.word == "" {
			continue
		}
		at, ok := moment(t.word, now)
		if !ok {
			return out, fault.New(fault.Usage, "--%s: %q is no time", t.flag, text.Line(t.word)).WithField(t.flag).
				WithHint("write a day (2026-11-30), a time (2026-11-30T09:00:00Z), or how long ago: 90m, 2h, 7d")
		}
		*t.to = at
	}
	if !out.Since.IsZero() && !out.Until.IsZero() && !out.Since.Before(out.Until) {
		return out, fault.New(fault.Usage, "--since must be before --until, or nothing can be between them")
	}
	return out, nil
}

// moment reads a time, a day (its beginning in now's zone) or a span before now.
func moment(s string, now time.Time) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, true
	}
	if t, err := time.ParseInLocation(time.DateOnly, s, now.Location()); err == nil {
		return t, true
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.Atoi(days)
		return now.AddDate(0, 0, -n), err == nil && n >= 0 && n <= 36_500
	}
	d, err := time.ParseDuration(s)
	return now.Add(-d), err == nil && d >= 0
}
