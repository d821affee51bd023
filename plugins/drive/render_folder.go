package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderFolderContent lists folders, then files, as the server does. A proxy
// names no next page, so what else there is must be found another way.
func renderFolderContent(a *plugin.Answer) string {
	d := a.Data
	folders, files := d.Get("folders"), d.Get("files")
	more, rest := "", ""
	switch {
	case a.Pagination.Get("nextPageToken").Text() != "":
		more = " (more available)"
	case d.Get("hasMore").IsTrue():
		rest = "There are more entries than are shown. drive_list_files pages through all files of the folder.\n"
	}
	if folders.Kind() != value.KindArray || files.Kind() != value.KindArray {
		return ""
	}
	out := text.Or(text.OneLine(d.Get("folderName").Text()), "(no name)") + " (" + d.Get("folderId").Text() + "): " +
		text.Count(folders.Len(), "folder", "folders") + ", " + text.Count(files.Len(), "file", "files") + more + "\n"
	var rows [][]string
	for _, f := range folders.Items() {
		rows = append(rows, []string{named(f) + "/", f.Get("id").Text(), "folder"})
	}
	for _, f := range files.Items() {
		rows = append(rows, []string{named(f), f.Get("id").Text(), f.Get("mimeType").Text()})
	}
	return out + columns(rows) + rest
}

// renderPath is the path as text, then each folder with its id.
func renderPath(d value.Value) string {
	path := d.Get("path")
	if path.Kind() != value.KindArray {
		return ""
	}
	name := text.Or(text.OneLine(d.Get("fileName").Text()), "(no name)")
	out := name + "\n"
	if above := text.OneLine(d.Get("pathString").Text()); above != "" {
		out = above + " / " + out
	}
	var rows [][]string
	for _, f := range path.Items() {
		rows = append(rows, []string{named(f), f.Get("id").Text()})
	}
	return out + columns(append(rows, []string{name, d.Get("fileId").Text()}))
}

// columns writes rows below each other, indented. A cell is one line.
func columns(rows [][]string) string {
	table := make([][]text.Cell, len(rows))
	for i, row := range rows {
		table[i] = make([]text.Cell, 1, len(row)+1) // the empty one indents
		for _, cell := range row {
			table[i] = append(table[i], text.Cell{Text: text.OneLine(cell)})
		}
	}
	return text.Table(table)
}
