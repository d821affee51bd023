package mail

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/textproto"
	"strings"
	"testing"
	"time"
)

// readStdlib reads a mail with net/mail, mime and mime/multipart.
func readStdlib(t *testing.T, raw string) reading {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	words := &mime.WordDecoder{}
	r := reading{InReplyTo: m.Header.Get("In-Reply-To"), References: strings.Fields(m.Header.Get("References"))}
	for name, into := range map[string]*[]string{"From": &r.From, "To": &r.To, "Cc": &r.Cc, "Bcc": &r.Bcc} {
		if m.Header.Get(name) == "" {
			continue
		}
		list, err := m.Header.AddressList(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, a := range list {
			*into = append(*into, mailboxText(a.Name, a.Address))
		}
	}
	if r.Subject, err = words.DecodeHeader(m.Header.Get("Subject")); err != nil {
		t.Errorf("Subject: %v", err)
	}
	if at, err := m.Header.Date(); err == nil {
		r.Date = at.Format(time.RFC3339)
	}
	if got := m.Header.Get("MIME-Version"); got != "1.0" {
		t.Errorf("MIME-Version is %q", got)
	}
	r.stdlibPart(t, textproto.MIMEHeader(m.Header), m.Body)
	return r
}

func mailboxText(name, address string) string {
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

func (r *reading) stdlibPart(t *testing.T, h textproto.MIMEHeader, body io.Reader) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		t.Errorf("Content-Type %q: %v", h.Get("Content-Type"), err)
		return
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Errorf("%s: %v", kind, err)
				return
			}
			r.stdlibPart(t, p.Header, p)
		}
	}
	switch encoding := h.Get("Content-Transfer-Encoding"); encoding {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "7bit", "8bit":
	default:
		t.Errorf("Content-Transfer-Encoding is %q", encoding)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		t.Errorf("%s: %v", kind, err)
	}
	disposition, given := h.Get("Content-Disposition"), map[string]string{}
	if disposition != "" {
		if disposition, given, err = mime.ParseMediaType(disposition); err != nil {
			t.Errorf("Content-Disposition %q: %v", h.Get("Content-Disposition"), err)
		}
	}
	r.put(t, kind, params["charset"], disposition, given["filename"], h.Get("Content-ID"), content)
}

// put adds a part that has content: one of the texts, or a file.
func (r *reading) put(t *testing.T, kind, charset, disposition, name, id string, content []byte) {
	t.Helper()
	if disposition == "" && (kind == "text/plain" || kind == "text/html") {
		if !strings.EqualFold(charset, "utf-8") {
			t.Errorf("the charset of %s is %q", kind, charset)
		}
		if !bytes.Equal(content, bytes.ToValidUTF8(content, []byte("\ufffd"))) {
			t.Errorf("%s is no UTF-8", kind)
		}
		into := &r.Text
		if kind == "text/html" {
			into = &r.HTML
		}
		*into += string(content)
		return
	}
	f := fileOf(name, kind, string(content))
	f.Inline, f.ID = disposition == "inline", id
	r.Files = append(r.Files, f)
}
