package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

func planRevisionsList(s *plugin.Step) (*plugin.Next, error) {
	r := pageOf(onFile(routeRevisionsList, s.Params), s.Params).
		Keep("nextPageToken,revisions(" + keepRevision + ")")
	return onePage(s, r, func(body value.Value) value.Value {
		return withFile(s.Params, value.M("revisions", body.Get("revisions").Map(revisionJSON)))
	})
}

func onRevision(route string, p value.Value) plugin.Request {
	return onFile(route, p).Path("revisionId", p.Get("revisionId").Text())
}

func oneRevision(s *plugin.Step, r plugin.Request) (*plugin.Next, error) {
	return one(s, r, func(body value.Value) value.Value {
		return withFile(s.Params, value.M("revision", revisionJSON(body)))
	})
}

// planRevisionsGet shows as well where the revision of a Google document is to
// be had in each format. In a list these links would be most of the text.
func planRevisionsGet(s *plugin.Step) (*plugin.Next, error) {
	return oneRevision(s, onRevision(routeRevisionsGet, s.Params).Keep(keepRevision+",exportLinks"))
}

// planRevisionsUpdate sends false too: an absent key would keep what is there.
func planRevisionsUpdate(s *plugin.Step) (*plugin.Next, error) {
	keep, ok := s.Params.Get("keepForever").AsBool()
	if !ok {
		return nil, plugin.Invalid("keepForever", "keepForever must be true or false.")
	}
	return oneRevision(s, onRevision(routeRevisionsUpdate, s.Params).
		Body(value.Object(value.M("keepForever", value.Bool(keep)))).Keep(keepRevision))
}

func planSharedDrivesList(s *plugin.Step) (*plugin.Next, error) {
	r := pageOf(plugin.To(routeDrivesList), s.Params).
		Query("q", notEmpty(s.Params.Get("query"))).
		Keep("nextPageToken,drives(" + keepDrive + ")")
	return onePage(s, r, func(body value.Value) value.Value {
		return value.Object(value.M("drives", body.Get("drives").Map(driveJSON)))
	})
}

func planSharedDrivesGet(s *plugin.Step) (*plugin.Next, error) {
	r := plugin.To(routeDrivesGet).Path("driveId", s.Params.Get("driveId").Text()).Keep(keepDrive)
	return one(s, r, func(body value.Value) value.Value {
		return value.Object(value.M("drive", driveJSON(body)))
	})
}

func planStartPageToken(s *plugin.Step) (*plugin.Next, error) {
	r := everywhere(plugin.To(routeStartPageToken)).Query("driveId", s.Params.Get("driveId")).Keep("startPageToken")
	return one(s, r, func(body value.Value) value.Value {
		return value.Object(
			value.M("startPageToken", value.OrNull(body.Get("startPageToken"))),
			value.M("driveId", value.OrNull(s.Params.Get("driveId"))),
		)
	})
}

func planChangesList(s *plugin.Step) (*plugin.Next, error) {
	p := s.Params
	if p.Get("restrictToMyDrive").IsTrue() && p.Has("driveId") {
		return nil, plugin.Invalid("restrictToMyDrive", "restrictToMyDrive leaves out every shared drive, so it can't be combined with driveId. Give one of them.")
	}
	all := p.Get("includeItemsFromAllDrives")
	if !all.Exists() {
		all = value.Bool(true)
	}
	r := everywhere(pageOf(plugin.To(routeChangesList), p)).
		Query("driveId", p.Get("driveId")).
		Query("includeItemsFromAllDrives", all).
		Query("includeRemoved", value.Bool(true)).
		Query("restrictToMyDrive", p.Get("restrictToMyDrive")).
		Query("spaces", notEmpty(p.Get("spaces"))).
		Keep("nextPageToken,newStartPageToken,changes(" + keepChange + ")")
	return onePage(s, r, func(body value.Value) value.Value {
		return value.Object(
			value.M("changes", body.Get("changes").Map(changeJSON)),
			value.M("newStartPageToken", value.OrNull(body.Get("newStartPageToken"))),
		)
	})
}

// notEmpty leaves an empty text out.
func notEmpty(v value.Value) value.Value {
	if v.Text() == "" {
		return value.Value{}
	}
	return v
}
