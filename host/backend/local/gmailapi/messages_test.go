package gmailapi

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestANewMailboxIsEmpty(t *testing.T) {
	b := newBench(t)
	p := b.must(200, "GET", "profile", "")
	equal(t, "address", p.str("emailAddress"), me)
	equal(t, "history", p.str("historyId"), "1000")
	equal(t, "messages", p.at("messagesTotal"), 0.0)
	equal(t, "list", b.must(200, "GET", "messages", "").at("resultSizeEstimate"), 0.0)
	equal(t, "labels", len(b.must(200, "GET", "labels", "").at("labels").([]any)), 14)
	equal(t, "by address", b.request("GET", "/gmail/v1/users/ME%40example.com/profile", "").status, 200)
	equal(t, "another's", b.request("GET", "/gmail/v1/users/you@example.com/profile", "").status, 403)
}

func TestFormats(t *testing.T) {
	b := newBench(t)
	text := compose("Hello <you> & \"me\"\r\n\r\nsecond line", "From: A <a@example.org>", "To: "+me, "Subject: Hi", "CC: c@example.org", "Date: Thu, 31 Jan 2030 10:00:00 +0100")
	id := b.insert(text, "INBOX", "UNREAD")

	full := b.get(id)
	equal(t, "labels", full.labels(), "INBOX UNREAD")
	equal(t, "snippet", full.str("snippet"), "Hello &lt;you&gt; &amp; &quot;me&quot; second line")
	equal(t, "size", full.at("sizeEstimate"), float64(len(text)))
	equal(t, "received", full.str("internalDate"), fmt.Sprint(b.now.UnixMilli()))
	equal(t, "thread", full.str("threadId"), id)
	equal(t, "part", full.at("payload", "partId"), "")
	equal(t, "filename", full.at("payload", "filename"), "")
	equal(t, "type", full.str("payload", "mimeType"), "text/plain")
	data, _ := base64.URLEncoding.DecodeString(full.str("payload", "body", "data"))
	equal(t, "body", string(data), "Hello <you> & \"me\"\r\n\r\nsecond line")
	equal(t, "body size", full.at("payload", "body", "size"), float64(len(data)))

	minimal := b.get(id, "format", "minimal")
	equal(t, "minimal payload", minimal.at("payload"), nil)
	equal(t, "minimal labels", minimal.labels(), "INBOX UNREAD")

	meta := b.get(id, "format", "METADATA", "metadataHeaders", "cc", "metadataHeaders", "SUBJECT")
	equal(t, "B16 headers", meta.join("name", "payload", "headers"), "Subject CC")
	equal(t, "metadata body", meta.at("payload", "body"), nil)
	equal(t, "all headers", b.get(id, "format", "metadata").join("name", "payload", "headers"), "From To Subject CC Date")

	data, _ = base64.URLEncoding.DecodeString(b.get(id, "format", "raw").str("raw"))
	equal(t, "raw", string(data), text)

	equal(t, "fields", string(b.get(id, "fields", "payload/headers(value),labelIds", "prettyPrint", "false", "format", "metadata", "metadataHeaders", "Subject").raw),
		`{"labelIds":["INBOX","UNREAD"],"payload":{"headers":[{"value":"Hi"}]}}`+"\n")
	b.fails(400, "must be one of minimal, full", "GET", "messages/"+id+"?format=x", "")
	b.fails(400, "must be one of full, metadata, minimal", "GET", "threads/"+id+"?format=raw", "")
}

