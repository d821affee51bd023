package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Routes of the Drive API v3, by their Discovery ids.
const (
	routeAbout             = "drive.about.get"
	routeGet               = "drive.files.get"
	routeList              = "drive.files.list"
	routeExport            = "drive.files.export"
	routeCreate            = "drive.files.create"
	routeCopy              = "drive.files.copy"
	routeUpdate            = "drive.files.update"
	routePermissionsList   = "drive.permissions.list"
	routePermissionsCreate = "drive.permissions.create"
	routePermissionsUpdate = "drive.permissions.update"
	routePermissionsDelete = "drive.permissions.delete"
	routeCommentsList      = "drive.comments.list"
	routeCommentsGet       = "drive.comments.get"
	routeCommentsCreate    = "drive.comments.create"
	routeCommentsUpdate    = "drive.comments.update"
	routeCommentsDelete    = "drive.comments.delete"
	routeRepliesList       = "drive.replies.list"
	routeRepliesGet        = "drive.replies.get"
	routeRepliesCreate     = "drive.replies.create"
	routeRepliesUpdate     = "drive.replies.update"
	routeRepliesDelete     = "drive.replies.delete"
	routeRevisionsList     = "drive.revisions.list"
	routeRevisionsGet      = "drive.revisions.get"
	routeRevisionsUpdate   = "drive.revisions.update"
	routeDrivesList        = "drive.drives.list"
	routeDrivesGet         = "drive.drives.get"
	routeStartPageToken    = "drive.changes.getStartPageToken"
	routeChangesList       = "drive.changes.list"
)

// root is the API's name for the top folder of My Drive.
const root = "root"

// everywhere has Drive know the items of shared drives too: without it they
// are not found, or are missing from lists.
func everywhere(r plugin.Request) plugin.Request {
	return r.Query("supportsAllDrives", value.Bool(true))
}

// item asks for one file or folder.
func item(id, keep string) plugin.Request {
	return everywhere(plugin.To(routeGet).Path("fileId", id)).Keep(keep)
}

// onFile starts a request about the file that the call names.
func onFile(route string, p value.Value) plugin.Request {
	return plugin.To(route).Path("fileId", p.Get("fileId").Text())
}

// update starts a change of a file, which answers with the file.
func update(id string) plugin.Request {
	return everywhere(plugin.To(routeUpdate).Path("fileId", id)).Keep(keepFile)
}

// pageOf sets the paging parameters.
func pageOf(r plugin.Request, p value.Value) plugin.Request {
	return r.Query("pageSize", value.Int(pageSize(p.Get("pageSize"), maxPage))).Query("pageToken", p.Get("pageToken"))
}

// pageSize is a whole number: the schemas of some tools allow fractions, the
// API none.
func pageSize(v value.Value, standard int64) int64 {
	n, ok := text.Digits(wholePart(v.Number()))
	if !ok {
		return standard
	}
	return min(max(n, 1), maxPage)
}

// wholePart is a literal up to its point.
func wholePart(literal string) string {
	if point := text.Index(literal, "."); point >= 0 {
		return literal[:point]
	}
	return literal
}

// one sends one request and shapes its answer, an object, into data.
func one(s *plugin.Step, r plugin.Request, data func(body value.Value) value.Value) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("done", r), nil
	}
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(data(body)), nil
}

// onePage sends one request of which the answer is a page.
func onePage(s *plugin.Step, r plugin.Request, data func(body value.Value) value.Value) (*plugin.Next, error) {
	next, err := one(s, r, data)
	if err == nil && s.Name != "" {
		next.Page(s.Responses[0].Body.Get("nextPageToken").Text())
	}
	return next, err
}

// withFile is data that names the file, and more behind it.
func withFile(p value.Value, more ...value.Member) value.Value {
	return value.Object(append([]value.Member{value.M("fileId", p.Get("fileId"))}, more...)...)
}

// limited tells whether Drive refused for now and not for good: the answer says
// nothing about what was asked for.
func limited(r plugin.Response) bool { return r.Error != nil && r.Error.Code == "RATE_LIMITED" }

// failed passes on a failure that the request tolerated for the sake of
// another one; before says what had been done until then, "" for nothing.
func failed(r plugin.Response, before string) error {
	e := &plugin.Error{Code: plugin.Upstream, Message: "Drive refused the request."}
	if r.Error != nil {
		e.Code = r.Error.Code
		e.Message = text.Or(r.Error.Message, e.Message)
		if r.Error.Reason != "" {
			e.Message += " (" + r.Error.Reason + ")"
		}
	}
	e.Message = text.Join(before, " ", e.Message)
	return e
}
