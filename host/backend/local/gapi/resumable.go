package gapi

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// startUpload begins a resumable upload: the metadata is checked now, the
// content comes to the address in Location.
func (x *exchange) startUpload(c *Call) error {
	if x.service.opts.Uploads == nil {
		return badParameter("uploadType", "Resumable uploads are not served here.")
	}
	u := &Upload{Method: x.m.ID, Path: x.r.URL.EscapedPath(), MimeType: x.r.Header.Get("X-Upload-Content-Type"), Size: -1}
	if text := x.r.Header.Get("X-Upload-Content-Length"); text != "" {
		var ok bool
		if u.Size, ok = offset(text, ""); !ok {
			return badHeader("X-Upload-Content-Length", "Invalid value %s for X-Upload-Content-Length: it must be a number of bytes.", Quote(text))
		}
	}
	if x.m.MaxUpload > 0 && u.Size > x.m.MaxUpload {
		return tooLarge(x.m.MaxUpload)
	}
	if x.m.Body != nil {
		var err error
		if u.Body, err = io.ReadAll(io.LimitReader(x.r.Body, max(x.m.MaxBody, MaxBody)+1)); err != nil {
			return parseError("The body could not be read.")
		}
		if c.Body, err = x.body(bytes.NewReader(u.Body)); err != nil {
			return err
		}
	}
	if err := x.admit(c, u.MimeType, u.Size); err != nil {
		return err
	}
	query := x.r.URL.Query()
	for _, secret := range []string{"access_token", "oauth_token", "key"} {
		query.Del(secret) // neither stored nor shown
	}
	u.Query = query.Encode()
	if err := x.service.opts.Uploads.StartUpload(x.r.Context(), u); err != nil {
		return err
	}
	query.Set(uploadID, u.ID)
	h := x.w.Header()
	h.Set("Location", origin(x.r)+u.Path+"?"+query.Encode())
	h.Set("X-GUploader-UploadID", u.ID)
	h.Set("Content-Length", "0")
	private(h)
	x.w.WriteHeader(http.StatusOK)
	return nil
}

// origin is where the client sees this server.
func origin(r *http.Request) string {
	scheme := r.URL.Scheme // set by the in-process transport
	if scheme == "" {
		scheme = "http"
		if r.TLS != nil {
			scheme = "https"
		}
	}
	return scheme + "://" + r.Host
}

// continueUpload takes a chunk, or says how far the upload has come.
func (x *exchange) continueUpload(path map[string]string, id string) error {
	if x.service.opts.Uploads == nil {
		return NotFound("There is no such upload.")
	}
	ctx := x.r.Context()
	u, err := x.service.opts.Uploads.FindUpload(ctx, id)
	if err != nil {
		return err
	}
	if u.Path != x.r.URL.EscapedPath() || !x.sameMethod(u) {
		return NotFound("There is no such upload at this address.")
	}
	if x.r.Method == http.MethodDelete {
		if err := x.service.opts.Uploads.CancelUpload(ctx, u); err != nil {
			return err
		}
		x.w.Header().Set("Content-Length", "0")
		x.w.WriteHeader(statusClientClosed)
		return nil
	}
	if u.Answer != nil { // the client lost the answer of its last chunk
		writeJSON(x.w, http.StatusOK, u.Answer)
		return nil
	}
	part, err := chunkOf(x.r, u)
	if err != nil {
		return err
	}
	done, err := x.chunk(u, part)
	if err != nil {
		return err
	}
	if !done {
		x.incomplete(u.Content.Size)
		return nil
	}
	return x.finishUpload(u, path)
}

// sameMethod finds the method that the upload began with: two may share a path.
func (x *exchange) sameMethod(u *Upload) bool {
	for i := range x.service.methods {
		if m := &x.service.methods[i]; m.ID == u.Method {
			x.m = m
			return true
		}
	}
	return false
}

// statusClientClosed answers a cancelled upload, as Google does.
const statusClientClosed = 499

