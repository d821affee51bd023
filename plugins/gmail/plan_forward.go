package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/htmltext"
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// askWhole asks for what the message lacks, and keeps it with the user's
// addresses; the step is nil where nothing is missing.
func askWhole(s *plugin.Step, m, sendAs value.Value) (*plugin.Next, error) {
	requests, err := fetchWhole(m)
	if err != nil || requests == nil {
		return nil, err
	}
	return s.Ask("parts", requests...).Keep(value.Object(
		value.M("messages", value.Array(m)),
		value.M("extra", sendAs),
	)), nil
}

// complete is a message with all that belongs to it.
type complete struct {
	message value.Value
	texts   texts
	files   []mail.Attachment
	own     aliases
}

// gotWhole gives the message, after the step parts or without one.
func gotWhole(s *plugin.Step, m, sendAs value.Value) (w complete, err error) {
	var responses []plugin.Response
	if s.Name == "parts" {
		asked := len(wantedTexts(s.State.Get("messages").Items()))
		messages, kept := fetchedTexts(s)
		m, sendAs = messages[0], kept
		responses = s.Responses[min(asked, len(s.Responses)):]
	}
	w = complete{message: m, own: aliasesOf(sendAs)}
	p := partsOf(w.message.Get("payload"))
	w.texts = p.texts()
	if err = checkWhole(w.texts); err != nil {
		return w, err
	}
	w.files, err = fetchedFiles(w.message, responses, w.texts.html)
	return w, err
}

// planForward sends a message on, with its text and its files.
func planForward(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		if err := checkFiles(filesSize(s)); err != nil {
			return nil, err
		}
		return s.Ask("original", wholeMessage(theOne(s, routeMessage, "messageId")), allAliases()), nil
	case "original":
		m, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if next, err := askWhole(s, m, s.Responses[1].Body); next != nil || err != nil {
			return next, err
		}
		return sendForward(s, m, s.Responses[1].Body)
	case "parts":
		return sendForward(s, value.Value{}, value.Value{})
	case "sent":
		m := s.Responses[0].Body
		data := did("forwarded", s, "messageId")
		data.Set("to", s.Params.Get("to"))
		data.Set("cc", s.State.Get("cc"))
		data.Set("bcc", s.State.Get("bcc"))
		data.Set("subject", s.State.Get("subject"))
		data.Set("sentMessageId", m.Get("id"))
		data.Set("threadId", m.Get("threadId"))
		return plugin.Done(data).Warn(stringsOf(s.State.Get("warnings"))...), nil
	}
	return s.Stray()
}

func sendForward(s *plugin.Step, m, sendAs value.Value) (*plugin.Next, error) {
	w, err := gotWhole(s, m, sendAs)
	if err != nil {
		return nil, err
	}
	l := &letter{thread: w.message.Get("threadId").Text()}
	if l.From, err = w.own.sender(param(s, "from"), w.own.standard()); err != nil {
		return nil, err
	}
	if l.To, err = addressed(s, "to"); err != nil {
		return nil, err
	}
	if err := l.addressCopies(s); err != nil {
		return nil, err
	}
	l.Subject = prefixed(header(w.message, "Subject"), "Fwd:", "fwd:", "fw:")
	l.follow(w.message)
	l.InReplyTo = "" // it answers nothing, but belongs to the conversation
	l.warnings = nil // and one without a Message-ID is complete all the same
	l.Text, l.HTML = param(s, "body"), param(s, "htmlBody")
	if text.Blank(l.Text) && l.HTML != "" {
		l.Text = htmltext.Convert(l.HTML).Text
	}
	l.forwardBelow(w.message, w.texts)
	l.Attachments = w.files
	l.attach(s)
	return l.send(s)
}
