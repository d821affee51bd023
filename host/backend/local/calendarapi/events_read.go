package calendarapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) getEvent(ctx context.Context, c *gapi.Call) (any, error) {
	var r *Event
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		cal, v, err := a.open(tx, c)
		if err != nil {
			return err
		}
		t, err := a.resolve(tx, cal, c.Path["eventId"])
		if err != nil {
			return err
		}
		r, err = v.target(t)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (v *view) target(t *target) (*Event, error) {
	if t.instance() {
		return v.instance(t.master, t.start)
	}
	return v.event(t.row)
}
