package quickadd

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	clockForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,2})(?::(\d{2}))?(am|pm)?$`) })
	spanForm  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\d{1,2}(?::\d{2})?(?:am|pm)?)[-–](\d{1,2}(?::\d{2})?(?:am|pm)?)$`)
	})
)

// clock is a time of day as it is written.
type clock struct {
	hour, minute int
	half         string // am, pm or ""
	exact        bool   // it has minutes or a half, so it can't be just a number
}

func readClock(w string) (clock, bool) {
	switch w {
	case "noon":
		return clock{hour: 12, exact: true}, true
	case "midnight":
		return clock{exact: true}, true
	}
	m := clockForm().FindStringSubmatch(w)
	if m == nil {
		return clock{}, false
	}
	c := clock{half: m[3], exact: m[2] != "" || m[3] != ""}
	c.hour, _ = strconv.Atoi(m[1])
	if m[2] != "" {
		c.minute, _ = strconv.Atoi(m[2])
	}
	if c.minute > 59 || c.hour > 23 || c.half != "" && (c.hour < 1 || c.hour > 12) {
		return c, false
	}
	return c, true
}

// minutes is the minute of the day.
func (c clock) minutes() int {
	h := c.hour
	if c.half != "" {
		h %= 12
		if c.half == "pm" {
			h += 12
		}
	}
	return h*60 + c.minute
}

// clockAt reads a time at the i-th word; "pm" may be a word of its own.
func (p *parser) clockAt(i int) (clock, int) {
	w := p.word(i)
	if next := strings.ReplaceAll(p.word(i+1), ".", ""); next == "am" || next == "pm" {
		if c, ok := readClock(w + next); ok {
			return c, 2
		}
	}
	if c, ok := readClock(w); ok {
		return c, 1
	}
	return clock{}, 0
}

// takeTime reads one time. A bare number is one only after "at".
func (p *parser) takeTime(i int) int {
	at := i
	if p.word(at) == "at" {
		at++
	}
	c, n := p.clockAt(at)
	if n == 0 || !c.exact && at == i {
		return 0
	}
	m := c.minutes()
	p.start = &m
	return at + n - i
}

// takeSpan reads a start and an end.
func (p *parser) takeSpan(i int) int {
	at := i
	if w := p.word(at); w == "from" || w == "at" || w == "between" {
		at++
	}
	if m := spanForm().FindStringSubmatch(p.word(at)); m != nil {
		n := 1
		right := m[2]
		if next := p.word(at + 1); (next == "am" || next == "pm") && !strings.HasSuffix(right, "m") {
			right, n = right+next, 2
		}
		from, ok1 := readClock(m[1])
		to, ok2 := readClock(right)
		if ok1 && ok2 && (from.exact || to.exact) {
			return p.span(from, to, at+n-i)
		}
		return 0
	}
	from, n := p.clockAt(at)
	if n == 0 {
		return 0
	}
	at += n
	switch p.word(at) {
	case "-", "–", "to", "until", "till", "and":
	default:
		return 0
	}
	to, n := p.clockAt(at + 1)
	if n == 0 || !from.exact && !to.exact {
		return 0
	}
	return p.span(from, to, at+1+n-i)
}

// span sets both ends; in "3-4pm" the half of the day is said once. "11-1pm"
// begins in the morning.
func (p *parser) span(from, to clock, words int) int {
	if from.half == "" && to.half != "" && from.hour >= 1 && from.hour <= 12 {
		from.half = to.half
		if from.minutes() >= to.minutes() && to.half == "pm" {
			from.half = "am"
		}
	}
	s, e := from.minutes(), to.minutes()
	p.start, p.end = &s, &e
	return words
}

// takeLength reads "for 2 hours".
func (p *parser) takeLength(i int) int {
	if p.word(i) != "for" {
		return 0
	}
	var unit time.Duration
	switch strings.TrimSuffix(p.word(i+2), "s") {
	case "hour", "hr":
		unit = time.Hour
	case "minute", "min":
		unit = time.Minute
	default:
		return 0
	}
	n := 1.0
	if w := p.word(i + 1); w != "a" && w != "an" && w != "one" {
		var err error
		if n, err = strconv.ParseFloat(w, 64); err != nil {
			return 0
		}
	}
	d := time.Duration(n * float64(unit)).Round(time.Minute)
	if !(n > 0 && n <= 1000) || d <= 0 { // also: not a number
		return 0
	}
	p.length = d
	return 3
}
