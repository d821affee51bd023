package main

import (
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderLabels(d value.Value) string {
	if d.Kind() != value.KindArray {
		d = d.Get("items")
	}
	if d.Kind() != value.KindArray {
		return ""
	}
	lines := make([]text.Line, 0, d.Len())
	for _, l := range d.Items() {
		unread := "no number of unread conversations"
		if n, ok := l.Get("unreadCount").AsInt(); ok {
			unread = text.Int(int(n)) + " unread"
		}
		lines = append(lines, text.Line{Label: text.OneLine(l.Get("name").Text()), Text: unread})
	}
	return text.Count(len(lines), "label", "labels") + "\n" + text.Details(lines...)
}

// criteriaLabels are a filter's criteria in the order in which they are shown.
var criteriaLabels = [...]struct{ key, label string }{
	{"from", "From"}, {"to", "To"}, {"subject", "Subject"}, {"query", "Query"}, {"negatedQuery", "Not"},
}

func renderFilter(tool string, f value.Value) string {
	if !f.Has("id") {
		return ""
	}
	head := "Filter "
	if tool == "gmail_create_filter" {
		head = "Created the filter "
	}
	c, does := f.Get("criteria"), f.Get("action")
	var lines []text.Line
	for _, k := range criteriaLabels {
		lines = append(lines, text.Line{Label: k.label, Text: c.Get(k.key).Text()})
	}
	lines = append(lines,
		text.Line{Label: "Attachment", Text: show.YesNo(c.Get("hasAttachment"))},
		text.Line{Label: "Leaves chats out", Text: show.YesNo(c.Get("excludeChats"))},
		text.Line{Label: "Size", Text: sizeCriterion(c)},
		text.Line{Label: "Adds", Text: named(does, "addLabels", "addLabelIds")},
		text.Line{Label: "Takes off", Text: named(does, "removeLabels", "removeLabelIds")},
		text.Line{Label: "Forwards to", Text: does.Get("forward").Text()},
	)
	return head + f.Get("id").Text() + "\n" + text.Details(lines...)
}

// named gives the names of labels, their ids where there are none.
func named(does value.Value, names, ids string) string {
	return text.Or(words(does.Get(names)), words(does.Get(ids)))
}

func sizeCriterion(c value.Value) string {
	return text.After(text.Trim(c.Get("sizeComparison").Text()+" than")+" ", show.Bytes(c.Get("size")))
}

func renderVacation(tool string, v value.Value, unchanged bool) string {
	if v.Kind() != value.KindObject {
		return ""
	}
	head := "Automatic answers are "
	if tool == "gmail_update_vacation_responder" {
		head = "Saved: automatic answers are "
		if unchanged {
			head = "Nothing to change: automatic answers are "
		}
	}
	body, part := v.Get("responseBodyPlainText").Text(), ""
	if html := v.Get("responseBodyHtml").Text(); html != "" {
		b := bodyOf(value.Object(value.M("htmlBody", value.String(html))))
		body, part = b.text, "HTML, as text"
	}
	return head + onOff(v.Get("enableAutoReply")) + ".\n" + text.Details(
		text.Line{Label: "Subject", Text: v.Get("responseSubject").Text()},
		text.Line{Label: "From", Text: millis(v.Get("startTime"))},
		text.Line{Label: "Until", Text: millis(v.Get("endTime"))},
		text.Line{Label: "Contacts only", Text: show.YesNo(v.Get("restrictToContacts"))},
		text.Line{Label: "Own domain only", Text: show.YesNo(v.Get("restrictToDomain"))},
		text.Line{Label: "Part", Text: part},
	) + indented(body)
}

func onOff(v value.Value) string {
	if v.IsTrue() {
		return "on"
	}
	return "off"
}
