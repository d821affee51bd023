package describe

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/blob/charset"
)

// Bounds of a mail that is taken apart; a larger one is shown as it stands.
const (
	maxDepth = 16  // parts within parts
	maxParts = 500 // twenty times what a tool can attach
)

var errParts = errors.New("it has too many parts")

// isFileLine says that a line stands in a planned mail for the bytes of a file
// (package rest).
func isFileLine(s string) bool {
	inner, ok := strings.CutPrefix(s, "[file ")
	inner, ok2 := strings.CutSuffix(inner, " bytes]")
	comma := strings.LastIndex(inner, ", ")
	if !ok || !ok2 || comma < 0 || strings.Contains(inner, "\n") {
		return false
	}
	_, err := strconv.ParseUint(inner[comma+2:], 10, 64)
	return err == nil
}

// part is one leaf of a mail.
type part struct {
	mediaType string // without parameters, lower case
	charset   string
	name      string
	attached  bool // stated to be an attachment
	body      []byte
	// file is the line that stands for a file's bytes; "" where body is all.
	file string
	// broken says that body is not decoded, since it can't be.
	broken bool
}

func (p part) text() bool { return strings.HasPrefix(p.mediaType, "text/") }
func (p part) html() bool {
	return p.mediaType == "text/html" && !p.attached && p.file == ""
}

// listed says that a mail program does not show the part as the mail's text.
func (p part) listed() bool { return p.attached || p.file != "" || !p.text() || p.html() }

func (p part) decoded() string { return toUTF8(p.body, p.charset) }

// readMail takes a mail apart.
func readMail(raw string) (mail.Header, []part, error) {
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return nil, nil, errors.New("its head is broken")
	}
	body, err := io.ReadAll(m.Body)
	if err != nil {
		return nil, nil, errors.New("its body is broken")
	}
	parts, err := split(textproto.MIMEHeader(m.Header), body, 0)
	if len(parts) > maxParts {
		err = errParts
	}
	return m.Header, parts, err
}

// split gives the leaves of a part, in order.
func split(h textproto.MIMEHeader, body []byte, depth int) ([]part, error) {
	mediaType, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if h.Get("Content-Type") == "" {
		mediaType, params = "text/plain", nil
	} else if err != nil && mediaType == "" {
		return nil, errors.New("the type of a part is broken")
	}
	if !strings.HasPrefix(mediaType, "multipart/") {
		return []part{leaf(h, mediaType, params, body)}, nil
	}
	if depth == maxDepth {
		return nil, errParts
	}
	if params["boundary"] == "" {
		return nil, errors.New("a part has no boundary")
	}
	var all []part
	for r := multipart.NewReader(bytes.NewReader(body), params["boundary"]); ; {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errors.New("a part is broken")
		}
		inner, err := io.ReadAll(p)
		if err != nil {
			return nil, errors.New("a part has no end")
		}
		leaves, err := split(p.Header, inner, depth+1)
		if err != nil {
			return nil, err
		}
		if all = append(all, leaves...); len(all) > maxParts {
			return nil, errParts
		}
	}
	if len(all) == 0 {
		return nil, errors.New("a part that should hold others holds none")
	}
	return all, nil
}

func leaf(h textproto.MIMEHeader, mediaType string, params map[string]string, body []byte) part {
	disposition, dparams, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	p := part{
		mediaType: mediaType, charset: params["charset"],
		name:     decodeWords(dparams["filename"]),
		attached: disposition == "attachment" || dparams["filename"] != "",
	}
	if p.name == "" {
		p.name = decodeWords(params["name"])
	}
	if line := strings.TrimSpace(string(body[:min(len(body), 2<<10)])); len(body) < 2<<10 && isFileLine(line) {
		p.file = line
		return p
	}
	p.body, p.broken = decodeTransfer(h.Get("Content-Transfer-Encoding"), body)
	return p
}

// decodeTransfer undoes the transfer encoding. What can't be undone stays as it
// is.
func decodeTransfer(encoding string, body []byte) (out []byte, broken bool) {
	var err error
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "7bit", "8bit", "binary":
		return body, false
	case "quoted-printable":
		out, err = io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body)))
	case "base64":
		out, err = base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(body), nil)))
	default:
		err = fmt.Errorf("transfer encoding %q", encoding)
	}
	if err != nil {
		return body, true
	}
	return out, false
}

// charsetReader reads a header's word in any charset.
func charsetReader(label string, r io.Reader) (io.Reader, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	c, ok := charset.Of(label)
	if !ok {
		return nil, fmt.Errorf("charset %q", label)
	}
	return strings.NewReader(c.Decode(b)), nil
}
