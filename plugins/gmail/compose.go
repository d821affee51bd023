package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxFiles is what all attachments of a mail may have together, in bytes:
	// Gmail refuses more than 25 MB.
	maxFiles = 25 << 20
	// maxMail is the largest mail that the API takes, in bytes.
	maxMail = 36_700_160
)

// letter is a mail that is being written, and where it belongs.
type letter struct {
	mail.Message
	// thread is the conversation; "" begins a new one.
	thread string
	// unnamed says that the letter answers a message without naming it, so that
	// Gmail may put it elsewhere.
	unnamed  bool
	warnings []string
}

// addressed reads a param of addresses.
func addressed(s *plugin.Step, key string) (list []address.Mailbox, err error) {
	for _, member := range address.Split(param(s, key)) {
		m, fault := address.Parse(member)
		if fault != "" {
			return nil, plugin.Invalid(key, key+" has an entry that "+fault+". Nothing was sent.")
		}
		list = append(list, m)
	}
	return list, nil
}

// addressCopies adds the cc and bcc of the call.
func (l *letter) addressCopies(s *plugin.Step) error {
	cc, err := addressed(s, "cc")
	if err != nil {
		return err
	}
	bcc, err := addressed(s, "bcc")
	l.Cc, l.Bcc = append(l.Cc, cc...), append(l.Bcc, bcc...)
	return err
}

// distinct takes out addresses that stand in the letter twice; the first place
// counts, To before Cc before Bcc.
func (l *letter) distinct() {
	var seen []string
	for _, list := range [...]*[]address.Mailbox{&l.To, &l.Cc, &l.Bcc} {
		var kept []address.Mailbox
		for _, m := range *list {
			if !contains(seen, m.Key()) {
				seen = append(seen, m.Key())
				kept = append(kept, m)
			}
		}
		*list = kept
	}
}

// attach adds the local files of the call. A mail of which nobody knows how its
// lines end can't be a part of the type for mails, so it is a file like others.
func (l *letter) attach(s *plugin.Step) {
	for _, f := range s.Files {
		kind := f.MimeType
		if text.HasPrefix(text.Lower(kind), "message/") {
			kind = "application/octet-stream"
		}
		l.Attachments = append(l.Attachments, mail.Attachment{Name: f.Name, MimeType: kind, Blob: f.Blob, Size: f.Size})
	}
}

// checkFiles refuses attachments that Gmail would refuse, before anything is
// asked for.
func checkFiles(total int) error {
	if total > maxFiles {
		return &plugin.Error{Code: plugin.LimitExceeded, Field: "attachments",
			Message: "The attachments have " + text.Int(total) + " bytes together; Gmail takes " + text.Int(maxFiles) + ". Share large files through Drive. Nothing was sent."}
	}
	return nil
}

func filesSize(s *plugin.Step) int {
	total := 0
	for _, f := range s.Files {
		total += f.Size
	}
	return total
}

// request writes the letter and asks the route to take it. inDraft says that the
// route wants a draft around the message.
func (l *letter) request(s *plugin.Step, r plugin.Request, inDraft bool) (plugin.Request, error) {
	l.distinct()
	total := 0
	for _, a := range l.Attachments {
		total += a.Size
	}
	if err := checkFiles(total); err != nil {
		return r, err
	}
	l.Date = mail.Date(s.Clock)
	written := l.Write(s.Clock.Nonce)
	if written.Size > maxMail {
		return r, plugin.Fail(plugin.LimitExceeded, "The mail has "+text.Int(written.Size)+" bytes; Gmail takes "+text.Int(maxMail)+". Nothing was sent.")
	}
	segments := make([]plugin.Segment, len(written.Segments))
	for i, seg := range written.Segments {
		switch {
		case seg.Blob == "":
			segments[i] = plugin.Text(seg.Text)
		case seg.Base64:
			segments[i] = plugin.Base64(seg.Blob)
		default:
			segments[i] = plugin.Bytes(seg.Blob)
		}
	}
	if l.thread != "" {
		body := value.Object(value.M("threadId", value.String(l.thread)))
		if inDraft {
			body = value.Object(value.M("message", body))
		}
		r = r.Body(body)
	}
	return r.Media("message/rfc822", segments...), nil
}

// summary is what the answer tells of the letter.
func (l *letter) summary() value.Value {
	sent := value.Object(
		value.M("to", value.String(mail.Show(l.To))),
		value.M("cc", optionalText(mail.Show(l.Cc))),
		value.M("bcc", optionalText(mail.Show(l.Bcc))),
		value.M("from", optionalText(l.From.Address)),
		value.M("subject", value.String(l.Subject)),
		value.M("warnings", value.Strings(l.warnings)),
	)
	if l.unnamed {
		sent.Set("thread", value.String(l.thread))
	}
	return sent
}

// send asks for the letter to be sent, createDraft for a draft of it.
func (l *letter) send(s *plugin.Step) (*plugin.Next, error) {
	if len(l.To)+len(l.Cc)+len(l.Bcc) == 0 {
		return nil, plugin.Fail(plugin.BadRequest, "The mail has no recipient. Nothing was sent.")
	}
	r, err := l.request(s, mine(routeSend), false)
	if err != nil {
		return nil, err
	}
	return s.Ask("sent", r.Keep(keepIDs)).Keep(l.summary()), nil
}

func (l *letter) createDraft(s *plugin.Step) (*plugin.Next, error) {
	r, err := l.request(s, mine(routeDraftCreate), true)
	if err != nil {
		return nil, err
	}
	return s.Ask("written", r.Keep("id,message(id,threadId)")).Keep(l.summary()), nil
}
