package gmailapi

import (
	"bytes"
	"context"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/wslite/wslite/host/backend/local/gmailapi/rfc822"
)

// parsed is a mail that was read and whose content is kept, not yet a message.
type parsed struct {
	root    *rfc822.Part
	blob    string
	size    int64
	snippet string
	words   words
}

// words is what search looks at, one column of mail_words each.
type words struct{ subject, from, to, cc, bcc, body, filename, list, delivered string }

// keep reads a mail and stores its content, unless it is the blob's already. It
// must not run in a transaction.
func (a *API) keep(ctx context.Context, raw []byte, blob string) (*parsed, error) {
	root := rfc822.Parse(raw)
	if blob == "" {
		b, err := a.blobs.Put(ctx, bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		blob = b.ID
	}
	h := root.Headers
	var names []string
	root.Walk(func(p *rfc822.Part) bool {
		if p.Filename != "" {
			names = append(names, p.Filename)
		}
		return true
	})
	all := func(name string) string { return segment(strings.Join(rfc822.All(h, name), "\n")) }
	return &parsed{
		root: root, blob: blob, size: int64(len(raw)),
		snippet: escape.Replace(rfc822.Preview(raw, root, snippetLength)),
		words: words{
			subject: all("Subject"), from: all("From"), to: all("To"), cc: all("Cc"), bcc: all("Bcc"),
			body: segment(rfc822.Text(raw, root)), filename: segment(strings.Join(names, "\n")),
			list: all("List-ID") + "\n" + all("List-Post"), delivered: all("Delivered-To"),
		},
	}, nil
}

// escape makes HTML of a snippet, as Gmail gives it.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// segment puts blanks around the characters of scripts that write none, and
// around pictures and currency signs, so that each is a word to the index and
// a phrase of them is found anywhere.
func segment(s string) string {
	if !strings.ContainsFunc(s, unspaced) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unspaced(r) {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unspaced(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sc) || r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// wordless says whether a text has nothing that the index keeps.
func wordless(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.So, unicode.Sc) })
}

// attachments counts the parts that are kept apart from the text.
func (p *parsed) attachments() (n int) {
	p.root.Walk(func(q *rfc822.Part) bool {
		if q.Filename != "" {
			n++
		}
		return true
	})
	return n
}

func (p *parsed) header(name string) string { return rfc822.Get(p.root.Headers, name) }

// bareID gives the Message-ID of a header without brackets; empty for none.
func bareID(headers []rfc822.Header) string {
	if ids := rfc822.IDs(rfc822.Get(headers, "Message-ID")); len(ids) > 0 {
		return strings.Trim(ids[0], "<>")
	}
	return ""
}

// references gives the ids that the mail answers, the nearest first, each once.
func (p *parsed) references() (out []string) {
	ids := append(rfc822.IDs(p.header("References")), rfc822.IDs(p.header("In-Reply-To"))...)
	for i := len(ids) - 1; i >= 0 && len(out) < maxReferences; i-- {
		if id := strings.Trim(ids[i], "<>"); !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// dated gives the moment of the Date field in Unix milliseconds, or the
// fallback where there is none that can be read.
func (p *parsed) dated(fallback int64) int64 {
	t, err := mail.ParseDate(p.header("Date"))
	if err != nil || t.Before(time.Unix(0, 0)) || t.Year() > 9999 {
		return fallback
	}
	return t.UnixMilli()
}
