package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

const keepSetting = "kind,etag,id,value"

func planColors(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		return w.ask("got", plugin.To(routeColors).Keep("kind,updated,calendar,event")), nil
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	return done(value.M("colors", body)), nil
}

func planSettings(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		size := w.Params.Get("maxResults")
		if !size.Exists() {
			size = value.Int(maxPage)
		}
		return w.ask("listed", plugin.To(routeSettingsList).Query("maxResults", size).
			Query("pageToken", w.Params.Get("pageToken")).Keep("nextPageToken,items("+keepSetting+")")), nil
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	items := body.Get("items").Map(func(v value.Value) value.Value { return v })
	return done(value.M("items", items)).Page(body.Get("nextPageToken").Text()), nil
}

func planSetting(w *work) (*plugin.Next, error) {
	if w.Name == "" {
		return w.ask("got", plugin.To(routeSettingsGet).Path("setting", trimmed(w.Params, "setting").Text()).Keep(keepSetting).Tolerate(404)), nil
	}
	if w.Responses[0].Is(404) {
		return nil, &plugin.Error{Code: plugin.NotFound, Field: "setting",
			Message: "There is no setting of this name. calendar_list_settings shows their names; case counts."}
	}
	body, err := w.object()
	if err != nil {
		return nil, err
	}
	return done(value.M("setting", body)), nil
}
