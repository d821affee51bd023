package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
)

func trashMessage() abi.Tool {
	return tool("trashMessage", "manage", "Trash a message",
		"Moves one message to the trash, where Gmail deletes it after 30 days. Needs confirmation. gmail_untrash_message brings it back. "+
			"For a whole conversation use gmail_trash_thread, to only clear the inbox gmail_archive.",
		message, anyMessage(), google.Confirm())
}

func trashThread() abi.Tool {
	return tool("trashThread", "manage", "Trash a conversation",
		"Moves all messages of a conversation to the trash, where Gmail deletes them after 30 days. Needs confirmation. gmail_untrash_thread brings them back.",
		thread, threadID(), google.Confirm())
}

func deleteMessage() abi.Tool {
	return tool("deleteMessage", "manage", "Delete a message",
		"Moves one message to the trash, exactly as gmail_trash_message: nothing is deleted for good. Needs confirmation.",
		message, anyMessage(), google.Confirm())
}

func untrashMessage() abi.Tool {
	return tool("untrashMessage", "write", "Take a message out of the trash",
		"Brings a message back from the trash, into the inbox unless the user wrote it. An Apps Script proxy brings its whole conversation back.",
		message, messageID("The message in the trash: an id from gmail_search_messages with the query in:trash."))
}

func untrashThread() abi.Tool {
	return tool("untrashThread", "write", "Take a conversation out of the trash",
		"Brings all messages of a conversation back from the trash into the inbox.",
		thread, threadID())
}

func deleteDraft() abi.Tool {
	return tool("deleteDraft", "manage", "Delete a draft",
		"Deletes a draft for good; it does not go to the trash. Needs confirmation. Look at it with gmail_get_draft first.",
		draft, draftID(), google.Confirm())
}
