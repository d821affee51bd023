package driveapi

// Comment is a comment on a file, with its replies.
type Comment struct {
	Anchor                  string                    `json:"anchor,omitempty"`
	AssigneeEmailAddress    string                    `json:"assigneeEmailAddress,omitempty"`
	Author                  *User                     `json:"author,omitempty"`
	Content                 string                    `json:"content,omitempty"`
	CreatedTime             string                    `json:"createdTime,omitempty"`
	Deleted                 *bool                     `json:"deleted,omitempty"`
	HTMLContent             string                    `json:"htmlContent,omitempty"`
	ID                      string                    `json:"id,omitempty"`
	Kind                    string                    `json:"kind,omitempty"`
	MentionedEmailAddresses []string                  `json:"mentionedEmailAddresses,omitempty"`
	ModifiedTime            string                    `json:"modifiedTime,omitempty"`
	QuotedFileContent       *CommentQuotedFileContent `json:"quotedFileContent,omitempty"`
	Replies                 []*Reply                  `json:"replies"`
	Resolved                *bool                     `json:"resolved,omitempty"`
}

// CommentQuotedFileContent is what a comment is about.
type CommentQuotedFileContent struct {
	MimeType string `json:"mimeType,omitempty"`
	Value    string `json:"value,omitempty"`
}

// CommentList is a page of comments.
type CommentList struct {
	Comments      []*Comment `json:"comments"`
	Kind          string     `json:"kind,omitempty"`
	NextPageToken string     `json:"nextPageToken,omitempty"`
}

// Reply is an answer to a comment, or what was done with it.
type Reply struct {
	Action                  string   `json:"action,omitempty"`
	AssigneeEmailAddress    string   `json:"assigneeEmailAddress,omitempty"`
	Author                  *User    `json:"author,omitempty"`
	Content                 string   `json:"content,omitempty"`
	CreatedTime             string   `json:"createdTime,omitempty"`
	Deleted                 *bool    `json:"deleted,omitempty"`
	HTMLContent             string   `json:"htmlContent,omitempty"`
	ID                      string   `json:"id,omitempty"`
	Kind                    string   `json:"kind,omitempty"`
	MentionedEmailAddresses []string `json:"mentionedEmailAddresses,omitempty"`
	ModifiedTime            string   `json:"modifiedTime,omitempty"`
}

// ReplyList is a page of replies.
type ReplyList struct {
	Kind          string   `json:"kind,omitempty"`
	NextPageToken string   `json:"nextPageToken,omitempty"`
	Replies       []*Reply `json:"replies"`
}

// Revision is a state that the content of a file had.
type Revision struct {
	ExportLinks            map[string]string `json:"exportLinks,omitempty"`
	ID                     string            `json:"id,omitempty"`
	KeepForever            *bool             `json:"keepForever,omitempty"`
	Kind                   string            `json:"kind,omitempty"`
	LastModifyingUser      *User             `json:"lastModifyingUser,omitempty"`
	MD5Checksum            string            `json:"md5Checksum,omitempty"`
	MimeType               string            `json:"mimeType,omitempty"`
	ModifiedTime           string            `json:"modifiedTime,omitempty"`
	OriginalFilename       string            `json:"originalFilename,omitempty"`
	PublishAuto            *bool             `json:"publishAuto,omitempty"`
	Published              *bool             `json:"published,omitempty"`
	PublishedLink          string            `json:"publishedLink,omitempty"`
	PublishedOutsideDomain *bool             `json:"publishedOutsideDomain,omitempty"`
	Size                   string            `json:"size,omitempty"`
}

// RevisionList is a page of revisions.
type RevisionList struct {
	Kind          string      `json:"kind,omitempty"`
	NextPageToken string      `json:"nextPageToken,omitempty"`
	Revisions     []*Revision `json:"revisions"`
}
