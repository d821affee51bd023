package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderFolderContent lists folders, then files, as the server does.
func renderFolderContent(d value.Value) string {
	folders, files := d.Get("folders"), d.Get("files")
	if folders.Kind() != value.KindArray || files.Kind() != value.KindArray {
		return ""
	}
	out := text.Or(text.OneLine(d.Get("folderName").Text()), "(no name)") + " (" + d.Get("folderId").Text() + "): " +
		text.Count(folders.Len(), "folder", "folders") + ", " + text.Count(files.Len(), "file", "files") + "\n"
	var rows [][]string
	for _, f := range folders.Items() {
		rows = append(rows, []string{named(f) + "/", f.Get("id").Text(), "folder"})
	}
	for _, f := range files.Items() {
		rows = append(rows, []string{named(f), f.Get("id").Text(), f.Get("mimeType").Text()})
	}
	out += columns(rows)
	if d.Get("hasMore").IsTrue() {
		out += "There are more entries than are shown. drive_list_files pages through all files of the folder.\n"
	}
	return out
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

// columns writes rows below each other, the cells aligned and apart by two
// blanks, each line indented by two. A cell is one line.
func columns(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i := range row {
			row[i] = text.OneLine(row[i])
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], text.Units(row[i]))
		}
	}
	var out []byte
	for _, row := range rows {
		end := len(row)
		for end > 0 && row[end-1] == "" {
			end--
		}
		for i, cell := range row[:end] {
			out = append(append(out, "  "...), cell...)
			for n := text.Units(cell); n < widths[i] && i < end-1; n++ {
				out = append(out, ' ')
			}
		}
		out = append(out, '\n')
	}
	return string(out)
}
