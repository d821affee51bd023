package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func getComments() abi.Tool {
	return tool("commentsList", "read", "List a file's comments",
		"Lists the comments on a file: author, text, the words commented on, date, whether resolved, number of replies, and ids. "+
			"Returns up to 100 a page, and a nextPageToken where there are more. The replies themselves come from drive_get_comment, or with includeReplies.",
		file, append(append([]schema.Field{fileID()}, page("comments")...), includeDeleted("comments"),
			schema.Optional("startModifiedTime", schema.String().Format(schema.ISODateTime).
				Describe("Only comments changed at or after this time. A date such as 2031-05-04 means its first moment in UTC; a date-time should state its offset.")),
			google.Flag("includeReplies", "True shows each comment's replies with it."))...)
}

func getComment() abi.Tool {
	return tool("commentsGet", "read", "Show a comment",
		"Shows one comment with all of its replies. For a very long thread drive_list_replies pages through the replies.",
		comment, fileID(), commentID(), includeDeleted("comments"))
}

func addComment() abi.Tool {
	t := tool("commentCreate", "write", "Comment on a file",
		"Adds a comment to a file as a whole, not to a place in it, and returns it with its id. To answer a comment use drive_create_reply.",
		file, fileID(),
		schema.Required("content", word("The comment, as plain text.")),
		google.IdempotencyKey())
	t.Examples = []string{`wslite drive add-comment 1AbC_d-9 --content "Looks good to me."`}
	return t
}

func updateComment() abi.Tool {
	return tool("commentsUpdate", "write", "Change or resolve a comment",
		"Changes the text of a comment, or resolves or reopens it, and returns it. Give content, resolved or both. "+
			"Only the author can change the text. An Apps Script proxy can't resolve or reopen.",
		comment, fileID(), commentID(),
		schema.Optional("content", word("The new text.")),
		google.Flag("resolved", "True resolves the comment, false reopens it."))
}

func deleteComment() abi.Tool {
	return tool("commentsDelete", "manage", "Delete a comment",
		"Deletes a comment with its replies for good. Needs confirmation. To close a discussion and keep it use drive_update_comment with resolved.",
		comment, fileID(), commentID(), google.Confirm())
}

func listReplies() abi.Tool {
	return tool("repliesList", "list", "List a comment's replies",
		"Lists the replies to one comment: author, text, date and id. Returns up to 100 a page, and a nextPageToken where there are more. "+
			"drive_get_comment shows the comment and its replies in one call.",
		comment, append(append([]schema.Field{fileID(), commentID()}, page("replies")...), includeDeleted("replies"))...)
}

func getReply() abi.Tool {
	return tool("repliesGet", "read", "Show a reply",
		"Shows one reply to a comment: author, text, dates, and whether it resolved or reopened the comment.",
		comment, fileID(), commentID(), replyID(), includeDeleted("replies"))
}

func createReply() abi.Tool {
	return tool("repliesCreate", "write", "Reply to a comment",
		"Adds a reply to a comment and returns it with its id. It resolves or reopens the comment only with action. For a new comment use drive_add_comment.",
		comment, fileID(), commentID(),
		schema.Required("content", word("The reply, as plain text.")),
		google.IdempotencyKey(),
		schema.Optional("action", schema.Enum("resolve", "reopen").Describe("What the reply does to the comment besides. Not with an Apps Script proxy.")))
}

func updateReply() abi.Tool {
	return tool("repliesUpdate", "write", "Change a reply",
		"Changes the text of a reply and returns it. Only its author can.",
		comment, fileID(), commentID(), replyID(),
		schema.Required("content", word("The new text.")))
}

func deleteReply() abi.Tool {
	return tool("repliesDelete", "manage", "Delete a reply",
		"Deletes one reply to a comment for good; the comment stays. Needs confirmation.",
		comment, fileID(), commentID(), replyID(), google.Confirm())
}
