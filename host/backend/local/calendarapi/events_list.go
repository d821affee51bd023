package calendarapi

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) listEvents(ctx context.Context, c *gapi.Call) (any, error) {
	f, err := readFilter(c.Query)
	if err != nil {
		return nil, err
	}
	return a.page(ctx, c, func(tx *store.Tx, cal *calRow) (*filter, error) {
		if !c.Query.Has("syncToken") {
			return f, nil
		}
		return f, f.resumeSync(tx, cal, c.Query.String("syncToken"))
	})
}

// listInstances lists the instances of one series. Those that are deleted are
// left out unless showDeleted asks for them.
func (a *API) listInstances(ctx context.Context, c *gapi.Call) (any, error) {
	f := &filter{expand: true, deleted: c.Query.Bool("showDeleted", false), order: byStart}
	if err := f.readWindow(c.Query); err != nil {
		return nil, err
	}
	if err := checkOriginal(c.Query); err != nil {
		return nil, err
	}
	return a.page(ctx, c, func(tx *store.Tx, cal *calRow) (*filter, error) {
		t, err := a.resolve(tx, cal, c.Path["eventId"])
		if err != nil {
			return nil, err
		}
		if t.instance() || !t.row.series {
			return nil, gapi.Invalid("The event is no recurring event: it has no instances.")
		}
		if t.row.cancelled && !f.deleted {
			return nil, notFound()
		}
		f.master = t.row.seq
		return f, nil
	})
}

// page reads one page of events.
func (a *API) page(ctx context.Context, c *gapi.Call, prepare func(*store.Tx, *calRow) (*filter, error)) (any, error) {
	size, err := pageSize(c.Query, eventsPageSize, maxEventsPage)
	if err != nil {
		return nil, err
	}
	page := &Events{Kind: "calendar#events", AccessRole: ownerRole, Items: []Event{}}
	err = a.store.Read(ctx, func(tx *store.Tx) error {
		cal, v, err := a.open(tx, c)
		if err != nil {
			return err
		}
		f, err := prepare(tx, cal)
		if err != nil {
			return err
		}
		v.bare = f.since > 0 && !c.Query.Bool("showDeleted", false) // as the description of Event.status says
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		scope := f.scope(cal, c.Query.String("originalStart"), c.Query.String("syncToken"))
		after, rev := begin, int64(0)
		if c.Query.Has("pageToken") {
			b, err := gapi.OpenPageToken(key, scope, c.Query.String("pageToken"))
			if err != nil {
				return err
			}
			var ok bool
			if after, rev, ok = decodePosition(b); !ok {
				return gapi.InvalidPageToken()
			}
		} else if err := tx.QueryRow(`SELECT rev FROM workspace`).Scan(&rev); err != nil {
			return err
		}
		hits, err := f.scan(tx, v, after, size+1)
		if err != nil {
			return err
		}
		if len(hits) > size {
			hits = hits[:size]
			page.NextPageToken = gapi.SealPageToken(key, scope, hits[size-1].pos.encode(rev))
		} else if f.syncable {
			page.NextSyncToken = f.sealSync(key, cal, rev)
		}
		return v.fill(page, hits, c.Query)
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}

func (v *view) fill(page *Events, hits []hit, q gapi.Query) error {
	entry, err := v.cal.listEntry()
	if err != nil {
		return err
	}
	page.Summary, page.Description, page.DefaultReminders = entry.Summary, entry.Description, entry.DefaultReminders
	page.TimeZone, page.Updated = v.zone.String(), gapi.FormatTime(v.cal.updated)
	tags := []string{page.NextPageToken}
	for _, h := range hits {
		r, err := v.hit(h)
		if err != nil {
			return err
		}
		if q.Has("originalStart") && !startsAt(r, q.String("originalStart")) {
			continue
		}
		page.Items = append(page.Items, *r)
		tags = append(tags, r.ETag)
	}
	page.ETag = gapi.ETag(tags...)
	return nil
}

func (v *view) hit(h hit) (*Event, error) {
	if h.instance {
		return v.instance(h.row, h.start)
	}
	return v.event(h.row)
}

// checkOriginal checks originalStart: a date, or an RFC 3339 time.
func checkOriginal(q gapi.Query) error {
	text := q.String("originalStart")
	if _, err := gapi.ParseTime(text); text == "" || err == nil {
		return nil
	}
	if m, err := readMoment(obj{"date": text}, "start"); err == nil && m.allDay {
		return nil
	}
	return gapi.InvalidParameter("originalStart", "Invalid value for originalStart: %s is neither a date nor an RFC 3339 time.", gapi.Quote(text))
}

// startsAt compares the original start of an instance.
func startsAt(r *Event, text string) bool {
	o := r.OriginalStartTime
	if o == nil {
		return false
	}
	if o.Date != "" || !strings.Contains(text, "T") {
		return o.Date == text
	}
	got, err1 := gapi.ParseTime(o.DateTime)
	want, err2 := gapi.ParseTime(text)
	return err1 == nil && err2 == nil && got.Equal(want)
}

// A sync token holds what its list was about, since the later request can't
// state the window again: the write, the window, expansion and types.

func (f *filter) sealSync(key []byte, cal *calRow, rev int64) string {
	b := binary.AppendUvarint(nil, uint64(rev))
	b = binary.AppendVarint(b, f.min)
	b = binary.AppendVarint(b, f.max)
	expand := byte(0)
	if f.expand {
		expand = 1
	}
	b = append(append(b, expand), strings.Join(f.types, " ")...)
	return gapi.SealPageToken(key, "sync|events|"+cal.id, b)
}

// resumeSync makes the filter that of the token's list, for what changed since
// then. Other parameters than those of that list are refused.
func (f *filter) resumeSync(tx *store.Tx, cal *calRow, token string) error {
	key, err := tx.Secret()
	if err != nil {
		return err
	}
	b, err := gapi.OpenPageToken(key, "sync|events|"+cal.id, token)
	if err != nil {
		return fullSync()
	}
	rev, n := binary.Uvarint(b)
	b = b[max(n, 0):]
	lo, m := binary.Varint(b)
	b = b[max(m, 0):]
	hi, k := binary.Varint(b)
	b = b[max(k, 0):]
	if n <= 0 || m <= 0 || k <= 0 || len(b) == 0 {
		return fullSync()
	}
	expand, types := b[0] == 1, strings.Fields(string(b[1:]))
	if expand != f.expand || !slices.Equal(types, f.types) {
		return gapi.InvalidParameter("syncToken", "Sync token cannot be used with other values of singleEvents and eventTypes than those of the request that gave it.")
	}
	// Instances that a series lost can't be told one by one.
	if int64(rev) < cal.syncRev || expand && int64(rev) < cal.series {
		return fullSync()
	}
	f.since, f.min, f.max = max(1, int64(rev)), lo, hi
	return nil
}
