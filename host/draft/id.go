package draft

import (
	"crypto/rand"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// The form of an id: "d-" and 60 random bits in 12 characters, which are read
// out and typed by people: no i, l, o or u.
const (
	idPrefix    = "d-"
	idDigits    = 12
	idLength    = len(idPrefix) + idDigits
	idAlphabet  = "0123456789abcdefghjkmnpqrstvwxyz"
	shortestID  = 4 // of a prefix, behind "d-"
	longestWord = 64
)

func newID() string {
	var b [idDigits]byte
	rand.Read(b[:])
	for i, c := range b {
		b[i] = idAlphabet[c%byte(len(idAlphabet))]
	}
	return idPrefix + string(b[:])
}

// readID gives the id, or the beginning of one, that a person meant: in any
// case, with 0 and 1 also as the letters that look like them.
func readID(word string) (string, error) {
	s := strings.ToLower(strings.TrimSpace(word))
	digits := lookAlikes.Replace(strings.TrimPrefix(s, idPrefix))
	switch {
	case strings.Trim(digits, idAlphabet) != "", len(digits) > idDigits, !strings.HasPrefix(s, idPrefix):
		return "", fault.New(fault.DraftRefused, "%q is no id of a draft", text.Line(word[:min(len(word), longestWord)])).
			WithHint("one looks like %s; wslite drafts list --all shows them", "d-4f7kq2m9xw3b")
	case len(digits) < shortestID:
		return "", fault.New(fault.DraftRefused, "%q is too short for the beginning of an id", text.Line(s)).
			WithHint("give at least %d characters behind %s", shortestID, idPrefix)
	}
	return idPrefix + digits, nil
}

var lookAlikes = strings.NewReplacer("o", "0", "i", "1", "l", "1")
