package gmailapi

import (
	"fmt"
	"strings"
	"testing"
)

func (b *bench) label(name string) string {
	b.t.Helper()
	return b.must(200, "POST", "labels", fmt.Sprintf(`{"name":%q}`, name)).str("id")
}

func TestLabelLife(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "POST", "labels", `{"name":" Work/2030 ","labelListVisibility":"labelHide","messageListVisibility":"hide","color":{"textColor":"#FFFFFF","backgroundColor":"#4a86e8"}}`)
	id := r.str("id")
	equal(t, "name", r.str("name"), "Work/2030")
	equal(t, "type", r.str("type"), "user")
	got := b.must(200, "GET", "labels/"+id, "")
	equal(t, "colour", got.str("color", "textColor")+got.str("color", "backgroundColor"), "#ffffff#4a86e8")
	equal(t, "total", got.at("messagesTotal"), 0.0)
	contains(t, "list", b.must(200, "GET", "labels", "").join("name", "labels"), "UNREAD Work/2030")

	p := b.must(200, "PATCH", "labels/"+id, `{"name":"work/2030"}`) // another case of its own name
	equal(t, "patched", p.str("name")+p.str("labelListVisibility"), "work/2030labelHide")
	equal(t, "colour kept", p.str("color", "textColor"), "#ffffff")
	u := b.must(200, "PUT", "labels/"+id, `{"id":"x","name":"Play"}`)
	equal(t, "replaced", u.str("name")+u.str("labelListVisibility"), "PlaylabelShow")
	equal(t, "colour gone", u.at("color"), nil)

	m := b.insert(compose("x", "Subject: m"), "INBOX", id)
	b.must(204, "DELETE", "labels/"+id, "")
	b.must(404, "GET", "labels/"+id, "")
	equal(t, "message", b.get(m).labels(), "INBOX")
	if again := b.label("Play"); again == id {
		t.Errorf("the id %s was given twice", id)
	}
}

func TestLabelErrors(t *testing.T) {
	b := newBench(t)
	id := b.label("Work")
	for _, c := range []struct {
		status                      int
		method, path, body, message string
	}{
		{409, "POST", "labels", `{"name":"work"}`, "Label name exists or conflicts"},
		{400, "POST", "labels", `{"name":"Inbox"}`, "Invalid label name"},
		{400, "POST", "labels", `{}`, "Invalid label name"},
		{400, "POST", "labels", `{"name":"a//b"}`, "Invalid label name"},
		{400, "POST", "labels", `{"name":"/a"}`, "Invalid label name"},
		{400, "POST", "labels", `{"name":"a\nb"}`, "Invalid label name"},
		{400, "POST", "labels", `{"name":"` + strings.Repeat("é", 226) + `"}`, "longer than 225"},
		{400, "POST", "labels", `{"name":"x","labelListVisibility":"no"}`, "label.labelListVisibility"},
		{400, "POST", "labels", `{"name":"x","color":{"textColor":"#123456","backgroundColor":"#000000"}}`, "color palette"},
		{400, "POST", "labels", `{"name":"x","color":{"textColor":"#000000"}}`, "color palette"},
		{400, "POST", "labels", `{"name":"x","colour":{}}`, "Unknown name"},
		{404, "GET", "labels/Label_99", "", "not found"},
		{404, "PATCH", "labels/nope", `{"name":"x"}`, "not found"},
		{400, "PATCH", "labels/INBOX", `{"name":"x"}`, "system label"},
		{400, "PUT", "labels/SENT", `{"name":"x"}`, "system label"},
		{400, "DELETE", "labels/TRASH", "", "system label"},
		{400, "PUT", "labels/" + id, `{}`, "Invalid label name"},
	} {
		b.fails(c.status, c.message, c.method, c.path, c.body)
	}
	b.must(200, "POST", "labels", `{"name":"`+strings.Repeat("é", 225)+`"}`)
	b.api.limits.Labels = 2
	b.fails(400, "up to 2 labels", "POST", "labels", `{"name":"x"}`)
}

func TestB22LabelIDsKeepTheirCase(t *testing.T) {
	b := newBench(t)
	id := b.label("Projects")
	shadow := b.label(strings.ToLower(id))
	m := b.insert(compose("x", "Subject: m"), id)
	equal(t, "by id", b.must(200, "GET", "labels/"+id, "").str("name"), "Projects")
	b.must(404, "GET", "labels/"+strings.ToLower(id), "")
	b.fails(400, "Invalid label", "POST", "messages/"+m+"/modify", `{"addLabelIds":["`+strings.ToLower(id)+`"]}`)
	equal(t, "a query names labels", b.find("label:"+strings.ToLower(id)), "")
	b.must(200, "POST", "messages/"+m+"/modify", `{"addLabelIds":["`+shadow+`"]}`)
	equal(t, "the shadow", b.find("label:"+id), "m")
}

func TestB21ALabelNameIsNoID(t *testing.T) {
	b := newBench(t)
	b.label("mydomain.org")
	m := b.simple("m")
	b.fails(400, `Invalid label: "mydomain.org"`, "POST", "messages/"+m+"/modify", `{"addLabelIds":["mydomain.org"]}`)
}

func TestLabelCounts(t *testing.T) {
	b := newBench(t)
	id := b.label("L")
	first := b.insert(compose("x", "Subject: s", "Message-ID: <1@x>"), id, "UNREAD")
	b.insert(compose("x", "Subject: Re: s", "Message-ID: <2@x>", "References: <1@x>"), id)
	b.insert(compose("x", "Subject: other"), id, "UNREAD", "TRASH")
	r := b.must(200, "GET", "labels/"+id, "")
	equal(t, "counts", fmt.Sprint(r.at("messagesTotal"), r.at("messagesUnread"), r.at("threadsTotal"), r.at("threadsUnread")), "2 1 1 1")
	r = b.must(200, "GET", "labels/TRASH", "")
	equal(t, "trash", fmt.Sprint(r.at("messagesTotal"), r.at("messagesUnread")), "1 1")
	b.must(200, "POST", "messages/"+first+"/modify", `{"removeLabelIds":["UNREAD"]}`)
	equal(t, "read", b.must(200, "GET", "labels/"+id, "").at("threadsUnread"), 0.0)
}
