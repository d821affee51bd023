package google

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/api/gmail/v1"
)

func mailLabels(t *testing.T, w *world) {
	u, label := gmailUser(t, w), ok[*gmail.Label](t)
	made := label(u.Labels.Create("me", &gmail.Label{Name: "Work/Later", LabelListVisibility: "labelShow", MessageListVisibility: "show",
		Color: &gmail.LabelColor{BackgroundColor: "#16a766", TextColor: "#ffffff"}}).Do())
	equal(t, "type", made.Type, "user")
	list := ok[*gmail.ListLabelsResponse](t)(u.Labels.List("me").Do())
	names := join(list.Labels, func(l *gmail.Label) string { return l.Name })
	for _, name := range []string{"INBOX", "SENT", "DRAFT", "TRASH", "SPAM", "STARRED", "UNREAD", "IMPORTANT", "CATEGORY_SOCIAL", "Work/Later"} {
		if !strings.Contains(" "+names+" ", " "+name+" ") {
			t.Errorf("%s is not among %s", name, names)
		}
	}
	for i := range 3 {
		m := mail("x", "Subject: s", "From: x@example.org", fmt.Sprintf("Message-ID: <l%d@example.org>", i))
		m.LabelIds = []string{made.Id, "UNREAD"}[:1+i%2]
		ok[*gmail.Message](t)(u.Messages.Insert("me", m).Do())
	}
	counted := label(u.Labels.Get("me", made.Id).Do())
	equal(t, "counts", fmt.Sprint(counted.MessagesTotal, counted.MessagesUnread, counted.ThreadsTotal, counted.ThreadsUnread), "3 1 3 1")
	equal(t, "colour", counted.Color.BackgroundColor, "#16a766")

	equal(t, "patched", label(u.Labels.Patch("me", made.Id, &gmail.Label{Name: "Work/Soon"}).Do()).Name, "Work/Soon")
	counted.Name, counted.MessageListVisibility = "Someday", "hide"
	updated := label(u.Labels.Update("me", made.Id, counted).Do())
	equal(t, "updated", updated.Name+" "+updated.MessageListVisibility, "Someday hide")
	equal(t, "by name", len(ok[*gmail.ListMessagesResponse](t)(u.Messages.List("me").Q("label:someday").Do()).Messages), 3)

	_, err := u.Labels.Create("me", &gmail.Label{Name: "SOMEDAY"}).Do()
	refused(t, "the same name", err, 409, "aborted")
	_, err = u.Labels.Create("me", &gmail.Label{Name: "Inbox"}).Do()
	refused(t, "the name of a system label", err, 400, "invalidArgument")
	_, err = u.Labels.Create("me", &gmail.Label{Name: "x", Color: &gmail.LabelColor{BackgroundColor: "#123456", TextColor: "#ffffff"}}).Do()
	refused(t, "a colour", err, 400, "invalidArgument")
	refused(t, "a system label", u.Labels.Delete("me", "INBOX").Do(), 400, "invalidArgument")
	done(t, u.Labels.Delete("me", made.Id).Do())
	_, err = u.Labels.Get("me", made.Id).Do()
	refused(t, "a deleted label", err, 404, "notFound")
}

func mailDrafts(t *testing.T, w *world) {
	u, draft := gmailUser(t, w), ok[*gmail.Draft](t)
	made := draft(u.Drafts.Create("me", &gmail.Draft{Message: mail("First", "To: ann@example.org", "Subject: Plan")}).Do())
	equal(t, "label", labels(made.Message), "DRAFT")
	again := draft(u.Drafts.Update("me", made.Id, &gmail.Draft{Message: mail("Second", "To: ann@example.org", "Subject: Plan B")}).Do())
	equal(t, "the draft's id stays", again.Id, made.Id)
	if again.Message.Id == made.Message.Id {
		t.Error("the message of a changed draft is a new one")
	}
	got := draft(u.Drafts.Get("me", made.Id).Format("full").Do())
	equal(t, "subject", header(got.Message, "Subject"), "Plan B")
	equal(t, "body", strings.TrimSpace(unbase(t, got.Message.Payload.Body.Data)), "Second")
	other := draft(u.Drafts.Create("me", &gmail.Draft{Message: &gmail.Message{}}).Media(strings.NewReader("Subject: No addressee yet\r\n\r\nx"), rfc822).Do())
	list := ok[*gmail.ListDraftsResponse](t)(u.Drafts.List("me").Do())
	equal(t, "list", join(list.Drafts, func(d *gmail.Draft) string { return d.Id }), other.Id+" "+made.Id)
	list = ok[*gmail.ListDraftsResponse](t)(u.Drafts.List("me").Q("subject:plan").Do())
	equal(t, "found", join(list.Drafts, func(d *gmail.Draft) string { return d.Message.Id }), again.Message.Id)

	_, err := u.Drafts.Send("me", &gmail.Draft{Id: other.Id}).Do()
	refused(t, "a draft to nobody", err, 400, "invalidArgument")
	sent := ok[*gmail.Message](t)(u.Drafts.Send("me", &gmail.Draft{Id: made.Id}).Do())
	equal(t, "sent", labels(sent), "SENT")
	equal(t, "found", found(t, u, "in:sent"), "Plan B")
	_, err = u.Drafts.Get("me", made.Id).Do()
	refused(t, "a sent draft", err, 404, "notFound")
	_, err = u.Drafts.Send("me", &gmail.Draft{Id: made.Id}).Do()
	refused(t, "sent twice", err, 404, "notFound")
	done(t, u.Drafts.Delete("me", other.Id).Do())
	equal(t, "left", len(ok[*gmail.ListDraftsResponse](t)(u.Drafts.List("me").Do()).Drafts), 0)
}

