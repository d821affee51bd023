package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
)

// nativePrefix begins the types of Google's own documents, folders and
// shortcuts: files without bytes of their own.
const nativePrefix = "application/vnd.google-apps."

func isNative(mimeType string) bool {
	m := text.Lower(text.Trim(mimeType))
	return text.HasPrefix(m, nativePrefix) && m != nativePrefix
}

// checkCreate wants a name where no local file brings one.
func checkCreate(p *actions.Params) {
	if name, given := p.Get("name").AsString(); text.Blank(name) && (given || !p.Has("file")) {
		p.Invalid("name", "name must not be empty.")
	}
	checkMimeType(p)
	if isNative(p.Get("mimeType").Text()) {
		p.Fail(nativeTarget().Code, "mimeType", nativeTarget().Message)
	}
	checkContent(p)
}

// checkMimeType wants type/subtype, with or without parameters: people write
// "pdf".
func checkMimeType(p *actions.Params) {
	m := p.Get("mimeType")
	if m.Exists() && !isMimeType(text.Trim(m.Text())) {
		p.Invalid("mimeType", "mimeType must be a media type, such as text/plain, text/csv or application/pdf.")
	}
}

// isMimeType goes by RFC 6838, section 4.2: two names of letters, digits and
// some signs. Parameters behind a semicolon are not looked at.
func isMimeType(s string) bool {
	for i := range len(s) {
		if s[i] == ';' {
			s = text.Trim(s[:i])
			break
		}
	}
	slash := -1
	for i := range len(s) {
		switch c := s[i]; {
		case c == '/' && slash < 0:
			slash = i
		case c == '!' || c == '#' || c == '$' || c == '&' || c == '-' || c == '^' || c == '.' || c == '+':
		case c >= 0x80 || !isWord(c):
			return false
		}
	}
	return slash > 0 && slash < len(s)-1
}

// checkContent wants one of content and file, and warns of what proxies cut off. A single line end at the end is
// what every text file has; its loss changes nothing that a reader sees.
func checkContent(p *actions.Params) {
	content, given := p.Get("content").AsString()
	switch p.NotBlank("file"); {
	case p.Has("file") && p.Has("content"):
		p.Fail(bothGiven().Code, "file", bothGiven().Message)
	case p.Has("file"):
		return
	case !given:
		p.Fail(noContentGiven().Code, "content", noContentGiven().Message)
	}
	kept := text.Trim(content)
	if len(content) > 0 && content[len(content)-1] == '\n' {
		content = content[:len(content)-1]
	}
	if kept != "" && kept != content {
		p.WarnProxy("An Apps Script proxy cuts off white space at the start and the end of content.")
	}
}

func checkMetadata(p *actions.Params) {
	p.NotBlank("name")
	if !p.Has("name") && !p.Has("description") {
		p.Warn("Neither name nor description is given, so nothing changes.")
	}
}

// checkCommentUpdate: Google lets nobody set resolved; a reply that resolves
// would do it, and proxies send none.
func checkCommentUpdate(p *actions.Params) {
	p.NotBlank("content")
	switch {
	case p.Has("resolved"):
		p.WarnProxy("An Apps Script proxy can't resolve or reopen a comment; only new content takes effect there.")
	case !p.Has("content"):
		p.Warn("Neither content nor resolved is given, and there is nothing to change.")
	}
}

// checkSharing goes by what Google refuses for a link or a domain
// (https://developers.google.com/apps-script/reference/drive/permission).
func checkSharing(p *actions.Params) {
	access, permission := p.Get("access").Text(), p.Get("permission").Text()
	granted := permission == "VIEW" || permission == "COMMENT" || permission == "EDIT"
	switch {
	case access == "PRIVATE" && !granted && permission != "NONE":
		p.Warn("With access PRIVATE the permission has no meaning.")
		p.WarnProxy("An Apps Script proxy refuses " + permission + " even with access PRIVATE. Give VIEW.")
	case access == "PRIVATE" || granted:
	case access == "ANYONE" && permission == "NONE":
		p.Warn("ANYONE with NONE gives nobody anything. Access PRIVATE ends sharing by link.")
	default:
		p.Invalid("permission", permission+" can't be given to everyone with "+access+". Give VIEW, COMMENT or EDIT.")
	}
}
