package mail

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wslite/wslite/plugins/gmail/internal/address"
)

const nonce = "00112233445566778899aabbccddeeff"

// bytesOf writes the mail with the bytes of its blobs, as the host does.
func bytesOf(t testing.TB, m Message, blobs map[string]string) string {
	t.Helper()
	w := m.Write(nonce)
	var out bytes.Buffer
	for _, s := range w.Segments {
		switch {
		case s.Blob == "":
			out.WriteString(s.Text)
		case s.Base64:
			enc := base64.StdEncoding.EncodeToString([]byte(blobs[s.Blob]))
			for len(enc) > 0 {
				n := min(76, len(enc))
				out.WriteString(enc[:n] + "\r\n")
				enc = enc[n:]
			}
		default:
			out.WriteString(blobs[s.Blob])
		}
	}
	if out.Len() != w.Size {
		t.Errorf("the mail has %d bytes and says %d", out.Len(), w.Size)
	}
	return out.String()
}

// leaf is a part without parts, as Go's own readers see it.
type leaf struct {
	path, mediaType, name, disposition, id, content string
}

// read takes a mail apart with Go's own readers, which share no code with ours.
func read(t testing.TB, raw string) (*netmail.Message, []leaf) {
	t.Helper()
	for i, line := range strings.Split(raw, "\r\n") {
		if strings.ContainsAny(line, "\r\n") {
			t.Errorf("line %d has a lone line end: %q", i, line)
		}
		if len(line) > 998 {
			t.Errorf("line %d has %d characters", i, len(line))
		}
	}
	m, err := netmail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatalf("%v in\n%s", err, raw)
	}
	body, err := io.ReadAll(m.Body)
	if err != nil {
		t.Fatal(err)
	}
	var leaves []leaf
	walk(t, "", m.Header.Get, body, &leaves)
	return m, leaves
}

func walk(t testing.TB, path string, header func(string) string, body []byte, out *[]leaf) {
	t.Helper()
	mediaType, params, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		t.Fatalf("%v: %s", err, header("Content-Type"))
	}
	if kind, ok := strings.CutPrefix(mediaType, "multipart/"); ok {
		r := multipart.NewReader(bytes.NewReader(body), params["boundary"])
		for {
			p, err := r.NextRawPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(p)
			if err != nil {
				t.Fatal(err)
			}
			walk(t, path+kind+"/", p.Header.Get, content, out)
		}
	}
	var r io.Reader = bytes.NewReader(body)
	switch header("Content-Transfer-Encoding") {
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "7bit", "8bit":
	default:
		t.Errorf("encoding %q", header("Content-Transfer-Encoding"))
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", mediaType, err)
	}
	l := leaf{path: path, mediaType: mediaType, id: header("Content-ID"), content: string(content)}
	if d := header("Content-Disposition"); d != "" {
		kind, params, err := mime.ParseMediaType(d)
		if err != nil {
			t.Fatalf("%v: %s", err, d)
		}
		l.disposition, l.name = kind, params["filename"]
	}
	*out = append(*out, l)
}

func mailboxesOf(t testing.TB, list string) []address.Mailbox {
	t.Helper()
	var all []address.Mailbox
	for _, member := range address.Split(list) {
		m, fault := address.Parse(member)
		if fault != "" {
			t.Fatalf("%s %s", member, fault)
		}
		all = append(all, m)
	}
	return all
}

