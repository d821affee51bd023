package blob

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestB18SafeNames(t *testing.T) {
	for in, want := range map[string]string{
		"a.pdf": "a.pdf", "../../x": "x", `C:\t\y`: "y", "": "download", "..": "download", ".": "download", "/": "download",
		"a/": "download", " . ": "download", ".bashrc": "_bashrc", "-rf": "_rf", "C:x": "C_x", "a<b>|?*\":c": "a_b______c",
		"CON": "_CON", "con.txt": "_con.txt", "NUL .tar.gz": "_NUL .tar.gz", "COM1": "_COM1", "lpt9.x": "_lpt9.x", "COM10": "COM10", "CONSOLE": "CONSOLE",
		"trailing. . ": "trailing", "a\x00b\r\nc\x1b[0m": "ab c[0m", "a\u202efdp.exe": "afdp.exe", "日本.txt": "日本.txt",
		"\xff.txt": "\ufffd.txt", "100% #1 (a+b) 'x'.docx": "100% #1 (a+b) 'x'.docx",
		strings.Repeat("é", 300) + ".pdf":    strings.Repeat("é", 98) + ".pdf",
		"a." + strings.Repeat("b", 300):      "a." + strings.Repeat("b", 198),
		strings.Repeat("a", 195) + " .txt.x": strings.Repeat("a", 195) + " .t.x",
	} {
		if got := safeName(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Whatever a service says, the file is one name in the directory, and stays
// what it is when it is made safe once more.
func FuzzSafeName(f *testing.F) {
	for _, s := range []string{"../../x", `C:\t\y`, "", "con", "a\x00", "..\u200b", "a. ", strings.Repeat("é.", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := safeName(s)
		if got == "" || got == "." || got == ".." || strings.ContainsAny(got, "/\\\x00") || !utf8.ValidString(got) || len(got) > maxName+1 {
			t.Errorf("%q: %q", s, got)
		}
		if dir := filepath.Dir(filepath.Join("d", got)); dir != "d" {
			t.Errorf("%q leaves its directory: %q", s, got)
		}
		if again := safeName(got); again != got {
			t.Errorf("%q: %q, then %q", s, got, again)
		}
	})
}
