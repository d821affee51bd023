package main

import (
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// textForms are the types that drive_read_file turns Google's documents into
// unless it is told another one. A spreadsheet's CSV holds its first sheet.
var textForms = [...][2]string{
	{nativePrefix + "document", plainText},
	{nativePrefix + "spreadsheet", "text/csv"},
	{nativePrefix + "presentation", plainText},
	{nativePrefix + "drawing", "image/svg+xml"},
	{nativePrefix + "script", nativePrefix + "script+json"},
}

// plainText is the schema's default: it stands for "as the file is", since a
// call that leaves mimeType out can't be told from one that asks for it.
const plainText = "text/plain"

// readers are the tools that read documents part by part, where an export is
// too large or loses too much.
var readers = [...][2]string{
	{nativePrefix + "document", "docs_get_document"},
	{nativePrefix + "spreadsheet", "sheets_read_range"},
	{nativePrefix + "presentation", "slides_get_presentation"},
	{nativePrefix + "form", "forms_get_form"},
	{typeFolder, "drive_list_folders"},
}

// endings are what the names of exported files end in.
var endings = [...][2]string{
	{plainText, ".txt"},
	{"text/csv", ".csv"},
	{"text/tab-separated-values", ".tsv"},
	{"text/html", ".html"},
	{"text/markdown", ".md"},
	{"text/x-markdown", ".md"},
	{"application/pdf", ".pdf"},
	{"application/rtf", ".rtf"},
	{"application/zip", ".zip"},
	{"application/epub+zip", ".epub"},
	{nativePrefix + "script+json", ".json"},
	{"application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx"},
	{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"},
	{"application/vnd.openxmlformats-officedocument.presentationml.presentation", ".pptx"},
	{"application/vnd.oasis.opendocument.text", ".odt"},
	{"application/vnd.oasis.opendocument.spreadsheet", ".ods"},
	{"application/x-vnd.oasis.opendocument.spreadsheet", ".ods"},
	{"application/vnd.oasis.opendocument.presentation", ".odp"},
	{"image/svg+xml", ".svg"},
	{"image/png", ".png"},
	{"image/jpeg", ".jpg"},
	{"video/mp4", ".mp4"},
}

// of finds what stands beside a word in a table; "" where there is none.
func of(table [][2]string, word string) string {
	for _, row := range table {
		if row[0] == word {
			return row[1]
		}
	}
	return ""
}

// exportName is the document's name with the ending of the format, once.
func exportName(name, mimeType string) string {
	end := of(endings[:], essence(mimeType))
	if len(name) >= len(end) && text.Lower(name[len(name)-len(end):]) == end {
		return name
	}
	return name + end
}

// essence is a media type without its parameters, in small letters.
func essence(mimeType string) string {
	for i := range len(mimeType) {
		if mimeType[i] == ';' {
			mimeType = mimeType[:i]
			break
		}
	}
	return text.Lower(text.Trim(mimeType))
}

// maxType is the longest media type that is passed on, in bytes.
const maxType = 127

// contentType is a media type as it may stand in a header: of its parameters
// only the charset is kept. "" is none: files carry types that are no types.
func contentType(mimeType string) string {
	e := essence(mimeType)
	if !isMimeType(e) || len(e) > maxType {
		return ""
	}
	for rest := mimeType; ; {
		semicolon := text.Index(rest, ";")
		if semicolon < 0 {
			return e
		}
		rest = text.Trim(rest[semicolon+1:])
		const charset = "charset="
		if len(rest) <= len(charset) || text.Lower(rest[:len(charset)]) != charset {
			continue
		}
		if name := charsetName(rest[len(charset):]); name != "" {
			return e + "; " + charset + name
		}
	}
}

// charsetName is the name that s begins with, in quotes or without.
func charsetName(s string) string {
	if s[0] == '"' {
		s = s[1:]
	}
	n := 0
	for n < len(s) && n < maxType && s[n] < 0x80 && (isWord(s[n]) || s[n] == '-' || s[n] == '.' || s[n] == ':') {
		n++
	}
	if n < len(s) && s[n] != ';' && s[n] != '"' && s[n] != ' ' {
		return ""
	}
	return s[:n]
}

// formats names what a document can be exported as, by the links that Drive
// gives with it; "" where it gives none, which says nothing.
func formats(f value.Value) (list string, has func(mimeType string) bool) {
	links := f.Get("exportLinks").Members()
	for _, m := range links {
		list = text.Join(list, ", ", m.Key)
	}
	return list, func(mimeType string) bool {
		for _, m := range links {
			if essence(m.Key) == essence(mimeType) {
				return true
			}
		}
		return len(links) == 0
	}
}
