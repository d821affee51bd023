package describe

import (
	"fmt"
	"maps"
	"mime"
	"net/mail"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/blob/charset"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/size"
)

// headers are shown first, in this order and by these labels; all others follow
// as they are.
var headers = []struct{ name, label string }{
	{"From", "From"}, {"Sender", "Sender"}, {"Reply-To", "Reply-To"}, {"To", "To"}, {"Cc", "Cc"}, {"Bcc", "Bcc"},
	{"Subject", "Subject"}, {"Date", "Date"},
}

// unshown headers say only how the parts are written; the parts show it.
var unshown = map[string]bool{"Mime-Version": true, "Content-Type": true, "Content-Transfer-Encoding": true}

// words decodes headers in any charset.
var words = mime.WordDecoder{CharsetReader: charsetReader}

// mail shows a mail as its reader would see it. One that can't be read as a
// mail is shown as it stands.
func (l *listing) mail(raw string) {
	head, parts, err := readMail(raw)
	if err != nil {
		l.add(Alert, "", "This mail can't be read the way a mail program does ("+err.Error()+"). It is shown as it stands.")
		l.outside(Quote, "", raw)
		return
	}
	l.head(head)
	texts, listed := 0, 0
	for _, p := range parts {
		if p.listed() {
			l.part(p)
			listed++
		} else {
			texts++
		}
	}
	if texts == 0 {
		l.add(Alert, "", "This mail has no text version.")
	}
	for _, p := range parts {
		if !p.listed() {
			l.textPart(p)
		}
	}
	for i, p := range parts {
		if p.html() && !saysTheSame(parts, i) {
			l.htmlPart(p)
		}
	}
}

// head shows all headers of a mail, decoded.
func (l *listing) head(h mail.Header) {
	shown := map[string]bool{}
	for _, row := range headers {
		shown[row.name] = true
		for _, v := range h[row.name] {
			l.outside(Value, row.label, decodeWords(v))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if shown[name] || unshown[name] {
			continue
		}
		for _, v := range h[name] {
			l.outside(Value, "other header", name+": "+decodeWords(v))
		}
	}
}

// Also is the label of the line that tells of an HTML version, which HTML shows.
const Also = "also"

// part lists what is not the text: an attachment, or the HTML version.
func (l *listing) part(p part) {
	if p.html() {
		l.add(Fact, Also, fmt.Sprintf("an HTML version of %d bytes; most mail programs show it instead of the text", len(p.body)))
		return
	}
	measure := size.Text(float64(len(p.body)))
	if p.file != "" {
		measure = p.file // it says name and size, in the place of the bytes
	}
	l.outside(Value, "attachment", strings.TrimSpace(fmt.Sprintf("%s  %s  %s", measure, p.mediaType, p.name)))
	if p.file == "" && (p.text() || strings.HasPrefix(p.mediaType, "message/")) {
		l.outside(Quote, "", p.decoded())
	}
}

func (l *listing) textPart(p part) {
	s := p.decoded()
	l.texts = append(l.texts, sameText(s))
	l.title("The text")
	if p.broken {
		l.add(Alert, "", "A part of this text can't be decoded; it is shown as it stands.")
	}
	if strings.TrimSpace(s) == "" {
		l.add(Words, "", "It is empty.")
		return
	}
	l.outside(Quote, "", s)
}

func (l *listing) htmlPart(p part) {
	shown := readHTML(p.decoded())
	l.texts = append(l.texts, sameText(p.decoded()))
	l.title("The HTML version, as text")
	l.add(Words, "", "Links and pictures stand in angle brackets; what its styles would hide is shown too.")
	l.outside(Quote, "", shown.text)
}

// HTML is what the HTML versions of the draft's mails say, as text; nil where
// they have none.
func HTML(d *draft.Draft) []Line {
	var l listing
	for _, e := range d.Payload.Effects {
		m := e.Request.Media
		if m == nil || !strings.HasPrefix(strings.ToLower(m.MimeType), "message/rfc822") {
			continue
		}
		_, parts, err := readMail(m.Text)
		if err != nil {
			continue // it is shown as it stands
		}
		for i, p := range parts {
			if !p.html() {
				continue
			}
			l.htmlPart(p)
			if saysTheSame(parts, i) {
				l.add(Words, "", "It says the same as the text.")
			} else {
				l.add(Alert, "", "It says something else than the text.")
			}
		}
	}
	if l.lines == nil {
		return nil
	}
	return l.lines[1:] // without the blank line above the title
}

// saysTheSame says that the HTML part has the words of the mail's text, and
// nothing else to look at or to follow.
func saysTheSame(parts []part, i int) bool {
	var all strings.Builder
	for _, p := range parts {
		if !p.listed() {
			all.WriteString(p.decoded() + "\n")
		}
	}
	h := readHTML(parts[i].decoded())
	return !h.more && slices.Equal(strings.Fields(h.words), strings.Fields(all.String()))
}

// decodeWords decodes a header's encoded words; one that can't be decoded stays
// as it is.
func decodeWords(s string) string {
	if d, err := words.DecodeHeader(s); err == nil {
		return d
	}
	return s
}

// toUTF8 decodes bytes by the charset that a content type states.
func toUTF8(b []byte, label string) string { return charset.Choose(b, label).Decode(b) }
