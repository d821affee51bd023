package mail

import (
	"slices"
	"strings"
)

// samples are all calls that are tried.
func samples() []sample {
	return slices.Concat(texts(), subjects(), people(), attachments(), answers(), forwards(), drafts())
}

const me = "Me Example <me@example.com>"

// sent is what a plain mail to Ann is.
func sent(subject, text string) reading {
	return reading{From: []string{me}, To: []string{"ann@example.org"}, Subject: subject, Text: text}
}

func args(subject, body string) map[string]any {
	return map[string]any{"to": "ann@example.org", "subject": subject, "body": body}
}

func with(m map[string]any, more ...string) map[string]any {
	for i := 0; i < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	return m
}

func texts() (out []sample) {
	for name, body := range map[string]string{
		"plain":              "Dear Ann,\n\nhere they are.\n",
		"without a line end": "Short",
		"umlauts":            "Grüße aus Zürich\nÄÖÜäöüß €",
		"CJK and emoji":      "会議は明日です。\n내일 만나요 🚀👩‍👩‍👧‍👦 مرحبا",
		"a long line":        strings.Repeat("word ", 1000) + strings.Repeat("x", 3000),
		"a long line of CJK": strings.Repeat("会議", 2000),
		"dots and From":      ".\n..\nFrom here on\n>From\n.hidden\n--\n-- \nsig",
		"blanks at ends":     "tab\t\nblank \n  both \t\n\n\n",
		"looks encoded":      "a=b =3D =\n=?UTF-8?Q?x?= 100% =20",
		"Windows lines":      "one\r\ntwo\r\n",
		"old Mac lines":      "one\rtwo",
		"boundaries":         "--=_0\n--=_00112233.0\n--\n",
	} {
		want := strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
		out = append(out, sample{name: "B03 text " + name, tool: "send", args: args("Text", body), want: sent("Text", want)})
	}
	html := sent("Both", "plain")
	html.HTML = "<p>Grüße &amp; more</p>\n<img src=\"https://example.org/" + strings.Repeat("x", 1200) + "\">"
	return append(out, sample{name: "B03 text and HTML", tool: "send", args: with(args("Both", "plain"), "htmlBody", html.HTML), want: html})
}

func subjects() (out []sample) {
	for name, subject := range map[string]string{
		"plain":              "Minutes",
		"umlauts":            "Größe – „Übersicht“",
		"CJK":                "会議の議題",
		"emoji":              "🚀 launch 👩‍👩‍👧‍👦 ✈️",
		"long":               strings.TrimSpace(strings.Repeat("the quick brown fox ", 40)),
		"long CJK":           strings.Repeat("会議の議題", 100),
		"long mixed":         strings.TrimSpace(strings.Repeat("Zürich 会議 🚀 ok ", 30)),
		"one long word":      strings.Repeat("x", 980),
		"looks encoded":      "=?UTF-8?Q?not_one?= =?x",
		"several blanks":     "a  b   c",
		"special characters": `"quoted" <a@b.cc>, (comment); _=?& \ :`,
		"combining":          "e\u0301 n\u0303 \u200d x",
	} {
		out = append(out, sample{name: "B01 subject " + name, tool: "send", args: args(subject, "x"), want: sent(subject, "x")})
	}
	return out
}

func people() []sample {
	var cc []string
	for i := range 30 {
		cc = append(cc, "person"+string(rune('a'+i%26))+strings.Repeat("x", i%7)+"@example.org")
	}
	slices.Sort(cc)
	cc = slices.Compact(cc)
	many := sent("Many", "x")
	many.Cc, many.Bcc = cc, []string{"boss@example.com", "o'hara+tag@example.net"}
	as := func(name, from, want string) sample {
		w := sent("From", "x")
		w.From = []string{want}
		return sample{name: "B06 from " + name, tool: "send", args: with(args("From", "x"), "from", from), want: w}
	}
	return []sample{
		{name: "B02 cc and bcc", tool: "send", args: with(args("Many", "x"), "cc", strings.Join(cc, ", "), "bcc", strings.Join(many.Bcc, ",")), want: many},
		as("an address alone", "me@example.com", me),
		as("a name", "Zoë <me@example.com>", "Zoë <me@example.com>"),
		as("a name with a comma", `"Doe, Jane (Sales)" <me@example.com>`, "Doe, Jane (Sales) <me@example.com>"),
		as("a long name", strings.Repeat("山田太郎", 20)+" <me@example.com>", strings.Repeat("山田太郎", 20)+" <me@example.com>"),
		as("a name with quotes", `"Bo \"B\" O'Hara" <me@example.com>`, `Bo "B" O'Hara <me@example.com>`),
	}
}

// everyByte is a content that no transport may touch.
func everyByte() string {
	b := make([]byte, 0, 3*256+4)
	for i := range 256 {
		b = append(b, byte(i), '\r', byte(255-i))
	}
	return string(append(b, '\n', '.', '\r', '\n'))
}

func attachments() []sample {
	const binary = "application/octet-stream"
	// A backslash parts folders in some systems, so the name gets none.
	odd := []string{
		"Prüfbericht Q1.bin", "報告書「最終」.bin", "emoji 🚀.bin", `back\slash.bin`, `double "quotes".bin`, "semi;colon, comma=x.bin", "it's 100%.bin",
		"a'b*c.bin", strings.Repeat("a", 190) + ".bin", strings.Repeat("長", 60) + ".bin", ".hidden", "none", "trailing.dot.", "two  blanks.bin",
	}
	names := sample{name: "B04 files with odd names", tool: "send", args: args("Names", "x"), want: sent("Names", "x")}
	for _, name := range odd {
		content := "\x00 is in " + name
		names.files = append(names.files, upload{name, content})
		names.want.Files = append(names.want.Files, fileOf(strings.ReplaceAll(name, `\`, "_"), binary, content))
	}
	kinds := sample{name: "B04 files of many kinds", tool: "send", args: with(args("Kinds", "x"), "htmlBody", "<p>x</p>"), want: sent("Kinds", "x")}
	kinds.want.HTML = "<p>x</p>"
	for _, f := range []struct{ name, kind, content string }{
		{"all.bin", binary, everyByte()}, {"big.bin", binary, strings.Repeat("0123456789\x00", 30_000)},
		{"a.pdf", "application/pdf", "%PDF-1.7\n"}, {"a.png", "image/png", "\x89PNG\r\n\x1a\n"}, {"a.txt", "text/plain", "Grüße\n"},
		{"a.html", "text/html", "<p>ü"}, {"a.json", "application/json", "{}"}, {"old.eml", binary, "Subject: x\n\nhello\n"},
	} {
		kinds.files = append(kinds.files, upload{f.name, f.content})
		kinds.want.Files = append(kinds.want.Files, fileOf(f.name, f.kind, f.content))
	}
	seeming := sample{name: "B04 a name that looks encoded", tool: "send", args: args("Name", "x"), files: []upload{{"=?UTF-8?Q?x?=.bin", "\x00"}}, want: sent("Name", "x"),
		except: "go-message"} // it decodes the value of each parameter once more
	seeming.want.Files = []file{fileOf("=?UTF-8?Q?x?=.bin", binary, "\x00")}
	return []sample{names, kinds, seeming}
}
