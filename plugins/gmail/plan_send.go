package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// newLetter is a mail that begins a conversation.
func newLetter(s *plugin.Step, own aliases) (*letter, error) {
	l := &letter{}
	var err error
	if l.From, err = own.sender(param(s, "from"), own.standard()); err != nil {
		return nil, err
	}
	if l.To, err = addressed(s, "to"); err != nil {
		return nil, err
	}
	if err := l.addressCopies(s); err != nil {
		return nil, err
	}
	l.Subject, l.Text, l.HTML = param(s, "subject"), param(s, "body"), param(s, "htmlBody")
	l.attach(s)
	return l, nil
}

// compose is how a new letter begins: with the user's addresses, of which one
// may be its sender. What the arguments describe is handed to finish.
func compose(s *plugin.Step, finish func(*letter, *plugin.Step) (*plugin.Next, error)) (*plugin.Next, error) {
	if s.Name == "" {
		if err := checkFiles(filesSize(s)); err != nil {
			return nil, err
		}
		return s.Ask("aliases", allAliases()), nil
	}
	l, err := newLetter(s, aliasesOf(s.Responses[0].Body))
	if err != nil {
		return nil, err
	}
	return finish(l, s)
}

func planSend(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "", "aliases":
		return compose(s, (*letter).send)
	case "sent":
		m := s.Responses[0].Body
		data := value.Object(
			value.M("sent", value.Bool(true)),
			value.M("to", s.Params.Get("to")),
			value.M("subject", s.Params.Get("subject")),
			value.M("cc", s.State.Get("cc")),
			value.M("bcc", s.State.Get("bcc")),
			value.M("from", s.State.Get("from")),
			value.M("id", m.Get("id")),
			value.M("threadId", m.Get("threadId")),
			value.M("labelIds", m.Get("labelIds")),
		)
		return plugin.Done(data).Warn(stringsOf(s.State.Get("warnings"))...), nil
	}
	return s.Stray()
}

// planCreateDraft writes a draft: nothing here can send.
func planCreateDraft(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "", "aliases":
		return compose(s, (*letter).createDraft)
	case "written":
		return wroteDraft(s, s.State)
	case "reread", "rereadTexts":
		return rereadDraft(s)
	}
	return s.Stray()
}
