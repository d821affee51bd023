package calendarapi

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/store"
)

// fill makes a calendar of many events: n single ones, an hour each from 2020
// on, and n/20 weekly series without an end.
func fill(t testing.TB, b *bench, n int) {
	t.Helper()
	err := b.store.Write(context.Background(), func(tx *store.Tx) error {
		cal, err := b.api.findCalendar(tx, primaryID)
		if err != nil {
			return err
		}
		start := time.Date(2020, 1, 1, 8, 0, 0, 0, time.UTC)
		for i := range n {
			at := start.Add(time.Duration(i) * 6 * time.Hour)
			data := obj{"summary": fmt.Sprintf("event %d", i), "start": moment{at: at}.tree(), "end": moment{at: at.Add(time.Hour)}.tree()}
			if i%20 == 0 {
				data["start"], data["end"] = moment{at: at, zone: "Europe/Berlin"}.tree(), moment{at: at.Add(time.Hour), zone: "Europe/Berlin"}.tree()
				data["recurrence"] = []any{"RRULE:FREQ=WEEKLY"}
			}
			if _, err := b.api.create(tx, cal, draft{data: data}, writeOptions{who: tellNone}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestListsUseIndexes: no list reads a whole table.
func TestListsUseIndexes(t *testing.T) {
	b := newBench(t)
	f := &filter{min: 0, max: 1 << 33, expand: true}
	err := b.store.Read(context.Background(), func(tx *store.Tx) error {
		cal, err := b.api.findCalendar(tx, primaryID)
		if err != nil {
			return err
		}
		where, args := f.where(cal)
		for _, c := range []struct{ tail, index string }{
			{` AND series = 0 AND start >= 1 AND (start, seq) > (1, 2) ORDER BY start, seq LIMIT 10`, "cal_events_start"},
			{` AND series = 1 AND end >= 1`, "cal_events_"},
			{` AND (updated, seq) > (1, 2) ORDER BY updated, seq`, "cal_events_updated"},
			{` AND seq > 5 ORDER BY seq`, "cal_events_seq"},
			{` AND rev > 5 AND uid = 'x'`, "cal_events_"},
		} {
			rows, err := tx.Query(`EXPLAIN QUERY PLAN SELECT `+eventColumns+` FROM cal_events WHERE `+where+c.tail, args...)
			if err != nil {
				return err
			}
			var plan []string
			for rows.Next() {
				var id, parent, unused int
				var text string
				if err := rows.Scan(&id, &parent, &unused, &text); err != nil {
					return err
				}
				plan = append(plan, text)
			}
			rows.Close()
			all := strings.Join(plan, "; ")
			if !strings.Contains(all, c.index) || strings.Contains(all, "SCAN") || strings.Contains(all, "TEMP B-TREE") {
				t.Errorf("%s: %s", c.tail, all)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// BenchmarkList reads pages of a calendar with 10 000 events, 500 of them
// weekly series without an end.
func BenchmarkList(b *testing.B) {
	w := newBench(b)
	fill(b, w, 10_000)
	handle := w.list
	for name, query := range map[string][]string{
		"rows":   {"maxResults", "100"},
		"month":  {"singleEvents", "true", "orderBy", "startTime", "maxResults", "100", "timeMin", "2026-03-01T00:00:00Z", "timeMax", "2026-04-01T00:00:00Z"},
		"search": {"q", "event 9999", "singleEvents", "true", "timeMin", "2020-01-01T00:00:00Z"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				handle(query...)
			}
		})
	}
}