func TestMessageErrors(t *testing.T) {
	b := newBench(t)
	id := b.simple("s")
	for _, c := range []struct {
		status                      int
		method, path, body, message string
	}{
		{400, "GET", "messages/xyz", "", "Invalid id value"},
		{400, "GET", "messages/12345678901234567", "", "Invalid id value"},
		{404, "GET", "messages/123", "", "Requested entity was not found."},
		{404, "DELETE", "messages/123", "", "Requested entity was not found."},
		{404, "POST", "messages/123/trash", "", "Requested entity was not found."},
		{404, "POST", "messages/123/modify", `{"addLabelIds":["STARRED"]}`, "Requested entity was not found."},
		{400, "POST", "messages/" + id + "/modify", `{}`, "No label add or removes specified"},
		{400, "POST", "messages/" + id + "/modify", `{"addLabelIds":["Nope"]}`, `Invalid label: "Nope"`},
		{400, "POST", "messages/" + id + "/modify", `{"addLabelIds":["SENT"]}`, `Invalid label: "SENT"`},
		{400, "POST", "messages/" + id + "/modify", `{"removeLabelIds":["DRAFT"]}`, `Invalid label: "DRAFT"`},
		{400, "POST", "messages/" + id + "/modify", `{"addLabelIds":["STARRED"],"removeLabelIds":["STARRED"]}`, "Cannot both add and remove"},
		{400, "POST", "messages/" + id + "/modify", `{"addLabelIds":["TRASH","SPAM"]}`, "only be in one of"},
		{400, "POST", "messages/" + id + "/modify", `{"addLabels":["STARRED"]}`, `Unknown name "addLabels"`},
		{400, "POST", "messages/" + id + "/modify", `{"addLabelIds":"STARRED"}`, "addLabelIds"},
		{400, "POST", "messages/" + id + "/modify", `{"addLabelIds":[` + strings.Repeat(`"STARRED",`, 100) + `"STARRED"]}`, "Up to 100 labels"},
		{400, "POST", "messages/batchModify", `{"addLabelIds":["STARRED"]}`, "No message ids"},
		{400, "POST", "messages/batchModify", `{"ids":["q"],"addLabelIds":["STARRED"]}`, "Invalid id value"},
		{400, "POST", "messages/batchDelete", `{"ids":[` + strings.Repeat(`"1",`, 1000) + `"1"]}`, "the maximum is 1000"},
		{400, "POST", "messages", `{}`, "payload message string"},
		{400, "POST", "messages", `{"raw":"%%%"}`, "Base64 decoding failed"},
		{400, "POST", "messages", raw("x", `"labelIds":["DRAFT"]`), `Invalid label: "DRAFT"`},
		{400, "POST", "messages", raw("x", `"labelIds":["INBOX","TRASH"]`), "only be in one of"},
		{400, "POST", "messages?deleted=true", raw("x"), "Workspace accounts"},
		{400, "POST", "messages?internalDateSource=x", raw("x"), "receivedTime or dateHeader"},
		{400, "POST", "messages/import?processForCalendar=true", raw("x"), "processForCalendar"},
		{400, "POST", "messages/import", raw("x", `"classificationLabelValues":[]`), "Workspace accounts"},
		{404, "POST", "messages", raw("x", `"threadId":"abc"`), "Requested entity was not found."},
		{400, "POST", "messages", raw("x", `"threadId":"nothex"`), "Invalid id value"},
		{400, "GET", "messages?maxResults=0", "", "from 1 to 500"},
		{400, "GET", "messages?maxResults=501", "", "from 1 to 500"},
		{400, "GET", "messages?pageToken=abc", "", "Invalid page token"},
		{400, "GET", "messages?labelIds=Nope", "", `Invalid label: "Nope"`},
		{400, "GET", "messages?q=(a", "", "Invalid search query"},
	} {
		b.fails(c.status, c.message, c.method, c.path, c.body)
	}
	equal(t, "nothing changed", b.get(id).labels(), "INBOX")
}

func TestB17RawInBothAlphabetsWithAndWithoutPadding(t *testing.T) {
	b := newBench(t)
	text := compose("\xc3\xa9?>~", "Subject: x")
	std := base64.StdEncoding.EncodeToString([]byte(text))
	for _, form := range []string{std, strings.TrimRight(std, "="), base64.URLEncoding.EncodeToString([]byte(text)), base64.RawURLEncoding.EncodeToString([]byte(text)), std[:8] + `\r\n` + std[8:]} {
		id := b.must(200, "POST", "messages", `{"raw":"`+form+`"}`).str("id")
		data, err := base64.URLEncoding.DecodeString(b.get(id).str("payload", "body", "data"))
		if err != nil || string(data) != "\xc3\xa9?>~" {
			t.Errorf("%s: got %q, %v", form, data, err)
		}
	}
}

func TestModify(t *testing.T) {
	b := newBench(t)
	id := b.simple("s", "UNREAD")
	before := b.get(id).str("historyId")
	r := b.must(200, "POST", "messages/"+id+"/modify", `{"addLabelIds":["STARRED","STARRED"],"removeLabelIds":["UNREAD"]}`)
	equal(t, "answer", r.labels(), "INBOX STARRED")
	after := b.get(id).str("historyId")
	if after <= before {
		t.Errorf("history did not grow: %s then %s", before, after)
	}
	b.must(200, "POST", "messages/"+id+"/modify", `{"addLabelIds":["STARRED"]}`)
	equal(t, "no change, no history", b.get(id).str("historyId"), after)
}

func TestTrashRemembersTheInbox(t *testing.T) {
	b := newBench(t)
	id := b.simple("s", "UNREAD", "STARRED")
	equal(t, "trashed", b.must(200, "POST", "messages/"+id+"/trash", "").labels(), "TRASH STARRED UNREAD")
	equal(t, "again", b.must(200, "POST", "messages/"+id+"/trash", "").labels(), "TRASH STARRED UNREAD")
	equal(t, "restored", b.must(200, "POST", "messages/"+id+"/untrash", "").labels(), "INBOX STARRED UNREAD")
	equal(t, "untrash alone", b.must(200, "POST", "messages/"+id+"/untrash", "").labels(), "INBOX STARRED UNREAD")

	archived := b.insert(compose("x", "Subject: a"))
	b.must(200, "POST", "messages/"+archived+"/trash", "")
	equal(t, "archived mail gains no inbox", b.must(200, "POST", "messages/"+archived+"/untrash", "").labels(), "")

	equal(t, "modify is trash", b.must(200, "POST", "messages/"+id+"/modify", `{"addLabelIds":["TRASH"]}`).labels(), "TRASH STARRED UNREAD")
	equal(t, "to spam", b.must(200, "POST", "messages/"+id+"/modify", `{"addLabelIds":["SPAM"]}`).labels(), "SPAM STARRED UNREAD")
	equal(t, "to the inbox", b.must(200, "POST", "messages/"+id+"/modify", `{"addLabelIds":["INBOX"]}`).labels(), "INBOX STARRED UNREAD")
}

