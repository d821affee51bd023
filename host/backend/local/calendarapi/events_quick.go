package calendarapi

import (
	"context"
	"strings"
	"time"

	"github.com/wslite/wslite/host/backend/local/calendarapi/quickadd"
	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// quickAdd makes an event of one line of text.
func (a *API) quickAdd(ctx context.Context, c *gapi.Call) (any, error) {
	who, err := readAudience(c.Query)
	if err != nil {
		return nil, err
	}
	line := c.Query.String("text")
	if strings.TrimSpace(line) == "" {
		return nil, required("Required parameter: text")
	}
	if err := checkLength("text", line, maxText); err != nil {
		return nil, err
	}
	return a.writeEvent(ctx, c, func(tx *store.Tx, cal *calRow) (*eventRow, error) {
		q := quickadd.Parse(line, time.UnixMilli(tx.Now).In(cal.location))
		start, end := moment{at: q.Start, zone: cal.zone}, moment{at: q.End, zone: cal.zone}
		if q.AllDay {
			start, end = dateOf(q.Start), dateOf(q.End)
		}
		return a.create(tx, cal, draft{data: obj{"summary": q.Title, "start": start.tree(), "end": end.tree()}}, writeOptions{who: who})
	})
}

// dateOf is the date that a clock shows.
func dateOf(t time.Time) moment {
	return moment{at: time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC), allDay: true}
}
