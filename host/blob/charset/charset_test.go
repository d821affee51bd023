package charset

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestChooseAndDecode(t *testing.T) {
	for name, c := range map[string]struct{ bytes, label, charset, text string }{
		"B15 gb2312":               {"\xc4\xe3\xba\xc3", "gb2312", "gbk", "你好"},
		"B15 unknown":              {"\xc4\xe3 a", "x-martian", "utf-8", "� a"},
		"latin 1":                  {"caf\xe9", "ISO-8859-1", "windows-1252", "café"},
		"quoted label":             {"\xa4", `"ISO-8859-15"`, "iso-8859-15", "€"},
		"koi8":                     {"\xf0\xd2\xc9\xd7\xc5\xd4", "koi8-r", "koi8-r", "Привет"},
		"shift_jis":                {"\x93\xfa\x96\x7b", "Shift_JIS", "shift_jis", "日本"},
		"iso-2022-jp":              {"\x1b$BF|K\\\x1b(B", "iso-2022-jp", "iso-2022-jp", "日本"},
		"big5":                     {"\xa4\xa4\xa4\xe5", "big5", "big5", "中文"},
		"utf-16 mark":              {"\xff\xfeh\x00i\x00", "", "utf-16le", "hi"},
		"utf-16 mark beats label":  {"\xfe\xff\x00h\x00i", "utf-8", "utf-16be", "hi"},
		"utf-16 label":             {"h\x00i\x00", "utf-16le", "utf-16le", "hi"},
		"utf-8 mark":               {"\xef\xbb\xbfhi", "", "utf-8", "hi"},
		"utf-8 with another label": {"你好", "gb2312", "utf-8", "你好"},
		"latin pair stays latin":   {"\xc3\xa9", "iso-8859-1", "windows-1252", "Ã©"},
		"no label, utf-8":          {"é", "", "utf-8", "é"},
		"no label, not utf-8":      {"caf\xe9", "", "windows-1252", "café"},
		"no label, html says":      {"<html><meta name=x><META content='text/html; charset=koi8-r'>\xf0\xd2", "", "koi8-r", "<html><meta name=x><META content='text/html; charset=koi8-r'>Пр"},
		"empty":                    {"", "", "utf-8", ""},
		"refused by browsers":      {"a", "iso-2022-cn", "utf-8", "a"},
		"cut pair":                 {"\xc4\xe3\xba", "gbk", "gbk", "你�"},
	} {
		got := Choose([]byte(c.bytes), c.label)
		if text := got.Decode([]byte(c.bytes)); got.Name != c.charset || text != c.text {
			t.Errorf("%s: %s %q, want %s %q", name, got.Name, text, c.charset, c.text)
		}
	}
}

func TestOfType(t *testing.T) {
	for in, want := range map[string]string{
		"text/plain; charset=gb2312":             "gbk",
		`text/html; charset="UTF-8"; format=f`:   "utf-8",
		"text/plain":                             "",
		"text/plain; charset=":                   "",
		"text/plain; charset=klingon":            "",
		"text/plain; charset=koi8-r; odd thing;": "koi8-r",
		"":                                       "",
	} {
		if c, ok := OfType(in); c.Name != want || ok != (want != "") {
			t.Errorf("%q: %q %v", in, c.Name, ok)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"\xff\xfe\x00\xd8", "\x1b$B", "\xc4", "a\xef\xbb\xbf"} {
		f.Add([]byte(s), "gbk")
	}
	f.Fuzz(func(t *testing.T, b []byte, label string) {
		if out := Choose(b, label).Decode(b); !utf8.ValidString(out) || strings.Contains(out, "\xff") {
			t.Errorf("%q as %q: %q", b, label, out)
		}
	})
}
