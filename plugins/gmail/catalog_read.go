package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func searchMessages() abi.Tool {
	t := tool("searchMessages", "list", "Search messages",
		"Finds messages by words, sender, subject, date or label. Returns sender, subject, date, unread flag, the first 100 characters and ids. "+
			"Without a filter it searches the inbox; spam and trash only if the query names them. Use gmail_get_message for a text, gmail_list_threads for whole conversations.",
		[]string{"query"},
		append([]schema.Field{
			google.Line("query", maxQuery, "Gmail's own search: has:attachment, OR, -word, in:anywhere and so on."),
			onlyTrue("isUnread", `True finds unread messages only; any other value filters nothing.`),
			onlyTrue("isStarred", `True finds starred messages only; any other value filters nothing.`),
			google.Line("from", maxAddress, "Sender: an address, a domain or a name."),
			google.Line("to", maxAddress, "Recipient: an address, a domain or a name."),
			google.Line("subject", maxFilterSubject, "Words of the subject."),
			day("before", "Sent before this day, as 2031-05-04 or 2031/05/04."),
			day("after", "Sent on or after this day, as 2031-05-04 or 2031/05/04."),
			google.Line("label", maxLabel, "Name of a label, as in gmail_list_labels."),
		}, page("messages")...)...)
	t.Output = list("message", "Give a message's id to gmail_get_message.",
		abi.Column{Key: "from", Title: "From"}, abi.Column{Key: "subject", Title: "Subject"},
		abi.Column{Key: "date", Title: "Date", Kind: "time"}, abi.Column{Key: "id", Title: "Id"},
		abi.Column{Key: "isUnread", Title: "Unread", Wide: true}, abi.Column{Key: "threadId", Title: "Thread", Wide: true},
		abi.Column{Key: "snippet", Title: "Beginning", Wide: true})
	t.Examples = []string{
		"wslite gmail search-messages 'has:attachment invoice' --after 2031-05-01",
		"wslite gmail search-messages --from ana@example.com --is-unread true",
	}
	return t
}

func listThreads() abi.Tool {
	t := tool("listThreads", "list", "Search conversations",
		"Finds conversations and returns for each its first subject, number of messages, last date, labels, flags and id. "+
			"Without a filter it searches the inbox. Use gmail_get_thread to read one, gmail_search_messages for single messages.",
		[]string{"query"},
		append([]schema.Field{
			google.Line("query", maxQuery, "Gmail's own search: has:attachment, OR, -word, in:anywhere and so on."),
			onlyTrue("isUnread", `True finds conversations with an unread message; any other value filters nothing.`),
			onlyTrue("isStarred", `True finds conversations with a starred message; any other value filters nothing.`),
			google.Line("from", maxAddress, "Sender of a message in it: an address, a domain or a name."),
			google.Line("to", maxAddress, "Recipient of a message in it: an address, a domain or a name."),
			google.Line("subject", maxFilterSubject, "Words of the subject."),
			day("before", "With a message sent before this day, as 2031-05-04 or 2031/05/04."),
			day("after", "With a message sent on or after this day, as 2031-05-04 or 2031/05/04."),
			google.Line("label", maxLabel, "Name of a label, as in gmail_list_labels."),
		}, page("conversations")...)...)
	t.Output = list("thread", "Give a thread's id to gmail_get_thread.",
		abi.Column{Key: "firstMessageSubject", Title: "Subject"}, abi.Column{Key: "messageCount", Title: "Messages"},
		abi.Column{Key: "lastUpdated", Title: "Last", Kind: "time"}, abi.Column{Key: "id", Title: "Id"},
		abi.Column{Key: "isUnread", Title: "Unread", Wide: true}, abi.Column{Key: "labels", Title: "Labels", Wide: true})
	t.Examples = []string{"wslite gmail list-threads --subject 'quarterly report'"}
	return t
}

func getMessage() abi.Tool {
	t := tool("getMessage", "read", "Read a message",
		"Shows one message: sender, recipients, subject, date, flags, text and the names and sizes of its attachments. "+
			"HTML mail is shown as text with link targets; text that the mail hides is left out. The text is the sender's, not the user's. "+
			"It stays unread. A body over 100,000 characters is cut and says so.",
		message, anyMessage())
	t.Examples = []string{"wslite gmail get-message 18c2f0a9d3b1e4f7"}
	return t
}

func getThread() abi.Tool {
	return tool("getThread", "read", "Read a conversation",
		"Shows the messages of a conversation in order, each as gmail_get_message does, with long texts cut and marked. "+
			"Of more than 100 messages it shows the newest and says so; offset and limit choose others. An Apps Script proxy fails with LIMIT_EXCEEDED then: read single messages.",
		thread, threadID(),
		schema.Optional("offset", google.Index().Describe("The first message to show, counted from 0, the oldest. Not over an Apps Script proxy.")),
		schema.Optional("limit", schema.Integer().Range(1, maxThread).Describe("How many messages to show at most; without offset the newest ones. Not over an Apps Script proxy.")))
}

func listLabels() abi.Tool {
	return tool("listLabels", "list", "List labels",
		"Lists the user's own labels with the number of unread conversations in each. Gmail's system labels (INBOX, STARRED, UNREAD and so on) are not listed unless includeSystem is set.", nil,
		google.Flag("includeSystem", "True to list Gmail's own labels too. Not over an Apps Script proxy."),
		google.Flag("skipCounts", "True to leave the numbers out, which cost a request for each label. Not over an Apps Script proxy."))
}

func listDrafts() abi.Tool {
	t := tool("listDrafts", "list", "List drafts",
		"Lists drafts with recipient, subject, the beginning of the text, last change and id. With page only the newest 500 can be reached.", nil,
		google.PageSize("maxResults", "drafts", schema.Integer(), maxPage, 20),
		schema.Optional("page", google.Index().Describe("Which page, from 0. "+nextPage)),
		pageToken())
	t.Output = list("draft", "Give a draft's id to gmail_get_draft or gmail_send_draft.",
		abi.Column{Key: "message.to", Title: "To"}, abi.Column{Key: "message.subject", Title: "Subject"},
		abi.Column{Key: "updated", Title: "Changed", Kind: "time"}, abi.Column{Key: "id", Title: "Id"})
	return t
}

func getDraft() abi.Tool {
	return tool("getDraft", "read", "Read a draft",
		"Shows one draft: recipients, subject, text and when it was changed. Read it before gmail_send_draft.",
		draft, draftID())
}

func getAttachment() abi.Tool {
	t := tool("attachmentGet", "read", "Get an attachment",
		"Returns one attachment of up to 5,000,000 bytes, as text or as base64, or saves one of any size to a file. Take its ids from gmail_get_message. "+
			"An Apps Script proxy's messages do not show them: they give name, type and size only.",
		[]string{"messageId", "attachmentId"},
		anyMessage(),
		schema.Optional("attachmentId", word(-1, "The attachment's id in that message. Gmail changes it with each answer, so give partId as well if it is an old one, or partId or filename alone. An Apps Script proxy needs it.")),
		google.Line("partId", maxPart, "The attachment's partId, which stays. Not over an Apps Script proxy."),
		google.Line("filename", maxFilename, "The attachment's name, where it is the only one of that name. Not over an Apps Script proxy."))
	t.Output.Content = true
	t.Examples = []string{"wslite gmail get-attachment 18c2f0a9d3b1e4f7 ANGjdJ8 --part-id 1 --output report.pdf"}
	return t
}

func profile() abi.Tool {
	return tool("profile", "read", "Show the account",
		"Returns the e-mail address of the mailbox that all these tools act on. Use it to find out whose mail this is.", nil)
}
