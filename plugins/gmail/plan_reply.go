package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// askOriginal asks for the message to answer, and for the user's addresses. Its
// text is asked for only where it will be quoted.
func askOriginal(s *plugin.Step) (*plugin.Next, error) {
	if err := checkFiles(filesSize(s)); err != nil {
		return nil, err
	}
	original := withHeaders(theOne(s, routeMessage, "messageId"), answerHeaders...).Keep("id,threadId,labelIds,payload")
	if quotes(s) {
		original = wholeMessage(theOne(s, routeMessage, "messageId")).MaxText(maxBodyUnits)
	}
	return s.Ask("original", original, allAliases()), nil
}

func quotes(s *plugin.Step) bool { return s.Params.Get("quote").IsTrue() }

// answerWritten runs the steps up to the letter: it gives either the next step
// or the letter.
func answerWritten(s *plugin.Step, toAll bool) (*plugin.Next, *letter, error) {
	var original, sendAs value.Value
	switch s.Name {
	case "original":
		m, err := s.Responses[0].Object()
		if err != nil {
			return nil, nil, err
		}
		original, sendAs = m, s.Responses[1].Body
		if quotes(s) {
			if next := fetchTexts(s, []value.Value{m}, sendAs, maxBodyUnits); next != nil {
				return next, nil, nil
			}
		}
	case "texts":
		messages, extra := fetchedTexts(s)
		original, sendAs = messages[0], extra
	default:
		next, err := s.Stray()
		return next, nil, err
	}
	l, err := newAnswer(s, original, aliasesOf(sendAs), toAll)
	if err != nil {
		return nil, nil, err
	}
	l.Text, l.HTML = param(s, "body"), param(s, "htmlBody")
	if quotes(s) {
		l.quoteBelow(original)
	}
	l.attach(s)
	return nil, l, nil
}

// sendAnswer sends an answer and says so with the flag.
func sendAnswer(s *plugin.Step, flag string, toAll bool) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return askOriginal(s)
	case "sent":
		m := s.Responses[0].Body
		data := did(flag, s, "messageId")
		data.Set("sentMessageId", m.Get("id"))
		data.Set("threadId", m.Get("threadId"))
		for _, key := range [...]string{"to", "cc", "bcc", "from", "subject"} {
			data.Set(key, s.State.Get(key))
		}
		return plugin.Done(data).Warn(stringsOf(s.State.Get("warnings"))...).Warn(strayed(s.State, m)), nil
	}
	next, l, err := answerWritten(s, toAll)
	if l == nil {
		return next, err
	}
	return l.send(s)
}

// strayed says that Gmail put an answer that names no message elsewhere than it
// was told to; "" where it did not.
func strayed(sent, message value.Value) string {
	wanted, got := sent.Get("thread").Text(), message.Get("threadId").Text()
	if wanted == "" || got == "" || wanted == got {
		return ""
	}
	return "Gmail put the answer into a conversation of its own, " + got + ", and not into " + wanted + "."
}

// draftAnswer writes the draft of an answer: nothing here can send. The step
// that reads the written draft's long texts has its own name, since an original
// has them too.
func draftAnswer(s *plugin.Step, toAll bool) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return askOriginal(s)
	case "written":
		return wroteDraft(s, s.State)
	case "reread", "rereadTexts":
		return rereadDraft(s)
	}
	next, l, err := answerWritten(s, toAll)
	if l == nil {
		return next, err
	}
	return l.createDraft(s)
}

func planReply(s *plugin.Step) (*plugin.Next, error)    { return sendAnswer(s, "replied", false) }
func planReplyAll(s *plugin.Step) (*plugin.Next, error) { return sendAnswer(s, "repliedAll", true) }

func planCreateDraftReply(s *plugin.Step) (*plugin.Next, error)    { return draftAnswer(s, false) }
func planCreateDraftReplyAll(s *plugin.Step) (*plugin.Next, error) { return draftAnswer(s, true) }
