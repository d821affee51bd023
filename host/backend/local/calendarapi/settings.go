package calendarapi

import (
	"cmp"
	"context"
	"slices"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// settings are those of a new account. The API has no way to change them but
// timezone, which is the primary calendar's.
var settings = map[string]string{
	"autoAddHangouts": "false", "dateFieldOrder": "MDY", "defaultEventLength": "60", "format24HourTime": "false",
	"hideInvitations": "false", "hideWeekends": "false", "locale": "en", "remindOnRespondedEventsOnly": "false",
	"showDeclinedEvents": "true", "timezone": "", "useKeyboardShortcuts": "true", "weekStart": "0",
}

func setting(id string, primary *calRow) Setting {
	value := settings[id]
	if id == "timezone" {
		value = primary.zone
	}
	return Setting{Kind: "calendar#setting", ETag: gapi.ETag("setting", id, value), ID: id, Value: value}
}

// settingOf gives the values in order of their ids. With a sync token only
// timezone can have changed, when the primary calendar did.
func settingsOf(primary *calRow, since int64) (out []Setting) {
	for id := range settings {
		if since == 0 || id == "timezone" && primary.rev > since {
			out = append(out, setting(id, primary))
		}
	}
	slices.SortFunc(out, func(a, b Setting) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

func (a *API) listSettings(ctx context.Context, c *gapi.Call) (any, error) {
	page := &Settings{Kind: "calendar#settings", Items: []Setting{}}
	var tags []string
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		p, err := openPager(tx, c.Query, "settings")
		if err != nil {
			return err
		}
		primary, err := a.findCalendar(tx, primaryID)
		if err != nil {
			return err
		}
		all := settingsOf(primary, p.since)
		first := min(int(p.after), len(all)) // the position is a count here
		end := min(first+p.size, len(all))
		page.Items = append(page.Items, all[first:end]...)
		if end < len(all) {
			page.NextPageToken = p.next(int64(end))
		} else {
			page.NextSyncToken = p.sync("settings")
		}
		for _, s := range page.Items {
			tags = append(tags, s.ETag)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	page.ETag = gapi.ETag(append(tags, page.NextPageToken)...)
	return page, nil
}

func (a *API) getSetting(ctx context.Context, c *gapi.Call) (any, error) {
	if _, known := settings[c.Path["setting"]]; !known {
		return nil, notFound()
	}
	var s Setting
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		primary, err := a.findCalendar(tx, primaryID)
		if err == nil {
			s = setting(c.Path["setting"], primary)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &s, nil
}
