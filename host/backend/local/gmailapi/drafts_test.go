package gmailapi

import (
	"strings"
	"testing"
)

func draftBody(mail string, more ...string) string {
	return `{"message":` + raw(mail, more...) + `}`
}

func TestDraftLife(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "POST", "drafts", draftBody(compose("one", "To: you@x.org", "Subject: d"), `"labelIds":["INBOX"]`))
	id, message := r.str("id"), r.str("message", "id")
	equal(t, "labels", r.join("", "message", "labelIds"), "DRAFT")
	got := b.must(200, "GET", "drafts/"+id+"?format=metadata", "")
	equal(t, "message", got.str("message", "id"), message)
	equal(t, "nothing is added to a draft", got.join("name", "message", "payload", "headers"), "To Subject")
	list := b.must(200, "GET", "drafts", "")
	equal(t, "list", list.join("id", "drafts"), id)
	equal(t, "ids only", list.at("drafts", 0, "message", "labelIds"), nil)

	u := b.must(200, "PUT", "drafts/"+id, draftBody(compose("two", "To: you@x.org", "Subject: another")))
	equal(t, "draft id stays", u.str("id"), id)
	if u.str("message", "id") == message {
		t.Error("a changed draft is a new message")
	}
	equal(t, "thread stays", u.str("message", "threadId"), r.str("message", "threadId"))
	b.must(404, "GET", "messages/"+message, "")

	s := b.must(200, "POST", "drafts/send", `{"id":"`+id+`"}`)
	equal(t, "sent", s.labels(), "SENT")
	equal(t, "sent in its thread", s.str("threadId"), r.str("message", "threadId"))
	if s.str("id") == u.str("message", "id") {
		t.Error("a sent draft is a new message")
	}
	contains(t, "completed", b.text(s.str("id")), "From: me@example.com\r\n")
	b.must(404, "GET", "drafts/"+id, "")
	b.must(404, "POST", "drafts/send", `{"id":"`+id+`"}`)
	equal(t, "messages", b.must(200, "GET", "profile", "").at("messagesTotal"), 1.0)
}

func TestDraftsRefuse(t *testing.T) {
	b := newBench(t)
	id := b.must(200, "POST", "drafts", draftBody(compose("x", "Subject: nobody"))).str("id")
	b.fails(400, "Recipient address required", "POST", "drafts/send", `{"id":"`+id+`"}`)
	b.must(200, "GET", "drafts/"+id, "") // still there
	b.fails(400, "Missing draft message", "POST", "drafts", `{}`)
	b.fails(400, "Missing draft message", "PUT", "drafts/"+id, `{"message":{"threadId":"1"}}`)
	b.fails(400, "not the id in the path", "PUT", "drafts/"+id, `{"id":"x"}`)
	b.fails(404, "not found", "PUT", "drafts/r1", draftBody("x"))
	b.fails(404, "not found", "DELETE", "drafts/r1", "")
	b.fails(404, "not found", "POST", "drafts/send", `{}`)
	b.fails(400, `Unknown name "row" at 'draft.message'`, "POST", "drafts", `{"message":{"row":"eA"}}`)
	b.fails(400, "(TYPE_MESSAGE)", "POST", "drafts", `{"message":"eA"}`)
	b.must(204, "DELETE", "drafts/"+id, "")
	b.must(404, "GET", "drafts/"+id, "")
	equal(t, "gone for good", b.find("in:anywhere"), "")
}

func TestSendADraftWithNewContent(t *testing.T) {
	b := newBench(t)
	id := b.must(200, "POST", "drafts", draftBody(compose("x", "Subject: old"))).str("id")
	s := b.must(200, "POST", "drafts/send", `{"id":"`+id+`",`+strings.TrimPrefix(draftBody(compose("new", "To: me@example.com", "Subject: new")), "{"))
	equal(t, "labels", s.labels(), "SENT INBOX UNREAD")
	contains(t, "text", b.text(s.str("id")), "new")
	equal(t, "drafts", b.must(200, "GET", "drafts", "").at("drafts"), nil)
}

func TestReplyDraftsStayInTheThread(t *testing.T) {
	b := newBench(t)
	first := b.insert(compose("x", "From: a@x.org", "Subject: Lunch?", "Message-ID: <1@x>"), "INBOX")
	reply := compose("yes", "To: a@x.org", "Subject: Re: Lunch?", "In-Reply-To: <1@x>", "References: <1@x>")
	r := b.must(200, "POST", "drafts", draftBody(reply, `"threadId":"`+first+`"`))
	equal(t, "draft", r.str("message", "threadId"), first)
	u := b.must(200, "PUT", "drafts/"+r.str("id"), draftBody(strings.Replace(reply, "yes", "no", 1)))
	equal(t, "changed", u.str("message", "threadId"), first)
	s := b.must(200, "POST", "drafts/send", `{"id":"`+r.str("id")+`"}`)
	equal(t, "sent", s.str("threadId"), first)
	// A draft whose message was deleted is gone too.
	r = b.must(200, "POST", "drafts", draftBody(reply))
	b.must(204, "DELETE", "messages/"+r.str("message", "id"), "")
	b.must(404, "GET", "drafts/"+r.str("id"), "")
}

func TestDraftSearch(t *testing.T) {
	b := newBench(t)
	b.must(200, "POST", "drafts", draftBody(compose("apple", "Subject: a")))
	pear := b.must(200, "POST", "drafts", draftBody(compose("pear", "Subject: b"))).str("id")
	b.simple("pear")
	equal(t, "query", b.must(200, "GET", "drafts?q=pear", "").join("id", "drafts"), pear)
	page := b.must(200, "GET", "drafts?maxResults=1", "")
	equal(t, "first page", page.join("id", "drafts"), pear)
	next := b.must(200, "GET", "drafts?maxResults=1&pageToken="+page.str("nextPageToken"), "")
	equal(t, "second page", len(next.at("drafts").([]any)), 1)
	equal(t, "end", next.str("nextPageToken"), "")
	b.fails(400, "Invalid page token", "GET", "drafts?q=x&pageToken="+page.str("nextPageToken"), "")
}
