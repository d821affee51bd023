package calendarapi

import (
	"time"

	"github.com/wslite/wslite/host/backend/local/store"
)

// target is what an event id names: a row, or an instance of a series that no
// row replaces yet (then row is nil and start says which).
type target struct {
	row      *eventRow
	master   *eventRow // of an instance or exception
	original string
	start    time.Time
}

func (t *target) instance() bool { return t.row == nil }

func (t *target) cancelled() bool {
	if t.instance() {
		return t.master.cancelled
	}
	return t.row.cancelled
}

func (t *target) id() string {
	if t.instance() {
		return instanceID(t.master.id, t.original)
	}
	return t.row.id
}

// resolve finds what an id names; 404.
func (a *API) resolve(tx *store.Tx, cal *calRow, id string) (*target, error) {
	row, err := findEvent(tx, cal, id)
	if err != nil {
		return nil, err
	}
	t := &target{row: row}
	if row != nil && row.master == 0 {
		return t, nil
	}
	if row != nil && row.original != "" {
		t.original = row.original
		t.master, err = oneEvent(tx, `seq = ?`, row.master)
		return t, err
	}
	// No row, or one whose instance is gone: the series may have one again.
	found, err := a.findInstance(tx, cal, id)
	if err != nil {
		return nil, err
	}
	if found == nil && row == nil {
		return nil, notFound()
	}
	if found != nil {
		return found, nil
	}
	return t, nil
}

// findInstance finds an instance of a series by its id; nil for none.
func (a *API) findInstance(tx *store.Tx, cal *calRow, id string) (*target, error) {
	base, original, start, ok := splitInstanceID(id)
	if !ok {
		return nil, nil
	}
	master, err := findEvent(tx, cal, base)
	if err != nil || master == nil || !master.series {
		return nil, err
	}
	data, err := master.data()
	if err != nil {
		return nil, err
	}
	t, err := readTimes(data)
	if err != nil {
		return nil, err
	}
	if t.set == nil || originalOf(start, t.start.allDay) != original || !t.set.Has(start) {
		return nil, nil
	}
	return &target{master: master, original: original, start: start}, nil
}

// instanceData is what an instance has before anything replaces it.
func instanceData(master *eventRow, original string) (obj, error) {
	data, err := master.data()
	if err != nil {
		return nil, err
	}
	t, err := readTimes(data)
	if err != nil {
		return nil, err
	}
	_, _, start, _ := splitInstanceID(instanceID(master.id, original))
	t = t.at(start)
	delete(data, "recurrence")
	data["start"], data["end"], data["originalStartTime"] = t.start.tree(), t.end.tree(), t.start.tree()
	return data, nil
}
