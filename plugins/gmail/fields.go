package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds of the arguments, as the proxies' own clients have them.
const (
	maxAddress  = 320
	maxList     = 1000
	maxSubject  = 1000
	maxBody     = 100_000
	maxHTML     = 200_000
	maxQuery    = 500
	maxLabel    = 100
	maxPage     = 100
	maxModified = 500
	maxFilterID = 256
	maxMoment   = 64
	maxAttached = 50
	maxPart     = 100
	maxFilename = 1000
)

// Bounds of a filter and of its search.
const (
	maxFilterSubject = 500
	maxFilterQuery   = 1500
	maxFilterLabels  = 50
	maxFilterLabel   = 225
)

// word is a text with a bound and at least one character.
func word(max int64, describe string) schema.Schema {
	return schema.String().Length(1, max).Describe(describe)
}

func messageID(describe string) schema.Field {
	return schema.Required("messageId", word(-1, describe))
}

func anyMessage() schema.Field {
	return messageID("The message: an id from gmail_search_messages or gmail_get_thread.")
}

func threadID() schema.Field {
	return schema.Required("threadId", word(-1, "The conversation: an id from gmail_list_threads, or a message's threadId."))
}

func draftID() schema.Field {
	return schema.Required("draftId", word(-1, "The draft: an id from gmail_list_drafts. It is not the id of the draft's message."))
}

func filterID() schema.Field {
	return schema.Required("filterId", word(maxFilterID, "The filter: an id from gmail_list_filters."))
}

func oneAddress(describe string) schema.Schema {
	return schema.String().Length(0, maxAddress).Format(schema.Email).Describe(describe)
}

func copies(key, describe string) schema.Field {
	return schema.Optional(key, schema.String().Length(0, maxList).Format(schema.EmailList).Describe(describe))
}

// attachments are local files that go out with a mail.
func attachments() schema.Field {
	return schema.Optional("attachments", schema.Array(schema.String().Length(1, -1)).Items(0, maxAttached).
		Describe("Paths of local files to attach, 25 MB together. Not over an Apps Script proxy."))
}

// sendAs is the address that a mail is sent from.
func sendAs() schema.Field {
	return google.Line("from", maxAddress, "One of the account's own addresses to send from, alone or as Name <address>; the account's default otherwise. Not over an Apps Script proxy.")
}

// moreCopies are the recipients that an answer or a forwarded mail gets beside
// those that it has by itself.
func moreCopies() []schema.Field {
	return []schema.Field{
		copies("cc", "More addresses that get a copy, with commas between them. Not over an Apps Script proxy."),
		copies("bcc", "Addresses that get a copy unseen by the others. Not over an Apps Script proxy."),
		sendAs(), attachments(),
	}
}

// pageToken is the place of a page, as the service names it.
func pageToken() schema.Field { return google.PageToken(schema.String().Length(1, 2048)) }

// newMail are the arguments of a mail that is written from nothing.
func newMail(htmlBody string) []schema.Field {
	return []schema.Field{
		schema.Required("to", oneAddress("One address such as ana@example.com, without a name. More recipients go in cc and bcc.")),
		schema.Required("subject", word(maxSubject, "The subject, one line.")),
		schema.Required("body", word(maxBody, "The mail as plain text.")),
		copies("cc", "Addresses that get a copy, with commas between them, without names."),
		copies("bcc", "Addresses that get a copy unseen by the others, with commas between them."),
		google.Line("htmlBody", maxHTML, htmlBody),
		google.IdempotencyKey(),
		google.Confirm(),
		sendAs(), attachments(),
	}
}

// answerMail are the arguments of a reply and of the draft of one.
func answerMail() []schema.Field {
	return append([]schema.Field{
		messageID("The message to answer: an id from gmail_search_messages or gmail_get_thread."),
		schema.Required("body", word(maxBody, "The answer as plain text. The original is not quoted, unless quote is set.")),
		google.Line("htmlBody", maxHTML, "The same answer as HTML, shown instead of body where a reader can."),
		google.IdempotencyKey(),
		google.Confirm(),
		google.Flag("quote", "True to put the original below the answer. Not over an Apps Script proxy."),
	}, moreCopies()...)
}

// nextPage says how to go on: the backends differ.
const nextPage = "Over an Apps Script proxy an answer's nextPageToken is the number of the next page; elsewhere give it as pageToken."

func page(what string) []schema.Field {
	return []schema.Field{
		google.PageSize("maxResults", what, schema.Integer(), maxPage, 20),
		schema.Optional("page", google.Index().Default(value.Int(0)).
			Describe("Which page, from 0. "+nextPage)),
		pageToken(),
		google.Flag("hasAttachment", "True finds "+what+" with attachments only. Not over an Apps Script proxy."),
	}
}

// onlyTrue is a flag that is text for a proxy: nothing but "true" counts there.
func onlyTrue(key, describe string) schema.Field {
	return schema.Optional(key, schema.AnyOf(schema.String(), schema.Boolean()).Describe(describe))
}

// day is a day as Gmail's searches have it, or as the rest of the world does.
func day(key, describe string) schema.Field {
	gmails := schema.String().Pattern(`^\d{4}\/\d{1,2}\/\d{1,2}$`).Describe("A day as 2031/05/04.")
	iso := schema.String().Pattern(`^\d{4}-\d{2}-\d{2}$`).Describe("A day as 2031-05-04.")
	return schema.Optional(key, schema.AnyOf(gmails, iso).Describe(describe))
}

// labels is a list of labels with at most max items; a negative max is no
// bound.
func labels(key string, item schema.Schema, max int64, describe string) schema.Field {
	return schema.Optional(key, schema.Array(item).Items(0, max).Describe(describe))
}
