package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
)

// checkIDs refuses what people take for ids; the table refuses what would leave
// its place in a path. Gmail's own rules are not guessed at: an id that Gmail gave
// must pass.
func checkIDs(p *actions.Params) {
	for _, key := range idKeys {
		if p.Has(key) {
			checkID(p, key, p.Get(key).Text())
		}
	}
	headers(p, "labelName")
}

// checkAttachment wants a word on which attachment is meant. Proxies know ids
// alone.
func checkAttachment(p *actions.Params) {
	checkIDs(p)
	p.NotBlank("attachmentId")
	if p.Has("attachmentId") {
		return
	}
	if !p.Rest {
		p.Invalid("attachmentId", "attachmentId must be given: an Apps Script proxy finds an attachment by nothing else.")
	}
	if text.Blank(p.Get("partId").Text()) && text.Blank(p.Get("filename").Text()) {
		p.Invalid("attachmentId", "attachmentId, partId or filename must be given. gmail_get_message shows them.")
	}
}

func checkID(p *actions.Params, key, id string) {
	for i := range len(id) {
		switch c := id[i]; {
		case c == '@' || c == '<' || c == '>':
			p.Invalid(key, key+" is an id that Gmail gave, such as 18c2f0a9d3b1e4f7, and neither an address nor a Message-ID header. "+
				"To find a mail by its Message-ID search for rfc822msgid: and the header.")
		case c <= ' ' || c == 0x7f || c == '/' || c == '\\' || c == '?' || c == '#' || c == '%' || c == '"' || c == ',':
			p.Invalid(key, key+" must be one id as Gmail gave it, such as 18c2f0a9d3b1e4f7: it holds a character that no id has.")
		}
	}
}

// headers refuses line breaks and other control characters where a text becomes
// a line of a mail's head: a line break there would begin a header of the
// writer's choice, such as another recipient.
func headers(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if s := p.Get(key).Text(); holdsControl(s) {
			p.Invalid(key, key+" must be one line: it holds a line break or another control character.")
		}
	}
}

func holdsControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' || s[i] == 0x7f {
			return true
		}
	}
	return false
}

func checkAddLabel(p *actions.Params) {
	checkIDs(p)
	if isTrash(p.Get("labelName").Text()) {
		p.Invalid("labelName", "labelName can't be TRASH or SPAM: that would remove mail without asking. Use gmail_trash_thread, which asks.")
	}
}

// isTrash tells whether a label takes mail away: Gmail deletes what is in trash
// or spam after 30 days.
func isTrash(label string) bool {
	name := text.Upper(text.Trim(label))
	return name == "TRASH" || name == "SPAM"
}

// checkBatchModify lets a call without both lists pass: the server refuses it.
func checkBatchModify(p *actions.Params) {
	for i, id := range p.Get("messageIds").Items() {
		at := "messageIds." + text.Int(i)
		if text.Blank(id.Text()) {
			p.Invalid(at, "messageIds must hold ids: number "+text.Int(i)+" is empty.")
			return
		}
		checkID(p, at, id.Text())
	}
	checkLabels(p, "addLabels can't hold TRASH or SPAM: that would remove many mails without asking. Use gmail_trash_message, also in a batch; it asks.",
		"A label can't be added and taken off in one call: it is in addLabels and in removeLabels.")
	if (p.Has("addLabels") || p.Has("removeLabels")) && !says(p, "addLabels", "removeLabels") {
		p.Invalid("addLabels", "addLabels and removeLabels name no label: give at least one.")
	}
}

// checkLabels refuses labels that take mail away, with the sentence trash, and
// those that are both added and taken off, with the sentence both.
func checkLabels(p *actions.Params, trash, both string) {
	for i, l := range p.Get("addLabels").Items() {
		if isTrash(l.Text()) {
			p.Invalid("addLabels."+text.Int(i), trash)
		}
		for j, r := range p.Get("removeLabels").Items() {
			if l.Text() == r.Text() && !text.Blank(l.Text()) {
				p.Invalid("removeLabels."+text.Int(j), both)
			}
		}
	}
}
