package gapi

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
)

// download answers with content, or a range of it.
func (x *exchange) download(c *Call) error {
	content, err := x.m.Download(x.r.Context(), c)
	if err != nil {
		return err
	}
	h := x.w.Header()
	tag := ""
	if content.MD5 != "" {
		tag = ETag("content", content.MD5, content.MimeType)
		h.Set("ETag", tag)
		if sum, err := hex.DecodeString(content.MD5); err == nil {
			h.Set("X-Goog-Hash", "md5="+base64.StdEncoding.EncodeToString(sum))
		}
		if unmodified(x.r.Header, tag) {
			x.w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	first, n, whole, ok := int64(0), content.Size, true, true
	// A range of what has changed since (If-Range) is no use: then all of it.
	if condition := x.r.Header.Get("If-Range"); condition == "" || tag != "" && condition == tag {
		first, n, whole, ok = byteRange(x.r.Header.Get("Range"), content.Size)
	}
	if !ok {
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", content.Size))
		return &Error{HTTP: http.StatusRequestedRangeNotSatisfiable, Status: "OUT_OF_RANGE", Reason: "requestedRangeNotSatisfiable",
			Message: "Request range not satisfiable", Location: "Range", LocationType: "header"}
	}
	body, err := content.Open()
	if err != nil {
		return err
	}
	defer body.Close()
	if first > 0 {
		if _, err := body.Seek(first, io.SeekStart); err != nil {
			return err
		}
	}
	private(h)
	h.Set("Accept-Ranges", "bytes")
	h.Set("Content-Length", strconv.FormatInt(n, 10))
	h.Set("Content-Type", contentType(content.MimeType))
	// Without a name too: no browser shows what somebody stored as a page of
	// this server's.
	h.Set("Content-Disposition", disposition(content.Name))
	status := http.StatusOK
	if !whole {
		status = http.StatusPartialContent
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first, first+n-1, content.Size))
	}
	x.sent = true
	x.w.WriteHeader(status)
	if _, err := io.CopyN(x.w, body, n); err != nil && x.r.Context().Err() == nil {
		x.service.note(err)
	}
	return nil
}

// contentType is what a client stated when it stored the content; what would
// break the header is replaced.
func contentType(stated string) string {
	if _, _, err := mime.ParseMediaType(stated); err != nil {
		return "application/octet-stream"
	}
	return stated
}

func disposition(name string) string {
	if name == "" {
		return "attachment"
	}
	if v := mime.FormatMediaType("attachment", map[string]string{"filename": name}); v != "" {
		return v
	}
	return "attachment"
}
