package main

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// mailOf writes a request's mail as the host does, with the same bytes for each
// blob.
func mailOf(m *abi.Media) string {
	const content = "\x00bytes of a file\xff"
	var b strings.Builder
	for _, s := range m.Segments {
		switch {
		case s.Blob == "":
			b.WriteString(s.Text)
		case s.Encoding == "base64":
			b.WriteString(base64.StdEncoding.EncodeToString([]byte(content)) + "\r\n")
		default:
			b.WriteString("Subject: a mail\r\n\r\nthat is attached\r\n")
		}
	}
	return b.String()
}

// Every mail that a case sends or drafts is read by Go's own parsers: one header
// of each kind, known kinds alone, whole parts.
func TestComposedMailsAreWellFormed(t *testing.T) {
	known := []string{"From", "To", "Cc", "Bcc", "Subject", "In-Reply-To", "References", "Date", "Mime-Version", "Content-Type", "Content-Transfer-Encoding"}
	mails := 0
	for _, c := range planCases(t) {
		for _, step := range c.Steps {
			for _, e := range step {
				if e.Request.Media == nil {
					continue
				}
				mails++
				if e.Request.Media.MimeType != "message/rfc822" {
					t.Errorf("%s: %s", c.Name, e.Request.Media.MimeType)
				}
				raw := mailOf(e.Request.Media)
				m, err := netmail.ReadMessage(strings.NewReader(raw))
				if err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
				for name, values := range m.Header {
					if !slices.Contains(known, name) || len(values) != 1 {
						t.Errorf("%s: the header %s %q", c.Name, name, values)
					}
				}
				for _, name := range []string{"From", "To", "Cc", "Bcc"} {
					if m.Header.Get(name) == "" {
						continue
					}
					list, err := m.Header.AddressList(name)
					if err != nil || name == "From" && len(list) != 1 {
						t.Errorf("%s: %s: %v", c.Name, m.Header.Get(name), err)
					}
				}
				if _, err := m.Header.Date(); err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
				for _, line := range strings.Split(raw, "\r\n") {
					if len(line) > 998 || strings.ContainsAny(line, "\r\n") {
						t.Errorf("%s: the line %.60q", c.Name, line)
					}
				}
				if n := readParts(t, c.Name, m.Header.Get("Content-Type"), m.Body); n == 0 {
					t.Errorf("%s: no part", c.Name)
				}
			}
		}
	}
	if mails < 30 {
		t.Errorf("only %d mails", mails)
	}
}

// readParts counts the parts that have no parts.
func readParts(t *testing.T, name, contentType string, body io.Reader) int {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatalf("%s: %s: %v", name, contentType, err)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		return 1
	}
	n := 0
	for r := multipart.NewReader(bytes.NewReader(text), params["boundary"]); ; {
		p, err := r.NextPart()
		if err == io.EOF {
			return n
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n += readParts(t, name, p.Header.Get("Content-Type"), p)
	}
}
