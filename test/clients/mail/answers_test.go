package mail

import (
	"encoding/base64"
	"strings"
)

// raw is a mail that somebody sent; lines end in \n here.
func raw(lines ...string) string {
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\r\n")
}

// question is a mail with names that need encoding, to several people.
var question = raw(
	"From: =?iso-8859-1?Q?J=F6rg_M=FCller?= <joerg@example.net>",
	`To: "Example, Me" <me@example.com>, =?UTF-8?B?5bGx55Sw?= <yamada@example.org>`,
	"Cc: Bob <bob@example.org>, me@example.com, \"O'Hara (x), B.\" <ohara@example.org>",
	"Subject: =?UTF-8?Q?Gr=C3=B6=C3=9Fe?= und Farbe",
	"Date: Mon, 2 Mar 2026 09:00:00 +0100",
	"Message-ID: <q1@example.net>",
	"References: <a@example.net> <b@example.net>",
	"MIME-Version: 1.0",
	"Content-Type: text/plain; charset=iso-8859-15",
	"Content-Transfer-Encoding: quoted-printable",
	"",
	"Welche Gr=F6=DFe? 5 =A4",
	"--=20",
	"J=F6rg",
	"",
)

func answers() []sample {
	const joerg, yamada = "Jörg Müller <joerg@example.net>", "山田 <yamada@example.org>"
	reply := reading{From: []string{me}, To: []string{joerg}, Subject: "Re: Größe und Farbe", InReplyTo: "<q1@example.net>",
		References: []string{"<a@example.net>", "<b@example.net>", "<q1@example.net>"}, Text: "Größe 5"}
	all := reply
	all.To, all.Cc = []string{joerg, yamada}, []string{"Bob <bob@example.org>", "O'Hara (x), B. <ohara@example.org>"}
	quoted := all
	quoted.Text = "Größe 5\n\nOn Mon, 2 Mar 2026 09:00:00 +0100, Jörg Müller <joerg@example.net> wrote:\n> Welche Größe? 5 €\n> -- \n> Jörg"
	quoted.HTML = "<p>Größe 5</p><br><div class=\"gmail_quote\">On Mon, 2 Mar 2026 09:00:00 +0100, Jörg Müller &lt;joerg@example.net&gt; wrote:" +
		"<blockquote class=\"gmail_quote\" style=\"margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex\">" +
		"<div style=\"white-space:pre-wrap\">Welche Größe? 5 €\n-- \nJörg\n</div></blockquote></div>"

	elsewhere := reply
	elsewhere.To, elsewhere.Subject, elsewhere.InReplyTo = []string{"list@example.org"}, "Re: 会議", "<j@example.jp>"
	elsewhere.References = nil
	for _, id := range strings.Fields(longChain) {
		elsewhere.References = append(elsewhere.References, id)
	}
	elsewhere.References = append(elsewhere.References[:1:1], elsewhere.References[len(elsewhere.References)-19:]...)
	elsewhere.References = append(elsewhere.References, "<j@example.jp>")
	japanese := raw("From: a@example.jp", "Reply-To: list@example.org", "To: me@example.com", "Subject: =?ISO-2022-JP?B?GyRCMnE1RBsoQg==?=", "Date: Mon, 2 Mar 2026 09:00:00 +0900",
		"Message-ID: <j@example.jp>", "References: "+longChain, "Content-Type: text/plain; charset=iso-2022-jp", "", "\x1b$B2q5D\x1b(B", "")
	withFile := reply
	withFile.Files = []file{fileOf("Größen.csv", "text/csv", "a,b\n")}
	withFile.Bcc = []string{"boss@example.com"}
	answer := map[string]any{"body": "Größe 5"}
	return []sample{
		{name: "reply", tool: "reply", args: answer, original: question, want: reply},
		{name: "B07 reply to all", tool: "reply-all", args: answer, original: question, want: all},
		{name: "B02 reply to all with a quote", tool: "reply-all", args: map[string]any{"body": "Größe 5", "htmlBody": "<p>Größe 5</p>", "quote": true}, original: question, want: quoted},
		{name: "reply to a Reply-To with a long chain", tool: "reply", args: answer, original: japanese, want: elsewhere},
		{name: "reply with a file", tool: "reply", args: map[string]any{"body": "Größe 5", "bcc": "boss@example.com"}, files: []upload{{"Größen.csv", "a,b\n"}}, original: question, want: withFile},
		{name: "B09 draft of a reply", tool: "create-draft-reply", args: answer, original: question, want: reply},
		{name: "B09 draft of a reply to all", tool: "create-draft-reply-all", args: answer, original: question, want: all},
	}
}

