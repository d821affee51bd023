package gmailapi

import (
	"fmt"
	"strings"
	"testing"
)

func TestHistory(t *testing.T) {
	b := newBench(t)
	start := b.must(200, "GET", "profile", "").str("historyId")
	none := b.must(200, "GET", "history?startHistoryId="+start, "")
	equal(t, "nothing", none.at("history"), nil)
	equal(t, "now", none.str("historyId"), start)

	id := b.simple("s", "UNREAD")
	b.must(200, "POST", "messages/"+id+"/modify", `{"addLabelIds":["STARRED"],"removeLabelIds":["UNREAD"]}`)
	other := b.simple("t")
	b.must(204, "DELETE", "messages/"+id, "")

	r := b.must(200, "GET", "history?startHistoryId="+start, "")
	equal(t, "records", len(r.at("history").([]any)), 4)
	equal(t, "added", r.join("", "history", 0, "messagesAdded", 0, "message", "labelIds"), "INBOX UNREAD")
	equal(t, "starred", r.join("", "history", 1, "labelsAdded", 0, "labelIds"), "STARRED")
	equal(t, "read", r.join("", "history", 1, "labelsRemoved", 0, "labelIds"), "UNREAD")
	equal(t, "labels then", r.join("", "history", 1, "labelsAdded", 0, "message", "labelIds"), "INBOX STARRED")
	equal(t, "other", r.str("history", 2, "messages", 0, "id"), other)
	equal(t, "deleted", r.str("history", 3, "messagesDeleted", 0, "message", "id"), id)
	equal(t, "current", r.str("historyId"), r.str("history", 3, "id"))

	kinds := func(query string) string {
		return b.must(200, "GET", "history?startHistoryId="+start+query, "").join("id", "history")
	}
	equal(t, "kinds", kinds("&historyTypes=messageDeleted&historyTypes=labelAdded"), r.str("history", 1, "id")+" "+r.str("history", 3, "id"))
	equal(t, "label", kinds("&labelId=UNREAD"), r.str("history", 0, "id")+" "+r.str("history", 1, "id"))
	equal(t, "since the second", kinds("&labelId=INBOX&historyTypes=messageAdded"), r.str("history", 0, "id")+" "+r.str("history", 2, "id"))

	b.fails(400, "required", "GET", "history", "")
	b.fails(400, "TYPE_UINT64", "GET", "history?startHistoryId=x", "")
	b.fails(404, "not found", "GET", "history?startHistoryId=1", "")
	b.fails(404, "not found", "GET", "history?startHistoryId=999999", "")
	b.fails(400, "historyTypes", "GET", "history?startHistoryId=1000&historyTypes=x", "")
	b.fails(400, "Invalid label", "GET", "history?startHistoryId=1000&labelId=x", "")
	b.fails(400, "Invalid page token", "GET", "history?startHistoryId=1000&pageToken=x", "")
}

func TestHistoryPagesJoinToTheWhole(t *testing.T) {
	b := newBench(t)
	for i := range 7 {
		b.simple(fmt.Sprint(i))
	}
	want := b.must(200, "GET", "history?startHistoryId=1000", "").join("id", "history")
	var got []string
	token := ""
	for {
		r := b.must(200, "GET", "history?startHistoryId=1000&maxResults=3&pageToken="+token, "")
		got = append(got, r.join("id", "history"))
		if token = r.str("nextPageToken"); token == "" {
			break
		}
	}
	equal(t, "pages", strings.Join(got, " "), want)
	equal(t, "number of pages", len(got), 3)
}
