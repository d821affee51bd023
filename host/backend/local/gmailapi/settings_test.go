package gmailapi

import (
	"fmt"
	"testing"
)

func TestVacation(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "GET", "settings/vacation", "")
	equal(t, "off", r.at("enableAutoReply"), false)
	body := `{"enableAutoReply":true,"responseSubject":"away","responseBodyPlainText":"x","restrictToDomain":true,"startTime":"1893456000000","endTime":1893542400000}`
	b.must(200, "PUT", "settings/vacation", body)
	r = b.must(200, "GET", "settings/vacation", "")
	equal(t, "start", r.str("startTime"), "1893456000000")
	equal(t, "end", r.str("endTime"), "1893542400000")
	equal(t, "domain", r.at("restrictToDomain"), true)
	r = b.must(200, "PUT", "settings/vacation", `{"responseSubject":"s"}`)
	equal(t, "put replaces", fmt.Sprint(r.at("enableAutoReply"), r.at("startTime"), r.at("restrictToDomain")), "false <nil> false")
	b.fails(400, "startTime must precede endTime", "PUT", "settings/vacation", `{"startTime":"2","endTime":"2"}`)
	b.fails(400, "subject or the response body", "PUT", "settings/vacation", `{"enableAutoReply":true}`)
	b.fails(400, "before 1970", "PUT", "settings/vacation", `{"startTime":"-1"}`)
	b.fails(400, "TYPE_INT64", "PUT", "settings/vacation", `{"startTime":"soon"}`)
	b.fails(400, "TYPE_BOOL", "PUT", "settings/vacation", `{"enableAutoReply":"yes"}`)
	equal(t, "unchanged", b.must(200, "GET", "settings/vacation", "").str("responseSubject"), "s")
}

// filter makes a filter and gives its id.
func (b *bench) filter(criteria, action string) string {
	b.t.Helper()
	return b.must(200, "POST", "settings/filters", `{"criteria":`+criteria+`,"action":`+action+`}`).str("id")
}

func TestFiltersChangeWhatArrives(t *testing.T) {
	b := newBench(t)
	id := b.label("News")
	b.filter(`{"from":"news@example.org OR \"The Paper\""}`, `{"addLabelIds":["`+id+`"],"removeLabelIds":["INBOX"]}`)
	b.filter(`{"subject":" Big   sale "}`, `{"addLabelIds":["TRASH"]}`)
	b.filter(`{"to":"me","query":"invoice","negatedQuery":"paid"}`, `{"addLabelIds":["STARRED"]}`)
	b.filter(`{"size":3000,"sizeComparison":"larger"}`, `{"removeLabelIds":["UNREAD"]}`)
	arrive := func(text string, lines ...string) string {
		t.Helper()
		r := b.must(200, "POST", "messages/import?neverMarkSpam=true", raw(compose(text, append(lines, "To: "+me)...), `"labelIds":["INBOX","UNREAD"]`))
		return b.get(r.str("id")).labels()
	}
	equal(t, "from", arrive("x", "From: news@example.org"), "UNREAD "+id)
	equal(t, "from a name", arrive("x", `From: "The Paper" <p@x.org>`), "UNREAD "+id)
	equal(t, "subject", arrive("x", "Subject: the BIG sale!"), "TRASH UNREAD")
	equal(t, "query", arrive("invoice 7"), "INBOX STARRED UNREAD")
	equal(t, "negated", arrive("invoice 7, paid"), "INBOX UNREAD")
	equal(t, "size", arrive(fmt.Sprintf("%3000d", 1)), "INBOX")

	equal(t, "sent to oneself", b.sendMail(compose("invoice", "To: "+me)).labels(), "SENT INBOX STARRED UNREAD")
	equal(t, "sent to others", b.sendMail(compose("invoice", "To: you@x.org")).labels(), "SENT")
	equal(t, "inserted", b.get(b.insert(compose("invoice", "To: "+me), "INBOX")).labels(), "INBOX")

	// History tells of the message as the filters left it.
	h := b.must(200, "GET", "history?startHistoryId=1000&maxResults=1", "")
	equal(t, "history", h.join("", "history", 0, "messagesAdded", 0, "message", "labelIds"), "UNREAD "+id)
	b.must(204, "DELETE", "labels/"+id, "")
	equal(t, "a filter outlives its label", arrive("x", "From: news@example.org"), "UNREAD")
}

