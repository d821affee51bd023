package mail

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/emersion/go-message/charset"
	gomail "github.com/emersion/go-message/mail"
)

// readGoMessage reads a mail with emersion/go-message.
func readGoMessage(t *testing.T, raw string) reading {
	t.Helper()
	m, err := gomail.CreateReader(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var r reading
	for name, into := range map[string]*[]string{"From": &r.From, "To": &r.To, "Cc": &r.Cc, "Bcc": &r.Bcc} {
		list, err := m.Header.AddressList(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, a := range list {
			*into = append(*into, mailboxText(a.Name, a.Address))
		}
	}
	if r.Subject, err = m.Header.Subject(); err != nil {
		t.Errorf("Subject: %v", err)
	}
	if at, err := m.Header.Date(); err == nil && !at.IsZero() {
		r.Date = at.Format(time.RFC3339)
	}
	for name, into := range map[string]*[]string{"References": &r.References, "In-Reply-To": {}} {
		ids, err := m.Header.MsgIDList(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, id := range ids {
			*into = append(*into, "<"+id+">")
			if name == "In-Reply-To" {
				r.InReplyTo = "<" + id + ">"
			}
		}
	}
	for {
		p, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return r
		}
		if err != nil {
			t.Errorf("part: %v", err)
			return r
		}
		r.goMessagePart(t, p)
	}
}

func (r *reading) goMessagePart(t *testing.T, p *gomail.Part) {
	t.Helper()
	content, err := io.ReadAll(p.Body)
	if err != nil {
		t.Errorf("content: %v", err)
	}
	var h interface {
		Get(string) string
		ContentType() (string, map[string]string, error)
		ContentDisposition() (string, map[string]string, error)
	}
	switch header := p.Header.(type) {
	case *gomail.AttachmentHeader:
		h = header
	case *gomail.InlineHeader:
		h = header
	}
	kind, params, err := h.ContentType()
	if err != nil {
		t.Errorf("Content-Type: %v", err)
	}
	disposition, given := "", map[string]string{}
	if h.Get("Content-Disposition") != "" {
		if disposition, given, err = h.ContentDisposition(); err != nil {
			t.Errorf("Content-Disposition: %v", err)
		}
	}
	r.put(t, kind, params["charset"], disposition, given["filename"], h.Get("Content-ID"), content)
}

// readPython reads all mails at once, by file name; nil where there is no
// Python.
func readPython(t *testing.T, dir string) map[string]reading {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("SKIPPED: there is no python3 in PATH, so its email package did not read the mails")
		return nil
	}
	cmd := exec.Command(python, "testdata/read.py", dir)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("python3: %v\n%s", err, errs.String())
	}
	var all map[string]reading
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// duplicate is how Python calls the ASCII name of a file that stands behind the
// one of RFC 2231. It takes the first, as is meant; readers that know RFC 2045
// alone need the second.
const duplicate = "InvalidHeaderDefect: duplicate parameter name; duplicate ignored"

// pythonic forgives what is Python's own: the second name of a file that needs
// two, and a blank that its versions before 3.13 leave between two encoded
// words of a mailbox's name (RFC 2047, section 6.2, has it dropped).
func pythonic(got, want reading) reading {
	for _, f := range want.Files {
		if i := slices.Index(got.Defects, duplicate); i >= 0 && (!ascii(f.Name) || len(f.Name) > 60 || strings.Contains(f.Name, "=?")) {
			got.Defects = slices.Delete(got.Defects, i, i+1)
		}
	}
	for i := range min(len(got.From), len(want.From)) {
		if !ascii(want.From[i]) && strings.ReplaceAll(got.From[i], " ", "") == strings.ReplaceAll(want.From[i], " ", "") {
			got.From[i] = want.From[i]
		}
	}
	return got
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' })
}

// save writes a mail where the programs find it.
func save(t *testing.T, dir, name, raw string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
