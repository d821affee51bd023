package mail

import "testing"

func TestDecodeWords(t *testing.T) {
	for s, want := range map[string]string{
		"plain": "plain", "=?UTF-8?B?w6k=?= x": "é x", "=?utf-8?q?a_b=C3=A9?=  =?utf-8?Q?c?=": "a béc", "=?iso-8859-1?Q?=FC?=": "ü",
		"a =?utf-8?Q?b?= c": "a b c", "=?gb2312?B?xOO6ww==?=": "=?gb2312?B?xOO6ww==?=", "=?UTF-8?Q?=FF?=": "=?UTF-8?Q?=FF?=",
		"=?UTF-8?Q?a=0D=0ABcc:_x?=": "a Bcc: x", "=?UTF-8?X?a?=": "=?UTF-8?X?a?=", "=?": "=?", "=?UTF-8?Q?=4?=": "=?UTF-8?Q?=4?=",
		"=?UTF-8*en?Q?x?=": "x", "a\r\n b": "a  b", "é =?UTF-8?Q?x?=": "é x",
	} {
		if got := DecodeWords(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// FuzzDecodeWords: the result is one line, and what was written comes back.
func FuzzDecodeWords(f *testing.F) {
	f.Add("=?UTF-8?Q?a=0Ab?= =?x")
	f.Add("é🚀 ü")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range DecodeWords(s) {
			if r < ' ' {
				t.Fatalf("%q holds a line end", s)
			}
		}
	})
}
