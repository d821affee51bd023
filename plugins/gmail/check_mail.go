package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/text"
)

func checkSend(p *actions.Params) {
	recipients(p)
	checkFrom(p)
	headers(p, "subject")
}

func checkCreateDraft(p *actions.Params) {
	checkSend(p)
	if p.Get("htmlBody").Text() != "" {
		p.WarnProxy("An Apps Script proxy ignores htmlBody here: the draft then holds body alone.")
	}
}

func checkForward(p *actions.Params) {
	checkIDs(p)
	recipients(p)
	checkFrom(p)
}

func checkAnswer(p *actions.Params) { checkForward(p) }

// checkFrom looks at the form alone: which addresses the account sends from only
// the service knows.
func checkFrom(p *actions.Params) {
	headers(p, "from")
	if from := p.Get("from").Text(); !text.Blank(from) {
		if _, fault := address.Parse(text.Trim(from)); fault != "" {
			p.Invalid("from", "from "+fault+".")
		}
	}
}

// checkUpdateDraft warns of what a proxy does not keep; the answer does not
// say.
func checkUpdateDraft(p *actions.Params) {
	checkIDs(p)
	recipients(p)
	checkFrom(p)
	headers(p, "subject")
	p.WarnProxy("An Apps Script proxy writes the draft anew as plain text: HTML, attachments and its place in a conversation are lost, and its id changes.")
	for _, key := range [...]string{"to", "subject", "body", "cc", "bcc"} {
		if s, given := p.Get(key).AsString(); given && text.Blank(s) {
			p.WarnProxy("An Apps Script proxy keeps the old " + key + " where the new one is empty.")
		}
	}
}

// recipients looks at every list of recipients, after the schema: a draft's to
// has no format there, and white space at an address's ends may hide a line
// break.
func recipients(p *actions.Params) {
	for _, key := range [...]string{"to", "cc", "bcc"} {
		s := p.Get(key).Text()
		if holdsControl(s) {
			headers(p, key)
			continue
		}
		for _, member := range address.Split(s) {
			if fault := address.Fault(member); fault != "" {
				p.Invalid(key, key+" has an entry that "+fault+".")
			}
		}
	}
}
