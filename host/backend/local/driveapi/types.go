package driveapi

import (
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Google's own types.
const (
	nativePrefix     = "application/vnd.google-apps."
	mimeFolder       = nativePrefix + "folder"
	mimeShortcut     = nativePrefix + "shortcut"
	mimeDocument     = nativePrefix + "document"
	mimeSpreadsheet  = nativePrefix + "spreadsheet"
	mimePresentation = nativePrefix + "presentation"

	octets = "application/octet-stream"
)

// creatable are the native types that files can be made of, with the first
// part of the address of their editors.
var creatable = map[string]string{
	mimeDocument: "document", mimeSpreadsheet: "spreadsheets", mimePresentation: "presentation",
	nativePrefix + "drawing": "drawings", nativePrefix + "form": "forms", nativePrefix + "site": "sites", nativePrefix + "map": "maps",
	nativePrefix + "script": "scripts", nativePrefix + "jam": "jamboards", mimeFolder: "", mimeShortcut: "",
}

// extensions gives the types of common names; the system's own tables would
// answer differently on each machine.
var extensions = map[string]string{
	".txt": "text/plain", ".text": "text/plain", ".log": "text/plain", ".md": "text/markdown", ".markdown": "text/markdown",
	".html": "text/html", ".htm": "text/html", ".css": "text/css", ".csv": "text/csv", ".tsv": "text/tab-separated-values",
	".js": "text/javascript", ".json": "application/json", ".xml": "text/xml", ".yaml": "application/yaml", ".yml": "application/yaml",
	".pdf": "application/pdf", ".rtf": "application/rtf", ".epub": "application/epub+zip", ".ics": "text/calendar", ".vcf": "text/vcard", ".eml": "message/rfc822",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".svg": "image/svg+xml", ".webp": "image/webp", ".bmp": "image/bmp", ".tiff": "image/tiff",
	".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg", ".mp4": "video/mp4", ".mov": "video/quicktime", ".webm": "video/webm",
	".zip": "application/zip", ".gz": "application/gzip", ".tar": "application/x-tar", ".7z": "application/x-7z-compressed",
	".doc": "application/msword", ".xls": "application/vnd.ms-excel", ".ppt": "application/vnd.ms-powerpoint",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".odt":  "application/vnd.oasis.opendocument.text", ".ods": "application/vnd.oasis.opendocument.spreadsheet", ".odp": "application/vnd.oasis.opendocument.presentation",
}

// guess chooses the type of new content: by what the client stated, by the
// name, by how it begins.
func guess(stated, name string, start []byte) string {
	if bare, _, err := mime.ParseMediaType(stated); err == nil && bare != octets {
		return bare
	}
	if known, ok := extensions[strings.ToLower(path.Ext(name))]; ok {
		return known
	}
	if len(start) == 0 {
		return octets
	}
	bare, _, _ := strings.Cut(http.DetectContentType(start), ";")
	return bare
}

// nameExtension gives the last one of a name and the full one: "gz", "tar.gz".
func nameExtension(name string) (last, full string) {
	parts := strings.Split(name, ".")
	if len(parts) < 2 || parts[0] == "" && len(parts) == 2 {
		return "", ""
	}
	last = parts[len(parts)-1]
	if !plainExtension(last) {
		return "", ""
	}
	full = last
	if len(parts) > 2 && slices.Contains([]string{"gz", "bz2", "xz", "zst"}, strings.ToLower(last)) && plainExtension(parts[len(parts)-2]) {
		full = parts[len(parts)-2] + "." + last
	}
	return last, full
}

// plainExtension keeps the ends of sentences from being extensions.
func plainExtension(s string) bool {
	return s != "" && len(s) <= 16 && strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
	}) < 0
}

// textual says whether the search can read content of this type.
func textual(mimeType string) bool {
	return strings.HasPrefix(mimeType, "text/") || slices.Contains([]string{"application/json", "application/yaml", "application/xml"}, mimeType)
}
