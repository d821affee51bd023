package calendarapi

import (
	"container/heap"
	"math"
	"time"

	"github.com/wslite/wslite/host/backend/local/calendarapi/recurrence"
	"github.com/wslite/wslite/host/backend/local/store"
)

// instances iterates over those instances of a series that are in the window
// and that no row replaces.
type instances struct {
	row      *eventRow
	times    times
	zone     *time.Location
	filter   *filter
	replaced map[string]bool
	each     recurrence.Next
	from     int64 // instants before it are skipped

	at    time.Time // of the current one: as the series has it
	start int64     // and as an instant, in Unix seconds
}

// instances begins at the instant from, or at the window where that is later.
func (f *filter) instances(v *view, e *eventRow, from int64, replaced map[string]bool) (*instances, error) {
	t, err := v.cache.of(e)
	if err != nil {
		return nil, err
	}
	it := &instances{row: e, times: t, zone: v.cal.location, filter: f, replaced: replaced, from: from}
	first := from
	if f.min != math.MinInt64 {
		first = max(first, f.min-int64(t.length()/time.Second))
	}
	if first == math.MinInt64 {
		it.each = t.set.All()
	} else {
		// A date's midnight is up to a day off in the calendar's zone, and a
		// day may have 25 hours.
		it.each = t.set.From(time.Unix(first, 0).UTC().AddDate(0, 0, -2))
	}
	return it, nil
}

// next moves on; false after the last.
func (it *instances) next() bool {
	for {
		at, ok := it.each()
		if !ok {
			return false
		}
		t := it.times.at(at)
		start, end := t.start.instant(it.zone).Unix(), t.end.instant(it.zone).Unix()
		if start >= it.filter.max {
			return false
		}
		if start < it.from || end <= it.filter.min || it.replaced[originalOf(at, t.start.allDay)] {
			continue
		}
		it.at, it.start = at, start
		return true
	}
}

func (it *instances) pos() position { return position{key: it.start, seq: it.row.seq} }

// queue merges series by the start of their next instances.
type queue []*instances

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].pos().before(q[j].pos()) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(*instances)) }
func (q *queue) Pop() any {
	old := *q
	it := old[len(old)-1]
	*q = old[:len(old)-1]
	return it
}

func (p position) before(o position) bool {
	return p.key < o.key || p.key == o.key && p.seq < o.seq
}

// scanStarts lists expanded events by start. Only as many rows are read as the
// page has; series are expanded as far as the page goes.
func (f *filter) scanStarts(tx *store.Tx, v *view, after position, limit int) ([]hit, error) {
	singles, err := f.singles(tx, v, after, limit)
	if err != nil {
		return nil, err
	}
	q, err := f.queue(tx, v, after)
	if err != nil {
		return nil, err
	}
	var out []hit
	for len(out) < limit {
		switch {
		case len(singles) > 0 && (q.Len() == 0 || singles[0].pos.before((*q)[0].pos())):
			out, singles = append(out, singles[0]), singles[1:]
		case q.Len() > 0:
			it := (*q)[0]
			out = append(out, hit{row: it.row, instance: true, start: it.at, pos: it.pos()})
			if it.next() {
				heap.Fix(q, 0)
			} else {
				heap.Pop(q)
			}
		default:
			return out, nil
		}
	}
	return out, nil
}

// singles are the rows that are no series. The index on start serves a window
// too: no event is longer than the calendar's longest.
func (f *filter) singles(tx *store.Tx, v *view, after position, limit int) ([]hit, error) {
	where, args := f.where(v.cal)
	if f.min != math.MinInt64 && f.since == 0 {
		where += ` AND start >= ?`
		args = append(args, f.min-v.cal.longest)
	}
	rows, err := manyEvents(tx, where+` AND series = 0 AND (start, seq) > (?, ?) ORDER BY start, seq LIMIT ?`,
		append(args, after.key, after.seq, limit)...)
	if err != nil {
		return nil, err
	}
	out := make([]hit, len(rows))
	for i, e := range rows {
		out[i] = hit{row: e, pos: position{key: e.start, seq: e.seq}}
	}
	return out, nil
}

// queue makes the iterators of all series that may have an instance behind
// the position.
func (f *filter) queue(tx *store.Tx, v *view, after position) (*queue, error) {
	where, args := f.where(v.cal)
	rows, err := manyEvents(tx, where+` AND series = 1 AND end >= ?`, append(args, after.key)...)
	q := &queue{}
	if err != nil || len(rows) == 0 {
		return q, err
	}
	replaced, err := f.replaced(tx, v)
	if err != nil {
		return nil, err
	}
	for _, e := range rows {
		it, err := f.instances(v, e, after.key, replaced[e.seq])
		if err != nil {
			return nil, err
		}
		for more := it.next(); more; more = it.next() {
			if after.before(it.pos()) {
				*q = append(*q, it)
				break
			}
		}
	}
	heap.Init(q)
	return q, nil
}
