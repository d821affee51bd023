package gmailapi

import (
	"context"
	"encoding/base64"
	"io"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// given is what a request brings: a mail, and where it shall go.
type given struct {
	raw    []byte
	blob   string // where raw is kept already; empty if it is not
	thread string
	labels []string
}

// readMail reads the mail of a request from its JSON, which is the resource
// Message, or from its content.
func (a *API) readMail(ctx context.Context, c *gapi.Call, b gapi.Body) (in given, err error) {
	text, err := b.String("raw")
	if err != nil {
		return in, err
	}
	if in.thread, err = b.String("threadId"); err != nil {
		return in, err
	}
	if in.labels, err = b.Strings("labelIds"); err != nil {
		return in, err
	}
	if b.Has("classificationLabelValues") && !b.IsNull("classificationLabelValues") {
		return in, invalid("Classification labels are only available for Google Workspace accounts.")
	}
	switch {
	case c.Media != nil && text != "":
		return in, invalid("The message is given twice: as content and as raw.")
	case c.Media != nil:
		in.blob = c.Media.Blob.ID
		in.raw, err = a.content(ctx, c.Media.Blob.ID)
	case text != "":
		in.raw, err = decodeRaw(text)
	}
	return in, err
}

// content reads a whole mail.
func (a *API) content(ctx context.Context, blob string) ([]byte, error) {
	r, err := a.blobs.Open(ctx, blob)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

func tooLarge() error {
	e := invalid("The message is larger than %d bytes.", maxUpload)
	e.HTTP, e.Reason = 413, "uploadTooLarge"
	return e
}

// decodeRaw reads base64url, or plain base64, with or without padding and line
// breaks.
func decodeRaw(text string) ([]byte, error) {
	text = strings.NewReplacer("+", "-", "/", "_", "\r", "", "\n", "").Replace(text)
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil, invalid("Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed.")
	}
	if len(raw) > maxUpload {
		return nil, tooLarge()
	}
	return raw, nil
}

func (a *API) insertMessage(ctx context.Context, c *gapi.Call) (any, error) {
	return a.putMessage(ctx, c, "receivedTime", false)
}

func (a *API) importMessage(ctx context.Context, c *gapi.Call) (any, error) {
	if c.Query.Bool("processForCalendar", false) {
		return nil, gapi.InvalidParameter("processForCalendar", "The embedded workspace adds no events from mail: leave processForCalendar out.")
	}
	return a.putMessage(ctx, c, "dateHeader", true)
}

// putMessage puts a mail into the mailbox without sending it.
func (a *API) putMessage(ctx context.Context, c *gapi.Call, source string, filters bool) (any, error) {
	if c.Query.Bool("deleted", false) {
		return nil, gapi.InvalidParameter("deleted", "Deleted messages for Vault are only available for Google Workspace accounts.")
	}
	if c.Query.Has("internalDateSource") {
		source = c.Query.String("internalDateSource")
	}
	if source != "receivedTime" && source != "dateHeader" {
		return nil, gapi.InvalidParameter("internalDateSource", "Invalid value %s for internalDateSource: it must be receivedTime or dateHeader.", gapi.Quote(source))
	}
	in, err := a.readMail(ctx, c, c.Body)
	if err != nil {
		return nil, err
	}
	if len(in.raw) == 0 {
		return nil, invalid("'raw' RFC822 payload message string or uploading message via /upload/* URL required")
	}
	mail, err := a.keep(ctx, in.raw, in.blob)
	if err != nil {
		return nil, err
	}
	var answer *Message
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if err := insertable(in.labels); err != nil {
			return err
		}
		date := tx.Now
		if source == "dateHeader" {
			date = mail.dated(tx.Now)
		}
		m, err := a.add(tx, mail, arrival{thread: in.thread, labels: in.labels, date: date, filters: filters})
		if err != nil {
			return err
		}
		answer, err = m.short(tx)
		return err
	})
	return answer, err
}

// insertable refuses labels that a mail can't come in with: drafts are made by
// drafts.create. SENT is allowed, for mail that is moved from elsewhere.
func insertable(labels []string) error {
	put := 0
	for _, id := range labels {
		switch id {
		case draft, chat:
			return invalidLabel(id)
		case inbox, trash, spam:
			put++
		}
	}
	if put > 1 {
		return invalid("A message can only be in one of INBOX, TRASH and SPAM.")
	}
	return nil
}