func TestFilterLife(t *testing.T) {
	b := newBench(t)
	id := b.filter(`{"from":"a@x.org","hasAttachment":true}`, `{"addLabelIds":["STARRED"]}`)
	r := b.must(200, "GET", "settings/filters/"+id, "")
	equal(t, "criteria", r.str("criteria", "from"), "a@x.org")
	equal(t, "id", r.str("id"), id)
	equal(t, "list", b.must(200, "GET", "settings/filters", "").join("id", "filter"), id)
	b.fails(400, "Filter already exists", "POST", "settings/filters", `{"criteria":{"from":"a@x.org","hasAttachment":true},"action":{"addLabelIds":["STARRED"]}}`)
	b.must(204, "DELETE", "settings/filters/"+id, "")
	b.fails(404, "not found", "DELETE", "settings/filters/"+id, "")
	b.fails(404, "not found", "GET", "settings/filters/"+id, "")
	equal(t, "empty", b.must(200, "GET", "settings/filters", "").at("filter"), nil)
}

func TestFilterErrors(t *testing.T) {
	b := newBench(t)
	x, y := b.label("x"), b.label("y")
	star := `{"addLabelIds":["STARRED"]}`
	for _, c := range [][3]string{
		{`{}`, star, "no criteria"},
		{`{"from":"a"}`, `{}`, "no action"},
		{`{"from":"a"}`, `{"addLabelIds":["` + x + `","` + y + `"]}`, "one user label"},
		{`{"from":"a"}`, `{"addLabelIds":["Nope"]}`, "Invalid label"},
		{`{"from":"a"}`, `{"addLabelIds":["INBOX"]}`, "Invalid label"},
		{`{"from":"a"}`, `{"removeLabelIds":["SENT"]}`, "Invalid label"},
		{`{"from":"a"}`, `{"forward":"you@x.org"}`, "Unrecognized forwarding address"},
		{`{"size":5}`, star, "size needs sizeComparison"},
		{`{"size":-1,"sizeComparison":"larger"}`, star, "criteria.size"},
		{`{"size":5,"sizeComparison":"equal"}`, star, "sizeComparison"},
		{`{"query":"(a"}`, star, "filter.criteria.query"},
		{`{"from":"a)"}`, star, "filter.criteria.from"},
		{`{"form":"a"}`, star, `Unknown name "form" at 'filter.criteria'`},
		{`{"from":7}`, star, "TYPE_STRING"},
	} {
		b.fails(400, c[2], "POST", "settings/filters", `{"criteria":`+c[0]+`,"action":`+c[1]+`}`)
	}
	b.api.limits.Filters = 1
	b.filter(`{"from":"a"}`, star)
	b.fails(400, "up to 1 filters", "POST", "settings/filters", `{"criteria":{"from":"b"},"action":`+star+`}`)
}

func TestForwardingAddresses(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "POST", "settings/forwardingAddresses", `{"forwardingEmail":"you@x.org"}`)
	equal(t, "status", r.str("verificationStatus"), "accepted")
	b.fails(409, "already exists", "POST", "settings/forwardingAddresses", `{"forwardingEmail":"YOU@x.org"}`)
	b.fails(400, "not an email address", "POST", "settings/forwardingAddresses", `{"forwardingEmail":"You <you@x.org>"}`)
	equal(t, "list", b.must(200, "GET", "settings/forwardingAddresses", "").join("forwardingEmail", "forwardingAddresses"), "you@x.org")
	equal(t, "get", b.must(200, "GET", "settings/forwardingAddresses/you%40x.org", "").str("forwardingEmail"), "you@x.org")
	b.filter(`{"from":"a"}`, `{"forward":"you@x.org"}`)
	b.must(204, "DELETE", "settings/forwardingAddresses/you@x.org", "")
	b.fails(404, "not found", "DELETE", "settings/forwardingAddresses/you@x.org", "")
	b.fails(404, "not found", "GET", "settings/forwardingAddresses/you@x.org", "")
}
