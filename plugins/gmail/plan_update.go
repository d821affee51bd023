package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/plugins/gmail/internal/htmltext"
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// planUpdateDraft writes the draft anew in its place, with all of it that the
// call does not change: the API has no other way.
func planUpdateDraft(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		if err := checkFiles(filesSize(s)); err != nil {
			return nil, err
		}
		return s.Ask("original", wholeDraft(theOne(s, routeDraft, "draftId")), allAliases()), nil
	case "original":
		d, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if next, err := askWhole(s, d.Get("message"), s.Responses[1].Body); next != nil || err != nil {
			return next, err
		}
		return rewriteDraft(s, d.Get("message"), s.Responses[1].Body)
	case "parts":
		return rewriteDraft(s, value.Value{}, value.Value{})
	case "written":
		return wroteDraft(s, s.State)
	case "reread", "rereadTexts":
		return rereadDraft(s)
	}
	return s.Stray()
}

func rewriteDraft(s *plugin.Step, m, sendAs value.Value) (*plugin.Next, error) {
	w, err := gotWhole(s, m, sendAs)
	if err != nil {
		return nil, err
	}
	l, err := changedDraft(s, w)
	if err != nil {
		return nil, err
	}
	r, err := l.request(s, one(routeDraftUpdate, param(s, "draftId")), true)
	if err != nil {
		return nil, err
	}
	return s.Ask("written", r.Keep("id,message(id,threadId)")).Keep(l.summary()), nil
}

// changedDraft is the draft with the changes of the call.
func changedDraft(s *plugin.Step, w complete) (*letter, error) {
	m, own := w.message, w.own
	l := &letter{thread: m.Get("threadId").Text()}
	old := own.standard()
	if from := listOf(m, "From"); len(from) > 0 {
		old = from[0]
	}
	var err error
	if l.From, err = own.sender(param(s, "from"), old); err != nil {
		return nil, err
	}
	for _, k := range [...]struct {
		key, header string
		list        *[]address.Mailbox
	}{{"to", "To", &l.To}, {"cc", "Cc", &l.Cc}, {"bcc", "Bcc", &l.Bcc}} {
		if err := l.changeList(s, m, k.key, k.header, k.list); err != nil {
			return nil, err
		}
	}
	l.Subject = header(m, "Subject")
	if subject := param(s, "subject"); !text.Blank(subject) {
		l.Subject = subject
	}
	l.InReplyTo = mail.ID(headerOf(m.Get("payload"), "In-Reply-To"))
	l.References = mail.IDs(headerOf(m.Get("payload"), "References"))
	l.changeTexts(s, w.texts)
	l.Attachments = w.files
	l.attach(s)
	return l, nil
}

// changeList takes the addresses of the call, or keeps those of the draft. An
// empty text takes copies off; the recipient stays.
func (l *letter) changeList(s *plugin.Step, m value.Value, key, name string, list *[]address.Mailbox) (err error) {
	written, given := s.Params.Get(key).AsString()
	if given && (!text.Blank(written) || key != "to") {
		*list, err = addressed(s, key)
		return err
	}
	skipped := 0
	if *list, skipped = readList(m, name); skipped > 0 {
		l.warnings = append(l.warnings, text.Count(skipped, "entry", "entries")+" of "+name+" can't be read as an address and had to be left out.")
	}
	return nil
}

// changeTexts changes the text. Its two versions must not say different things,
// so the one that is not given is made anew or dropped.
func (l *letter) changeTexts(s *plugin.Step, old texts) {
	l.Text, l.HTML = old.plain, old.html
	if old.part == "text/html" {
		l.Text = "" // it was read from the HTML and stands nowhere
	}
	body, html := param(s, "body"), param(s, "htmlBody")
	newBody, newHTML := !text.Blank(body), !text.Blank(html)
	if newBody {
		l.Text = body
	}
	switch {
	case newHTML:
		l.HTML = html
		if !newBody {
			l.Text = htmltext.Convert(html).Text
		}
	case s.Params.Has("htmlBody"):
		l.HTML = ""
	case newBody && old.html != "":
		l.HTML = ""
		l.warnings = append(l.warnings, "The draft's HTML said the old text and was dropped: give htmlBody as well to have both.")
	}
}
