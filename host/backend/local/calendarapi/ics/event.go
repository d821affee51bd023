package ics

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	ical "github.com/emersion/go-ical"
)

// event is a VEVENT that was decoded.
type event struct {
	file     *file
	uid      string
	props    ical.Props
	children []*ical.Component
}

// Lengths in characters, as the Calendar API has them; longer text is cut.
var lengths = map[string]int{"summary": 1024, "description": 8192, "location": 1024}

// body gives the event in the Calendar API's fields.
func (e *event) body() (map[string]any, error) {
	body := map[string]any{"iCalUID": e.uid}
	start, err := e.times(body)
	if err != nil {
		return nil, err
	}
	for field, prop := range map[string]string{"summary": ical.PropSummary, "description": ical.PropDescription, "location": ical.PropLocation} {
		text := e.text(prop)
		if r := []rune(text); len(r) > lengths[field] {
			e.file.problem(e.uid, "its %s is cut to %d characters", field, lengths[field])
			text = string(r[:lengths[field]])
		}
		if text != "" {
			body[field] = text
		}
	}
	e.choose(body, "status", ical.PropStatus, map[string]string{"CONFIRMED": "confirmed", "TENTATIVE": "tentative", "CANCELLED": "cancelled"})
	e.choose(body, "transparency", ical.PropTransparency, map[string]string{"TRANSPARENT": "transparent"})
	e.choose(body, "visibility", ical.PropClass, map[string]string{"PUBLIC": "public", "PRIVATE": "private", "CONFIDENTIAL": "confidential"})
	if n, err := strconv.ParseInt(e.value(ical.PropSequence), 10, 31); err == nil && n > 0 {
		body["sequence"] = float64(n)
	}
	e.people(body)
	if lines, err := e.recurrence(start); err != nil {
		return nil, err
	} else if len(lines) > 0 {
		body["recurrence"] = lines
	}
	e.alarms(body)
	return body, nil
}

func (e *event) value(name string) string {
	if p := e.props.Get(name); p != nil {
		return strings.TrimSpace(p.Value)
	}
	return ""
}

// text reads a text. The library would end it at a comma that is not escaped.
func (e *event) text(name string) string {
	s := unescape(e.value(name))
	if !utf8.ValidString(s) {
		e.file.problem(e.uid, "its %s is not UTF-8; the wrong bytes are replaced", strings.ToLower(name))
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'N':
			b.WriteByte('\n')
		case '\\', ';', ',':
			b.WriteByte(s[i])
		default: // no escape of RFC 5545: it is meant as it stands
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func (e *event) choose(body map[string]any, field, prop string, values map[string]string) {
	if v, ok := values[strings.ToUpper(e.value(prop))]; ok {
		body[field] = v
	}
}

// times reads start and end. Without an end a date takes a day and a time
// takes none.
func (e *event) times(body map[string]any) (moment, error) {
	p := e.props.Get(ical.PropDateTimeStart)
	if p == nil {
		return moment{}, errors.New("it has no start (DTSTART)")
	}
	start, err := e.file.moment(p)
	if err != nil {
		return start, errors.New("DTSTART: " + err.Error())
	}
	end := start
	if p := e.props.Get(ical.PropDateTimeEnd); p != nil {
		if end, err = e.file.moment(p); err != nil {
			return start, errors.New("DTEND: " + err.Error())
		}
	} else if p := e.props.Get(ical.PropDuration); p != nil {
		d, err := p.Duration()
		if err != nil || d < 0 || d > 100*366*24*time.Hour {
			return start, errors.New("DURATION can't be read")
		}
		end.at = start.at.Add(d)
		if start.allDay {
			end.at = end.at.Truncate(24 * time.Hour)
		}
	}
	if end.allDay != start.allDay {
		return start, errors.New("one of DTSTART and DTEND is a date, the other a time")
	}
	if start.allDay && !end.at.After(start.at) {
		end.at = start.at.AddDate(0, 0, 1)
	}
	if end.at.Before(start.at) {
		return start, errors.New("it ends before it starts")
	}
	body["start"], body["end"] = start.body(), end.body()
	return start, nil
}

// recurrence gives the lines; dates are written in UTC, so that no zone of the
// file is left in them.
func (e *event) recurrence(start moment) ([]any, error) {
	var lines []any
	for _, name := range []string{ical.PropRecurrenceRule, "EXRULE"} {
		for _, p := range e.props.Values(name) {
			lines = append(lines, name+":"+strings.TrimSpace(p.Value))
		}
	}
	for _, name := range []string{ical.PropRecurrenceDates, ical.PropExceptionDates} {
		var values []string
		days := start.allDay
		for _, p := range e.props.Values(name) {
			all, err := e.file.moments(&p)
			if err != nil {
				return nil, errors.New(name + ": " + err.Error())
			}
			for _, m := range all {
				if start.allDay && !m.allDay { // some programs write midnights
					m = moment{at: time.Date(m.at.Year(), m.at.Month(), m.at.Day(), 0, 0, 0, 0, time.UTC), allDay: true}
				}
				days = m.allDay
				values = append(values, m.value())
			}
		}
		if len(values) == 0 {
			continue
		}
		if days {
			name += ";VALUE=DATE"
		}
		lines = append(lines, name+":"+strings.Join(values, ","))
	}
	return lines, nil
}

// alarms turns reminders at a time before the start into those of the API,
// which has up to five.
func (e *event) alarms(body map[string]any) {
	var out []any
	for _, c := range e.children {
		if c.Name != ical.CompAlarm || len(out) == 5 {
			continue
		}
		p := c.Props.Get(ical.PropTrigger)
		if p == nil || strings.EqualFold(p.Params.Get("RELATED"), "END") {
			continue
		}
		d, err := p.Duration()
		if err != nil || d > 0 || d < -40320*time.Minute {
			continue
		}
		method := "popup"
		if a := c.Props.Get(ical.PropAction); a != nil && strings.EqualFold(a.Value, "EMAIL") {
			method = "email"
		}
		out = append(out, map[string]any{"method": method, "minutes": float64(-d / time.Minute)})
	}
	if out != nil {
		body["reminders"] = map[string]any{"useDefault": false, "overrides": out}
	}
}