// longChain is 30 message ids.
var longChain = func() string {
	var ids []string
	for i := range 30 {
		ids = append(ids, "<"+strings.Repeat("x", i+1)+"@mail.example.jp>")
	}
	return strings.Join(ids, "\r\n ")
}()

const pixel = "\x89PNG\r\n\x1a\n\x00\x01"

// album is a mail whose HTML shows an image, with files of names in every
// coding that mail programs use.
var album = raw(
	"From: Carl <carl@example.net>", "To: me@example.com", "Subject: =?UTF-8?B?4pyI?= Album", "Date: Tue, 3 Mar 2026 10:00:00 +0000", "Message-ID: <al@example.net>",
	"MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=mm", "",
	"--mm", "Content-Type: multipart/related; boundary=rr", "",
	"--rr", "Content-Type: multipart/alternative; boundary=aa", "",
	"--aa", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", "Sieh: Größe",
	"--aa", "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", `<p>Sieh: <img src="cid:pic@x"> Größe</p>`, "--aa--",
	"--rr", "Content-Type: image/png; name=pic.png", "Content-ID: <pic@x>", "Content-Disposition: inline; filename=pic.png", "Content-Transfer-Encoding: base64", "", encoded(pixel), "--rr--",
	"--mm", "Content-Type: application/pdf", "Content-Disposition: attachment; filename*0*=UTF-8''%C3%9Cber; filename*1*=%20uns.pdf", "Content-Transfer-Encoding: base64", "", encoded("%PDF"),
	"--mm", `Content-Type: text/csv; name="=?UTF-8?B?5aCx5ZGKLmNzdg==?="`, "Content-Disposition: attachment", "", "a;b",
	"--mm", "Content-Type: application/x-none", "Content-Disposition: attachment; filename=\"=?ISO-8859-1?Q?Gr=FC=DFe.dat?=\"", "Content-Transfer-Encoding: base64", "", encoded(everyByte()),
	"--mm--", "",
)

func encoded(s string) string {
	var lines []string
	for s = base64.StdEncoding.EncodeToString([]byte(s)); len(s) > 76; s = s[76:] {
		lines = append(lines, s[:76])
	}
	return strings.Join(append(lines, s), "\n")
}

// carrier is a mail with another one attached.
var carrier = raw(
	"From: Carl <carl@example.net>", "To: me@example.com", "Subject: Attached", "Date: Tue, 3 Mar 2026 10:00:00 +0000", "Message-ID: <c1@example.net>",
	"MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=mm", "",
	"--mm", "Content-Type: text/plain", "", "See the mail.",
	"--mm", "Content-Type: message/rfc822", "Content-Disposition: attachment; filename=inner.eml", "", strings.ReplaceAll(inner, "\r\n", "\n"), "--mm--", "",
)

var inner = raw("From: dora@example.org", "To: carl@example.net", "Subject: =?UTF-8?Q?=C3=84?=", "Message-ID: <in@example.org>", "", "inside", "")