func mailFilters(t *testing.T, w *world) {
	u, filter := gmailUser(t, w), ok[*gmail.Filter](t)
	label := ok[*gmail.Label](t)(u.Labels.Create("me", &gmail.Label{Name: "Bills"}).Do())
	bills := filter(u.Settings.Filters.Create("me", &gmail.Filter{
		Criteria: &gmail.FilterCriteria{From: "billing@example.org", Query: "invoice -draft"},
		Action:   &gmail.FilterAction{AddLabelIds: []string{label.Id}, RemoveLabelIds: []string{"INBOX"}}}).Do())
	large := filter(u.Settings.Filters.Create("me", &gmail.Filter{
		Criteria: &gmail.FilterCriteria{Size: 1 << 20, SizeComparison: "larger"}, Action: &gmail.FilterAction{AddLabelIds: []string{"STARRED"}}}).Do())
	equal(t, "got", filter(u.Settings.Filters.Get("me", bills.Id).Do()).Criteria.Query, "invoice -draft")
	list := ok[*gmail.ListFiltersResponse](t)(u.Settings.Filters.List("me").Do())
	equal(t, "list", join(list.Filter, func(f *gmail.Filter) string { return f.Id }), bills.Id+" "+large.Id)

	bill := func(text string) string {
		return labels(ok[*gmail.Message](t)(u.Messages.Import("me", incoming(mail(text, "From: billing@example.org", "To: me@example.com", "Subject: s"))).Do()))
	}
	equal(t, "that meets it", bill("Your invoice"), label.Id+" UNREAD")
	equal(t, "that doesn't", bill("Your draft of an invoice"), "INBOX UNREAD")
	done(t, u.Settings.Filters.Delete("me", bills.Id).Do())
	equal(t, "after it was deleted", bill("Your invoice"), "INBOX UNREAD")

	_, err := u.Settings.Filters.Get("me", bills.Id).Do()
	refused(t, "a deleted filter", err, 404, "notFound")
	_, err = u.Settings.Filters.Create("me", &gmail.Filter{Criteria: &gmail.FilterCriteria{From: "a@example.org"}, Action: &gmail.FilterAction{Forward: "b@example.org"}}).Do()
	refused(t, "to an unknown forwarding address", err, 400, "failedPrecondition")
	_, err = u.Settings.Filters.Create("me", large).Do()
	refused(t, "the same once more", err, 400, "failedPrecondition")
}

