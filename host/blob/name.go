package blob

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wslite/wslite/host/text"
)

const (
	// noName is what content without a usable name is called.
	noName = "download"
	// maxName is the longest file name, in bytes. File systems take 255; a
	// number and what a ".part" has more must still fit.
	maxName = 200
	// maxRawName is how much of a name from elsewhere is looked at, in bytes, from
	// its end: the part that has the extension, and comes behind any path.
	maxRawName = 4 << 10
	// maxExtension is how much of an ending survives a cut, in bytes.
	maxExtension = 20
)

// lastOf is the part of a name from elsewhere that is looked at: one of megabytes
// is none, and would be cleaned again and again.
func lastOf(s string) string { return s[max(0, len(s)-maxRawName):] }

// headerName makes a name safe to stand in a header or a message: valid UTF-8,
// nothing invisible, no slash or backslash.
func headerName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' {
			return '_'
		}
		return r
	}, text.Line(s))
	return cutName(strings.TrimSpace(s))
}

// safeName makes a file name of a name that someone else chose: the last
// element of whatever path it is, for Unix and Windows, that is neither hidden
// nor special, begins with no dash (which a command would take for a flag) and
// fits every file system.
func safeName(s string) string {
	if i := strings.LastIndexAny(s, `/\`); i >= 0 {
		s = s[i+1:]
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`<>:"|?*`, r) {
			return '_'
		}
		return r
	}, text.Line(s))
	s = cutName(strings.TrimRight(strings.TrimSpace(s), ". "))
	switch {
	case s == "":
		return noName
	case s[0] == '.' || s[0] == '-':
		s = "_" + s[1:]
	case isReserved(s):
		s = "_" + s
	}
	return s
}

// reserved are names that stand for devices in Windows, with any ending.
var reserved = []string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"}

func isReserved(s string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(s), ".")
	base = strings.TrimSpace(base)
	if slices.Contains(reserved, base) {
		return true
	}
	digit, ok := strings.CutPrefix(base, "COM")
	if !ok {
		digit, ok = strings.CutPrefix(base, "LPT")
	}
	return ok && slices.Contains([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"}, digit)
}

// cutName shortens a name between characters and keeps its ending.
func cutName(s string) string {
	if len(s) <= maxName {
		return s
	}
	ext := filepath.Ext(s)
	if len(ext) > maxExtension {
		ext = ""
	}
	return strings.TrimRight(cutBytes(s[:len(s)-len(ext)], maxName-len(ext)), ". ") + ext
}

func cutBytes(s string, n int) string {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