func forwards() []sample {
	head := func(subject, date, to string) string {
		return "---------- Forwarded message ----------\nFrom: Carl <carl@example.net>\nDate: " + date + "\nSubject: " + subject + "\nTo: " + to + "\n"
	}
	const when = "Tue, 3 Mar 2026 10:00:00 +0000"
	html := func(own, subject, body string) string {
		return own + `<div class="gmail_quote">---------- Forwarded message ----------<br>From: Carl &lt;carl@example.net&gt;<br>Date: ` + when +
			"<br>Subject: " + subject + "<br>To: me@example.com<br><br>" + body + "</div>"
	}
	pictures := reading{From: []string{me}, To: []string{"ann@example.org"}, Subject: "Fwd: ✈ Album", References: []string{"<al@example.net>"},
		Text: "Für Dich\n\n" + head("✈ Album", when, "me@example.com") + "\nSieh: Größe",
		HTML: html(`<div style="white-space:pre-wrap">Für Dich</div><br><br>`, "✈ Album", `<p>Sieh: <img src="cid:pic@x"> Größe</p>`),
		Files: []file{fileOf("pic.png", "image/png", pixel).inline("<pic@x>"), fileOf("Über uns.pdf", "application/pdf", "%PDF"),
			fileOf("報告.csv", "text/csv", "a;b"), fileOf("Grüße.dat", "application/x-none", everyByte())},
	}
	more := pictures
	more.Text = head("✈ Album", when, "me@example.com") + "\nSieh: Größe"
	more.HTML = html("", "✈ Album", `<p>Sieh: <img src="cid:pic@x"> Größe</p>`)
	more.Files = append(append([]file{}, pictures.Files...), fileOf("mehr.txt", "text/plain", "mehr"))
	mail := reading{From: []string{me}, To: []string{"ann@example.org"}, Subject: "Fwd: Attached", References: []string{"<c1@example.net>"},
		Text: head("Attached", when, "me@example.com") + "\nSee the mail.", Files: []file{fileOf("inner.eml", "message/rfc822", inner)}}
	latin := raw("From: Carl <carl@example.net>", "To: me@example.com", "Subject: Euro", "Date: "+when, "Message-ID: <e@example.net>",
		"Content-Type: text/html; charset=windows-1252", "Content-Transfer-Encoding: 8bit", "", "<p>5 \x80 f\xfcr \x93Gr\xf6\xdfe\x94</p>", "")
	euro := reading{From: []string{me}, To: []string{"ann@example.org"}, Subject: "Fwd: Euro", References: []string{"<e@example.net>"},
		Text: head("Euro", when, "me@example.com") + "\n5 € für “Größe”",
		HTML: html("", "Euro", "<p>5 € für “Größe”</p>\n")}
	to := map[string]any{"to": "ann@example.org"}
	return []sample{
		{name: "forward with images and files", tool: "forward", args: map[string]any{"to": "ann@example.org", "body": "Für Dich"}, original: album, want: pictures},
		{name: "forward with one more file", tool: "forward", args: to, files: []upload{{"mehr.txt", "mehr"}}, original: album, want: more},
		{name: "forward of an attached mail", tool: "forward", args: to, original: carrier, want: mail},
		{name: "forward of HTML alone in another charset", tool: "forward", args: to, original: latin, want: euro},
	}
}

func drafts() []sample {
	want := sent("Größe", "x")
	want.HTML, want.Bcc, want.Files = "<p>x", []string{"boss@example.com"}, []file{fileOf("Ü.txt", "text/plain", "ü")}
	first := sample{name: "draft", tool: "create-draft", args: with(args("Größe", "x"), "htmlBody", "<p>x", "bcc", "boss@example.com"), files: []upload{{"Ü.txt", "ü"}}, want: want}
	changed := want
	changed.Subject, changed.Text, changed.HTML = "Länge", "neu", "<p>neu"
	changed.Files = append(changed.Files[:1:1], fileOf("noch eine.txt", "text/plain", "2"))
	return []sample{
		first,
		{name: "B11 draft changed", tool: "update-draft", args: map[string]any{"subject": "Länge", "body": "neu", "htmlBody": "<p>neu"}, files: []upload{{"noch eine.txt", "2"}}, first: &first, want: changed},
	}
}