func TestB01Subjects(t *testing.T) {
	long := strings.Repeat("会議の議題", 24)
	mixed := strings.Repeat("é🚀x ", 50)
	for _, subject := range []string{
		"Besprechung – Zürich 会議 🚀", long, mixed, "Hello", "a  b   c", " led by a blank", "=?UTF-8?Q?not_one?=", "x" + strings.Repeat("y", 950),
		strings.Repeat("word ", 60) + "end", strings.Repeat("ü", 300), "a_b=c?d", "tab\there",
	} {
		raw := bytesOf(t, Message{Subject: subject, Text: "x"}, nil)
		m, _ := read(t, raw)
		got, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		if want := strings.ReplaceAll(subject, "\t", " "); err != nil || got != want {
			t.Errorf("%v\n%q, want\n%q", err, got, want)
		}
		if back := DecodeWords(m.Header.Get("Subject")); back != strings.ReplaceAll(subject, "\t", " ") {
			t.Errorf("our own reader: %q, want %q", back, subject)
		}
		for _, word := range strings.Fields(m.Header.Get("Subject")) {
			if strings.HasPrefix(word, "=?") && len(word) > 75 {
				t.Errorf("an encoded word of %d characters", len(word))
			}
			if alone, err := new(mime.WordDecoder).Decode(word); err == nil && strings.ContainsRune(alone, '\ufffd') {
				t.Errorf("a character is split: %q", word)
			}
		}
		for _, line := range strings.Split(raw, "\r\n") {
			if strings.Contains(line, "=?UTF-8?") && len(line) > 76 {
				t.Errorf("%d characters: %s", len(line), line)
			}
		}
	}
	if raw := bytesOf(t, Message{Subject: "Hello", Text: "x"}, nil); !strings.HasPrefix(raw, "Subject: Hello\r\n") {
		t.Errorf("%s", raw)
	}
}

func TestB02NamesAreEncodedAddressesAreNot(t *testing.T) {
	const list = `"山田 太郎" <a@example.com>, "Doe, Jané" <b@example.com>, plain@example.com, "O'Hara \"Bo\", J." <c@Example.com>, Ana B <d@example.com>`
	want := mailboxesOf(t, list)
	m, _ := read(t, bytesOf(t, Message{From: want[0], Cc: want, Bcc: want[1:2], Text: "x"}, nil))
	for header, want := range map[string][]address.Mailbox{"From": want[:1], "Cc": want, "Bcc": want[1:2]} {
		got, err := m.Header.AddressList(header)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %v %d mailboxes: %s", header, err, len(got), m.Header.Get(header))
		}
		for i := range want {
			if got[i].Name != want[i].Name || got[i].Address != want[i].Address {
				t.Errorf("%s %d: %+v, want %+v", header, i, got[i], want[i])
			}
		}
	}
	if !strings.Contains(m.Header.Get("Cc"), "<b@example.com>, plain@example.com") {
		t.Errorf("%s", m.Header.Get("Cc"))
	}
}

func TestB03LineEnds(t *testing.T) {
	_, leaves := read(t, bytesOf(t, Message{Text: "line1\nline2\r\nline3\rline4"}, nil))
	if got := leaves[0].content; got != "line1\r\nline2\r\nline3\r\nline4" {
		t.Errorf("%q", got)
	}
	// What is given as a header's text can't begin another header.
	evil := "x\r\nBcc: evil@example.net\n\n<script>"
	raw := bytesOf(t, Message{
		From: address.Mailbox{Name: evil, Address: "me@example.com"}, To: []address.Mailbox{{Name: "é" + evil, Address: "a@b.c"}},
		Subject: evil, InReplyTo: "<a@b>" + evil, References: []string{"<c@d>\r\nX: y", evil}, Text: "x",
		Attachments: []Attachment{{Name: evil, MimeType: "a/b\r\nX: y", ContentID: "<i@j>\r\nX: y", Blob: "b1", Size: 1}},
	}, map[string]string{"b1": "1"})
	m, leaves := read(t, raw)
	if m.Header.Get("Bcc") != "" || m.Header.Get("X") != "" || m.Header.Get("References") != "<c@d> <script>" || leaves[1].mediaType != binaryType {
		t.Errorf("%s", raw)
	}
}

