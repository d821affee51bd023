package gmailapi

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gmailapi/mbox"
)

func (b *bench) importMail(text string, labels ...string) *ImportReport {
	b.t.Helper()
	r, err := b.api.ImportMail(context.Background(), strings.NewReader(text), labels)
	if err != nil {
		b.t.Fatalf("import: %v", err)
	}
	return r
}

func summary(r *ImportReport) string {
	return fmt.Sprintf("%d imported, %d duplicates, skipped %v", r.Imported, r.Duplicates, r.Skipped)
}

func TestImportMail(t *testing.T) {
	b := newBench(t)
	text := compose("x", "Subject: one", "Message-ID: <1@x>", "Date: Tue, 1 Jan 2030 10:00:00 +0000",
		`X-Gmail-Labels: Inbox,Opened,Category Updates,"Work, urgent",=?UTF-8?Q?Caf=C3=A9/B=C3=A4r?=`)
	equal(t, "first", summary(b.importMail(text, "Unread", "imported", "IMPORTANT")), "1 imported, 0 duplicates, skipped []")
	equal(t, "again", summary(b.importMail(text)), "0 imported, 1 duplicates, skipped []")
	id := b.must(200, "GET", "messages", "").str("messages", 0, "id")
	m := b.get(id)
	equal(t, "date", m.str("internalDate"), "1893492000000")
	names := map[string]string{}
	labels := b.must(200, "GET", "labels", "")
	for i := range labels.at("labels").([]any) {
		names[labels.str("labels", i, "id")] = labels.str("labels", i, "name")
	}
	var got []string
	for _, l := range strings.Fields(m.labels()) {
		got = append(got, names[l])
	}
	equal(t, "labels", strings.Join(got, "|"), "INBOX|IMPORTANT|CATEGORY_UPDATES|UNREAD|imported|Work, urgent|Café/Bär")

	b.importMail(compose("x", "Subject: draft", "X-Gmail-Labels: Drafts"))
	equal(t, "draft", len(b.must(200, "GET", "drafts", "").at("drafts").([]any)), 1)
	b.importMail(compose("x", "Subject: gone", "X-Gmail-Labels: Inbox,Trash"), "Inbox")
	equal(t, "places", b.find("in:trash"), "gone")
	equal(t, "places", b.find("in:inbox"), "one")

	b.importMail(compose("x", "From: someone@example.org", "Subject: bare"))
	b.importMail(compose("x", "From: Me <ME@EXAMPLE.COM>", "Subject: mine"))
	b.importMail(compose("x", "Subject: archived", "X-Gmail-Labels: Archived"))
	equal(t, "without labels", b.find("in:inbox"), "bare one")
	equal(t, "from the owner", b.find("in:sent"), "mine")

	equal(t, "no mail", summary(b.importMail("")), "0 imported, 0 duplicates, skipped [{1 It is empty.}]")
	equal(t, "no mail", summary(b.importMail("just text")), "0 imported, 0 duplicates, skipped [{1 It has no header: it is no mail.}]")
	equal(t, "chat", summary(b.importMail(compose("x", "X-Gmail-Labels: Chat"))), "0 imported, 0 duplicates, skipped [{1 It is a chat, and chats are not kept here.}]")
}

// B88: a byte-order mark before a mail, and its line ends, change nothing.
func TestB88MailsFromWindows(t *testing.T) {
	b := newBench(t)
	for i, form := range []string{"%s", "\ufeff%s"} {
		text := fmt.Sprintf(form, fmt.Sprintf("From: a@x.org\nSubject: m%d\nMessage-ID: <%d@x>\n\nbody\n", i, i))
		for _, ends := range []string{"\n", "\r\n"} {
			b.importMail(strings.ReplaceAll(text, "\n", ends), "Inbox")
		}
		equal(t, "subject", b.find(fmt.Sprintf("from:a@x.org subject:m%d", i)), fmt.Sprintf("m%d", i))
	}
}

