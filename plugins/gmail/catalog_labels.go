package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func markRead() abi.Tool {
	return tool("markRead", "read", "Mark as read",
		"Marks one message as read and returns its id. For many messages remove the label UNREAD with gmail_batch_modify.",
		message, anyMessage())
}

func markUnread() abi.Tool {
	return tool("markUnread", "write", "Mark as unread",
		"Marks one message as unread and returns its id.",
		message, anyMessage())
}

func star() abi.Tool {
	return tool("star", "write", "Star a message",
		"Stars one message and returns its id.",
		message, anyMessage())
}

func unstar() abi.Tool {
	return tool("unstar", "write", "Take a star off",
		"Takes the star off one message and returns its id.",
		message, anyMessage())
}

func archive() abi.Tool {
	return tool("archive", "write", "Archive a conversation",
		"Takes the whole conversation of a message out of the inbox; nothing is deleted, and a new answer brings it back. "+
			"For single messages remove the label INBOX with gmail_batch_modify.",
		message, messageID("Any message of the conversation: an id from gmail_search_messages."),
		schema.Optional("scope", schema.Enum("thread", "message").
			Describe("message archives this one message alone; thread, which is the default, the whole conversation. Not over an Apps Script proxy.")))
}

func labelName(describe string) schema.Field {
	return schema.Required("labelName", word(maxLabel, describe))
}

func addLabel() abi.Tool {
	t := tool("addLabel", "write", "Add a label",
		"Adds one of the user's labels to the whole conversation of a message. A label that does not exist is created, so check the spelling in gmail_list_labels. "+
			"For single messages, several labels or system labels use gmail_batch_modify.",
		label, messageID("Any message of the conversation: an id from gmail_search_messages."),
		labelName("The label's name; a slash nests it, as Work/2031."))
	t.Examples = []string{"wslite gmail add-label 18c2f0a9d3b1e4f7 Work/2031"}
	return t
}

func removeLabel() abi.Tool {
	return tool("removeLabel", "manage", "Remove a label",
		"Takes one of the user's labels off the whole conversation of a message. A label of that name that does not exist is no error. The label itself stays.",
		label, messageID("Any message of the conversation: an id from gmail_search_messages."),
		labelName("The label's name, as in gmail_list_labels."))
}

func batchModify() abi.Tool {
	t := tool("batchModify", "write", "Change labels of many messages",
		"Adds and removes labels on up to 500 messages at once, single messages and not their conversations. "+
			"Removing INBOX archives, removing UNREAD marks as read, adding STARRED stars. Give addLabels, removeLabels or both. "+
			"A missing label in addLabels is created. It can't trash or report spam: use gmail_trash_message.",
		nil,
		schema.Required("messageIds", schema.Array(schema.String().Length(1, -1)).Items(1, maxModified).
			Describe("The messages: ids from gmail_search_messages, at most 500.")),
		labels("addLabels", schema.String(), -1, "Labels to add: names of the user's labels, or system labels such as STARRED."),
		labels("removeLabels", schema.String(), -1, "Labels to take off: names of existing labels, or INBOX, UNREAD and so on."))
	t.Examples = []string{
		`wslite gmail batch-modify --message-ids '["18c2f0a9d3b1e4f7","18c2f0a9d3b1e4f8"]' --remove-labels '["INBOX"]'`,
	}
	return t
}
