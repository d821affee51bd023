package gapi

import (
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
)

// uploadID is the query parameter that names a resumable upload.
const uploadID = "upload_id"

// upload serves a request below /upload/.
func (x *exchange) upload(path map[string]string) error {
	if x.service.opts.Blobs == nil {
		return &Error{HTTP: 501, Status: "UNIMPLEMENTED", Reason: "notImplemented", Message: "Uploads are not served here."}
	}
	if id := x.r.URL.Query().Get(uploadID); id != "" {
		return x.continueUpload(path, id)
	}
	c := &Call{Path: path, Header: x.r.Header}
	sel, err := x.decode(c, x.r.URL.RawQuery, x.m.Query)
	if err != nil {
		return err
	}
	switch kind := c.Query.String("uploadType"); kind {
	case "media":
		if x.m.Body != nil {
			if c.Body, err = x.body(http.NoBody); err != nil {
				return err
			}
		}
		return x.receive(c, sel, x.r.Header.Get("Content-Type"), x.r.Body)
	case "multipart":
		return x.multipart(c, sel)
	case "resumable":
		return x.startUpload(c)
	default:
		return badParameter("uploadType", "Invalid value %s for uploadType: it must be media, multipart or resumable.", Quote(kind))
	}
}

// multipart takes multipart/related: first the resource in JSON, then the
// content.
func (x *exchange) multipart(c *Call, sel *selection) error {
	mediaType, params, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
	if err != nil || !strings.HasPrefix(mediaType, "multipart/") || params["boundary"] == "" {
		return badContent("A multipart upload has the content type multipart/related with a boundary.")
	}
	parts := multipart.NewReader(x.r.Body, params["boundary"])
	first, err := parts.NextRawPart()
	if err != nil {
		return badContent("Missing end boundary in multipart body.")
	}
	if c.Body, err = x.body(first); err != nil {
		return err
	}
	second, err := parts.NextRawPart()
	if err != nil {
		return badContent("The multipart body has no content: two parts are needed, the resource and its content.")
	}
	content := io.Reader(second)
	switch encoding := strings.ToLower(second.Header.Get("Content-Transfer-Encoding")); encoding {
	case "", "binary", "8bit", "7bit":
	case "base64":
		content = base64.NewDecoder(base64.StdEncoding, second)
	default:
		return badContent("The content transfer encoding %s is unknown.", Quote(encoding))
	}
	return x.receive(c, sel, second.Header.Get("Content-Type"), &lastPart{content, parts})
}

// lastPart reads a part and demands that nothing follows: a body that was cut
// or has a third part is not taken for whole.
type lastPart struct {
	io.Reader
	parts *multipart.Reader
}

func (p *lastPart) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if err != io.EOF {
		return n, err
	}
	if _, next := p.parts.NextRawPart(); next != io.EOF {
		return n, badContent("The multipart body does not end after its second part.")
	}
	return n, io.EOF
}

// receive takes content in from one request and runs the method.
func (x *exchange) receive(c *Call, sel *selection, mimeType string, content io.Reader) error {
	if err := x.admit(c, mimeType, x.r.ContentLength); err != nil {
		return err
	}
	w, err := x.service.opts.Blobs.Create(x.r.Context())
	if err != nil {
		return err
	}
	if err := x.take(w, content, 0); err != nil {
		w.Abort()
		return err
	}
	blob, err := w.Commit()
	if err != nil {
		w.Abort()
		return err
	}
	return x.deliver(c, sel, mimeType, blob)
}

// admit checks an upload before its content comes. announced is the length of
// the content, or of more than that; below 0 it is unknown.
func (x *exchange) admit(c *Call, mimeType string, announced int64) error {
	// A multipart body is longer than its content by a kilobyte and the
	// resource; the exact limit is held while the content comes in.
	if x.m.MaxUpload > 0 && announced > x.m.MaxUpload+MaxBody {
		return tooLarge(x.m.MaxUpload)
	}
	stated := mimeType != "" || x.m.Accept != ""
	if accept := cmp.Or(x.m.Accept, anyType); stated && !accepts(accept, mimeType) {
		return badContent("Media type %s is not supported. Valid media types: [%s]", Quote(mimeType), accept)
	}
	if x.m.Check != nil {
		return x.m.Check(x.r.Context(), c)
	}
	return nil
}

const anyType = "*/*"

// accepts says whether a content type has the form type/subtype and is one of
// those that a pattern such as message/* stands for.
func accepts(pattern, mimeType string) bool {
	bare, _, err := mime.ParseMediaType(mimeType)
	kind, sub, ok := strings.Cut(bare, "/")
	wantKind, wantSub, _ := strings.Cut(pattern, "/")
	return err == nil && ok && (wantKind == "*" || wantKind == kind) && (wantSub == "*" || wantSub == sub)
}

// take copies content into a writer that holds have bytes already.
func (x *exchange) take(w io.Writer, content io.Reader, have int64) error {
	if x.m.MaxUpload > 0 {
		content = io.LimitReader(content, x.m.MaxUpload-have+1)
	}
	var reading readError
	n, err := io.Copy(w, &noting{content, &reading})
	var e *Error
	switch {
	case err == nil && x.m.MaxUpload > 0 && have+n > x.m.MaxUpload:
		return tooLarge(x.m.MaxUpload)
	case reading.err != nil && !errors.As(err, &e):
		return badContent("The content ended before it was complete, or is malformed.")
	}
	return err
}

// noting tells failures of the client's side from those of the storage.
type noting struct {
	io.Reader
	failed *readError
}

type readError struct{ err error }

func (r *noting) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.failed.err = err
	}
	return n, err
}

// deliver runs the method with complete content; content that it does not keep
// is removed. After a failure that may pass, the content of a resumable upload
// stays for another try.
func (x *exchange) deliver(c *Call, sel *selection, mimeType string, blob Blob) error {
	c.Media = &Media{MimeType: mimeType, Blob: blob}
	err := x.call(c, sel)
	if err == nil {
		return nil
	}
	var e *Error
	forget := func() error { return x.service.opts.Blobs.Discard(x.r.Context(), blob.ID) }
	if u := x.session; u != nil && errors.As(err, &e) && e.HTTP < http.StatusInternalServerError {
		forget = func() error { return x.service.opts.Uploads.CancelUpload(x.r.Context(), u) }
	} else if u != nil {
		forget = func() error { return x.service.opts.Uploads.FinishUpload(x.r.Context(), u.ID, nil) }
	}
	if failed := forget(); failed != nil {
		x.service.note(failed)
	}
	return err
}

func badContent(format string, args ...any) *Error {
	e := Invalid(format, args...)
	e.Reason = "badContent"
	return e
}
