package policy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wslite/wslite/host/risk"
)

// running judges when and how a call runs. What is only stored or shown does
// not run, so there these rules are notes.
func (c *check) running() {
	for _, class := range c.distinct() {
		name := string(class)
		if slices.Contains(c.policy.SecondPerson, name) {
			c.d.SecondPerson = true
			c.asDraft(RuleSecondPerson, "the class %s runs only as a draft that somebody else than its author approved: store it with --draft", name)
		}
		if slices.Contains(c.policy.DraftOnly, name) {
			c.d.DraftOnly = true
			c.asDraft(RuleDraftOnly, "the class %s runs only as an approved draft: store it with --draft", name)
		}
	}
	c.d.DraftOnly = c.d.DraftOnly || c.d.SecondPerson
	for _, q := range c.policy.Quiet {
		c.quiet(q)
	}
}

// distinct are the classes of the call's actions, each once.
func (c *check) distinct() []risk.Class {
	var out []risk.Class
	for _, class := range c.classes {
		if !slices.Contains(out, class) {
			out = append(out, class)
		}
	}
	return out
}

func (c *check) asDraft(rule, format, class string) {
	switch {
	case c.in.Approved || c.in.Stored:
	case c.in.DryRun:
		c.note("", format, class)
	default:
		c.refuse(rule, "", rule+" "+class, "", format, class)
	}
}

// Quiet is a span of the day in which some classes do not run. The clock on
// the user's wall decides: an hour that daylight saving repeats or leaves out is
// quiet as often as the wall shows it.
type Quiet struct {
	// From and Until are minutes of the day; Until is not part of the span and
	// may be 1440. From above Until spans midnight.
	From, Until int
	Classes     []string
}

const dayMinutes = 24 * 60

// ParseQuiet reads "22:00-07:00". The error is words that follow the text.
func ParseQuiet(s string) (from, until int, err error) {
	a, b, ok := strings.Cut(s, "-")
	from, ok1 := minutes(a)
	until, ok2 := minutes(b)
	switch {
	case !ok || !ok1 || !ok2 || from == dayMinutes:
		return 0, 0, fmt.Errorf(`is no span of a day, as "22:00-07:00"`)
	case from == until:
		return 0, 0, fmt.Errorf(`begins when it ends; "00:00-24:00" is the whole day`)
	}
	return from, until, nil
}

func minutes(s string) (int, bool) {
	if s == "24:00" {
		return dayMinutes, true
	}
	t, err := time.Parse("15:04", s)
	if err != nil || len(s) != len("15:04") {
		return 0, false
	}
	return t.Hour()*60 + t.Minute(), true
}

func (q Quiet) sound() bool {
	return q.From >= 0 && q.From < dayMinutes && q.Until >= 0 && q.Until <= dayMinutes && q.From != q.Until
}

// holds says whether it is quiet at a minute of the day.
func (q Quiet) holds(minute int) bool {
	if q.From < q.Until {
		return q.From <= minute && minute < q.Until
	}
	return minute >= q.From || minute < q.Until
}

// String is the span as the configuration writes it.
func (q Quiet) String() string { return clock(q.From) + "-" + clock(q.Until) }

func clock(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

func (c *check) quiet(q Quiet) {
	var hit []string
	for _, class := range c.distinct() {
		if slices.Contains(q.Classes, string(class)) {
			hit = append(hit, string(class))
		}
	}
	if len(hit) == 0 {
		return
	}
	text := fmt.Sprintf("the hours %s are quiet for the class %s, and the time is not known", q, strings.Join(hit, ", "))
	if now := c.in.Now; !now.IsZero() {
		if !q.holds(now.Hour()*60 + now.Minute()) {
			return
		}
		text = fmt.Sprintf("the hours %s are quiet for the class %s: it may run from %s", q, strings.Join(hit, ", "), c.policy.freeAt(now, hit))
	}
	if c.in.Stored || c.in.DryRun {
		c.note("", "%s", text)
		return
	}
	c.refuse(RuleQuietHours, "", "quiet_hours", "", "%s", text)
}

// freeAt is the first minute after now at which no span holds for any of the
// classes, as the wall will show it; "no time of the day" where there is none.
func (p Policy) freeAt(now time.Time, classes []string) string {
	minute := now.Hour()*60 + now.Minute()
	for range dayMinutes {
		minute = (minute + 1) % dayMinutes
		quiet := slices.ContainsFunc(p.Quiet, func(q Quiet) bool {
			return q.holds(minute) && slices.ContainsFunc(q.Classes, func(n string) bool { return slices.Contains(classes, n) })
		})
		if !quiet {
			return clock(minute)
		}
	}
	return "no time of the day"
}

func (p Policy) quietClasses() []string {
	var out []string
	for _, q := range p.Quiet {
		out = append(out, q.Classes...)
	}
	return out
}

// caps tells what the call takes from the daily caps. What is already taken only
// the store knows; a call that wants more than a day has never fits.
func (c *check) caps() {
	for _, class := range c.distinct() {
		limit, capped := c.policy.Daily[string(class)]
		if !capped {
			continue
		}
		amount := 0
		for _, other := range c.classes {
			if other == class {
				amount++
			}
		}
		c.d.Caps = append(c.d.Caps, Cap{Name: string(class), Amount: amount, Limit: limit})
		if amount > limit {
			c.refuse(RuleDaily, "", "daily."+string(class), fmt.Sprintf("%s = %d", class, amount),
				"it takes %d of class %s, and a day has %d", amount, class, limit)
		}
	}
}
