package quickadd

import (
	"strconv"
	"strings"
	"time"
)

// takeDay reads a day, with or without "on".
func (p *parser) takeDay(i int) int {
	if p.word(i) == "on" {
		if n := p.dayAt(i + 1); n > 0 {
			return n + 1
		}
		return 0
	}
	return p.dayAt(i)
}

func (p *parser) dayAt(i int) int {
	today := time.Date(p.now.Year(), p.now.Month(), p.now.Day(), 0, 0, 0, 0, time.UTC)
	set := func(t time.Time, n int) int { p.day = &t; return n }
	w := p.word(i)
	switch w {
	case "today":
		return set(today, 1)
	case "tomorrow":
		return set(today.AddDate(0, 0, 1), 1)
	case "in":
		n, err := strconv.Atoi(p.word(i + 1))
		if err != nil || n < 1 || n > 1000 {
			return 0
		}
		switch strings.TrimSuffix(p.word(i+2), "s") {
		case "day":
			return set(today.AddDate(0, 0, n), 3)
		case "week":
			return set(today.AddDate(0, 0, 7*n), 3)
		}
		return 0
	case "next", "this":
		if d, ok := weekday(p.word(i + 1)); ok {
			t := upcoming(today, d)
			if w == "next" && t.Equal(today) {
				t = t.AddDate(0, 0, 7)
			}
			return set(t, 2)
		}
		return 0
	}
	if d, ok := weekday(w); ok {
		return set(upcoming(today, d), 1)
	}
	if t, err := time.Parse("2006-01-02", w); err == nil && t.Year() > 0 {
		return set(t, 1)
	}
	if t, n := p.monthDay(i, today); n > 0 {
		return set(t, n)
	}
	return 0
}

// monthDay reads "12 May 2030", "12th of May", "May 12, 2030".
func (p *parser) monthDay(i int, today time.Time) (time.Time, int) {
	at := i
	day, dayFirst := ordinal(p.word(at))
	if dayFirst {
		at++
		if p.word(at) == "of" {
			at++
		}
	}
	month, ok := monthOf(p.word(at))
	if !ok {
		return today, 0
	}
	at++
	if !dayFirst {
		if day, ok = ordinal(p.word(at)); !ok {
			return today, 0
		}
		at++
	}
	if year, err := strconv.Atoi(p.word(at)); err == nil && len(p.word(at)) == 4 && year > 0 {
		t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
		if t.Day() != day {
			return today, 0
		}
		return t, at + 1 - i
	}
	// The next one; 29 February may be some years ahead.
	for year := today.Year(); year <= today.Year()+8; year++ {
		if t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC); t.Day() == day && !t.Before(today) {
			return t, at - i
		}
	}
	return today, 0
}

// upcoming is the next such weekday, today included.
func upcoming(today time.Time, d time.Weekday) time.Time {
	return today.AddDate(0, 0, (int(d)-int(today.Weekday())+7)%7)
}

// weekday knows full names, so that "sun" and "sat" stay words.
func weekday(w string) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if w == strings.ToLower(d.String()) {
			return d, true
		}
	}
	return 0, false
}

func monthOf(w string) (time.Month, bool) {
	w = strings.TrimSuffix(w, ".")
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if w == name || w == name[:3] || w == "sept" && m == time.September {
			return m, true
		}
	}
	return 0, false
}

// ordinal reads 12, 12th, 1st, 2nd, 3rd, and "12." .
func ordinal(w string) (int, bool) {
	digits := strings.TrimRight(w, "stndrh.")
	switch w[len(digits):] {
	case "", "st", "nd", "rd", "th", ".":
	default:
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && len(digits) <= 2 && digits[0] != '+' && digits[0] != '-' && n >= 1 && n <= 31
}
