package gmailapi

import (
	"fmt"
	"strings"
	"testing"
)

// conversation inserts three messages of one thread and gives their ids.
func (b *bench) conversation(subject string) [3]string {
	b.t.Helper()
	var ids [3]string
	for i := range ids {
		ids[i] = b.insert(compose(fmt.Sprint("text ", i), "From: a@x.org", "Subject: Re: "+subject,
			fmt.Sprintf("Message-ID: <%s%d@x>", subject, i), fmt.Sprintf("References: <%s0@x>", subject)), "INBOX", "UNREAD")
	}
	return ids
}

func TestB23ArchivingAThreadTakesAllItsMessages(t *testing.T) {
	b := newBench(t)
	ids := b.conversation("talk")
	r := b.must(200, "POST", "threads/"+ids[0]+"/modify", `{"removeLabelIds":["INBOX"]}`)
	equal(t, "messages", len(r.at("messages").([]any)), 3)
	for _, id := range ids {
		equal(t, id, b.get(id).labels(), "UNREAD")
	}
	// The id of a later message is no thread: never a silent part of it.
	b.fails(404, "not found", "POST", "threads/"+ids[1]+"/modify", `{"addLabelIds":["INBOX"]}`)
}

func TestThreadTrash(t *testing.T) {
	b := newBench(t)
	ids := b.conversation("talk")
	b.must(200, "POST", "messages/"+ids[1]+"/modify", `{"removeLabelIds":["INBOX"]}`)
	b.must(200, "POST", "threads/"+ids[0]+"/trash", "")
	equal(t, "listed", b.must(200, "GET", "threads", "").at("threads"), nil)
	equal(t, "read all the same", len(b.must(200, "GET", "threads/"+ids[0], "").at("messages").([]any)), 3)
	r := b.must(200, "POST", "threads/"+ids[0]+"/untrash", "")
	equal(t, "first", r.join("", "messages", 0, "labelIds"), "INBOX UNREAD")
	equal(t, "archived", r.join("", "messages", 1, "labelIds"), "UNREAD")
	b.must(204, "DELETE", "threads/"+ids[0], "")
	b.must(404, "GET", "messages/"+ids[2], "")
	b.fails(404, "not found", "DELETE", "threads/"+ids[0], "")
	b.fails(400, "Invalid id value", "GET", "threads/nope", "")
}

func TestThreadList(t *testing.T) {
	b := newBench(t)
	old := b.conversation("old")
	b.simple("single")
	fresh := b.conversation("fresh")
	b.insert(compose("late", "Subject: Re: old", "References: <old0@x>"), "INBOX") // wakes the thread
	r := b.must(200, "GET", "threads", "")
	equal(t, "order", strings.Fields(r.join("id", "threads"))[0], old[0])
	equal(t, "threads", len(r.at("threads").([]any)), 3)
	equal(t, "estimate", r.at("resultSizeEstimate"), 3.0)
	equal(t, "snippet of the newest", r.str("threads", 0, "snippet"), "late")
	equal(t, "history", r.str("threads", 1, "historyId"), b.get(fresh[2]).str("historyId"))
	r = b.must(200, "GET", `threads?q="text+1"`, "")
	equal(t, "by a message within", r.join("id", "threads"), fresh[0]+" "+old[0])
	equal(t, "snippet of the match", r.str("threads", 0, "snippet"), "text 1")

	// Pages joined are the list, each thread once.
	var got []string
	token := ""
	for {
		page := b.must(200, "GET", "threads?maxResults=1&pageToken="+token, "")
		got = append(got, page.join("id", "threads"))
		if token = page.str("nextPageToken"); token == "" {
			break
		}
	}
	equal(t, "pages", strings.Join(got, " "), b.must(200, "GET", "threads", "").join("id", "threads"))
}
