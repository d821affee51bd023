package rfc822

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "mail", name+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// outline writes the tree: id, type, name and decoded size of each part.
func outline(p *Part) string {
	var out []string
	p.Walk(func(q *Part) bool {
		line := strings.TrimSpace(q.ID + " " + q.Type)
		if q.Filename != "" {
			line += " " + fmt.Sprintf("%q", q.Filename)
		}
		out = append(out, line)
		return true
	})
	return strings.Join(out, "; ")
}

func TestMailsInManyCharsets(t *testing.T) {
	for name, want := range map[string][3]string{
		"iso-8859-1":   {"Größe und Maß", `"Müller, Jörg" <joerg@example.de>`, "Die Straße ist schön. Äpfel kosten 3 £."},
		"windows-1252": {"“Prices” in €", "Shop <shop@example.com>", "It costs 20 € – “cheap”…"},
		"iso-2022-jp":  {"会議のお知らせ", "山田太郎 <yamada@example.jp>", "明日の会議は十時からです。"},
		"shift_jis":    {"請求書", "keiri@example.jp", "請求書を送ります。"},
		"gb2312":       {"你好，世界", "李雷 <lilei@example.cn>", "你好，这是一封测试邮件。"},
		"koi8-r":       {"Привет из Москвы", "Иван Петров <ivan@example.ru>", "Добрый день! Отчёт готов."},
		"utf-8":        {"Zażółć gęślą jaźń 🎉", `"Doe, Ján" <jan@example.sk>`, "Příliš žluťoučký kůň 🐎"},
		"html-only":    {"HTML only", "news@example.org", "Hi's & hello Reset"},
		"nested":       {"Nested", "sender@example.org", "plain version"},
		"forwarded":    {"Fwd as attachment", "sender@example.org", "see attached mail"},
		"bounce":       {"Undelivered", "mailer-daemon@example.org", "could not be delivered"},

		"broken-boundary":  {"No end", "a@example.org", "first"},
		"broken-multipart": {"no boundary", "", "readable all the same"},
		"broken-header":    {"raw ümlaut", `"open quote <a@example.org>`, "this line is no header body ü"},
		"broken-nothing":   {"", "", "no header at all, just text second line"},
		"broken-encoding":  {"n\uFFFD$z and x", "", "100=% sure é soft =ZZ"},
	} {
		raw := sample(t, name)
		root := Parse(raw)
		for i, got := range []string{Get(root.Headers, "subject"), Get(root.Headers, "FROM"), Preview(raw, root, 200)} {
			if got != want[i] {
				t.Errorf("%s: got %q, want %q", name, got, want[i])
			}
		}
	}
}

