package driveapi

import (
	"context"
	"io"
	"maps"
	"net/url"
	"slices"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) exportFile(ctx context.Context, c *gapi.Call) (*gapi.Content, error) {
	to := c.Query.String("mimeType")
	if to == "" {
		return nil, gapi.InvalidParameter("mimeType", "Required parameter: mimeType")
	}
	var f *fileRow
	var r *revisionRow
	err := a.store.Read(ctx, func(tx *store.Tx) (err error) {
		if f, err = a.find(tx, c.Path["fileId"], true); err != nil {
			return err
		}
		if len(exports[f.mime]) == 0 {
			return forbidden("fileNotExportable", "Export only supports Docs Editors files.")
		}
		if err := a.mayDownload(tx, f); err != nil {
			return err
		}
		r, err = revisionBySeq(tx, f.head.Int64)
		return err
	})
	if err != nil {
		return nil, err
	}
	how, ok := exports[f.mime][to]
	if !ok {
		return nil, invalid("badRequest", "The requested conversion is not supported.")
	}
	data, err := a.converted(ctx, r, how)
	if err != nil {
		return nil, err
	}
	return &gapi.Content{MimeType: to, Name: f.name + suffixes[to], Size: int64(len(data)),
		Open: func() (io.ReadSeekCloser, error) { return whole(data), nil }}, nil
}

var suffixes = map[string]string{typePlain: ".txt", typeHTML: ".html", typeMarkdown: ".md", typeCSV: ".csv", typeTSV: ".tsv"}

// converted reads a revision of a native document and converts it; 403 for more
// than Google exports.
func (a *API) converted(ctx context.Context, r *revisionRow, how convert) ([]byte, error) {
	var data []byte
	if r.blob != "" {
		var err error
		if data, err = a.head(ctx, r.blob, maxExport+1); err != nil {
			return nil, err
		}
	}
	if len(data) <= maxExport {
		out, err := how(data)
		if err != nil || len(out) <= maxExport {
			return out, err
		}
	}
	return nil, forbidden("exportSizeLimitExceeded", "This file is too large to be exported.")
}

// exportTypes lists what a native type can be exported to.
func exportTypes(native string) []string { return slices.Sorted(maps.Keys(exports[native])) }

// exportLinks are where a native file can be fetched in each format.
func (f *fileRow) exportLinks() map[string]string {
	if len(exports[f.mime]) == 0 {
		return nil
	}
	links := map[string]string{}
	for to := range exports[f.mime] {
		links[to] = base + "files/" + url.PathEscape(f.id) + "/export?mimeType=" + url.QueryEscape(to)
	}
	return links
}
