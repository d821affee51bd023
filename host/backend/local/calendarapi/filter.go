package calendarapi

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// The orders of a list.
const (
	byRow     = ""          // unspecified, stable: as the events were made; expanded ones by start
	byStart   = "startTime" // expanded lists only
	byUpdated = "updated"
)

// filter is what a list of events asks for.
type filter struct {
	min, max   int64 // window, Unix seconds; math.MinInt64, math.MaxInt64: open
	expand     bool  // singleEvents
	deleted    bool
	order      string
	words      []string
	uid        string
	updatedMin int64 // Unix milliseconds; 0: none
	types      []string
	private    []property
	shared     []property
	since      int64 // sync: only what changed after this write; 0: all
	master     int64 // instances of one series; 0: all events
	syncable   bool  // the answer has a sync token
}

type property struct{ name, value string }

// readFilter reads the parameters of events.list.
func readFilter(q gapi.Query) (*filter, error) {
	f := &filter{expand: q.Bool("singleEvents", false), deleted: q.Bool("showDeleted", false), order: q.String("orderBy"), uid: q.String("iCalUID")}
	if err := f.readWindow(q); err != nil {
		return nil, err
	}
	if err := oneOf("orderBy", f.order, byStart, byUpdated); err != nil {
		return nil, err
	}
	if f.order == byStart && !f.expand {
		e := gapi.InvalidParameter("orderBy", "The requested ordering is not available for the particular query.")
		e.Reason = "invalid"
		return nil, e
	}
	if q.Has("updatedMin") {
		t, err := readBound(q, "updatedMin")
		if err != nil {
			return nil, err
		}
		f.updatedMin = max(1, t.UnixMilli())
	}
	if len(q.String("q")) > maxQuery {
		return nil, gapi.InvalidParameter("q", "The query is longer than %d bytes.", maxQuery)
	}
	f.words = strings.Fields(strings.ToLower(q.String("q")))
	for _, t := range q.All("eventTypes") {
		if err := oneOf("eventTypes", t, eventTypes...); err != nil {
			return nil, err
		}
		f.types = append(f.types, t)
	}
	var err error
	if f.private, err = readProperties(q, "privateExtendedProperty"); err != nil {
		return nil, err
	}
	if f.shared, err = readProperties(q, "sharedExtendedProperty"); err != nil {
		return nil, err
	}
	f.syncable = f.order == byRow && len(f.words) == 0 && f.uid == "" && f.updatedMin == 0 && f.private == nil && f.shared == nil
	return f, f.checkSync(q)
}

// checkSync refuses what can't stand beside a sync token.
func (f *filter) checkSync(q gapi.Query) error {
	if !q.Has("syncToken") {
		return nil
	}
	for _, name := range []string{"iCalUID", "orderBy", "privateExtendedProperty", "q", "sharedExtendedProperty", "timeMin", "timeMax", "updatedMin"} {
		if q.Has(name) || len(q.All(name)) > 0 {
			return gapi.InvalidParameter("syncToken", "Sync token cannot be used with the parameter %s.", name)
		}
	}
	if q.Has("showDeleted") && !f.deleted {
		return gapi.InvalidParameter("syncToken", "Sync token cannot be used with showDeleted set to false.")
	}
	f.deleted = true
	return nil
}

func (f *filter) readWindow(q gapi.Query) error {
	f.min, f.max = math.MinInt64, math.MaxInt64
	if q.Has("timeMin") {
		t, err := readBound(q, "timeMin")
		if err != nil {
			return err
		}
		f.min = t.Unix()
	}
	if q.Has("timeMax") {
		t, err := readBound(q, "timeMax")
		if err != nil {
			return err
		}
		f.max = t.Unix()
	}
	if q.Has("timeMin") && q.Has("timeMax") && f.max <= f.min {
		return emptyRange("timeMax")
	}
	return nil
}

// readBound reads an RFC 3339 time, whose offset is mandatory.
func readBound(q gapi.Query, name string) (time.Time, error) {
	t, err := gapi.ParseTime(q.String(name))
	if err != nil {
		e := gapi.InvalidParameter(name, "Invalid value for %s: %s is not an RFC 3339 time with an offset, such as 2030-01-31T10:00:00Z.",
			name, gapi.Quote(q.String(name)))
		e.Reason = "badRequest"
		return t, e
	}
	return t, nil
}

func readProperties(q gapi.Query, name string) ([]property, error) {
	var out []property
	for _, text := range q.All(name) {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return nil, gapi.InvalidParameter(name, "Invalid value for %s: it must be propertyName=value.", name)
		}
		out = append(out, property{key, value})
	}
	return out, nil
}

// scope says what a page token of the list is good for.
func (f *filter) scope(cal *calRow, more ...any) string {
	return fmt.Sprintf("%s|%q", cal.id, fmt.Sprint(f.min, f.max, f.expand, f.deleted, f.order, f.since, f.master, f.updatedMin,
		fmt.Sprintf("%q %q %q %q %q", f.words, f.uid, f.types, f.private, f.shared), more))
}

// where is the condition on rows that all kinds of lists have. With a window
// the rows' spans overlap it: they end after it begins and start before it
// ends.
func (f *filter) where(cal *calRow) (string, []any) {
	w := &condition{}
	w.add(`calendar = ?`, cal.seq)
	if f.since == 0 { // a sync tells of what left the window, too
		if f.min != math.MinInt64 {
			w.add(`end > ?`, f.min)
		}
		if f.max != math.MaxInt64 {
			w.add(`start < ?`, f.max)
		}
	}
	if f.since > 0 {
		w.add(`rev > ?`, f.since)
	}
	if f.updatedMin > 0 {
		w.add(`updated >= ?`, f.updatedMin)
	}
	if f.uid != "" {
		w.add(`uid = ?`, f.uid)
	}
	for _, word := range f.words {
		w.add(`instr(words, ?) > 0`, word)
	}
	if len(f.types) > 0 {
		marks := strings.TrimSuffix(strings.Repeat("?, ", len(f.types)), ", ")
		w.text += ` AND type IN (` + marks + `)`
		for _, t := range f.types {
			w.args = append(w.args, t)
		}
	}
	for i, set := range [][]property{f.private, f.shared} {
		for _, p := range set {
			w.add(`EXISTS (SELECT 1 FROM cal_properties WHERE event = cal_events.seq AND shared = ? AND name = ? AND value = ?)`, i, p.name, p.value)
		}
	}
	if f.master != 0 {
		w.add(`(seq = ? OR master = ?)`, f.master, f.master)
	}
	switch {
	case f.deleted || f.since > 0 || f.updatedMin > 0:
	case f.expand:
		w.add(`cancelled = 0`)
	default: // the cancelled instances of a series that is there are shown
		w.add(`(cancelled = 0 OR original != '' AND (SELECT m.cancelled FROM cal_events m WHERE m.seq = cal_events.master) = 0)`)
	}
	return w.text, w.args
}

type condition struct {
	text string
	args []any
}

func (c *condition) add(text string, args ...any) {
	if c.text != "" {
		c.text += ` AND `
	}
	c.text += text
	c.args = append(c.args, args...)
}