func TestTrees(t *testing.T) {
	for name, want := range map[string]string{
		"utf-8": `text/plain`,
		"nested": `multipart/mixed; 0 multipart/related; 0.0 multipart/alternative; 0.0.0 text/plain; 0.0.1 text/html; 0.1 image/png; ` +
			`1 application/pdf "Résumé 2030.pdf"; 2 text/plain "notes; final.txt"`,
		"forwarded":        `multipart/mixed; 0 text/plain; 1 message/rfc822 "original.eml"; 1.0 multipart/alternative; 1.0.0 text/plain; 1.0.1 text/html`,
		"bounce":           `multipart/report; 0 text/plain; 1 message/delivery-status; 2 message/rfc822; 2.0 text/plain`,
		"broken-boundary":  `multipart/mixed; 0 text/plain; 1 text/plain "half.txt"`,
		"broken-multipart": `text/plain`,
		"broken-nothing":   `text/plain`,
	} {
		if got := outline(Parse(sample(t, name))); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestPartsAreTheBytesOfTheMail(t *testing.T) {
	raw := sample(t, "nested")
	root := Parse(raw)
	for id, want := range map[string]string{
		"0.0.0": "plain version", "0.1": "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 50), "1": "%PDF-1.4 not really", "2": "these are notes",
	} {
		p := root.Find(id)
		if got := string(Decode(raw[p.Start:p.End], p.Encoding)); got != want || p.Size != len(want) {
			t.Errorf("part %s: got %q of %d bytes, want %q", id, got, p.Size, want)
		}
	}
	half := Parse(sample(t, "broken-boundary")).Find("1")
	if got := string(Decode(sample(t, "broken-boundary")[half.Start:half.End], half.Encoding)); got != "half" {
		t.Errorf("cut base64: got %q", got)
	}
}

func TestB13AndB14AllTextIsFound(t *testing.T) {
	raw := []byte("Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Words of the page</p>\n--b\nContent-Type: text/plain\n\n-- list footer\n--b--\n")
	text := Text(raw, Parse(raw))
	if !strings.Contains(text, "Words of the page") || !strings.Contains(text, "list footer") {
		t.Errorf("got %q", text)
	}
}

func TestADecodedHeaderIsOneLine(t *testing.T) {
	for _, value := range []string{"a\x00b\rc", "=?utf-8?Q?a=00b=0Dc?=", "=?utf-8?Q?a=0D=0ABcc:_x?="} {
		if got := Get(Parse([]byte("Subject: "+value+"\n\n")).Headers, "subject"); strings.ContainsAny(got, "\r\n\x00") {
			t.Errorf("%q reads %q", value, got)
		}
	}
}

func TestParams(t *testing.T) {
	for header, want := range map[string]string{
		`text/plain; charset=utf-8`:                            "text/plain map[charset:utf-8]",
		`TEXT/Plain; Charset="a;b\"c"`:                         `text/plain map[charset:a;b"c]`,
		`attachment; filename*=iso-8859-1'de'%E4.txt`:          "attachment map[filename:ä.txt]",
		`attachment; filename="x.txt"; filename*=UTF-8''y.txt`: "attachment map[filename:y.txt]",
		`attachment; filename*1="b"; filename*0="a"`:           "attachment map[filename:ab]",
		`attachment; filename="=?utf-8?B?w6Q=?="`:              "attachment map[filename:ä]",
		`attachment; filename="open`:                           "attachment map[filename:open]",
		`attachment; filename*=%zz`:                            "attachment map[filename:%zz]",
		`attachment; ; =x; a=1; a=2`:                           "attachment map[a:1]",
		``:                                                     " map[]",
	} {
		value, params := parseParams(header)
		if got := fmt.Sprint(value, " ", params); got != want {
			t.Errorf("%s: got %s, want %s", header, got, want)
		}
	}
}

func TestQuotedPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a=20b": "a b", "a =\r\nb": "a b", "a=  \nb": "ab", "trailing \t\r\nx": "trailing\r\nx", "kept=20\nx": "kept \nx",
		"100=%": "100=%", "=4": "=4", "=": "", "a=C3=A9": "aé", "=3d": "=",
	} {
		if got := string(decodeQuoted([]byte(in))); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range [][3]string{
		{"A: 1\r\nB: 2\r\n folded\r\nb: 3\r\n\r\nbody", "b", "A: 1\r\n\r\nbody"},
		{"A: 1\n\nbody", "b", "A: 1\n\nbody"},
		{"B: 1", "b", ""},
	} {
		if got := string(Remove([]byte(c[0]), c[1])); got != c[2] {
			t.Errorf("remove %s from %q: got %q", c[1], c[0], got)
		}
	}
	for _, c := range [][2]string{
		{"A: 1\r\n\r\nbody", "X: new\r\nA: 1\r\n\r\nbody"},
		{"A: 1\nx: old\n\nbody", "X: new\nA: 1\n\nbody"},
		{"\r\nbody", "X: new\r\n\r\nbody"},
		{"just text", "X: new\r\n\r\njust text"},
		{"", "X: new\r\n\r\n"},
		{"From me Thu\nA: 1\n\nbody", "X: new\nA: 1\n\nbody"},
	} {
		if got := string(Set([]byte(c[0]), "X", "new")); got != c[1] {
			t.Errorf("set in %q: got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestAddresses(t *testing.T) {
	for value, want := range map[string]string{
		"": "[] true", "a@x.org": "[a@x.org] true", `"Doe, J" <J@X.org>, b@y.z`: "[j@x.org b@y.z] true",
		"Müller <m@x.org>": "[m@x.org] true", "nonsense": "[] false", "Broken <a@x.org, b@y.z": "[a@x.org b@y.z] false",
		"group: a@x.org, b@y.z;": "[a@x.org b@y.z] true",
	} {
		list, ok := Addresses(value)
		if got := fmt.Sprint(list, ok); got != want {
			t.Errorf("%s: got %s, want %s", value, got, want)
		}
	}
	for subject, want := range map[string]string{"Re: Fwd: RE:  Lunch  at 12 ": "lunch at 12", "Re[2]: x": "x", "regarding: x": "regarding: x", "AW: WG: x": "x"} {
		if got := BaseSubject(subject); got != want {
			t.Errorf("%s: got %q, want %q", subject, got, want)
		}
	}
}

// TestHostileMails are read in bounded time and memory.
func TestHostileMails(t *testing.T) {
	deep := strings.Builder{}
	for i := range 200 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	wide := "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nx\n", 5000) + "--b--\n"
	for name, text := range map[string]string{"deep": deep.String(), "wide": wide, "same boundary": strings.ReplaceAll(deep.String(), "b1", "b")} {
		n := 0
		Parse([]byte(text)).Walk(func(*Part) bool { n++; return true })
		if n > maxParts+1 {
			t.Errorf("%s: %d parts", name, n)
		}
	}
}

// FuzzParse: any bytes are read, every part lies within the mail, and a
// field that is set is read back.
func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("../testdata/mail/*.eml")
	if err != nil || len(names) == 0 {
		f.Fatal("no samples", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		root := Parse(raw)
		root.Walk(func(p *Part) bool {
			if p.Start < 0 || p.Start > p.End || p.End > len(raw) {
				t.Fatalf("part %q stands at %d to %d of %d", p.ID, p.Start, p.End, len(raw))
			}
			if p.Leaf() && p.Size != len(Decode(raw[p.Start:p.End], p.Encoding)) {
				t.Fatalf("part %q has not the size %d", p.ID, p.Size)
			}
			return true
		})
		Preview(raw, root, 200)
		Text(raw, root)
		if got := Get(Parse(Set(raw, "X-Set", "value")).Headers, "x-set"); got != "value" {
			t.Fatalf("a field that was set reads %q", got)
		}
	})
}
