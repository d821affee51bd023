package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxOffset is the last place at which servers begin a page of files; they
// walk through all files before it.
const maxOffset = 5000

// apart refuses a file that is to go into, or out of, itself.
func apart(folderKey string) func(*actions.Params) {
	return func(p *actions.Params) { checkApart(p, folderKey) }
}

func checkApart(p *actions.Params, folderKey string) {
	if id := p.Get(folderKey).Text(); id != "" && id == p.Get("fileId").Text() {
		p.Invalid(folderKey, folderKey+" names the file itself. It must be the id of a folder.")
	}
}

func checkCopy(p *actions.Params) {
	p.NotBlank("name")
	checkApart(p, "destFolderId")
}

// checkFileList makes the page token what proxies take: their answers write it
// as text ("50") and their schema wants the number, so a client that sent back
// what it got was refused. A token of Google's own, which is far longer, stays
// text.
func checkFileList(p *actions.Params) {
	if id, given := p.Get("folderId").AsString(); given && !google.IsID(id) {
		p.Invalid("folderId", "folderId must be a folder's id: letters, digits, - and _. Leave it out for the root folder.")
	}
	if !p.Has("folderId") && p.Has("driveId") {
		p.Set("folderId", p.Get("driveId")) // the top folder of a shared drive has the drive's id
	}
	checkOrder(p)
	if token := p.Get("pageToken").Text(); len(token) >= minToken {
		p.WarnProxy("The page token is one of Google's own, which an Apps Script proxy does not know: it begins at the first file again.")
	} else if n, ok := text.Digits(token); ok {
		p.Set("pageToken", value.Int(n))
	} else if token != "" {
		p.Invalid("pageToken", "pageToken must be the nextPageToken of an answer of drive_list_files: of a proxy's, a number up to 5000.")
	}
	if n := p.Get("pageToken").Number(); n != "" && !number.Read(n).Less(number.Read(text.Int(maxOffset+1))) {
		p.Fail(plugin.LimitExceeded, "pageToken", "A folder's files can be paged up to number 5000 only. Find the rest with drive_search_files.")
	}
	for _, key := range [...]string{"pageSize", "pageToken"} {
		if v := p.Get(key); v.Number() != "" && !isWhole(v) {
			p.Warn(key + " is no whole number, and pages may overlap. Give a whole number.")
		}
	}
}

func isWhole(v value.Value) bool { _, ok := v.AsInt(); return ok }

// checkFolderList: a server does not take an absent folder for the root.
func checkFolderList(p *actions.Params) {
	if !p.Has("folderId") {
		p.Warn("The action folderList needs a folderId. For the root folder use the action folderListRoot.")
	}
}

// checkSearch tells what a proxy makes of plain words; a plan looks for them
// ([searchQuery]).
func checkSearch(p *actions.Params) {
	checkOrder(p)
	if p.Get("allDrives").IsTrue() && p.Has("driveId") {
		p.Fail(twoScopes().Code, "allDrives", twoScopes().Message)
	}
	q, syntax := p.Get("query").Text(), p.Get("syntax").Text()
	if syntax != syntaxWords {
		checkQuotes(p, q)
	}
	if readQuery(q).terms || syntax != "" {
		return
	}
	say := "fullText contains 'words'"
	if text.Units(q) <= 100 {
		say = "fullText contains " + quoteText(q)
	}
	p.WarnProxy("The query has no term of Drive's search language, such as name contains 'plan'. To look for text write " + say + ".")
}

// orders are what lists can be sorted by.
var orders = [...]string{"createdTime", "folder", "modifiedByMeTime", "modifiedTime", "name", "name_natural",
	"quotaBytesUsed", "recency", "sharedWithMeTime", "starred", "viewedByMeTime"}

// checkOrder wants keys of the list, each with desc behind it or without.
func checkOrder(p *actions.Params) {
	v := p.Get("orderBy")
	if !v.Exists() {
		return
	}
	keys := split(v.Text())
	for _, key := range keys {
		name := firstWord(key)
		if rest := text.Trim(key[len(name):]); rest != "" && rest != "desc" || !isOrder(name) {
			keys = nil
		}
	}
	if len(keys) == 0 {
		list := ""
		for _, o := range orders {
			list = text.Join(list, ", ", o)
		}
		p.Invalid("orderBy", "orderBy must be keys with commas between them, each of "+list+", and desc behind one that is to be turned around.")
	}
}

func isOrder(name string) bool {
	for _, o := range orders {
		if o == name {
			return true
		}
	}
	return false
}

// checkComments reads the bound as the plan will send it.
func checkComments(p *actions.Params) { p.Date("startModifiedTime") }

func checkDriveQuery(p *actions.Params) {
	if q := p.Get("query").Text(); q != "" {
		checkQuotes(p, q)
	}
}

// checkQuotes refuses a search term that Google can't read. Plain words may
// have an apostrophe.
func checkQuotes(p *actions.Params, q string) {
	switch s := readQuery(q); {
	case !s.terms:
	case s.glued:
		p.Invalid("query", `query has a text that ends inside a word. Put a backslash before a quote that belongs to the text: name contains 'Jack\'s plan'.`)
	case s.open:
		p.Invalid("query", `query has a text whose closing quote is missing. Put a backslash before a quote that belongs to the text: name contains 'Jack\'s plan'.`)
	}
}

func checkChanges(p *actions.Params) {
	if p.Get("restrictToMyDrive").IsTrue() && p.Has("driveId") {
		p.Warn("restrictToMyDrive leaves out every shared drive, so it can't be combined with driveId. Give one of them.")
	}
	for _, space := range split(p.Get("spaces").Text()) {
		if space != "drive" && space != "appDataFolder" {
			p.Warn("spaces may hold drive and appDataFolder; Drive knows no other space.")
			return
		}
	}
}

// split parts a list at its commas and trims the parts; blank ones are left
// out.
func split(s string) []string {
	var out []string
	for start, i := 0, 0; i <= len(s); i++ {
		if i < len(s) && s[i] != ',' {
			continue
		}
		if part := text.Trim(s[start:i]); part != "" {
			out = append(out, part)
		}
		start = i + 1
	}
	return out
}
