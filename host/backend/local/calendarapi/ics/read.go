package ics

import (
	"fmt"
	"io"
	"strings"
	"time"

	ical "github.com/emersion/go-ical"
)

// Limits of a file.
const (
	// MaxComponent is the largest event or zone in bytes.
	MaxComponent = 1 << 20
	// MaxEvents is the number of events of a file.
	MaxEvents = 100_000
	// maxZones is the number of time zones of a file.
	maxZones = 1000
	// maxParts is the number of parts of an event (alarms) or zone.
	maxParts = 1000
)

// Event is what a file says about one UID.
type Event struct {
	UID string
	// Body has the fields of the Calendar API's event; nil where the file has
	// only exceptions.
	Body map[string]any
	// Exceptions are the instances of a series that differ.
	Exceptions []Exception
}

// Exception is an instance that differs from its series.
type Exception struct {
	// Original is the instance's start in the series; of an all-day event
	// midnight UTC of its date.
	Original time.Time
	AllDay   bool
	// Body has the instance's own fields; its status may be cancelled.
	Body map[string]any
}

// Problem is an event, or a part of one, that can't be read.
type Problem struct {
	// UID names the event; "" where it has none.
	UID string
	// Text says what is wrong.
	Text string
}

func (p Problem) String() string {
	if p.UID == "" {
		return "an event without a UID: " + p.Text
	}
	return fmt.Sprintf("event %q: %s", p.UID, p.Text)
}

// Read reads a whole file. Times without a zone are in that of the calendar,
// home. Events come in the order in which their UIDs appear. The error is of
// the reader, or says that the input is no iCalendar file; what is wrong with
// single events are problems.
func Read(r io.Reader, home *time.Location) ([]Event, []Problem, error) {
	f := &file{home: home, zones: map[string]*time.Location{}, index: map[string]int{}}
	blocks, err := f.split(r)
	if err != nil {
		return nil, nil, err
	}
	for _, b := range blocks { // zones may stand behind the events that use them
		if b.name == ical.CompTimezone {
			f.addZone(b)
		}
	}
	for _, b := range blocks {
		if b.name == ical.CompEvent {
			f.addEvent(b)
		}
	}
	return f.events, f.problems, nil
}

type file struct {
	home     *time.Location
	zones    map[string]*time.Location
	events   []Event
	index    map[string]int // of events, by UID
	problems []Problem
}

// cleanUID makes a UID fit for messages and storage.
func cleanUID(s string) string {
	s = strings.ToValidUTF8(strings.TrimSpace(s), "\uFFFD")
	if len(s) > 1024 {
		s = strings.ToValidUTF8(s[:1024], "")
	}
	return s
}

func (f *file) problem(uid, format string, args ...any) {
	f.problems = append(f.problems, Problem{uid, fmt.Sprintf(format, args...)})
}

func (f *file) addEvent(b block) {
	c, err := b.decode()
	if err != nil {
		f.problem(b.uid(), "%s", err)
		return
	}
	e := &event{file: f, props: c.Props, children: c.Children, uid: cleanUID(b.uid())}
	if p := c.Props.Get(ical.PropUID); p != nil {
		e.uid = cleanUID(p.Value)
	}
	if e.uid == "" {
		f.problem("", "it has no UID, so it can't be told from others")
		return
	}
	body, err := e.body()
	if err != nil {
		f.problem(e.uid, "%s", err)
		return
	}
	var exception *Exception
	if id := c.Props.Get(ical.PropRecurrenceID); id != nil {
		m, err := f.moment(id)
		if err != nil {
			f.problem(e.uid, "RECURRENCE-ID: %s", err)
			return
		}
		delete(body, "recurrence")
		exception = &Exception{Original: m.at, AllDay: m.allDay, Body: body}
	}
	i, known := f.index[e.uid]
	if !known {
		i = len(f.events)
		f.index[e.uid] = i
		f.events = append(f.events, Event{UID: e.uid})
	}
	into := &f.events[i]
	switch {
	case exception != nil:
		into.Exceptions = append(into.Exceptions, *exception)
	case into.Body != nil && number(body["sequence"]) <= number(into.Body["sequence"]):
		f.problem(e.uid, "it stands in the file twice; the first one counts")
	default:
		into.Body = body
	}
}

func number(v any) float64 { n, _ := v.(float64); return n }