func mailSettings(t *testing.T, w *world) {
	s := gmailUser(t, w).Settings
	vacation := ok[*gmail.VacationSettings](t)
	equal(t, "at first", vacation(s.GetVacation("me").Do()).EnableAutoReply, false)
	vacation(s.UpdateVacation("me", &gmail.VacationSettings{EnableAutoReply: true, ResponseSubject: "Away", ResponseBodyPlainText: "Until Monday",
		StartTime: 1_790_000_000_000, EndTime: 1_790_600_000_000, RestrictToContacts: true}).Do())
	now := vacation(s.GetVacation("me").Do())
	equal(t, "answer", fmt.Sprintln(now.EnableAutoReply, now.ResponseSubject+": "+now.ResponseBodyPlainText, now.StartTime, now.EndTime, now.RestrictToContacts),
		"true Away: Until Monday 1790000000000 1790600000000 true\n")
	vacation(s.UpdateVacation("me", &gmail.VacationSettings{ResponseSubject: "x"}).Do())
	equal(t, "replaced as a whole", vacation(s.GetVacation("me").Do()).ResponseBodyPlainText, "")
	_, err := s.UpdateVacation("me", &gmail.VacationSettings{EnableAutoReply: true}).Do()
	refused(t, "an empty answer", err, 400, "invalidArgument")

	as := ok[*gmail.SendAs](t)
	list := ok[*gmail.ListSendAsResponse](t)(s.SendAs.List("me").Do())
	equal(t, "addresses", join(list.SendAs, func(a *gmail.SendAs) string { return a.SendAsEmail }), "me@example.com")
	equal(t, "primary", list.SendAs[0].IsPrimary && list.SendAs[0].IsDefault, true)
	alias := as(s.SendAs.Create("me", &gmail.SendAs{SendAsEmail: "sales@example.com", DisplayName: "Sales", ReplyToAddress: "shop@example.com"}).Do())
	equal(t, "alias", alias.DisplayName, "Sales")
	equal(t, "patched", as(s.SendAs.Patch("me", "sales@example.com", &gmail.SendAs{DisplayName: "Shop"}).Do()).ReplyToAddress, "shop@example.com")
	alias.Signature = "<p>Sales</p>"
	equal(t, "updated", as(s.SendAs.Update("me", "sales@example.com", alias).Do()).Signature, "<p>Sales</p>")
	equal(t, "got", as(s.SendAs.Get("me", "sales@example.com").Do()).DisplayName, "Sales")
	refused(t, "the primary address", s.SendAs.Delete("me", "me@example.com").Do(), 400, "invalidArgument")
	done(t, s.SendAs.Delete("me", "sales@example.com").Do())

	made := ok[*gmail.ForwardingAddress](t)(s.ForwardingAddresses.Create("me", &gmail.ForwardingAddress{ForwardingEmail: "home@example.net"}).Do())
	equal(t, "forwarding", made.VerificationStatus, "accepted")
	equal(t, "got", ok[*gmail.ForwardingAddress](t)(s.ForwardingAddresses.Get("me", "home@example.net").Do()).ForwardingEmail, "home@example.net")
	equal(t, "list", len(ok[*gmail.ListForwardingAddressesResponse](t)(s.ForwardingAddresses.List("me").Do()).ForwardingAddresses), 1)
	done(t, s.ForwardingAddresses.Delete("me", "home@example.net").Do())
}

func mailHistory(t *testing.T, w *world) {
	u := gmailUser(t, w)
	start := ok[*gmail.Profile](t)(u.GetProfile("me").Do()).HistoryId
	m := ok[*gmail.Message](t)(u.Messages.Import("me", incoming(mail("x", "From: a@example.org", "Subject: s"))).Do())
	ok[*gmail.Message](t)(u.Messages.Modify("me", m.Id, &gmail.ModifyMessageRequest{AddLabelIds: []string{"STARRED"}, RemoveLabelIds: []string{"UNREAD"}}).Do())
	done(t, u.Messages.Delete("me", m.Id).Do())

	var kinds []string
	done(t, u.History.List("me").StartHistoryId(start).MaxResults(1).Pages(t.Context(), func(p *gmail.ListHistoryResponse) error {
		for _, h := range p.History {
			for range h.MessagesAdded {
				kinds = append(kinds, "added")
			}
			for _, l := range h.LabelsAdded {
				kinds = append(kinds, "+"+strings.Join(l.LabelIds, ","))
			}
			for _, l := range h.LabelsRemoved {
				kinds = append(kinds, "-"+strings.Join(l.LabelIds, ","))
			}
			for _, d := range h.MessagesDeleted {
				kinds = append(kinds, "deleted")
				equal(t, "which", d.Message.Id, m.Id)
			}
		}
		return nil
	}))
	equal(t, "what happened", strings.Join(kinds, " "), "added +STARRED -UNREAD deleted")
	some := ok[*gmail.ListHistoryResponse](t)(u.History.List("me").StartHistoryId(start).HistoryTypes("labelAdded").LabelId("STARRED").Do())
	equal(t, "of one type", len(some.History), 1)
	none := ok[*gmail.ListHistoryResponse](t)(u.History.List("me").StartHistoryId(some.HistoryId).Do())
	equal(t, "since then", len(none.History), 0)
	_, err := u.History.List("me").StartHistoryId(some.HistoryId + 1000).Do()
	refused(t, "an id that was never given", err, 404, "notFound")
}
