package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds of the proxies.
const (
	maxContent = 1_000_000
	maxPage    = 100
	maxAddress = 320
	filesPage  = 50
	searchPage = 20
	// minToken is shorter than any token of Google's and longer than any place in
	// a proxy's list, which ends at maxOffset.
	minToken     = 16
	tokenPattern = `^([0-9]{1,4}|\S{16,})$`
)

func fileID() schema.Field {
	return schema.Required("fileId", google.ID(
		"The file's id: from a list or a search, or the part of its link after /d/."))
}

func itemID() schema.Field {
	return schema.Required("fileId", google.ID("The id of the file or folder, from a list, a search or its link."))
}

func folder(key, description string) schema.Field {
	return schema.Optional(key, google.ID(description))
}

func theFolder(key, description string) schema.Field {
	return schema.Required(key, google.ID(description))
}

func commentID() schema.Field {
	return schema.Required("commentId", word("The comment's id, from drive_get_comments."))
}

func replyID() schema.Field {
	return schema.Required("replyId", word("The reply's id, from drive_list_replies."))
}

func revisionID() schema.Field {
	return schema.Required("revisionId", word("The revision's id, from drive_list_revisions."))
}

// word is text of one character at least.
func word(description string) schema.Schema {
	return schema.String().Length(1, -1).Describe(description)
}

func str(description string) schema.Schema { return schema.String().Describe(description) }

// content is not required: a local file may be given in its place, and
// checkContent wants one of them.
func content(description string) schema.Field {
	return schema.Optional("content", schema.String().Length(0, maxContent).Describe(description))
}

// localFile is the path of a local file to send.
func localFile() schema.Field {
	return schema.Optional("file", schema.String().Length(1, -1).
		Describe("The path of a local file of any kind and size to send in the place of content. Not with an Apps Script proxy."))
}

// orderBy, sharedDrive and includeTrashed are for lists of files over REST.
func orderBy(standard string) schema.Field {
	return schema.Optional("orderBy", str("What to sort by: name, modifiedTime, createdTime, folder and others, with commas; desc behind a key turns it around. "+standard))
}

func sharedDrive(without string) schema.Field {
	return schema.Optional("driveId", google.ID("A shared drive to look in, from drive_list_shared_drives. "+without))
}

func notify() schema.Field {
	return google.Flag("sendNotificationEmail", "False shares without a mail from Google, true with one, which is the default. An address without a Google account needs the mail.")
}

func email(whose string) schema.Field {
	return schema.Required("email", schema.String().Length(0, maxAddress).Format(schema.Email).
		Describe("The address of "+whose+", without a name: ada@example.com."))
}

// offset is the page token of drive_list_files. Proxies write it as text and
// take a number, Google's own is a long text; all are taken here
// ([checkFileList]).
func offset() schema.Field {
	first := value.Int(0)
	return google.PageToken(schema.AnyOf(
		schema.Number().Min(0).Default(first),
		schema.String().Pattern(tokenPattern),
	).Default(first))
}

// page is a page of what servers hand through from Google.
func page(what string) []schema.Field {
	return []schema.Field{
		google.PageSize("pageSize", what, schema.Integer(), maxPage, maxPage),
		google.PageToken(schema.String()),
	}
}

func includeDeleted(what string) schema.Field {
	return google.Flag("includeDeleted", "True adds deleted "+what+"; their text is gone.")
}
