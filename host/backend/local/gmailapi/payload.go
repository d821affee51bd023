package gmailapi

import (
	"context"
	"encoding/base64"
	"io"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
	"github.com/wslite/wslite/host/backend/local/store"
)

// view is how a message is read: format and metadataHeaders.
type view struct {
	format  string
	headers []string // only these; nil: all
}

// readView reads the parameters. Threads have no raw form.
func readView(c *gapi.Call, formats ...string) (view, error) {
	v := view{format: "full", headers: c.Query.All("metadataHeaders")}
	if c.Query.Has("format") {
		v.format = strings.ToLower(c.Query.String("format"))
	}
	if !slices.Contains(formats, v.format) {
		return v, gapi.InvalidParameter("format", "Invalid value %s for format: it must be one of %s.",
			gapi.Quote(c.Query.String("format")), strings.Join(formats, ", "))
	}
	if v.format != "metadata" {
		v.headers = nil
	}
	return v, nil
}

// loaded is what the tables know of a message, read in one transaction.
type loaded struct {
	row    *message
	labels []string
	root   *rfc822.Part
	key    []byte
}

func load(tx *store.Tx, m *message, v view) (l loaded, err error) {
	l.row = m
	if l.labels, err = m.labelIDs(tx); err != nil || v.format == "minimal" || v.format == "raw" {
		return l, err
	}
	if l.root, err = m.structure(tx); err != nil {
		return l, err
	}
	l.key, err = tx.Secret()
	return l, err
}

// show makes the resource of a message. It reads content, so it must not run
// in a transaction.
func (a *API) show(ctx context.Context, l loaded, v view) (*Message, error) {
	m := l.row
	out := &Message{
		ID: m.id, ThreadID: m.thread, LabelIDs: l.labels, Snippet: &m.snippet, SizeEstimate: m.size,
		HistoryID: uint64(m.history), InternalDate: &m.date,
	}
	switch v.format {
	case "minimal":
		return out, nil
	case "metadata":
		out.Payload = &MessagePart{MimeType: l.root.Type, Headers: chosen(l.root.Headers, v.headers)}
		return out, nil
	}
	r, err := a.blobs.Open(ctx, m.blob)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if v.format == "raw" {
		data, err := io.ReadAll(r)
		out.Raw = base64.URLEncoding.EncodeToString(data)
		return out, err
	}
	p, err := payload(r, l, l.root)
	out.Payload = p
	return out, err
}

// chosen gives the header fields of the names, or all.
func chosen(headers []rfc822.Header, names []string) []MessagePartHeader {
	var out []MessagePartHeader
	for _, h := range headers {
		if names == nil || slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, h.Name) }) {
			out = append(out, MessagePartHeader{h.Name, h.Value})
		}
	}
	return out
}

// payload makes the resource of a part and of those below it.
func payload(r io.ReadSeeker, l loaded, p *rfc822.Part) (*MessagePart, error) {
	out := &MessagePart{PartID: &p.ID, MimeType: p.Type, Filename: &p.Filename, Headers: chosen(p.Headers, nil), Body: &MessagePartBody{}}
	for _, q := range p.Parts {
		below, err := payload(r, l, q)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, *below)
	}
	if !p.Leaf() && p.Filename == "" {
		return out, nil
	}
	out.Body.Size = p.Size
	if !p.Inline() || p.Size > maxInline {
		out.Body.AttachmentID = attachmentPrefix + gapi.SealPageToken(l.key, attachmentScope+l.row.id, []byte(p.ID))
		return out, nil
	}
	data, err := partData(r, p)
	out.Body.Data = base64.URLEncoding.EncodeToString(data)
	return out, err
}

const (
	// attachmentScope binds the id of an attachment to its message.
	attachmentScope = "gmail.attachment."
	// attachmentPrefix begins the id as Gmail's begin: with a letter, never with
	// a dash, which a command line would take for a flag.
	attachmentPrefix = "ANGjdJ"
)

// partData reads the decoded body of a part.
func partData(r io.ReadSeeker, p *rfc822.Part) ([]byte, error) {
	if _, err := r.Seek(int64(p.Start), io.SeekStart); err != nil {
		return nil, err
	}
	data := make([]byte, p.End-p.Start)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, err
	}
	return rfc822.Decode(data, p.Encoding), nil
}

func (a *API) getAttachment(ctx context.Context, c *gapi.Call) (any, error) {
	var m *message
	var part *rfc822.Part
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		var err error
		if m, err = findMessage(tx, c.Path["messageId"]); err != nil {
			return err
		}
		key, err := tx.Secret()
		if err != nil {
			return err
		}
		token, ok := strings.CutPrefix(c.Path["id"], attachmentPrefix)
		id, err := gapi.OpenPageToken(key, attachmentScope+m.id, token)
		if err != nil || !ok {
			return invalid("Invalid attachment token")
		}
		root, err := m.structure(tx)
		if err != nil {
			return err
		}
		if part = root.Find(string(id)); part == nil {
			return invalid("Invalid attachment token")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r, err := a.blobs.Open(ctx, m.blob)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := partData(r, part)
	if err != nil {
		return nil, err
	}
	return &MessagePartBody{Size: len(data), Data: base64.URLEncoding.EncodeToString(data)}, nil
}
