package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func send() abi.Tool {
	t := tool("send", "write", "Send a mail",
		"Sends a new mail at once. Needs confirmation; it can't be called back. To answer a mail use gmail_reply, so that it stays in its conversation; "+
			"to let a person look first use gmail_create_draft. Returns recipient and subject.",
		nil, newMail("The same mail as HTML, shown instead of body where a reader can.")...)
	t.Examples = []string{`wslite gmail send --to ana@example.com --subject "Minutes" --body "Dear Ana, here they are."`}
	return t
}

func sendDraft() abi.Tool {
	return tool("sendDraft", "write", "Send a draft",
		"Sends an existing draft as it is, to the recipients in it. Needs confirmation; read it with gmail_get_draft first. The draft is gone afterwards.",
		draft, draftID(), google.IdempotencyKey(), google.Confirm())
}

func reply() abi.Tool {
	return tool("reply", "write", "Reply to the sender",
		"Answers a message in its conversation, to its sender (or reply-to address) alone. Needs confirmation. "+
			"Subject and recipient come from the message. For all recipients use gmail_reply_all, for a draft gmail_create_draft_reply.",
		message, answerMail()...)
}

func replyAll() abi.Tool {
	return tool("replyAll", "write", "Reply to all",
		"Answers a message in its conversation, to its sender and all its recipients. Needs confirmation: look at To and Cc with gmail_get_message first. "+
			"For the sender alone use gmail_reply.",
		message, answerMail()...)
}

func forward() abi.Tool {
	return tool("forward", "write", "Forward a message",
		"Sends a message on to one other address, with its attachments. Needs confirmation. "+
			"The original stands below a text of your own, in body or htmlBody; an Apps Script proxy knows htmlBody alone, and decides itself how much of the original it keeps.",
		[]string{"messageId", "to"}, append([]schema.Field{
			messageID("The message to send on: an id from gmail_search_messages or gmail_get_thread."),
			schema.Required("to", oneAddress("One address such as ana@example.com, without a name.")),
			google.Line("htmlBody", maxHTML, "Your own words as HTML. Leave them out to send the original as it is."),
			google.IdempotencyKey(), google.Confirm(),
			google.Line("body", maxBody, "Your own words as plain text. Not over an Apps Script proxy."),
		}, moreCopies()...)...)
}

func createDraft() abi.Tool {
	t := tool("createDraft", "write", "Write a draft",
		"Writes a new draft and sends nothing; returns it with its id. A person can change and send it in Gmail, or gmail_send_draft can. "+
			"To draft an answer use gmail_create_draft_reply, so that it stays in its conversation.",
		nil, newMail("The mail as HTML. An Apps Script proxy ignores it in drafts.")...)
	t.Examples = []string{`wslite gmail create-draft --to ana@example.com --subject "Minutes" --body "Dear Ana, here they are."`}
	return t
}

func createDraftReply() abi.Tool {
	return tool("createDraftReply", "write", "Draft a reply to the sender",
		"Writes a draft that answers a message to its sender alone, in its conversation, and sends nothing. Returns the draft with its id.",
		message, answerMail()...)
}

func createDraftReplyAll() abi.Tool {
	return tool("createDraftReplyAll", "write", "Draft a reply to all",
		"Writes a draft that answers a message to its sender and all its recipients, in its conversation, and sends nothing. "+
			"Returns the draft with its id and recipients.",
		message, answerMail()...)
}

func updateDraft() abi.Tool {
	return tool("updateDraft", "write", "Change a draft",
		"Changes recipients, subject or text of a draft; what is not given stays, its attachments and its place in a conversation too. Returns the draft. "+
			"A new body without htmlBody drops the old HTML. "+
			"An Apps Script proxy writes it anew as plain text: its id changes, and HTML, attachments and its place in a conversation are lost. "+
			"So change only plain drafts there.",
		draft, draftID(),
		google.Line("to", maxAddress, "The new recipients, with commas between them. An empty text keeps the old ones."),
		google.Line("subject", maxSubject, "The new subject, one line."),
		google.Line("body", maxBody, "The new text, in place of the whole old one."),
		copies("cc", "New addresses that get a copy, with commas between them. An empty text takes them off; an Apps Script proxy keeps the old ones."),
		copies("bcc", "New addresses that get a hidden copy. An empty text takes them off; an Apps Script proxy keeps the old ones."),
		google.IdempotencyKey(),
		google.Line("htmlBody", maxHTML, "The new text as HTML. An empty text drops the old one. Not over an Apps Script proxy."),
		sendAs(),
		schema.Optional("attachments", schema.Array(schema.String().Length(1, -1)).Items(0, maxAttached).
			Describe("Paths of local files to attach beside those that the draft has. Not over an Apps Script proxy.")))
}
