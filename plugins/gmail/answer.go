package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// answerHeaders are what an answer is made of.
var answerHeaders = []string{"From", "Reply-To", "To", "Cc", "Subject", "Message-ID", "References", "In-Reply-To", "Date"}

// References of a conversation that went on for years are cut: readers need
// where it began and where it is.
const maxReferences = 21

// readList reads the mailboxes of a message's header, and counts what can't be
// read. Names are decoded last: a comma in one separates nothing.
func readList(message value.Value, name string) (all []address.Mailbox, skipped int) {
	all, skipped = address.ParseHeader(text.OneLine(headerOf(message.Get("payload"), name)))
	for i := range all {
		all[i].Name = mail.DecodeWords(all[i].Name)
	}
	return all, skipped
}

func listOf(message value.Value, name string) []address.Mailbox {
	all, _ := readList(message, name)
	return all
}

// newAnswer is an answer to a message, in its conversation, with no text yet.
func newAnswer(s *plugin.Step, original value.Value, own aliases, toAll bool) (*letter, error) {
	l := &letter{thread: original.Get("threadId").Text()}
	var err error
	if l.From, err = own.sender(param(s, "from"), own.standard()); err != nil {
		return nil, err
	}
	l.answerTo(original, own, toAll)
	if len(l.To) == 0 {
		return nil, plugin.Invalid("messageId", "The message names no address to answer to. Nothing was sent.")
	}
	if err := l.addressCopies(s); err != nil {
		return nil, err
	}
	l.Subject = prefixed(header(original, "Subject"), "Re:", "re:")
	l.follow(original)
	if has(original.Get("labelIds"), "TRASH") {
		l.warnings = append(l.warnings, "The message that is answered is in the trash.")
	}
	return l, nil
}

// answerTo chooses the recipients: who wrote, or whom they want answers to go
// to. An answer to what the user wrote goes to whom they wrote.
func (l *letter) answerTo(original value.Value, own aliases, toAll bool) {
	from, to, cc := listOf(original, "From"), listOf(original, "To"), listOf(original, "Cc")
	sender := listOf(original, "Reply-To")
	if len(sender) == 0 {
		sender = from
	}
	others := func(list []address.Mailbox) (kept []address.Mailbox) {
		for _, m := range list {
			if !own.owns(m) {
				kept = append(kept, m)
			}
		}
		return kept
	}
	mine := len(from) > 0 && own.owns(from[0])
	switch {
	case mine:
		l.To = others(to)
	case toAll:
		l.To = append(others(sender), others(to)...)
	default:
		l.To = sender
	}
	if toAll {
		l.Cc = others(cc)
	}
	if len(l.To) == 0 && len(l.Cc) == 0 {
		l.To = sender
	}
	if len(l.To) == 0 {
		l.To, l.Cc = l.Cc, nil
	}
	for _, name := range [...]string{"Reply-To", "From", "To", "Cc"} {
		if _, skipped := readList(original, name); skipped > 0 && (toAll || name != "Cc" && name != "To") {
			l.warnings = append(l.warnings, text.Count(skipped, "address", "addresses")+" in "+name+" of the message can't be read and got no answer.")
		}
	}
}

// prefixed puts a prefix before a subject that has none of these yet.
func prefixed(subject, prefix string, known ...string) string {
	subject = text.Trim(subject)
	low := text.Lower(subject)
	for _, k := range known {
		if text.HasPrefix(low, k) {
			return subject
		}
	}
	return text.Trim(prefix + " " + subject)
}

// follow makes the letter a successor of the message, for every mail program.
func (l *letter) follow(original value.Value) {
	payload := original.Get("payload")
	id := mail.ID(headerOf(payload, "Message-ID"))
	if id == "" {
		l.warnings = append(l.warnings, "The message has no Message-ID: others may see the answer apart from it.")
		l.unnamed = true
		return
	}
	chain := mail.IDs(headerOf(payload, "References"))
	if len(chain) == 0 {
		chain = mail.IDs(headerOf(payload, "In-Reply-To"))
	}
	for i := 0; i < len(chain); i++ {
		if chain[i] == id {
			chain = append(chain[:i:i], chain[i+1:]...)
			i--
		}
	}
	chain = append(chain, id)
	if n := len(chain); n > maxReferences {
		chain = append(chain[:1:1], chain[n-maxReferences+1:]...)
	}
	l.InReplyTo, l.References = id, chain
}
