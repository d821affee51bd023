package mail

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
)

// reading is what a program finds in a mail, and what it must find there.
type reading struct {
	// From to Bcc are mailboxes, as Name <address> or an address alone.
	From, To, Cc, Bcc []string
	Subject           string
	InReplyTo         string
	References        []string
	// Date is RFC 3339.
	Date string
	// Text and HTML have their lines end in \n.
	Text, HTML string
	Files      []file
	// Defects are what the program dislikes; there must be none.
	Defects []string
}

// file is a part that is neither of the two texts.
type file struct {
	Name, Type string
	// Inline says that the HTML shows it, by its ID.
	Inline bool
	ID     string
	// Sum is the SHA-256 of the bytes in hexadecimal.
	Sum  string
	Size int
}

// fileOf is the file that some bytes must become.
func fileOf(name, kind, content string) file {
	sum := sha256.Sum256([]byte(content))
	return file{Name: name, Type: kind, Sum: hex.EncodeToString(sum[:]), Size: len(content)}
}

func (f file) inline(id string) file {
	f.Inline, f.ID = true, id
	return f
}

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// zone is the one that the program runs in; it is not UTC, so that a date tells
// whose offset it has.
const zone = "Europe/Zurich"

// compare fails the test for each member that differs. The date must be that of
// now, with the offset of the user's zone (B05).
func (got reading) compare(t *testing.T, want reading) {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().In(location)
	at, err := time.Parse(time.RFC3339, got.Date)
	if age := now.Sub(at); err != nil || age < -time.Minute || age > 30*time.Minute || at.Format("-0700") != now.Format("-0700") {
		t.Errorf("the date is %q, and it is %s: %v", got.Date, now.Format(time.RFC3339), err)
	}
	for _, d := range got.Defects {
		t.Errorf("defect: %s", d)
	}
	for _, x := range []struct{ what, got, want string }{
		{"Subject", got.Subject, want.Subject},
		{"In-Reply-To", got.InReplyTo, want.InReplyTo},
		{"text", unixLines(got.Text), want.Text},
		{"HTML", unixLines(got.HTML), want.HTML},
	} {
		if x.got != x.want {
			t.Errorf("%s:\n got %q\nwant %q", x.what, x.got, x.want)
		}
	}
	same(t, "From", got.From, want.From)
	same(t, "To", got.To, want.To)
	same(t, "Cc", got.Cc, want.Cc)
	same(t, "Bcc", got.Bcc, want.Bcc)
	same(t, "References", got.References, want.References)
	same(t, "file", got.Files, want.Files)
}

func same[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d, want %d:\n got %+v\nwant %+v", what, len(got), len(want), got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s %d:\n got %+v\nwant %+v", what, i+1, got[i], want[i])
		}
	}
}
