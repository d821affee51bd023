package google

import (
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"testing"

	"google.golang.org/api/gmail/v1"
	"google.golang.org/api/googleapi"
)

func TestGmail(t *testing.T) {
	play(t, "gmail", []scenario{
		{"Messages", mailMessages},
		{"Content", mailContent},
		{"B20 Search", mailSearch},
		{"Threads", mailThreads},
		{"Labels", mailLabels},
		{"Drafts", mailDrafts},
		{"Filters", mailFilters},
		{"Settings", mailSettings},
		{"History", mailHistory},
		{"Pages", mailPages},
		{"Errors", mailErrors},
	})
}

func gmailUser(t *testing.T, w *world) *gmail.UsersService {
	t.Helper()
	return ok[*gmail.Service](t)(gmail.NewService(t.Context(), w.options("")...)).Users
}

// mail makes a mail of fields and a body, as a program sends it.
func mail(body string, fields ...string) *gmail.Message {
	raw := strings.Join(fields, "\r\n") + "\r\n\r\n" + body
	return &gmail.Message{Raw: base64.URLEncoding.EncodeToString([]byte(raw))}
}

// header is the value of a field of a message; "" for none.
func header(m *gmail.Message, name string) string {
	for _, h := range m.Payload.Headers {
		if strings.EqualFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// unbase decodes the data of a body.
func unbase(t *testing.T, data string) string {
	t.Helper()
	return string(ok[[]byte](t)(base64.URLEncoding.DecodeString(data)))
}

// found is the subjects of what a query finds, in order.
func found(t *testing.T, u *gmail.UsersService, q string) string {
	t.Helper()
	list := ok[*gmail.ListMessagesResponse](t)(u.Messages.List("me").Q(q).IncludeSpamTrash(strings.Contains(q, "in:anywhere")).Do())
	return join(list.Messages, func(m *gmail.Message) string {
		return header(ok[*gmail.Message](t)(u.Messages.Get("me", m.Id).Format("metadata").MetadataHeaders("Subject").Do()), "Subject")
	})
}

// labels is the labels of a message in alphabetic order: Gmail's has no meaning.
func labels(m *gmail.Message) string {
	return strings.Join(slices.Sorted(slices.Values(m.LabelIds)), " ")
}

// incoming is a mail as it is imported: with the labels of delivered mail.
func incoming(m *gmail.Message) *gmail.Message {
	m.LabelIds = []string{"INBOX", "UNREAD"}
	return m
}

var rfc822 = googleapi.ContentType("message/rfc822")

func mailMessages(t *testing.T, w *world) {
	u, one := gmailUser(t, w), ok[*gmail.Message](t)
	profile := ok[*gmail.Profile](t)(u.GetProfile("me").Do())
	equal(t, "address", profile.EmailAddress, "me@example.com")
	equal(t, "messages", profile.MessagesTotal, int64(0))

	out := one(u.Messages.Send("me", mail("Lunch at noon?", "To: Ann <ann@example.org>", "Subject: Lunch")).Do())
	equal(t, "sent", labels(out), "SENT")
	own := one(u.Messages.Send("me", mail("Milk", "To: me@example.com", "Cc: bob@example.org", "Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=")).Do())
	equal(t, "to oneself", labels(own), "INBOX SENT UNREAD")
	equal(t, "by words", found(t, u, "noon to:ann"), "Lunch")
	equal(t, "by subject", found(t, u, "subject:grüße is:unread"), "Grüße")
	equal(t, "neither", found(t, u, "-lunch -grüße"), "")
	equal(t, "either, the newest first", found(t, u, "{lunch milk}"), "Grüße Lunch")

	full := one(u.Messages.Get("me", out.Id).Do())
	equal(t, "From", header(full, "From"), "me@example.com")
	equal(t, "To", header(full, "To"), "Ann <ann@example.org>")
	equal(t, "body", strings.TrimSpace(unbase(t, full.Payload.Body.Data)), "Lunch at noon?")
	equal(t, "snippet", full.Snippet, "Lunch at noon?")
	if id := header(full, "Message-ID"); !strings.HasSuffix(id, "@mail.example.com>") || header(full, "Date") == "" || full.InternalDate == 0 {
		t.Errorf("sent without what every mail has: %+v", full.Payload.Headers)
	}
	meta := one(u.Messages.Get("me", own.Id).Format("metadata").MetadataHeaders("Cc", "Subject").Do())
	equal(t, "asked fields", len(meta.Payload.Headers), 2)
	equal(t, "Cc", header(meta, "Cc"), "bob@example.org")
	if m := one(u.Messages.Get("me", own.Id).Format("minimal").Do()); m.Payload != nil || m.Raw != "" || m.SizeEstimate == 0 {
		t.Errorf("minimal has %+v", m)
	}

	m := one(u.Messages.Modify("me", own.Id, &gmail.ModifyMessageRequest{AddLabelIds: []string{"STARRED"}, RemoveLabelIds: []string{"UNREAD", "INBOX"}}).Do())
	equal(t, "modified", labels(m), "SENT STARRED")
	equal(t, "in the trash", labels(one(u.Messages.Trash("me", out.Id).Do())), "SENT TRASH")
	equal(t, "not found in the trash", found(t, u, "lunch"), "")
	equal(t, "found in:anywhere", found(t, u, "lunch in:anywhere"), "Lunch")
	equal(t, "back", labels(one(u.Messages.Untrash("me", out.Id).Do())), "SENT")
	done(t, u.Messages.BatchModify("me", &gmail.BatchModifyMessagesRequest{Ids: []string{out.Id, own.Id}, AddLabelIds: []string{"IMPORTANT"}}).Do())
	equal(t, "both", found(t, u, "is:important"), "Grüße Lunch")
	done(t, u.Messages.BatchDelete("me", &gmail.BatchDeleteMessagesRequest{Ids: []string{out.Id}}).Do())
	done(t, u.Messages.Delete("me", own.Id).Do())
	equal(t, "left", ok[*gmail.Profile](t)(u.GetProfile("me@example.com").Do()).MessagesTotal, int64(0))
}

// mailSearch: terms on labels are held together with all others.
func mailSearch(t *testing.T, w *world) {
	u := gmailUser(t, w)
	for _, x := range []struct {
		subject string
		labels  []string
	}{
		{"read spam", []string{"SPAM"}}, {"new spam", []string{"SPAM", "UNREAD"}}, {"more read spam", []string{"SPAM"}}, {"new mail", []string{"INBOX", "UNREAD"}}, {"old mail", []string{"INBOX", "STARRED"}},
	} {
		m := mail("Hello", "From: Eve <eve@example.org>", "To: me@example.com", "Subject: "+x.subject)
		m.LabelIds = x.labels
		ok[*gmail.Message](t)(u.Messages.Insert("me", m).Do())
	}
	for _, x := range []struct{ q, want string }{
		{"in:spam is:unread", "new spam"},
		{"in:spam", "more read spam new spam read spam"},
		{"is:unread", "new mail"},
		{"in:anywhere is:unread", "new mail new spam"},
		{"from:eve -is:starred", "new mail"},
		{`subject:"old mail" OR label:unread`, "old mail new mail"},
		{"(subject:old subject:mail) hello", "old mail"},
		{"older_than:1d", ""},
		{"newer_than:1d from:eve@example.org", "old mail new mail"},
		{"has:attachment", ""},
	} {
		equal(t, x.q, found(t, u, x.q), x.want)
	}
}

// report is a mail with a text, its HTML form and two files.
const report = "From: Carl <carl@example.net>\r\nTo: me@example.com\r\nSubject: Report\r\nMessage-ID: <r1@example.net>\r\n" +
	"Date: Mon, 2 Mar 2026 09:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n" +
	"--m\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n" +
	"--a\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHere it is.\r\n" +
	"--a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Here it is.</p>\r\n--a--\r\n" +
	"--m\r\nContent-Type: text/csv; name=\"figures.csv\"\r\nContent-Disposition: attachment; filename=\"figures.csv\"\r\n" +
	"Content-Transfer-Encoding: base64\r\n\r\nYSxiCjEsMgo=\r\n" +
	"--m\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename*=UTF-8''%C3%9Cbersicht.png\r\n" +
	"Content-Transfer-Encoding: base64\r\n\r\niVBORw==\r\n--m--\r\n"

func mailContent(t *testing.T, w *world) {
	u, one := gmailUser(t, w), ok[*gmail.Message](t)
	// The content of a mail may go up as it is.
	m := one(u.Messages.Import("me", &gmail.Message{LabelIds: []string{"INBOX", "UNREAD"}}).InternalDateSource("dateHeader").Media(strings.NewReader(report), rfc822).Do())
	equal(t, "labels", labels(m), "INBOX UNREAD")
	equal(t, "date of the header", one(u.Messages.Get("me", m.Id).Format("minimal").Do()).InternalDate, int64(1772438400000))
	equal(t, "raw", unbase(t, one(u.Messages.Get("me", m.Id).Format("raw").Do()).Raw), report)

	full := one(u.Messages.Get("me", m.Id).Format("full").Do())
	equal(t, "type", full.Payload.MimeType, "multipart/mixed")
	texts := full.Payload.Parts[0].Parts
	equal(t, "plain", unbase(t, texts[0].Body.Data), "Here it is.")
	equal(t, "html", unbase(t, texts[1].Body.Data), "<p>Here it is.</p>")
	equal(t, "names", join(full.Payload.Parts[1:], func(p *gmail.MessagePart) string { return p.Filename }), "figures.csv Übersicht.png")
	csv := full.Payload.Parts[1]
	equal(t, "part", csv.PartId, "1")
	equal(t, "size", csv.Body.Size, int64(8))
	equal(t, "not in line", csv.Body.Data, "")
	file := ok[*gmail.MessagePartBody](t)(u.Messages.Attachments.Get("me", m.Id, csv.Body.AttachmentId).Do())
	equal(t, "file", unbase(t, file.Data), "a,b\n1,2\n")
	equal(t, "by file name", found(t, u, "filename:figures.csv has:attachment before:2026/03/03 after:2026/03/01"), "Report")

	sent := one(u.Messages.Send("me", &gmail.Message{}).Media(strings.NewReader("To: ann@example.org\r\nSubject: As it is\r\n\r\nRaw\r\n"), rfc822).Do())
	equal(t, "sent as content", labels(sent), "SENT")
	equal(t, "subject", found(t, u, "in:sent raw"), "As it is")
	// Above 16 MiB the client sends it in chunks.
	long := io.MultiReader(strings.NewReader("To: ann@example.org\r\nSubject: Long\r\n\r\n"), strings.NewReader(strings.Repeat(strings.Repeat("x", 70)+"\r\n", 17<<20/72)))
	sent = one(u.Messages.Send("me", &gmail.Message{}).Media(long, rfc822).Do())
	if m := one(u.Messages.Get("me", sent.Id).Format("minimal").Do()); m.SizeEstimate < 17_000_000 {
		t.Errorf("the long mail has %d bytes", m.SizeEstimate)
	}
	inserted := one(u.Messages.Insert("me", &gmail.Message{Raw: mail("Kept", "Subject: Kept", "From: x@example.org").Raw, LabelIds: []string{"STARRED"}}).Do())
	equal(t, "labels asked for and no others", labels(inserted), "STARRED")
}

func mailThreads(t *testing.T, w *world) {
	u, one, thread := gmailUser(t, w), ok[*gmail.Message](t), ok[*gmail.Thread](t)
	ask := one(u.Messages.Import("me", incoming(mail("Which room?", "From: Dora <dora@example.org>", "To: me@example.com", "Subject: Room", "Message-ID: <q@example.org>"))).Do())
	reply := mail("The blue one.", "To: dora@example.org", "Subject: Re: Room", "In-Reply-To: <q@example.org>", "References: <q@example.org>")
	reply.ThreadId = ask.ThreadId
	answer := one(u.Messages.Send("me", reply).Do())
	equal(t, "thread of the reply", answer.ThreadId, ask.ThreadId)
	other := mail("Elsewhere", "To: dora@example.org", "Subject: Another matter")
	other.ThreadId = ask.ThreadId
	if m := one(u.Messages.Send("me", other).Do()); m.ThreadId == ask.ThreadId {
		t.Error("a mail of another subject without references went to the thread")
	}

	conversation := thread(u.Threads.Get("me", ask.ThreadId).Format("metadata").MetadataHeaders("From").Do())
	equal(t, "messages", join(conversation.Messages, func(m *gmail.Message) string { return m.Id }), ask.Id+" "+answer.Id)
	equal(t, "the first is from", header(conversation.Messages[0], "From"), "Dora <dora@example.org>")
	list := ok[*gmail.ListThreadsResponse](t)(u.Threads.List("me").Q("room").Do())
	equal(t, "threads", join(list.Threads, func(x *gmail.Thread) string { return x.Id }), ask.ThreadId)
	equal(t, "snippet of the last", list.Threads[0].Snippet, "The blue one.")
	inbox := ok[*gmail.ListThreadsResponse](t)(u.Threads.List("me").LabelIds("INBOX").Do())
	equal(t, "in the inbox", len(inbox.Threads), 1)

	starred := thread(u.Threads.Modify("me", ask.ThreadId, &gmail.ModifyThreadRequest{AddLabelIds: []string{"STARRED"}, RemoveLabelIds: []string{"INBOX"}}).Do())
	equal(t, "modified", join(starred.Messages, labels), "STARRED UNREAD SENT STARRED")
	equal(t, "in the trash", join(thread(u.Threads.Trash("me", ask.ThreadId).Do()).Messages, labels), "STARRED TRASH UNREAD SENT STARRED TRASH")
	equal(t, "back", join(thread(u.Threads.Untrash("me", ask.ThreadId).Do()).Messages, labels), "STARRED UNREAD SENT STARRED")
	done(t, u.Threads.Delete("me", ask.ThreadId).Do())
	_, err := u.Threads.Get("me", ask.ThreadId).Do()
	refused(t, "a deleted thread", err, 404, "notFound")
}

func mailPages(t *testing.T, w *world) {
	u := gmailUser(t, w)
	var want []string
	for range 25 {
		m := ok[*gmail.Message](t)(u.Messages.Insert("me", mail("x", "Subject: s", "From: x@example.org")).Do())
		want = append([]string{m.Id}, want...)
	}
	var got []string
	pages := 0
	done(t, u.Messages.List("me").MaxResults(10).Pages(t.Context(), func(p *gmail.ListMessagesResponse) error {
		pages++
		equal(t, "estimate", p.ResultSizeEstimate, int64(25))
		for _, m := range p.Messages {
			got = append(got, m.Id)
		}
		return nil
	}))
	equal(t, "messages", strings.Join(got, " "), strings.Join(want, " "))
	equal(t, "pages", pages, 3)
	threads := 0
	done(t, u.Threads.List("me").MaxResults(10).Pages(t.Context(), func(p *gmail.ListThreadsResponse) error {
		threads += len(p.Threads)
		return nil
	}))
	equal(t, "threads", threads, 25)
	page := ok[*gmail.ListMessagesResponse](t)(u.Messages.List("me").Fields("messages(id),nextPageToken").Do())
	equal(t, "part of the fields", page.Messages[0].Id+page.Messages[0].ThreadId, want[0])
}

func mailErrors(t *testing.T, w *world) {
	u := gmailUser(t, w)
	_, err := u.Messages.Get("me", "18c0ffee").Do()
	refused(t, "a missing message", err, 404, "notFound")
	_, err = u.Messages.Get("me", "18c0ffee").Format("everything").Do()
	refused(t, "a format", err, 400, "invalidParameter")
	_, err = u.GetProfile("ann@example.org").Do()
	refused(t, "another user", err, 403, "forbidden")
	_, err = u.Messages.Send("me", mail("x", "Subject: to nobody")).Do()
	refused(t, "nobody", err, 400, "invalidArgument")
	_, err = u.Messages.Send("me", mail("x", "To: a@example.org, <", "Subject: x")).Do()
	refused(t, "a broken address", err, 400, "invalidArgument")
	_, err = u.Messages.Send("me", &gmail.Message{Raw: "not*base64"}).Do()
	refused(t, "broken base64", err, 400, "invalidArgument")
	_, err = u.Messages.Send("me", &gmail.Message{}).Media(strings.NewReader("To: ann@example.org\r\n\r\nx")).Do()
	refused(t, "content of another type", err, 400, "badContent")
	m := ok[*gmail.Message](t)(u.Messages.Insert("me", mail("x", "Subject: s")).Do())
	_, err = u.Messages.Modify("me", m.Id, &gmail.ModifyMessageRequest{AddLabelIds: []string{"Label_99"}}).Do()
	refused(t, "an unknown label", err, 400, "invalidArgument")
	_, err = u.Messages.Modify("me", m.Id, &gmail.ModifyMessageRequest{AddLabelIds: []string{"SENT"}}).Do()
	refused(t, "a label that only Gmail gives", err, 400, "invalidArgument")
	_, err = u.Messages.Attachments.Get("me", m.Id, "nope").Do()
	refused(t, "an attachment", err, 400, "invalidArgument")
	_, err = u.Messages.List("me").PageToken("x").Do()
	refused(t, "a page token", err, 400, "invalidParameter")
	_, err = u.Watch("me", &gmail.WatchRequest{TopicName: "projects/p/topics/t"}).Do()
	refused(t, "what the workspace has not", err, 404, "notFound")
	_, err = u.Drafts.Get("me", "r0").Do()
	refused(t, "a draft", err, 404, "notFound")
	_, err = u.Labels.Get("me", "nope").Do()
	refused(t, "a label", err, 404, "notFound")
}
