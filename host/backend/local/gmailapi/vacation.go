package gmailapi

import (
	"context"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

const vacationSetting = "vacation"

func (a *API) getVacation(ctx context.Context, _ *gapi.Call) (any, error) {
	out := &VacationSettings{}
	err := a.store.Read(ctx, func(tx *store.Tx) error { return readSetting(tx, vacationSetting, out) })
	return out, err
}

// updateVacation replaces the settings. No answer is ever sent.
func (a *API) updateVacation(ctx context.Context, c *gapi.Call) (any, error) {
	v, err := readVacation(c.Body)
	if err != nil {
		return nil, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error { return writeSetting(tx, vacationSetting, v) })
	return v, err
}

func readVacation(b gapi.Body) (*VacationSettings, error) {
	v := &VacationSettings{}
	r := fieldReader{body: b}
	r.bool("enableAutoReply", &v.EnableAutoReply)
	r.string("responseSubject", &v.ResponseSubject)
	r.string("responseBodyPlainText", &v.ResponseBodyPlainText)
	r.string("responseBodyHtml", &v.ResponseBodyHTML)
	r.bool("restrictToContacts", &v.RestrictToContacts)
	r.bool("restrictToDomain", &v.RestrictToDomain)
	r.int("startTime", &v.StartTime)
	r.int("endTime", &v.EndTime)
	if r.err != nil {
		return nil, r.err
	}
	switch {
	case v.StartTime < 0 || v.EndTime < 0:
		return nil, invalid("Invalid vacation settings: a time is before 1970.")
	case v.StartTime > 0 && v.EndTime > 0 && v.StartTime >= v.EndTime:
		return nil, invalid("Invalid vacation settings: startTime must precede endTime.")
	case v.EnableAutoReply && v.ResponseSubject == "" && v.ResponseBodyPlainText == "" && v.ResponseBodyHTML == "":
		return nil, invalid("Invalid vacation settings: either the response subject or the response body must be nonempty.")
	}
	return v, nil
}
