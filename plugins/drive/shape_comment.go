package main

import "github.com/wslite/wslite/sdk/value"

// Fields of comments and replies; Drive gives nothing of a comment unless it
// is asked for by name.
const (
	keepReply   = "id,content,htmlContent,author(" + keepUser + "),createdTime,modifiedTime,action,deleted"
	keepComment = "id,content,htmlContent,author(" + keepUser + "),createdTime,modifiedTime,resolved,deleted,anchor," +
		"quotedFileContent(mimeType,value),assigneeEmailAddress,mentionedEmailAddresses,"
	keepThread = keepComment + "replies(" + keepReply + ")"
	// keepCounted has of the replies what counts them.
	keepCounted = keepComment + "replies(id)"
)

// maxCommentText is where texts in a list of comments are cut, in UTF-16
// units. A comment has 4096 characters at most; the words that it is about may
// be a whole page.
const maxCommentText = 8_000

// commentJSON is a comment without its replies, which commentThread adds.
func commentJSON(c value.Value) value.Value {
	return value.Object(
		value.M("id", c.Get("id")),
		value.M("content", value.OrNull(c.Get("content"))),
		value.M("htmlContent", value.OrNull(c.Get("htmlContent"))),
		value.M("author", userJSON(c.Get("author"))),
		value.M("createdTime", value.OrNull(c.Get("createdTime"))),
		value.M("modifiedTime", value.OrNull(c.Get("modifiedTime"))),
		value.M("resolved", value.Bool(c.Get("resolved").IsTrue())),
		value.M("deleted", value.Bool(c.Get("deleted").IsTrue())),
		value.M("anchor", value.OrNull(c.Get("anchor"))),
		value.M("quotedFileContent", quotedJSON(c.Get("quotedFileContent"))),
		value.M("repliesCount", value.Int(int64(c.Get("replies").Len()))),
		value.M("assigneeEmailAddress", c.Get("assigneeEmailAddress")),
		value.M("mentionedEmailAddresses", c.Get("mentionedEmailAddresses")),
	)
}

func commentThread(c value.Value) value.Value {
	out := commentJSON(c)
	out.Set("replies", c.Get("replies").Map(replyJSON))
	return out
}

func quotedJSON(q value.Value) value.Value {
	if q.Kind() != value.KindObject {
		return value.Null()
	}
	return value.Object(
		value.M("mimeType", value.OrNull(q.Get("mimeType"))),
		value.M("value", value.OrNull(q.Get("value"))),
	)
}

func replyJSON(r value.Value) value.Value {
	return value.Object(
		value.M("id", r.Get("id")),
		value.M("content", value.OrNull(r.Get("content"))),
		value.M("htmlContent", value.OrNull(r.Get("htmlContent"))),
		value.M("author", userJSON(r.Get("author"))),
		value.M("createdTime", value.OrNull(r.Get("createdTime"))),
		value.M("modifiedTime", value.OrNull(r.Get("modifiedTime"))),
		value.M("action", value.OrNull(r.Get("action"))),
		value.M("deleted", value.Bool(r.Get("deleted").IsTrue())),
	)
}