// chunkOf reads what part of the content a request brings. A request without
// Content-Range brings all of it.
func chunkOf(r *http.Request, u *Upload) (contentRange, error) {
	part := contentRange{last: -1, total: u.Size}
	text := r.Header.Get("Content-Range")
	if text == "" {
		if part.total = r.ContentLength; part.total > 0 {
			part.last = part.total - 1
		}
		if part.total < 0 {
			return part, badHeader("Content-Range", "A chunk of unknown length needs the Content-Range header.")
		}
	} else {
		var ok bool
		if part, ok = parseContentRange(text); !ok {
			return part, badHeader("Content-Range", "Failed to parse Content-Range header %s.", Quote(text))
		}
	}
	if u.Size >= 0 && part.total >= 0 && part.total != u.Size {
		return part, badHeader("Content-Range", "The content was announced with %d bytes, and now has %d.", u.Size, part.total)
	}
	if n := part.length(); r.ContentLength >= 0 && r.ContentLength != n {
		return part, badContent("Invalid request. There were %d byte(s) in the request body. There should have been %d byte(s) "+
			"(starting at offset %d and ending at offset %d) according to the Content-Range header.", r.ContentLength, n, part.first, part.last)
	}
	if part.first > u.Content.Size {
		return part, badHeader("Content-Range", "The chunk starts at byte %d, and only %d bytes have arrived. Ask for the status and go on from there.",
			part.first, u.Content.Size)
	}
	final := part.total >= 0 && part.last == part.total-1
	if n := part.length(); n > 0 && !final && n < ChunkSize {
		return part, badContent("Invalid request. A chunk that is not the last one has a multiple of %d bytes, and this one has %d.", ChunkSize, n)
	}
	return part, nil
}

// chunk stores what is new of a chunk, and says whether the content is
// complete now. u.Content is what is stored by then.
func (x *exchange) chunk(u *Upload, part contentRange) (done bool, err error) {
	if u.Complete {
		return true, nil // all but the method's run
	}
	w, err := x.service.opts.Uploads.ResumeUpload(x.r.Context(), u)
	if err != nil {
		return false, err
	}
	body := io.LimitReader(x.r.Body, part.length())
	// Bytes that were sent before are skipped, not compared.
	if known := min(u.Content.Size-part.first, part.length()); part.last >= 0 && known > 0 {
		if _, err := io.CopyN(io.Discard, body, known); err != nil {
			return false, badContent("The chunk ended before it was complete.")
		}
	}
	taking := x.take(w, body, u.Content.Size)
	end := max(u.Content.Size, part.last+1)
	if taking == nil && part.total == end {
		u.Content, err = w.Commit()
		if err == nil && u.Content.Size != end {
			return false, badContent("The content has %d bytes, and %d were announced.", u.Content.Size, end)
		}
		return err == nil, err
	}
	size, err := w.Suspend()
	if taking != nil {
		return false, taking // what is stored stays; the client asks how much
	}
	u.Content.Size = size
	return false, err
}

// finishUpload runs the method with the content and the metadata that the
// upload began with.
func (x *exchange) finishUpload(u *Upload, path map[string]string) error {
	c := &Call{Path: path, Header: x.r.Header}
	query, err := url.ParseQuery(u.Query)
	if err != nil {
		return err
	}
	sel, err := x.decode(c, query.Encode(), x.m.Query)
	if err != nil {
		return err
	}
	if x.m.Body != nil {
		if c.Body, err = x.body(bytes.NewReader(u.Body)); err != nil {
			return err
		}
	}
	if err := x.service.opts.Uploads.ClaimUpload(x.r.Context(), u.ID); err != nil {
		return err
	}
	x.session = u
	return x.deliver(c, sel, u.MimeType, u.Content)
}

// incomplete asks for more: 308 with the bytes that are stored. Clients whose
// libraries follow a 308 ask for another status.
func (x *exchange) incomplete(size int64) {
	h := x.w.Header()
	if size > 0 {
		h.Set("Range", fmt.Sprintf("bytes=0-%d", size-1))
	}
	h.Set("Content-Length", "0")
	private(h)
	status := http.StatusPermanentRedirect
	if x.r.Header.Get("X-GUploader-No-308") == "yes" {
		h.Set("X-Http-Status-Code-Override", strconv.Itoa(status))
		status = http.StatusOK
	}
	x.w.WriteHeader(status)
}

func badHeader(name, format string, args ...any) *Error {
	e := badContent(format, args...)
	e.Location, e.LocationType = name, "header"
	return e
}