func TestDeleteIsForGood(t *testing.T) {
	b := newBench(t)
	id, other := b.simple("unicorn"), b.simple("pony")
	b.must(204, "DELETE", "messages/"+id, "")
	b.must(404, "GET", "messages/"+id, "")
	b.must(404, "GET", "threads/"+id, "")
	equal(t, "search", b.find("unicorn"), "")
	equal(t, "the other", b.find("in:inbox"), "pony")
	b.must(204, "POST", "messages/batchDelete", `{"ids":["`+other+`","123"]}`)
	equal(t, "all", b.find("in:anywhere"), "")
	var n int
	if err := b.storeQuery(`SELECT (SELECT count(*) FROM blobs) + (SELECT count(*) FROM mail_message_labels)`, &n); err != nil || n != 0 {
		t.Errorf("%d rows are left, %v", n, err)
	}
}

func TestBatchModify(t *testing.T) {
	b := newBench(t)
	x, y := b.simple("x", "UNREAD"), b.simple("y", "UNREAD")
	b.must(204, "POST", "messages/batchModify", `{"ids":["`+x+`","`+strings.ToUpper(y)+`","`+x+`","123"],"addLabelIds":["STARRED"],"removeLabelIds":["UNREAD"]}`)
	equal(t, "x", b.get(x).labels(), "INBOX STARRED")
	equal(t, "y", b.get(y).labels(), "INBOX STARRED")
	// All or nothing: a wrong label changes none.
	b.must(400, "POST", "messages/batchModify", `{"ids":["`+x+`"],"addLabelIds":["IMPORTANT","Nope"]}`)
	equal(t, "x again", b.get(x).labels(), "INBOX STARRED")
}

func TestInternalDate(t *testing.T) {
	b := newBench(t)
	text := compose("x", "Subject: s", "Date: Tue, 2 Jan 2029 03:04:05 +0000 (UTC)")
	want := fmt.Sprint(time.Date(2029, 1, 2, 3, 4, 5, 0, time.UTC).UnixMilli())
	now := fmt.Sprint(b.now.UnixMilli())
	for path, date := range map[string]string{
		"messages": now, "messages?internalDateSource=dateHeader": want,
		"messages/import": want, "messages/import?internalDateSource=receivedTime": now,
	} {
		equal(t, path, b.get(b.must(200, "POST", path, raw(text)).str("id")).str("internalDate"), date)
	}
	broken := b.must(200, "POST", "messages/import", raw(compose("x", "Date: yesterday"))).str("id")
	equal(t, "no date", b.get(broken).str("internalDate"), now)
}

func TestUploads(t *testing.T) {
	b := newBench(t)
	text := compose("big", "From: a@example.org", "To: "+me, "Subject: up")
	media := b.request("POST", "/upload/gmail/v1/users/me/messages?uploadType=media", text, "Content-Type", "message/rfc822")
	equal(t, "media", media.status, 200)
	parts := "--b\r\nContent-Type: application/json\r\n\r\n" + `{"labelIds":["INBOX","UNREAD"]}` + "\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n" + text + "\r\n--b--\r\n"
	r := b.request("POST", "/upload/gmail/v1/users/me/messages?uploadType=multipart", parts, "Content-Type", "multipart/related; boundary=b")
	equal(t, "multipart labels", r.labels(), "INBOX UNREAD")
	data, _ := base64.URLEncoding.DecodeString(b.get(r.str("id"), "format", "raw").str("raw"))
	equal(t, "bytes", string(data), text)

	sent := b.request("POST", "/upload/gmail/v1/users/me/messages/send?uploadType=media", text, "Content-Type", "message/rfc822")
	equal(t, "sent", sent.labels(), "SENT INBOX UNREAD")
	wrong := b.request("POST", "/upload/gmail/v1/users/me/messages?uploadType=media", text, "Content-Type", "text/plain")
	contains(t, "type", wrong.message(), "Valid media types: [message/*]")
	both := strings.Replace(parts, `{"labelIds"`, `{"raw":"eA","labelIds"`, 1)
	r = b.request("POST", "/upload/gmail/v1/users/me/messages?uploadType=multipart", both, "Content-Type", "multipart/related; boundary=b")
	contains(t, "twice", r.message(), "given twice")
}
