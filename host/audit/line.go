package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/wslite/wslite/host/canon"
)

// Events that the log writes of itself.
const (
	// headerEvent is the first line of each file.
	headerEvent = "header"
	// recoveredEvent is written where the log was found otherwise than it was
	// left, and tells how.
	recoveredEvent = "recovered"
)

// format is the form of the lines, told in each header.
const format = 1

// maxLine bounds a line, in bytes: more than any record makes.
const maxLine = 64 << 10

// line is what stands in a file: canonical JSON (RFC 8785) and a newline.
type line struct {
	Record
	Seq  int64  `json:"seq"`
	Prev string `json:"prev"`
	Hash string `json:"hash"`

	// Of a header: the form, the number of the file, and that of the oldest
	// file that is kept.
	Format int `json:"format,omitempty"`
	File   int `json:"file,omitempty"`
	Oldest int `json:"oldest,omitempty"`

	// Of a recovery: how many bytes before this line are no lines, and their
	// digest; how many lines were lost with the machine; what was wrong with
	// the head.
	TornBytes  int64  `json:"tornBytes,omitempty"`
	TornDigest string `json:"tornDigest,omitempty"`
	LostLines  int64  `json:"lostLines,omitempty"`
	Head       string `json:"head,omitempty"`
}

// noHash is what the first line of a log is chained to.
var noHash = digestPrefix + strings.Repeat("0", 64)

// encode sets the line's hash and gives its bytes, without the newline.
func (l *line) encode() ([]byte, error) {
	l.Hash = noHash
	raw, err := l.canonical()
	if err != nil {
		return nil, err
	}
	l.Hash = hashOf(raw, noHash)
	return bytes.Replace(raw, hashMember(noHash), hashMember(l.Hash), 1), nil
}

// hashMember is the member of the hash in a line. Keys are sorted, so another
// member always follows, and quotes inside of a text are escaped, so it stands
// in a line once.
func hashMember(hash string) []byte { return []byte(`"hash":"` + hash + `",`) }

// hashOf is the hash of a line's bytes without the member of the hash; "" where
// the line does not hold that hash.
func hashOf(raw []byte, hash string) string {
	before, after, found := bytes.Cut(raw, hashMember(hash))
	if !found {
		return ""
	}
	return canon.Sum(append(append(make([]byte, 0, len(raw)), before...), after...))
}

var (
	errNotALine = errors.New("it is no line of an audit log")
	errHash     = errors.New("its hash is not that of its content")
)

// parse reads a line and checks its hash. The line is given with errHash, too.
func parse(raw []byte) (line, error) {
	var l line
	if len(raw) > maxLine {
		return line{}, errNotALine
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return line{}, errNotALine
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) || l.Seq < 1 || !isDigest(l.Hash) || !isDigest(l.Prev) {
		return line{}, errNotALine
	}
	if hashOf(raw, l.Hash) != l.Hash {
		return l, errHash
	}
	return l, nil
}

// parseStrict is parse for a check: the line must have the one spelling that
// its meaning has, so that nothing hides in a key that stands there twice.
func parseStrict(raw []byte) (line, error) {
	l, err := parse(raw)
	if err != nil {
		return l, err
	}
	if again, err := l.canonical(); err != nil || !bytes.Equal(again, raw) {
		return l, errHash
	}
	return l, nil
}
