package mail

import (
	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/sdk/text"
)

// Message is a mail to be written. Empty members are left out.
type Message struct {
	From        address.Mailbox
	To, Cc, Bcc []address.Mailbox
	Subject     string
	// InReplyTo is one message id, References several, each in angle brackets.
	InReplyTo  string
	References []string
	// Date is a header's value; see [Date].
	Date string
	// Text is the mail as plain text; it is written even where it is empty,
	// unless there is HTML alone.
	Text, HTML  string
	Attachments []Attachment
}

// Attachment is a file of a mail.
type Attachment struct {
	Name string
	// MimeType may have parameters; of those only a text's charset is kept.
	MimeType string
	// ContentID is by what HTML refers to it, with or without angle brackets.
	ContentID string
	// Inline says that the HTML shows it.
	Inline bool
	// Blob is the host's name for the bytes; "" is an empty file.
	Blob string
	// Size is how many bytes there are.
	Size int
}

// Segment is one run of a mail: a text, or a blob by name, as it is or in
// base64 with lines of 76 characters that each end in CRLF.
type Segment struct {
	Text, Blob string
	Base64     bool
}

// Written is a mail as it leaves.
type Written struct {
	Segments []Segment
	// Size is the length of the whole in bytes.
	Size int
}

// Write writes the mail. The nonce keeps boundaries from being guessed by who
// writes the content.
func (m *Message) Write(nonce string) Written {
	root := m.body()
	w := writer{}
	w.text(m.head())
	w.text("MIME-Version: 1.0\r\n")
	root.bound("=_"+nonce, m.Text+m.HTML, new(int))
	root.write(&w)
	w.flush()
	return Written{Segments: w.out, Size: w.size}
}

// head are the headers before those of MIME. Message-ID is Gmail's to give.
func (m *Message) head() string {
	out := ""
	if m.From.Address != "" {
		out += mailboxes("From", []address.Mailbox{m.From})
	}
	out += mailboxes("To", m.To) + mailboxes("Cc", m.Cc) + mailboxes("Bcc", m.Bcc)
	if m.Subject != "" {
		out += unstructured("Subject", m.Subject)
	}
	if id := ID(m.InReplyTo); id != "" {
		out += "In-Reply-To: " + id + "\r\n"
	}
	out += ids("References", m.References)
	if m.Date != "" {
		out += "Date: " + m.Date + "\r\n"
	}
	return out
}

// body chooses the structure: the text's versions are alternatives, what the
// HTML shows is related to it, other files are mixed with all of that.
func (m *Message) body() *part {
	root := &part{contentType: "text/plain; charset=UTF-8", content: m.Text}
	if m.HTML != "" {
		html := &part{contentType: "text/html; charset=UTF-8", content: m.HTML}
		if m.Text == "" {
			root = html
		} else {
			root = &part{contentType: "multipart/alternative", parts: []*part{root, html}}
		}
	}
	var related, mixed []*part
	for i := range m.Attachments {
		a := &m.Attachments[i]
		if a.Inline && m.HTML != "" && ID(a.ContentID) != "" {
			related = append(related, attachment(a, true))
		} else {
			mixed = append(mixed, attachment(a, false))
		}
	}
	if related != nil {
		root = &part{contentType: "multipart/related", parts: append([]*part{root}, related...)}
	}
	if mixed != nil {
		root = &part{contentType: "multipart/mixed", parts: append([]*part{root}, mixed...)}
	}
	return root
}

// attachment is the part of a file. A mail that is attached must not be encoded
// (RFC 2046, section 5.2.1), so its bytes stand as they are.
func attachment(a *Attachment, inline bool) *part {
	p := &part{blob: a.Blob, size: a.Size, contentType: FileType(a.MimeType), disposition: "attachment"}
	if inline {
		p.disposition = "inline"
	}
	if name := text.OneLine(a.Name); name != "" {
		p.disposition += filename(name)
	}
	if id := ID(a.ContentID); id != "" {
		p.id = id
	}
	return p
}
