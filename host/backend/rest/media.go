package rest

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

const (
	// onePiece is the largest content, in bytes, that goes up together with its
	// metadata in one request; more goes resumably. Source: Google's upload
	// guide, which advises the one up to 5 MB.
	onePiece = 5_000_000
	// maxSegments is how many runs one content may have: a mail with many
	// attachments has two for each.
	maxSegments = 1000
	// maxMimeType is the longest content type, in bytes.
	maxMimeType = 255
)

// media checks the content that a request uploads: only to the host's own
// routes, only of blobs that this plan was given or has saved itself.
func (b *Backend) media(c backend.Call, r *route.Route, m *abi.Media, p *progress) (*content, error) {
	switch {
	case m == nil:
		return nil, nil
	case r.Upload == 0 || !r.Pinned:
		return nil, violation(r, "it takes no content")
	case !isMimeType(m.MimeType):
		return nil, violation(r, "%s is no content type", show(m.MimeType))
	case len(m.Segments) == 0 || len(m.Segments) > maxSegments:
		return nil, violation(r, "content has 1 to %d segments, not %d", maxSegments, len(m.Segments))
	}
	runs := make([]run, len(m.Segments))
	for i, s := range m.Segments {
		switch {
		case s.Blob == "" && s.Encoding != "", s.Blob != "" && s.Text != "", s.Encoding != "" && s.Encoding != "base64":
			return nil, violation(r, "segment %d is neither a text nor a blob, plain or in base64", i)
		case s.Blob == "" && !utf8.ValidString(s.Text):
			return nil, violation(r, "segment %d is not UTF-8", i)
		case s.Blob == "":
			runs[i] = run{text: s.Text}
			continue
		}
		if !p.mayUse(s.Blob) || c.Blobs == nil {
			return nil, violation(r, "segment %d names the blob %s, which the plan was not given", i, show(s.Blob))
		}
		held, ok := c.Blobs.Get(s.Blob)
		if !ok {
			return nil, violation(r, "segment %d names the blob %s, which does not exist", i, show(s.Blob))
		}
		runs[i] = run{blob: held, base64: s.Encoding == "base64"}
	}
	all := contentOf(m.MimeType, runs...)
	if all.size > r.Upload {
		return nil, fault.New(fault.LimitExceeded, "route %s: the content has %d bytes; the service takes %d at most", r.ID, all.size, r.Upload).
			WithHint("send less; large files can be shared through Drive")
	}
	return all, nil
}

func isMimeType(s string) bool {
	if len(s) > maxMimeType || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return false
	}
	t, _, err := mime.ParseMediaType(s)
	return err == nil && strings.Count(t, "/") == 1
}

// metadata is the JSON that goes with content.
func (r prepared) metadata() []byte {
	if r.body == nil {
		return []byte("{}")
	}
	return r.body
}

// multipart wraps metadata and content into one body.
func (r prepared) multipart() (*content, error) {
	boundary, err := boundaryFor(r.media, r.metadata())
	if err != nil {
		return nil, err
	}
	head := "--" + boundary + "\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n" + string(r.metadata()) +
		"\r\n--" + boundary + "\r\nContent-Type: " + r.media.mimeType + "\r\n\r\n"
	runs := append([]run{{text: head}}, r.media.runs...)
	runs = append(runs, run{text: "\r\n--" + boundary + "--\r\n"})
	return contentOf("multipart/related; boundary="+boundary, runs...), nil
}

// boundaryFor finds a boundary that stands nowhere in what it parts. Chance alone
// would do; but a boundary that the content could know would let it pass for
// metadata, so it is looked for all the same.
func boundaryFor(c *content, metadata []byte) (string, error) {
	for {
		var random [16]byte
		rand.Read(random[:])
		boundary := "wslite-" + hex.EncodeToString(random[:])
		found, err := contains(c.open(0, c.size), []byte(boundary))
		if err != nil {
			return "", err
		}
		if !found && !bytes.Contains(metadata, []byte(boundary)) {
			return boundary, nil
		}
	}
}

func contains(r io.ReadCloser, word []byte) (bool, error) {
	defer r.Close()
	buf := make([]byte, 64<<10)
	kept := 0
	for {
		n, err := r.Read(buf[kept:])
		if bytes.Contains(buf[:kept+n], word) {
			return true, nil
		}
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		all := kept + n
		kept = min(all, len(word)-1)
		copy(buf, buf[all-kept:all])
	}
}
