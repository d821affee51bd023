package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// listOf asks for files by a query: everywhere, or in one shared drive where
// driveID is given. The request keeps nothing yet.
func listOf(q string, driveID value.Value) plugin.Request {
	r := everywhere(plugin.To(routeList)).
		Query("q", value.String(q)).
		Query("includeItemsFromAllDrives", value.Bool(true))
	if driveID.Text() != "" {
		r = r.Query("corpora", value.String("drive")).Query("driveId", driveID)
	}
	return r
}

// childrenOf is the query for what is directly in a folder.
func childrenOf(folderID string) string { return quoteText(folderID) + " in parents" }

// incomplete warns where Drive says that it did not look everywhere.
func incomplete(body value.Value) string {
	if body.Get("incompleteSearch").IsTrue() {
		return "Drive did not look everywhere, so files may be missing. Name one shared drive with driveId, or a folder."
	}
	return ""
}

const keepFiles = "nextPageToken,incompleteSearch,files(" + keepFile + ")"

// filesPageData is a page of files as data.
func filesPageData(body value.Value) value.Value { return body.Get("files").Map(fileJSON) }

// planFileList lists a folder's files. An empty first page is looked into: a
// folder that does not exist has no files either.
func planFileList(s *plugin.Step) (*plugin.Next, error) {
	p := s.Params
	switch s.Name {
	case "":
		r, err := folderFiles(p)
		if err != nil {
			return nil, err
		}
		return s.Ask("listed", r), nil
	case "listed":
		body, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		token := body.Get("nextPageToken").Text()
		first := tokenOf(p.Get("pageToken")) == ""
		if first && token == "" && body.Get("files").Len() == 0 && folderOf(p) != root {
			return s.Ask("probed", item(folderOf(p), "id,mimeType")), nil
		}
		return plugin.Done(filesPageData(body)).Page(token).Warn(incomplete(body)), nil
	case "probed":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if !isFolder(f) {
			return nil, noFolder("folderId")
		}
		return plugin.Done(value.Array()).Page(""), nil
	}
	return s.Stray()
}

func folderOf(p value.Value) string { return text.Or(p.Get("folderId").Text(), root) }

func folderFiles(p value.Value) (r plugin.Request, err error) {
	if n := p.Get("pageToken").Number(); n != "" && tokenOf(p.Get("pageToken")) != "" {
		return r, plugin.Invalid("pageToken", "The page "+n+" is a place in the lists of an Apps Script proxy. "+
			"Give the nextPageToken of this backend's own answer, or leave it out to begin at the first page.")
	}
	q := childrenOf(folderOf(p)) + " and mimeType != '" + typeFolder + "'"
	if !p.Get("includeTrashed").IsTrue() {
		q += " and trashed = false"
	}
	order := p.Get("orderBy")
	if !order.Exists() {
		order = value.String("name_natural")
	}
	return listOf(q, p.Get("driveId")).
		Query("orderBy", order).
		Query("pageSize", value.Int(pageSize(p.Get("pageSize"), filesPage))).
		Query("pageToken", notEmpty(value.String(tokenOf(p.Get("pageToken"))))).
		Keep(keepFiles), nil
}

// tokenOf is the token of a page that is not the first. The peer's first page
// is number 0.
func tokenOf(v value.Value) string {
	if n := v.Number(); n != "" {
		if i, ok := v.AsInt(); ok && i == 0 {
			return ""
		}
		return n
	}
	return v.Text()
}

// planFileSearch finds files by a query; what it makes of plain words says
// [searchQuery].
func planFileSearch(s *plugin.Step) (*plugin.Next, error) {
	p := s.Params
	q, warning := searchQuery(p)
	if s.Name == "" {
		if p.Has("orderBy") && asWords(p) {
			return nil, plugin.Invalid("orderBy", "Drive sorts what is looked for as words by how well it fits. Leave orderBy out, or give a query.")
		}
		r := listOf(q, p.Get("driveId"))
		switch {
		case p.Get("allDrives").IsTrue() && p.Has("driveId"):
			return nil, twoScopes()
		case p.Get("allDrives").IsTrue():
			r = r.Query("corpora", value.String("allDrives"))
		}
		return s.Ask("found", r.
			Query("orderBy", p.Get("orderBy")).
			Query("pageSize", value.Int(pageSize(p.Get("maxResults"), searchPage))).
			Query("pageToken", notEmpty(p.Get("pageToken"))).
			Keep(keepFiles).Tolerate(400)), nil
	}
	if r := s.Responses[0]; r.Error != nil {
		return nil, unreadable(p, r)
	}
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(filesPageData(body)).Page(body.Get("nextPageToken").Text()).Warn(warning, incomplete(body)), nil
}

func twoScopes() *plugin.Error {
	return plugin.Invalid("allDrives", "allDrives looks through all shared drives and driveId names one. Give one of them.")
}

// unreadable says what Drive says about the request, which for a query is
// little, and what may be meant.
func unreadable(p value.Value, r plugin.Response) error {
	if p.Get("pageToken").Text() != "" {
		return plugin.Invalid("pageToken", "Drive refuses the page: "+said(r)+". A token is good for the same search only, and for some hours.")
	}
	hint := "Look at its terms and quotes."
	if !asWords(p) {
		hint += " To look for all of it as words set syntax to words."
	}
	return plugin.Invalid("query", "Drive can't read the query: "+said(r)+". "+hint)
}

// said is Drive's message without the full stop at its end.
func said(r plugin.Response) string {
	m := text.Or(text.Trim(r.Error.Message), "it gives no reason")
	if m[len(m)-1] == '.' {
		m = m[:len(m)-1]
	}
	return m
}