func TestImportMbox(t *testing.T) {
	b := newBench(t)
	sep := "From 18@xxx Tue Jan 15 09:30:00 +0000 2030\n"
	file := sep + "Subject: Re: talk\nMessage-ID: <2@x>\nReferences: <1@x>\n\nanswer, \n>From me\n\n" +
		sep + "Subject: talk\nMessage-ID: <1@x>\nX-Gmail-Labels: Inbox\n\nquestion\n\n" +
		sep + "Subject: talk\nMessage-ID: <1@x>\n\nquestion\n\n" +
		sep + "\n"
	r, err := b.api.ImportMbox(context.Background(), strings.NewReader(file), nil)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "report", summary(r), "2 imported, 1 duplicates, skipped [{4 It is empty.}]")
	threads := b.must(200, "GET", "threads", "")
	equal(t, "an answer before its question is in one thread", len(threads.at("threads").([]any)), 1)
	equal(t, "unquoted", b.find(`"from me"`), "Re: talk")

	if _, err := b.api.ImportMbox(context.Background(), strings.NewReader("Subject: x\n\n"), nil); !errors.Is(err, mbox.ErrFormat) {
		t.Errorf("an .eml: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.api.ImportMbox(ctx, strings.NewReader(file), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// samples imports the sample mails and gives their ids by name.
func samples(t *testing.T, b *bench) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/mail/*.eml")
	if err != nil || len(files) < 10 {
		t.Fatal("no samples", err)
	}
	out := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		out[name] = b.insert(string(data), "INBOX")
	}
	return out
}

func TestSamplesAreGivenAsTheyAre(t *testing.T) {
	b := newBench(t)
	ids := samples(t, b)
	for name, id := range ids {
		data, err := os.ReadFile("testdata/mail/" + name + ".eml")
		if err != nil {
			t.Fatal(err)
		}
		equal(t, name, b.text(id), string(data))
		b.get(id)
	}
	jis := b.get(ids["iso-2022-jp"])
	equal(t, "subject", jis.str("payload", "headers", 2, "value"), "会議のお知らせ")
	equal(t, "snippet", jis.str("snippet"), "明日の会議は十時からです。")
	equal(t, "found", b.find("会議"), "会議のお知らせ")
	equal(t, "found", b.find("отчёт OR отчет"), "Привет из Москвы")
	equal(t, "found", b.find("subject:你好"), "你好，世界")
	equal(t, "found", b.find("zluťoucky"), "Zażółć gęślą jaźń 🎉")
	equal(t, "a picture", b.find("🎉"), "Zażółć gęślą jaźń 🎉")
	equal(t, "a picture in the text", b.find("kůň 🐎"), "Zażółć gęślą jaźń 🎉")
	equal(t, "no such picture", b.find("🐈"), "")
	equal(t, "a price", b.find(`"20 €"`), "“Prices” in €")
	equal(t, "sender with a comma", b.find(`from:"müller, jörg"`), "Größe und Maß")
	equal(t, "B15 bytes in their own charset", decode(t, b.get(ids["gb2312"]).str("payload", "body", "data"))[:4], "\xc4\xe3\xba\xc3")
}

func decode(t *testing.T, data string) string {
	t.Helper()
	out, err := base64.URLEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPayloadOfANestedMail(t *testing.T) {
	b := newBench(t)
	ids := samples(t, b)
	m := b.get(ids["nested"])
	part := func(path ...any) answerTo {
		var full []any
		full = append(full, "payload")
		for _, p := range path {
			full = append(full, "parts", p)
		}
		return answerTo{body: m.at(full...).(map[string]any)}
	}
	for _, c := range []struct {
		path                 []any
		id, kind, name, data string
	}{
		{[]any{0, 0, 0}, "0.0.0", "text/plain", "", "plain version"},
		{[]any{0, 1}, "0.1", "image/png", "", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 50)},
		{[]any{1}, "1", "application/pdf", "Résumé 2030.pdf", "%PDF-1.4 not really"},
		{[]any{2}, "2", "text/plain", "notes; final.txt", "these are notes"},
	} {
		p := part(c.path...)
		equal(t, c.id+" id", p.str("partId"), c.id)
		equal(t, c.id+" type", p.str("mimeType"), c.kind)
		equal(t, c.id+" name", p.str("filename"), c.name)
		equal(t, c.id+" size", p.at("body", "size"), float64(len(c.data)))
		data := p.str("body", "data")
		if attachment := p.str("body", "attachmentId"); attachment != "" {
			equal(t, c.id+" is not inline", data, "")
			equal(t, c.id+" begins with a letter", attachment[:6], "ANGjdJ")
			a := b.must(200, "GET", "messages/"+ids["nested"]+"/attachments/"+attachment, "")
			equal(t, c.id+" attachment size", a.at("size"), float64(len(c.data)))
			data = a.str("data")
			b.fails(400, "Invalid attachment token", "GET", "messages/"+ids["utf-8"]+"/attachments/"+attachment, "")
		} else {
			equal(t, c.id+" is text", c.kind, "text/plain")
		}
		equal(t, c.id+" data", decode(t, data), c.data)
	}
	equal(t, "container", part(0).at("body", "size"), 0.0)
	b.fails(400, "Invalid attachment token", "GET", "messages/"+ids["nested"]+"/attachments/x", "")
	b.fails(404, "not found", "GET", "messages/123/attachments/x", "")

	m = b.get(ids["forwarded"])
	eml := part(1)
	a := b.must(200, "GET", "messages/"+ids["forwarded"]+"/attachments/"+eml.str("body", "attachmentId"), "")
	contains(t, "attached mail", decode(t, a.str("data")), "From: inner@example.org\r\n")
	equal(t, "its subject", part(1, 0).str("headers", 1, "value"), "Inner café")
	equal(t, "its text", strings.TrimSpace(decode(t, part(1, 0, 0).str("body", "data"))), "inner text")
}

func TestABigAttachment(t *testing.T) {
	b := newBench(t)
	big := strings.Repeat("0123456789abcdef", 640<<10/16*4) // 2.5 MiB
	var body strings.Builder
	body.WriteString("--b\r\nContent-Type: text/plain\r\n\r\nsmall\r\n--b\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename=big.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n")
	encoded := base64.StdEncoding.EncodeToString([]byte(big))
	for i := 0; i < len(encoded); i += 76 {
		body.WriteString(encoded[i:min(i+76, len(encoded))] + "\r\n")
	}
	body.WriteString("--b\r\nContent-Type: text/plain\r\n\r\n" + strings.Repeat("long line ", 150_000) + "\r\n--b--\r\n")
	id := b.insert(compose(body.String(), "Subject: big", "Content-Type: multipart/mixed; boundary=b"))
	m := b.get(id)
	if len(m.raw) > 5000 {
		t.Errorf("the message answers %d bytes", len(m.raw))
	}
	equal(t, "size", m.at("payload", "parts", 1, "body", "size"), float64(len(big)))
	a := b.must(200, "GET", "messages/"+id+"/attachments/"+m.str("payload", "parts", 1, "body", "attachmentId"), "")
	equal(t, "bytes", decode(t, a.str("data")) == big, true)
	text := b.must(200, "GET", "messages/"+id+"/attachments/"+m.str("payload", "parts", 2, "body", "attachmentId"), "")
	equal(t, "oversized text", text.at("size"), 1_500_000.0)
}
