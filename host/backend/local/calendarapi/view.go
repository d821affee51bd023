package calendarapi

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/wslite/wslite/host/backend/local/calendarapi/recurrence"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// view makes resources of rows, for one request.
type view struct {
	cal    *calRow
	zone   *time.Location
	guests int  // maxAttendees; 0: all
	bare   bool // what was deleted shows its id and nothing to restore it by
	cache  *timesCache
	parsed map[int64]*Event // of series: what all their instances share
}

// open finds the calendar that the path names, and the view of the request on it.
func (a *API) open(tx *store.Tx, c *gapi.Call) (*calRow, *view, error) {
	cal, err := a.liveCalendar(tx, c.Path["calendarId"])
	if err != nil {
		return nil, nil, err
	}
	v, err := a.newView(c.Query, cal)
	return cal, v, err
}

// newView reads the parameters timeZone and maxAttendees.
func (a *API) newView(q gapi.Query, cal *calRow) (*view, error) {
	v := &view{cal: cal, zone: cal.location, cache: &a.times, parsed: map[int64]*Event{}}
	if name := q.String("timeZone"); name != "" {
		loc, err := recurrence.LoadZone(name)
		if err != nil {
			return nil, gapi.InvalidParameter("timeZone", "Invalid time zone: %s is not the name of a zone in the IANA database.", gapi.Quote(name))
		}
		v.zone = loc
	}
	var err error
	v.guests, err = q.Int("maxAttendees", 0, 1, 1<<31-1)
	return v, err
}

// event gives the resource of a row.
func (v *view) event(e *eventRow) (*Event, error) {
	r := &Event{}
	if err := json.Unmarshal([]byte(e.raw), r); err != nil {
		return nil, err
	}
	start, err := r.Start.moment()
	if err != nil {
		return nil, err
	}
	end, err := r.End.moment()
	if err != nil {
		return nil, err
	}
	r.ID, r.ETag = e.id, e.etag()
	r.Start, r.End = v.show(start), v.show(end)
	v.complete(r, e)
	if e.master != 0 {
		master, original, start, _ := splitInstanceID(e.id)
		r.RecurringEventID = master
		day := len(original) == len(dateSuffix)
		zone := ""
		if r.OriginalStartTime != nil {
			zone = r.OriginalStartTime.TimeZone
		}
		r.OriginalStartTime = v.show(moment{at: start, allDay: day, zone: zone})
		if e.cancelled {
			return &Event{Kind: r.Kind, ETag: r.ETag, ID: r.ID, Status: r.Status, Updated: r.Updated, Created: r.Created, ICalUID: r.ICalUID,
				RecurringEventID: r.RecurringEventID, OriginalStartTime: r.OriginalStartTime, Sequence: r.Sequence, EventType: r.EventType}, nil
		}
	}
	if e.cancelled && v.bare {
		return &Event{Kind: r.Kind, ETag: r.ETag, ID: r.ID, Status: r.Status}, nil
	}
	return r, nil
}

// series reads a series once for all its instances of an answer.
func (v *view) series(e *eventRow) (*Event, error) {
	if s := v.parsed[e.seq]; s != nil {
		return s, nil
	}
	s := &Event{}
	if err := json.Unmarshal([]byte(e.raw), s); err != nil {
		return nil, err
	}
	v.complete(s, e)
	s.RecurringEventID, s.Recurrence = e.id, nil
	v.parsed[e.seq] = s
	return s, nil
}

// instance gives the resource of an instance that no row replaces.
func (v *view) instance(e *eventRow, start time.Time) (*Event, error) {
	s, err := v.series(e)
	if err != nil {
		return nil, err
	}
	t, err := v.cache.of(e)
	if err != nil {
		return nil, err
	}
	r := *s
	t = t.at(start)
	r.ID = instanceID(e.id, originalOf(start, t.start.allDay))
	r.ETag = gapi.ETag("event", r.ID, strconv.FormatInt(e.rev, 10))
	r.Start, r.End, r.OriginalStartTime = v.show(t.start), v.show(t.end), v.show(t.start)
	r.HTMLLink = htmlLink(r.ID, v.cal.public())
	return &r, nil
}

// complete fills in what is derived: status, people, links and defaults.
func (v *view) complete(r *Event, e *eventRow) {
	r.Kind, r.ICalUID, r.Sequence, r.EventType = "calendar#event", e.uid, e.sequence, e.typ
	r.Created, r.Updated = gapi.FormatTime(e.created), gapi.FormatTime(e.updated)
	r.HTMLLink = htmlLink(e.id, v.cal.public())
	if e.cancelled {
		r.Status = "cancelled"
	} else if r.Status == "" {
		r.Status = "confirmed"
	}
	v.people(r)
	if r.Transparency == "opaque" {
		r.Transparency = ""
	}
	if r.Visibility == "default" {
		r.Visibility = ""
	}
	r.GuestsCanInviteOthers = unlessTrue(r.GuestsCanInviteOthers)
	r.GuestsCanSeeOtherGuests = unlessTrue(r.GuestsCanSeeOtherGuests)
	if r.Reminders == nil {
		r.Reminders = &Reminders{UseDefault: true}
	}
	if link := meetLink(r.ConferenceData); link != "" {
		r.HangoutLink = link
	}
}

// unlessTrue leaves a flag out that has its default.
func unlessTrue(flag *bool) *bool {
	if flag == nil || *flag {
		return nil
	}
	return flag
}

func (v *view) people(r *Event) {
	self := v.cal.public()
	if r.Organizer == nil {
		r.Organizer = &Person{Email: self}
		if !v.cal.primary() {
			r.Organizer.DisplayName = v.cal.title()
		}
	}
	r.Organizer.Self = strings.EqualFold(r.Organizer.Email, self)
	if r.Creator == nil {
		r.Creator = &Person{Email: v.cal.owner.Email}
	}
	r.Creator.Self = strings.EqualFold(r.Creator.Email, self)
	var own []EventAttendee
	for i := range r.Attendees {
		g := &r.Attendees[i]
		g.Self = strings.EqualFold(g.Email, self)
		g.Organizer = strings.EqualFold(g.Email, r.Organizer.Email)
		if g.Self {
			own = append(own, *g)
		}
	}
	if v.guests > 0 && len(r.Attendees) > v.guests {
		r.Attendees, r.AttendeesOmitted = own, true
	}
}