func TestB04NamesOfFiles(t *testing.T) {
	names := []string{"Prüfbericht Q1.pdf", `報告 "final".pdf`, "plain.txt", `back\slash "x".txt`, strings.Repeat("長", 120) + ".pdf", strings.Repeat("a", 240) + ".txt", "100%.txt", "a'b*c.txt", "=?UTF-8?Q?x?=.txt"}
	m := Message{Text: "x"}
	blobs := map[string]string{}
	for i, name := range names {
		blob := string(rune('a' + i))
		blobs[blob] = "content " + name
		m.Attachments = append(m.Attachments, Attachment{Name: name, MimeType: "application/pdf", Blob: blob, Size: len(blobs[blob])})
	}
	raw := bytesOf(t, m, blobs)
	_, leaves := read(t, raw)
	if len(leaves) != len(names)+1 {
		t.Fatalf("%d leaves", len(leaves))
	}
	for i, name := range names {
		if l := leaves[i+1]; l.name != name || l.disposition != "attachment" || l.content != "content "+name {
			t.Errorf("%+v, want the name %q", l, name)
		}
	}
	for _, part := range []string{`filename*=utf-8''Pr%C3%BCfbericht%20Q1.pdf`, `filename="Pr_fbericht Q1.pdf"`, `filename="__ \"final\".pdf"`, `filename="plain.txt"` + "\r\n", `filename="=_UTF-8?Q?x?=.txt"`} {
		if !strings.Contains(raw, part) {
			t.Errorf("%s is missing in\n%s", part, raw)
		}
	}
}

// TestB04PiecesHoldWholeCharacters: Python's email package decodes each piece of
// a long name by itself.
func TestB04PiecesHoldWholeCharacters(t *testing.T) {
	for _, name := range []string{strings.Repeat("長", 60), "a" + strings.Repeat("長", 60), "ab" + strings.Repeat("é🚀", 40)} {
		got := ""
		for _, piece := range extended(name) {
			if len(piece) > maxParam {
				t.Errorf("%s has %d characters", piece, len(piece))
			}
			one, err := url.PathUnescape(piece)
			if err != nil || !utf8.ValidString(one) {
				t.Errorf("%v: %s is %q", err, piece, one)
			}
			got += one
		}
		if got != name {
			t.Errorf("%q, want %q", got, name)
		}
	}
}

func TestB06OneFrom(t *testing.T) {
	raw := bytesOf(t, Message{From: mailboxesOf(t, "Alice <alice@example.org>")[0], Text: "x"}, nil)
	if !strings.HasPrefix(raw, "From: Alice <alice@example.org>\r\n") || strings.Count(raw, "From:") != 1 {
		t.Errorf("%s", raw)
	}
}

// Structure: alternatives in their order, the HTML's images beside it, other
// files around all.
func TestStructure(t *testing.T) {
	blobs := map[string]string{"img": "\x89PNG", "pdf": strings.Repeat("%PDF", 1000), "eml": "Subject: x\r\n\r\nhello\r\n"}
	raw := bytesOf(t, Message{
		Text: "Grüße", HTML: `<p>Grüße <img src="cid:logo@x">`,
		Attachments: []Attachment{
			{Name: "a.pdf", MimeType: "application/pdf; name=a.pdf", Blob: "pdf", Size: len(blobs["pdf"])},
			{Name: "logo.png", MimeType: "image/png", ContentID: "<logo@x>", Inline: true, Blob: "img", Size: len(blobs["img"])},
			{Name: "old.eml", MimeType: "message/rfc822", Blob: "eml", Size: len(blobs["eml"])},
			{Name: "empty.csv", MimeType: "text/csv"},
		},
	}, blobs)
	_, leaves := read(t, raw)
	want := []leaf{
		{"mixed/related/alternative/", "text/plain", "", "", "", "Grüße"},
		{"mixed/related/alternative/", "text/html", "", "", "", `<p>Grüße <img src="cid:logo@x">`},
		{"mixed/related/", "image/png", "logo.png", "inline", "<logo@x>", blobs["img"]},
		{"mixed/", "application/pdf", "a.pdf", "attachment", "", blobs["pdf"]},
		{"mixed/", "message/rfc822", "old.eml", "attachment", "", blobs["eml"]},
		{"mixed/", "text/csv", "empty.csv", "attachment", "", ""},
	}
	if len(leaves) != len(want) {
		t.Fatalf("%+v", leaves)
	}
	for i := range want {
		if leaves[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, leaves[i], want[i])
		}
	}
}

