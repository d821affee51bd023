package google

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/colour"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
)

// IsID is the servers' rule for the ids of files, folders and what stands in
// them; [ID] says the same in a schema.
func IsID(s string) bool {
	for i := range len(s) {
		if c := s[i]; !text.IsLetter(c) && !text.IsDigit(c) && c != '_' && c != '-' {
			return false
		}
	}
	return s != ""
}

// CheckPage refuses a page that begins too far into the results: servers that
// count pages give most of them and no more. advice is a sentence on what to do
// instead.
func CheckPage(p *actions.Params, most int64, advice string) {
	page, _ := p.Get("page").AsInt()
	size, _ := p.Get("maxResults").AsInt()
	if size < 1 {
		return
	}
	if last := most / size; page > last {
		p.Fail(plugin.LimitExceeded, "page", "page may be "+text.Int(int(last))+" at most with maxResults "+text.Int(int(size))+
			": only the first "+text.Int(int(most))+" results can be reached. "+advice)
	}
}

// CheckOpaque refuses what is no colour that covers.
func CheckOpaque(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if c := p.Get(key); c.Exists() && !colour.Opaque(c.Text()) {
			p.Invalid(key, key+" must be a colour that covers: #rgb, #rrggbb or a CSS name such as teal.")
		}
	}
}

// CheckBehind refuses what is no colour behind a text: one that covers, or none
// at all.
func CheckBehind(p *actions.Params, key string) {
	if c := p.Get(key); c.Exists() && !colour.Opaque(c.Text()) && !colour.Transparent(c.Text()) {
		p.Invalid(key, key+" must be #rgb, #rrggbb, a CSS name such as teal, or transparent; there are no half transparent colours.")
	}
}

// WarnTrimmed tells about white space that a proxy takes off in silence. It is
// told of nothing but white space too, which a proxy refuses as empty.
func WarnTrimmed(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if s := p.Get(key).Text(); text.Trim(s) != s {
			p.WarnProxy("An Apps Script proxy takes white space off both ends of " + key + ".")
		}
	}
}
