package gmailapi

// The resources as Discovery has them; the JSON names are checked against the
// document by a test. Those of settings are in settings_resources.go.

// Profile is the mailbox as a whole.
type Profile struct {
	EmailAddress  string `json:"emailAddress"`
	MessagesTotal int64  `json:"messagesTotal"`
	ThreadsTotal  int64  `json:"threadsTotal"`
	HistoryID     uint64 `json:"historyId,string"`
}

// Message is a mail. Lists give only its id and thread.
type Message struct {
	ID           string       `json:"id"`
	ThreadID     string       `json:"threadId"`
	LabelIDs     []string     `json:"labelIds,omitempty"`
	Snippet      *string      `json:"snippet,omitempty"`
	Payload      *MessagePart `json:"payload,omitempty"`
	SizeEstimate int64        `json:"sizeEstimate,omitempty"`
	HistoryID    uint64       `json:"historyId,string,omitempty"`
	InternalDate *int64       `json:"internalDate,string,omitempty"`
	Raw          string       `json:"raw,omitempty"`

	// ClassificationLabelValues are of Workspace accounts only: never given.
	ClassificationLabelValues []ClassificationLabelValue `json:"classificationLabelValues,omitempty"`
}

// ClassificationLabelValue is a Drive label on a message of a Workspace
// account.
type ClassificationLabelValue struct {
	LabelID string                          `json:"labelId"`
	Fields  []ClassificationLabelFieldValue `json:"fields,omitempty"`
}

// ClassificationLabelFieldValue is a field of a ClassificationLabelValue.
type ClassificationLabelFieldValue struct {
	FieldID   string `json:"fieldId"`
	Selection string `json:"selection,omitempty"`
}

// MessagePart is a part of a mail. format=metadata gives only its type and
// headers.
type MessagePart struct {
	PartID   *string             `json:"partId,omitempty"`
	MimeType string              `json:"mimeType"`
	Filename *string             `json:"filename,omitempty"`
	Headers  []MessagePartHeader `json:"headers,omitempty"`
	Body     *MessagePartBody    `json:"body,omitempty"`
	Parts    []MessagePart       `json:"parts,omitempty"`
}

// MessagePartHeader is a header field, unfolded and decoded.
type MessagePartHeader struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// MessagePartBody is the content of a part: data, or the id of an attachment.
type MessagePartBody struct {
	AttachmentID string `json:"attachmentId,omitempty"`
	Size         int    `json:"size"`
	Data         string `json:"data,omitempty"`
}

// ListMessagesResponse is a page of messages.
type ListMessagesResponse struct {
	Messages           []Message `json:"messages,omitempty"`
	NextPageToken      string    `json:"nextPageToken,omitempty"`
	ResultSizeEstimate int       `json:"resultSizeEstimate"`
}

// ModifyMessageRequest changes the labels of a message.
type ModifyMessageRequest struct {
	AddLabelIDs    []string `json:"addLabelIds"`
	RemoveLabelIDs []string `json:"removeLabelIds"`

	AddClassificationLabels      []ClassificationLabelValue `json:"addClassificationLabels"`
	RemoveClassificationLabelIDs []string                   `json:"removeClassificationLabelIds"`
}

// BatchModifyMessagesRequest changes the labels of several messages.
type BatchModifyMessagesRequest struct {
	IDs            []string `json:"ids"`
	AddLabelIDs    []string `json:"addLabelIds"`
	RemoveLabelIDs []string `json:"removeLabelIds"`

	AddClassificationLabels      []ClassificationLabelValue `json:"addClassificationLabels"`
	RemoveClassificationLabelIDs []string                   `json:"removeClassificationLabelIds"`
}

// BatchDeleteMessagesRequest deletes several messages.
type BatchDeleteMessagesRequest struct {
	IDs []string `json:"ids"`
}

// Thread is a conversation. Lists leave the messages out.
type Thread struct {
	ID        string    `json:"id"`
	Snippet   string    `json:"snippet,omitempty"`
	HistoryID uint64    `json:"historyId,string,omitempty"`
	Messages  []Message `json:"messages,omitempty"`
}

// ListThreadsResponse is a page of threads.
type ListThreadsResponse struct {
	Threads            []Thread `json:"threads,omitempty"`
	NextPageToken      string   `json:"nextPageToken,omitempty"`
	ResultSizeEstimate int      `json:"resultSizeEstimate"`
}

// ModifyThreadRequest changes the labels of all messages of a thread.
type ModifyThreadRequest struct {
	AddLabelIDs    []string `json:"addLabelIds"`
	RemoveLabelIDs []string `json:"removeLabelIds"`
}

// Label is a label. Lists leave the counts and the colour out.
type Label struct {
	ID                    string      `json:"id"`
	Name                  string      `json:"name"`
	Type                  string      `json:"type"`
	MessageListVisibility string      `json:"messageListVisibility,omitempty"`
	LabelListVisibility   string      `json:"labelListVisibility,omitempty"`
	MessagesTotal         *int64      `json:"messagesTotal,omitempty"`
	MessagesUnread        *int64      `json:"messagesUnread,omitempty"`
	ThreadsTotal          *int64      `json:"threadsTotal,omitempty"`
	ThreadsUnread         *int64      `json:"threadsUnread,omitempty"`
	Color                 *LabelColor `json:"color,omitempty"`
}

// LabelColor is a pair of colours of Gmail's palette.
type LabelColor struct {
	TextColor       string `json:"textColor"`
	BackgroundColor string `json:"backgroundColor"`
}

// ListLabelsResponse is all labels.
type ListLabelsResponse struct {
	Labels []Label `json:"labels"`
}

// Draft is a message that is not sent yet.
type Draft struct {
	ID      string   `json:"id"`
	Message *Message `json:"message,omitempty"`
}

// ListDraftsResponse is a page of drafts.
type ListDraftsResponse struct {
	Drafts             []Draft `json:"drafts,omitempty"`
	NextPageToken      string  `json:"nextPageToken,omitempty"`
	ResultSizeEstimate int     `json:"resultSizeEstimate"`
}

// History is one change. Messages repeats what the other lists name.
type History struct {
	ID              uint64                  `json:"id,string"`
	Messages        []Message               `json:"messages,omitempty"`
	MessagesAdded   []HistoryMessageAdded   `json:"messagesAdded,omitempty"`
	MessagesDeleted []HistoryMessageDeleted `json:"messagesDeleted,omitempty"`
	LabelsAdded     []HistoryLabelAdded     `json:"labelsAdded,omitempty"`
	LabelsRemoved   []HistoryLabelRemoved   `json:"labelsRemoved,omitempty"`
}

// HistoryMessageAdded is a message that came.
type HistoryMessageAdded struct {
	Message Message `json:"message"`
}

// HistoryMessageDeleted is a message that is gone for good.
type HistoryMessageDeleted struct {
	Message Message `json:"message"`
}

// HistoryLabelAdded is labels that a message got.
type HistoryLabelAdded struct {
	Message  Message  `json:"message"`
	LabelIDs []string `json:"labelIds"`
}

// HistoryLabelRemoved is labels that a message lost.
type HistoryLabelRemoved struct {
	Message  Message  `json:"message"`
	LabelIDs []string `json:"labelIds"`
}

// ListHistoryResponse is a page of changes.
type ListHistoryResponse struct {
	History       []History `json:"history,omitempty"`
	NextPageToken string    `json:"nextPageToken,omitempty"`
	HistoryID     uint64    `json:"historyId,string"`
}
