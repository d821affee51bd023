package config

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var placed = regexp.MustCompile(`(?m)^f\.toml:[1-9][0-9]*:[1-9][0-9]*: .+$`)

// FuzzDecode: no input panics, every mistake has a place, is one clean line,
// and a file that is accepted reads the same with CRLF and a byte order mark.
func FuzzDecode(f *testing.F) {
	if def, err := os.ReadFile("../../wslite.toml"); err == nil {
		f.Add(def)
		f.Add(uncomment(def))
	}
	for _, s := range []string{
		"", "a", "a=", "[", "[[", "[a", "a.b.c = {d = [1, {e = 2}]}", "\xef\xbb\xbf", "\xff\xfe", "a=\"\"\"\r\nx\r\n\"\"\"",
		"profile.w.backend='local'\n[profile.x]\n", "[profile]\n", "[[profile]]", "[policy.allow]\n\"\" = []", "sandbox.plan_steps=0x20",
		"token=abc", "1979-05-27 = 1979-05-27", "[policy]\nread_only=true#", "a = nan", "\"\\u001b\"=1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, problems := decode("f.toml", data)
		err := report("f.toml", problems)
		if err != nil {
			lines := strings.Split(err.Error(), "\n")
			for i, line := range lines {
				if !placed.MatchString(line) && i != maxProblems {
					t.Errorf("no place: %q", line)
				}
			}
			if strings.ContainsFunc(strings.ReplaceAll(err.Error(), "\n", ""), func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e }) {
				t.Errorf("not clean: %q", err)
			}
			return
		}
		windows := append([]byte("\xef\xbb\xbf"), strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n", "\r\n")...)
		again, problems := decode("f.toml", windows)
		if len(problems) != 0 {
			t.Fatalf("with CRLF: %v", problems)
		}
		for key, v := range s {
			if _, isText := v.value.(string); isText && again[key].value == nil || again[key].line != v.line {
				t.Errorf("%s: %+v with CRLF, %+v without", key, again[key], v)
			}
		}
	})
}
