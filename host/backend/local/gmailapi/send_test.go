package gmailapi

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
)

// text gives the mail of a message.
func (b *bench) text(id string) string {
	b.t.Helper()
	data, err := base64.URLEncoding.DecodeString(b.get(id, "format", "raw").str("raw"))
	if err != nil {
		b.t.Fatalf("raw: %v", err)
	}
	return string(data)
}

func (b *bench) sendMail(mail string, more ...string) answerTo {
	b.t.Helper()
	return b.must(200, "POST", "messages/send", raw(mail, more...))
}

func TestSendCompletesTheMail(t *testing.T) {
	b := newBench(t)
	r := b.sendMail(compose("hi", "To: you@example.org", "Bcc: secret@example.org", "Subject: s"), `"labelIds":["INBOX"]`)
	equal(t, "labels", r.labels(), "SENT")
	got := b.text(r.str("id"))
	for _, want := range []string{"From: me@example.com\r\n", "Date: Thu, 31 Jan 2030 12:00:00 +0000\r\n", "Bcc: secret@example.org\r\n", "Subject: s\r\n\r\nhi"} {
		contains(t, "mail", got, want)
	}
	if !regexp.MustCompile(`Message-ID: <[0-9a-f]{16}@mail\.example\.com>\r\n`).MatchString(got) {
		t.Errorf("no Message-ID: %s", got)
	}

	whole := compose("hi", "From: \"Me, Myself\" <me@example.com>", "To: you@example.org", "Message-ID: <own@x>", "Date: Wed, 30 Jan 2030 12:00:00 +0000")
	equal(t, "a whole mail stays as it is", b.text(b.sendMail(whole).str("id")), whole)

	alien := b.text(b.sendMail(compose("x", "From: Boss <boss@example.org>", "To: you@example.org")).str("id"))
	contains(t, "alien sender", alien, "From: \"Boss\" <me@example.com>\r\n")
	if strings.Contains(alien, "boss@") {
		t.Errorf("a foreign address was kept: %s", alien)
	}
	bare := b.text(b.sendMail("To: you@example.org\nSubject: lf\n\nbody\n").str("id"))
	contains(t, "line ends are the mail's", bare, "From: me@example.com\nTo: you@example.org\nSubject: lf\n\nbody\n")
}

func TestSendToOneself(t *testing.T) {
	b := newBench(t)
	for _, to := range []string{"To: me@example.com", "Cc: You <you@x.org>, Me <ME@Example.com>", "Bcc: me@example.com", "To: me+tag@example.com"} {
		r := b.sendMail(compose("x", to, "Subject: s"))
		equal(t, to, r.labels(), "SENT INBOX UNREAD")
	}
	equal(t, "one message each", b.must(200, "GET", "profile", "").at("messagesTotal"), 4.0)
	equal(t, "not to me", b.sendMail(compose("x", "To: someone@example.com")).labels(), "SENT")
}

func TestSendRefuses(t *testing.T) {
	b := newBench(t)
	for mail, want := range map[string]string{
		compose("x", "Subject: s"):                          "Recipient address required",
		compose("x", "To: ", "Subject: s"):                  "Recipient address required",
		compose("x", "To: undisclosed-recipients:;"):        "Recipient address required",
		compose("x", "To: not an address"):                  "Invalid To header",
		compose("x", "To: a@x.org", "Cc: <b@x.org, c@y>"):   "Invalid Cc header",
		compose("x", "To: a@x.org", "Bcc: a b@x.org c@y.z"): "Invalid Bcc header",
	} {
		b.fails(400, want, "POST", "messages/send", raw(mail))
	}
	b.fails(400, "Recipient address required", "POST", "messages/send", `{}`)
	b.fails(404, "not found", "POST", "messages/send", raw(compose("x", "To: a@x.org"), `"threadId":"1234"`))
	equal(t, "messages", b.must(200, "GET", "profile", "").at("messagesTotal"), 0.0)
}

