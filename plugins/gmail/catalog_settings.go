package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func listFilters() abi.Tool {
	t := tool("filtersList", "list", "List filters",
		"Lists the mailbox's filters: what mail each is for, the labels it adds and removes, where it forwards to, and its id.", nil)
	t.Output = list("filter", "Give a filter's id to gmail_get_filter to see all of it.",
		abi.Column{Key: "criteria.from", Title: "From"}, abi.Column{Key: "criteria.subject", Title: "Subject"},
		abi.Column{Key: "criteria.query", Title: "Query"}, abi.Column{Key: "action.addLabels", Title: "Adds"},
		abi.Column{Key: "action.removeLabels", Title: "Removes"}, abi.Column{Key: "action.forward", Title: "Forwards to"},
		abi.Column{Key: "id", Title: "Id"},
		abi.Column{Key: "criteria.to", Title: "To", Wide: true}, abi.Column{Key: "criteria.negatedQuery", Title: "Not", Wide: true})
	return t
}

func getFilter() abi.Tool {
	return tool("filtersGet", "read", "Show a filter",
		"Shows everything about one filter: what mail it is for and what it does with it.",
		filter, filterID())
}

func createFilter() abi.Tool {
	t := tool("filtersCreate", "write", "Create a filter",
		"Makes a filter for mail that arrives from now on. Give at least one of from, to, subject, query, negatedQuery, hasAttachment, excludeChats and size, "+
			"and at least one of addLabels, removeLabels and forward. Forwarding needs confirmation. A filter can't trash mail or report it as spam. Filters can't be changed: create a new one and delete the old.",
		nil,
		google.Line("from", maxAddress, "Sender: an address, a domain or a name."),
		google.Line("to", maxAddress, "Recipient: an address, a domain or a name."),
		google.Line("subject", maxFilterSubject, "Words of the subject."),
		google.Line("query", maxFilterQuery, "Gmail's own search, as in gmail_search_messages."),
		google.Line("negatedQuery", maxFilterQuery, "Search that the mail must not match."),
		google.Flag("hasAttachment", "True for mail with attachments."),
		google.Flag("excludeChats", "True to leave chats out."),
		schema.Optional("size", google.Index().Describe("Size of the mail in bytes, together with sizeComparison.")),
		schema.Optional("sizeComparison", schema.Enum("smaller", "larger").Describe("Whether mail must be smaller or larger than size.")),
		labels("addLabels", schema.String().Length(1, maxFilterLabel), maxFilterLabels,
			"Labels to add: one label of the user's, created if missing, and system labels such as STARRED."),
		labels("removeLabels", schema.String().Length(1, maxFilterLabel), maxFilterLabels,
			"Labels to take off: INBOX archives, UNREAD marks as read."),
		schema.Optional("forward", oneAddress("Address to forward to; Gmail must have it as a verified forwarding address.")),
		google.IdempotencyKey(), google.Confirm())
	t.Examples = []string{`wslite gmail create-filter --from news@example.com --add-labels '["News"]' --remove-labels '["INBOX"]'`}
	return t
}

func deleteFilter() abi.Tool {
	return tool("filtersDelete", "manage", "Delete a filter",
		"Deletes a filter for good. Needs confirmation. Mail that it has sorted stays as it is. Look at it with gmail_get_filter first: there is no way back.",
		filter, filterID(), google.Confirm())
}

func getVacation() abi.Tool {
	return tool("vacationGet", "read", "Show the vacation responder",
		"Shows whether automatic answers are on, their subject and text, who gets them and from when to when.", nil)
}

func updateVacation() abi.Tool {
	t := tool("vacationUpdate", "write", "Change the vacation responder",
		"Turns automatic answers on or off, or changes their text, audience or dates; what is not given stays. Returns the new settings. "+
			"Needs confirmation, except to turn answers off with enableAutoReply false alone. Turning on needs a subject or a text.",
		nil,
		google.Flag("enableAutoReply", "True turns automatic answers on, false off."),
		google.Line("responseSubject", maxSubject, "Subject of the answers, one line. An empty text removes it."),
		google.Line("responseBodyPlainText", maxBody, "The answer as plain text. Gmail ignores it where HTML is set."),
		google.Line("responseBodyHtml", maxHTML, "The answer as HTML."),
		google.Flag("restrictToContacts", "True answers the user's contacts only."),
		google.Flag("restrictToDomain", "True answers people of the user's own domain only (Google Workspace)."),
		timeField("startTime", "When answers begin: 2031-05-04T08:00:00+02:00 with its offset, or milliseconds since 1970."),
		timeField("endTime", "When answers end, after startTime, in the same forms."),
		google.Flag("clearStartTime", "True removes the beginning; it wins over startTime."),
		google.Flag("clearEndTime", "True removes the end; it wins over endTime."),
		google.Confirm())
	t.Examples = []string{"wslite gmail update-vacation-responder --enable-auto-reply false"}
	return t
}

// timeField is a point in time: text or milliseconds.
func timeField(key, describe string) schema.Field {
	return schema.Optional(key, schema.AnyOf(
		schema.String().Length(1, maxMoment),
		google.Index(),
	).Describe(describe))
}
