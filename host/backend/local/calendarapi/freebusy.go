package calendarapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/wslite/wslite/host/backend/local/calendarapi/recurrence"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// busyQuery is a checked free/busy request.
type busyQuery struct {
	from, to time.Time
	zone     *time.Location
	ids      []string
}

func readBusyQuery(b gapi.Body) (*busyQuery, error) {
	body, err := b.Tree()
	if err != nil {
		return nil, err
	}
	q := &busyQuery{zone: time.UTC}
	for name, into := range map[string]*time.Time{"timeMin": &q.from, "timeMax": &q.to} {
		if text(body, name) == "" {
			return nil, required("Missing %s parameter.", name)
		}
		if *into, err = gapi.ParseTime(text(body, name)); err != nil {
			return nil, gapi.Invalid("Invalid value at 'free_busy_request.%s': %s is not an RFC 3339 time with an offset.", name, gapi.Quote(text(body, name)))
		}
	}
	if !q.to.After(q.from) {
		return nil, emptyRange("timeMax")
	}
	if q.to.Sub(q.from) > maxSpan*time.Hour {
		e := gapi.Invalid("The requested time range is too long.")
		e.Reason, e.Domain = "timeRangeTooLong", domain
		return nil, e
	}
	if name := text(body, "timeZone"); name != "" {
		if q.zone, err = recurrence.LoadZone(name); err != nil {
			return nil, gapi.Invalid("Invalid time zone: %s is not the name of a zone in the IANA database.", gapi.Quote(name))
		}
	}
	limit := maxFreeBusy
	for name, most := range map[string]int{"calendarExpansionMax": maxFreeBusy, "groupExpansionMax": maxGroupMembers} {
		if body[name] == nil {
			continue
		}
		n, err := number(body[name])
		if err != nil || n < 1 || n > most {
			return nil, gapi.Invalid("Invalid value at 'free_busy_request.%s': it must be from 1 to %d.", name, most)
		}
		if name == "calendarExpansionMax" {
			limit = n
		}
	}
	for _, v := range list(body, "items") {
		id := text(v.(obj), "id")
		if id == "" {
			return nil, required("Missing id of an item.")
		}
		q.ids = append(q.ids, id)
	}
	if len(q.ids) > limit {
		e := gapi.Invalid("The number of calendars requested is too large for a single query.")
		e.Reason, e.Domain = "tooManyCalendarsRequested", domain
		return nil, e
	}
	return q, nil
}

// queryFreeBusy gives the merged busy times of calendars. A workspace has no
// groups; the answer for an id that is no calendar is notFound.
func (a *API) queryFreeBusy(ctx context.Context, c *gapi.Call) (any, error) {
	q, err := readBusyQuery(c.Body)
	if err != nil {
		return nil, err
	}
	r := &FreeBusyResponse{Kind: "calendar#freeBusy", TimeMin: gapi.FormatTime(q.from.UnixMilli()), TimeMax: gapi.FormatTime(q.to.UnixMilli()),
		Calendars: map[string]FreeBusyCalendar{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		for _, id := range q.ids {
			answer := FreeBusyCalendar{Busy: []TimePeriod{}}
			cal, err := a.liveCalendar(tx, id)
			var e *gapi.Error
			if errors.As(err, &e) && e.HTTP == http.StatusNotFound {
				answer.Errors = []Error{{Domain: "global", Reason: "notFound"}}
				r.Calendars[id] = answer
				continue
			}
			if err != nil {
				return err
			}
			periods, err := q.busy(tx, cal, &a.times)
			if err != nil {
				return err
			}
			for _, p := range periods {
				answer.Busy = append(answer.Busy, TimePeriod{
					Start: time.Unix(p[0], 0).In(q.zone).Format(time.RFC3339), End: time.Unix(p[1], 0).In(q.zone).Format(time.RFC3339)})
			}
			r.Calendars[id] = answer
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// busy gives the periods, cut to the window, overlapping and touching ones
// joined. Left out are events that show as available and those that the
// calendar's owner declined.
func (q *busyQuery) busy(tx *store.Tx, cal *calRow, cache *timesCache) ([][2]int64, error) {
	f := &filter{min: q.from.Unix(), max: q.to.Unix(), expand: true, order: byStart}
	v := &view{cal: cal, zone: q.zone, cache: cache}
	hits, err := f.scan(tx, v, begin, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	free := map[int64]bool{}
	var out [][2]int64
	for _, h := range hits {
		isFree, known := free[h.row.seq]
		if !known {
			if isFree, err = showsFree(cal, h.row); err != nil {
				return nil, err
			}
			free[h.row.seq] = isFree
		}
		if isFree {
			continue
		}
		start, end := h.row.start, h.row.end
		if h.instance {
			t, err := cache.of(h.row)
			if err != nil {
				return nil, err
			}
			t = t.at(h.start)
			start, end = t.start.instant(cal.location).Unix(), t.end.instant(cal.location).Unix()
		}
		start, end = max(start, f.min), min(end, f.max)
		if end > start {
			out = append(out, [2]int64{start, end})
		}
	}
	return join(out), nil
}

func showsFree(cal *calRow, e *eventRow) (bool, error) {
	data, err := e.data()
	return text(data, "transparency") == "transparent" || answerOf(data, cal.public()) == declined, err
}

func join(periods [][2]int64) [][2]int64 {
	slices.SortFunc(periods, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	var out [][2]int64
	for _, p := range periods {
		if n := len(out); n > 0 && p[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], p[1])
			continue
		}
		out = append(out, p)
	}
	return out
}
