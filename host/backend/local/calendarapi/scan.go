package calendarapi

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/wslite/wslite/host/backend/local/store"
)

// hit is an event of a list: a row, or an instance of a series.
type hit struct {
	row      *eventRow
	instance bool
	start    time.Time // of the instance, as its series has it
	pos      position
}

// position orders the events of a list; a page token holds the last one's.
// Which parts count depends on the order of the list.
type position struct {
	key   int64 // start in seconds, or time of change in milliseconds
	seq   int64
	start int64 // of the instance, within its series
}

func (p position) encode(rev int64) []byte {
	b := binary.AppendUvarint(nil, uint64(rev))
	for _, v := range []int64{p.key, p.seq, p.start} {
		b = binary.AppendVarint(b, v)
	}
	return b
}

func decodePosition(b []byte) (p position, rev int64, ok bool) {
	u, n := binary.Uvarint(b)
	if n <= 0 {
		return p, 0, false
	}
	b = b[n:]
	for _, into := range []*int64{&p.key, &p.seq, &p.start} {
		v, n := binary.Varint(b)
		if n <= 0 {
			return p, 0, false
		}
		*into, b = v, b[n:]
	}
	return p, int64(u), len(b) == 0
}

// begin is before every position.
var begin = position{key: math.MinInt64, seq: math.MinInt64, start: math.MinInt64}

// scan finds up to limit events behind a position.
func (f *filter) scan(tx *store.Tx, v *view, after position, limit int) ([]hit, error) {
	switch {
	case !f.expand:
		return f.scanRows(tx, v, after, limit)
	case f.order == byUpdated:
		return f.scanUpdated(tx, v, after, limit)
	}
	return f.scanStarts(tx, v, after, limit)
}

// scanRows lists rows; a series is one of them if it has an instance in the
// window.
func (f *filter) scanRows(tx *store.Tx, v *view, after position, limit int) ([]hit, error) {
	where, args := f.where(v.cal)
	key := func(e *eventRow) position { return position{seq: e.seq} }
	where += ` AND seq > ? ORDER BY seq`
	if f.order == byUpdated {
		key = func(e *eventRow) position { return position{key: e.updated, seq: e.seq} }
		where = where[:len(where)-len(` AND seq > ? ORDER BY seq`)] + ` AND (updated, seq) > (?, ?) ORDER BY updated, seq`
		args = append(args, after.key)
	}
	var out []hit
	err := eachEvent(tx, where, append(args, after.seq), func(e *eventRow) (bool, error) {
		if e.series {
			in, err := f.inWindow(v, e)
			if err != nil || !in {
				return true, err
			}
		}
		out = append(out, hit{row: e, pos: key(e)})
		return len(out) < limit, nil
	})
	return out, err
}

// inWindow says whether a series has an instance in the window. What replaces
// an instance is a row of its own.
func (f *filter) inWindow(v *view, e *eventRow) (bool, error) {
	if f.since > 0 || f.min == math.MinInt64 && f.max == math.MaxInt64 {
		return true, nil
	}
	it, err := f.instances(v, e, math.MinInt64, nil)
	if err != nil {
		return false, err
	}
	return it.next(), nil
}

// scanUpdated lists expanded events by the time of their row's change; the
// instances of a series stand together.
func (f *filter) scanUpdated(tx *store.Tx, v *view, after position, limit int) ([]hit, error) {
	replaced, err := f.replaced(tx, v)
	if err != nil {
		return nil, err
	}
	where, args := f.where(v.cal)
	var out []hit
	err = eachEvent(tx, where+` AND (updated, seq) >= (?, ?) ORDER BY updated, seq`, append(args, after.key, after.seq),
		func(e *eventRow) (bool, error) {
			pos := position{key: e.updated, seq: e.seq}
			resumed := after.key == pos.key && after.seq == pos.seq
			if !e.series {
				if !resumed {
					out = append(out, hit{row: e, pos: pos})
				}
				return len(out) < limit, nil
			}
			from := int64(math.MinInt64)
			if resumed {
				from = after.start + 1
			}
			it, err := f.instances(v, e, from, replaced[e.seq])
			if err != nil {
				return false, err
			}
			for len(out) < limit && it.next() {
				pos.start = it.start
				out = append(out, hit{row: e, instance: true, start: it.at, pos: pos})
			}
			return len(out) < limit, nil
		})
	return out, err
}

// replaced gives the instances that rows stand for, by series.
func (f *filter) replaced(tx *store.Tx, v *view) (map[int64]map[string]bool, error) {
	rows, err := tx.Query(`SELECT master, original FROM cal_events WHERE calendar = ? AND master IS NOT NULL AND original != ''`, v.cal.seq)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[int64]map[string]bool{}
	for rows.Next() {
		var master int64
		var original string
		if err := rows.Scan(&master, &original); err != nil {
			return nil, err
		}
		if out[master] == nil {
			out[master] = map[string]bool{}
		}
		out[master][original] = true
	}
	return out, rows.Err()
}

// eachEvent streams rows until the function says stop.
func eachEvent(tx *store.Tx, where string, args []any, use func(*eventRow) (bool, error)) error {
	rows, err := tx.Query(`SELECT `+eventColumns+` FROM cal_events WHERE `+where, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		e := &eventRow{}
		if err := e.scan(rows); err != nil {
			return err
		}
		more, err := use(e)
		if err != nil || !more {
			return err
		}
	}
	return rows.Err()
}