func TestThreading(t *testing.T) {
	b := newBench(t)
	first := b.insert(compose("x", "From: a@x.org", "Subject: Lunch?", "Message-ID: <1@x>"), "INBOX")
	bare := b.insert(compose("x", "From: a@x.org", "Subject: Bare"), "INBOX")
	for _, c := range []struct {
		name, subject, refs, ask string
		joins                    string // the thread, "" for one of its own
	}{
		{"threadId with references", "Re: Lunch?", "References: <0@x> <1@x>", first, first},
		{"In-Reply-To is enough", "RE:  lunch?", "In-Reply-To: <1@x>", first, first},
		{"by references alone", "Fwd: Re: Lunch?", "References: <1@x> <unknown@x>", "", first},
		{"another subject", "Dinner?", "References: <1@x>", first, ""},
		{"no references", "Re: Lunch?", "X-None: 1", first, ""},
		{"foreign references", "Re: Lunch?", "References: <9@x>", first, ""},
		{"a thread without Message-ID", "Re: Bare", "X-None: 1", bare, bare},
		{"the wrong thread is corrected", "Re: Lunch?", "References: <1@x>", bare, first},
	} {
		r := b.sendMail(compose("x", "To: a@x.org", "Subject: "+c.subject, c.refs), `"threadId":"`+c.ask+`"`)
		want := c.joins
		if want == "" {
			want = r.str("id")
		}
		equal(t, c.name, r.str("threadId"), want)
	}
	thread := b.must(200, "GET", "threads/"+first+"?format=metadata&metadataHeaders=Subject", "")
	equal(t, "messages, oldest first", len(thread.at("messages").([]any)), 5)
	equal(t, "first", thread.str("messages", 0, "id"), first)
}

func TestAliases(t *testing.T) {
	b := newBench(t)
	list := b.must(200, "GET", "settings/sendAs", "")
	equal(t, "addresses", list.join("sendAsEmail", "sendAs"), me)
	equal(t, "name", list.str("sendAs", 0, "displayName"), "Me Example")
	equal(t, "default", list.at("sendAs", 0, "isDefault"), true)

	b.must(200, "POST", "settings/sendAs", `{"sendAsEmail":"Alias@example.org","displayName":"A"}`)
	b.fails(409, "already exists", "POST", "settings/sendAs", `{"sendAsEmail":"alias@example.org"}`)
	equal(t, "own mail", b.sendMail(compose("x", "From: alias@example.org", "To: alias@example.org")).labels(), "SENT INBOX UNREAD")

	r := b.must(200, "PATCH", "settings/sendAs/alias%40example.org", `{"isDefault":true,"signature":"<b>a</b>"}`)
	equal(t, "kept", r.str("displayName"), "A")
	equal(t, "one default", b.must(200, "GET", "settings/sendAs/"+me, "").at("isDefault"), nil)
	contains(t, "default sender", b.text(b.sendMail(compose("x", "To: you@x.org")).str("id")), "From: Alias@example.org\r\n")
	equal(t, "put resets", b.must(200, "PUT", "settings/sendAs/alias@example.org", `{"isDefault":true}`).str("signature"), "")

	b.fails(400, "only true", "PATCH", "settings/sendAs/alias@example.org", `{"isDefault":false}`)
	b.fails(400, "smtpMsa", "PATCH", "settings/sendAs/alias@example.org", `{"smtpMsa":{"host":"x"}}`)
	b.fails(400, "not an email address", "POST", "settings/sendAs", `{"sendAsEmail":"x"}`)
	b.fails(400, "can't be deleted", "DELETE", "settings/sendAs/alias@example.org", "")
	b.fails(404, "not found", "GET", "settings/sendAs/nobody@example.org", "")
	b.must(200, "PATCH", "settings/sendAs/"+me, `{"isDefault":true,"displayName":"New"}`)
	b.must(204, "DELETE", "settings/sendAs/alias@example.org", "")
	equal(t, "left", b.must(200, "GET", "settings/sendAs", "").join("displayName", "sendAs"), "New")
}
