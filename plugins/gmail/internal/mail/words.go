package mail

import (
	"unicode/utf8"

	"github.com/wslite/wslite/sdk/text"
)

const (
	// maxWord is how long an encoded word gets, so that one fits behind any
	// header's name within foldAt; RFC 2047 allows 75.
	maxWord = 66
	// wordRoom is what of it is left for the content.
	wordRoom = maxWord - len("=?UTF-8?B?") - len("?=")
)

// encodedWords writes a text as encoded words (RFC 2047), each of whole
// characters; readers drop the blank between two of them. It takes the shorter
// of the two encodings.
func encodedWords(s string) []string {
	q := 0
	for i := range len(s) {
		q += qSize(s[i])
	}
	if q <= (len(s)+2)/3*4 {
		return words(s, "Q", qSizeOf, func(out []byte, chunk string) []byte {
			for i := range len(chunk) {
				out = appendQ(out, chunk[i])
			}
			return out
		})
	}
	return words(s, "B", func(chunk string) int { return (len(chunk) + 2) / 3 * 4 }, appendBase64)
}

func words(s, encoding string, size func(string) int, write func([]byte, string) []byte) []string {
	var list []string
	for s != "" {
		end := 0
		for end < len(s) {
			_, n := utf8.DecodeRuneInString(s[end:])
			if end > 0 && size(s[:end+n]) > wordRoom {
				break
			}
			end += n
		}
		list = append(list, string(append(write([]byte("=?UTF-8?"+encoding+"?"), s[:end]), "?="...)))
		s = s[end:]
	}
	return list
}

func qSizeOf(s string) int {
	n := 0
	for i := range len(s) {
		n += qSize(s[i])
	}
	return n
}

func qSize(c byte) int {
	if c == ' ' || isQ(c) {
		return 1
	}
	return 3
}

// isQ tells whether a byte stands for itself in an encoded word of a display
// name, where least may.
func isQ(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || c == '!' || c == '*' || c == '+' || c == '-' || c == '/'
}

func appendQ(out []byte, c byte) []byte {
	switch {
	case c == ' ':
		return append(out, '_')
	case isQ(c):
		return append(out, c)
	}
	return append(out, '=', hexDigits[c>>4], hexDigits[c&15])
}
