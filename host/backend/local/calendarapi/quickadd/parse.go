package quickadd

import (
	"strings"
	"time"
)

// Event is what a line means.
type Event struct {
	// Title is the line without what was read as a time.
	Title string
	// Start and End are in the zone of now. Of an all-day event they are
	// midnights, the end exclusive.
	Start, End time.Time
	AllDay     bool
}

// Parse reads a line. now is the time in the zone of the calendar.
func Parse(line string, now time.Time) Event {
	p := &parser{words: strings.Fields(line), now: now}
	p.lower = make([]string, len(p.words))
	for i, w := range p.words {
		p.lower[i] = strings.ToLower(strings.TrimRight(w, ",;"))
	}
	var title []string
	for i := 0; i < len(p.words); {
		if n := p.take(i); n > 0 {
			i += n
			continue
		}
		title = append(title, p.words[i])
		i++
	}
	e := p.event()
	e.Title = strings.Join(title, " ")
	if e.Title == "" {
		e.Title = strings.TrimSpace(line)
	}
	return e
}

type parser struct {
	words, lower []string
	now          time.Time

	day        *time.Time // midnight in UTC: a date
	start, end *int       // minutes of the day
	length     time.Duration
}

// word gives a word in lower case, "" behind the end.
func (p *parser) word(i int) string {
	if i < len(p.lower) {
		return p.lower[i]
	}
	return ""
}

// take reads a time at the i-th word and says how many words it took.
func (p *parser) take(i int) int {
	if p.day == nil {
		if n := p.takeDay(i); n > 0 {
			return n
		}
	}
	if p.start == nil {
		if n := p.takeSpan(i); n > 0 {
			return n
		}
		if n := p.takeTime(i); n > 0 {
			return n
		}
	}
	if p.length == 0 && p.end == nil {
		return p.takeLength(i)
	}
	return 0
}

// event puts the parts together.
func (p *parser) event() Event {
	now := p.now.Truncate(time.Minute)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	if p.day == nil && p.start == nil {
		return Event{Start: now, End: now.Add(p.lengthOr(time.Hour))}
	}
	if p.start == nil {
		if p.length > 0 { // a day and a length, but no time: from now on, on that day
			m := now.Hour()*60 + now.Minute()
			start := p.at(*p.day, m)
			return Event{Start: start, End: start.Add(p.length)}
		}
		return Event{Start: p.at(*p.day, 0), End: p.at(p.day.AddDate(0, 0, 1), 0), AllDay: true}
	}
	day := today
	switch {
	case p.day != nil:
		day = *p.day
	case p.at(today, *p.start).Before(now):
		day = today.AddDate(0, 0, 1)
	}
	start := p.at(day, *p.start)
	end := start.Add(p.lengthOr(time.Hour))
	if p.end != nil {
		end = p.at(day, *p.end)
		if !end.After(start) {
			end = p.at(day.AddDate(0, 0, 1), *p.end)
		}
	}
	return Event{Start: start, End: end}
}

func (p *parser) lengthOr(d time.Duration) time.Duration {
	if p.length > 0 {
		return p.length
	}
	return d
}

// at puts a minute of a day into the zone.
func (p *parser) at(day time.Time, minute int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, minute, 0, 0, p.now.Location())
}