func TestBoundaryIsNotInTheContent(t *testing.T) {
	text := "x\n--=_" + nonce + ".0\n--=_" + nonce + ".1--"
	_, leaves := read(t, bytesOf(t, Message{Text: text, HTML: "<p>x"}, nil))
	if len(leaves) != 2 || leaves[0].content != strings.ReplaceAll(text, "\n", "\r\n") {
		t.Errorf("%+v", leaves)
	}
}

func TestTexts(t *testing.T) {
	for _, s := range []string{
		"", "plain", strings.Repeat("x", 2000), ".", "a\n.\nb", "From me\nFrom you", "blank at the end \nx\t", "NUL \x00 here", "a=b=C3", "é\n\n\nü", strings.Repeat("漢字", 500),
		strings.Repeat("a", 75) + "é" + strings.Repeat("b", 75), strings.Repeat("word ", 400), "\n", "x\n", strings.Repeat("=", 100),
	} {
		for _, m := range []Message{{Text: s}, {Text: s, HTML: "<p>" + s}} {
			if s == "" && m.HTML != "" {
				continue // HTML alone
			}
			raw := bytesOf(t, m, nil)
			_, leaves := read(t, raw)
			if got, want := leaves[0].content, strings.ReplaceAll(s, "\n", "\r\n"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

func TestOrderOfHeaders(t *testing.T) {
	me := address.Mailbox{Address: "me@b.c"}
	raw := bytesOf(t, Message{From: me, To: []address.Mailbox{me}, Cc: []address.Mailbox{me}, Bcc: []address.Mailbox{me}, Subject: "s",
		InReplyTo: "<a@b>", References: []string{"<c@d>", "<a@b>"}, Date: "Sun, 04 May 2031 10:30:00 +0200", Text: "t"}, nil)
	const want = "From: me@b.c\r\nTo: me@b.c\r\nCc: me@b.c\r\nBcc: me@b.c\r\nSubject: s\r\nIn-Reply-To: <a@b>\r\nReferences: <c@d>\r\n <a@b>\r\n" +
		"Date: Sun, 04 May 2031 10:30:00 +0200\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nt"
	if raw != want {
		t.Errorf("%s\nwant\n%s", raw, want)
	}
}

func TestIDs(t *testing.T) {
	for s, want := range map[string]string{
		"<a@b>": "<a@b>", " <a@b> <c@d>": "<a@b>,<c@d>", "<a@b>\r\n\t<c@d>": "<a@b>,<c@d>", "<a b>": "", "<a<b@c>": "<b@c>", "a@b": "", "": "",
		"<é@b>": "", "<>": "", "x <a@b": "", "<" + strings.Repeat("x", maxID+1) + ">": "",
	} {
		if got := strings.Join(IDs(s), ","); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if ID("a@b") != "<a@b>" || ID("a b@c") != "" || ID("nothing") != "" {
		t.Error("an id without brackets")
	}
}

func FuzzWrite(f *testing.F) {
	f.Add("s", "Ana", "text", "<p>", "a.txt", "text/plain; charset=x", "<i@j>")
	f.Add("=?UTF-8?B?4pyT?=", `a"b\`, "a\r\rb\n\x00", "é\n.\n", "é\n.pdf", "multipart/mixed", "x")
	f.Fuzz(func(t *testing.T, subject, name, text, html, file, mimeType, id string) {
		clean := strings.ToValidUTF8
		m := Message{
			From: address.Mailbox{Name: clean(name, "?"), Address: "a@b.c"}, Subject: clean(subject, "?"), Text: clean(text, "?"), HTML: clean(html, "?"),
			InReplyTo: id, References: []string{id, subject},
			Attachments: []Attachment{{Name: clean(file, "?"), MimeType: mimeType, ContentID: id, Inline: true, Blob: "b", Size: 3}},
		}
		raw := bytesOf(t, m, map[string]string{"b": "xyz"})
		parsed, leaves := read(t, raw)
		for key := range parsed.Header {
			if !strings.Contains("From Subject In-Reply-To References Mime-Version Content-Type", key) {
				t.Fatalf("a header %q in\n%s", key, raw)
			}
		}
		if last := leaves[len(leaves)-1]; last.content != "xyz" {
			t.Fatalf("%+v", leaves)
		}
	})
}
