package gmailapi

import (
	"strings"
	"testing"
)

// The other cases that are named by an id stand beside what they are about.

func TestB04AttachmentNamesInEveryEncoding(t *testing.T) {
	b := newBench(t)
	for disposition, want := range map[string]string{
		`filename*=UTF-8''Pr%C3%BCfung%20%E2%82%AC.pdf`:              "Prüfung €.pdf",
		`filename="=?UTF-8?Q?Pr=C3=BCfung.pdf?="`:                    "Prüfung.pdf",
		`filename*0*=UTF-8''Pr%C3%BC; filename*1="fung.pdf"`:         "Prüfung.pdf",
		`filename=plain.pdf`:                                         "plain.pdf",
		`filename="Pruefung.pdf"; filename*=UTF-8''Pr%C3%BCfung.pdf`: "Prüfung.pdf",
		``: "noname",
	} {
		id := b.insert(compose("x", "Content-Type: application/pdf", "Content-Disposition: attachment; "+disposition))
		equal(t, disposition, b.get(id).str("payload", "filename"), want)
	}
}

func TestB09ADraftReplyIsInTheConversation(t *testing.T) {
	b := newBench(t)
	ids := b.conversation("talk")
	r := b.must(200, "POST", "drafts", draftBody(compose("x", "To: a@x.org", "Subject: Re: talk", "References: <talk0@x>", "In-Reply-To: <talk2@x>"), `"threadId":"`+ids[0]+`"`))
	thread := b.must(200, "GET", "threads/"+ids[0], "")
	equal(t, "last of the thread", thread.str("messages", 3, "id"), r.str("message", "id"))
}

func TestB10AThreadWhoseMessagesAreAllInTheTrash(t *testing.T) {
	b := newBench(t)
	ids := b.conversation("talk")
	for _, id := range ids {
		b.must(200, "POST", "messages/"+id+"/trash", "")
	}
	equal(t, "the thread is read", b.must(200, "GET", "threads/"+ids[0], "").join("id", "messages"), strings.Join(ids[:], " "))
	equal(t, "it is in the trash", b.must(200, "GET", "threads?q=in:trash", "").join("id", "threads"), ids[0])
	equal(t, "and nowhere else", b.must(200, "GET", "threads", "").at("threads"), nil)
}

func TestB11ADraftKeepsWhatItsMailHolds(t *testing.T) {
	b := newBench(t)
	text := compose("--b\r\n\r\ntext\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\npdf\r\n--b--\r\n", "To: you@x.org", "Content-Type: multipart/mixed; boundary=b")
	id := b.must(200, "POST", "drafts", draftBody(text)).str("id")
	b.must(200, "PUT", "drafts/"+id, draftBody(strings.Replace(text, "text", "other", 1)))
	equal(t, "attachment", b.must(200, "GET", "drafts/"+id, "").str("message", "payload", "parts", 1, "filename"), "a.pdf")
}

func TestB70FieldsInTheWrongPlaceAreRefused(t *testing.T) {
	b := newBench(t)
	b.fails(400, `Unknown name "raw" at 'draft'`, "POST", "drafts", raw(compose("x", "Subject: s")))
	b.fails(400, `Unknown name "message" at 'message'`, "POST", "messages/send", draftBody(compose("x", "To: a@x.org")))
	b.fails(400, `Unknown name "from" at 'filter'`, "POST", "settings/filters", `{"from":"a","action":{"addLabelIds":["STARRED"]}}`)
	equal(t, "nothing was made", b.must(200, "GET", "profile", "").at("messagesTotal"), 0.0)
}

func TestB84LaterPagesKeepTheQuery(t *testing.T) {
	b := newBench(t)
	for range 3 {
		b.simple("wanted")
		b.simple("other")
	}
	first := b.must(200, "GET", "messages?q=subject:wanted&maxResults=2", "")
	second := b.must(200, "GET", "messages?q=subject:wanted&maxResults=2&pageToken="+first.str("nextPageToken"), "")
	equal(t, "second page", len(second.at("messages").([]any)), 1)
	equal(t, "its end", second.str("nextPageToken"), "")
	// A token without its query is refused: it would go on with other mail.
	b.fails(400, "Invalid page token", "GET", "messages?maxResults=2&pageToken="+first.str("nextPageToken"), "")
}

func TestB90HiddenTextOfAPageIsInNoSnippet(t *testing.T) {
	b := newBench(t)
	id := b.insert(compose(`<html><head><title>t</title></head><body><script>run()</script><style>p{}</style><p>Seen</p></body></html>`, "Content-Type: text/html"))
	equal(t, "snippet", b.get(id, "format", "minimal").str("snippet"), "Seen")
	equal(t, "search", b.find("run"), "")
}

func TestB91AnIDIsOneSegment(t *testing.T) {
	b := newBench(t)
	id := b.simple("s")
	for _, path := range []string{"messages/..%2Fprofile", "messages/" + id + "%2Ftrash", "threads/%2e%2e", "labels/INBOX%2F.."} {
		if r := b.send("GET", path, ""); r.status != 400 && r.status != 404 {
			t.Errorf("%s: status %d", path, r.status)
		}
	}
	equal(t, "untouched", b.get(id).labels(), "INBOX")
}
