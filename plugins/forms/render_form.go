package main

import (
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderForm is a form's title, its particulars, and the items where they are
// there. Settings that the answer does not know are left out: unknown is not no.
func renderForm(f value.Value) string {
	out := titled(f) + "\n" + text.Details(
		text.Line{Label: "Id", Text: f.Get("id").Text()},
		text.Line{Label: "Edit", Text: f.Get("editUrl").Text()},
		text.Line{Label: "Answer", Text: f.Get("publishedUrl").Text()},
		text.Line{Label: "Summary", Text: f.Get("summaryUrl").Text()},
		text.Line{Label: "Published", Text: show.YesNo(f.Get("published"))},
		text.Line{Label: "Open", Text: show.YesNo(f.Get("acceptingResponses"))},
		text.Line{Label: "Items", Text: show.Scalar(f.Get("itemCount"))},
		text.Line{Label: "Responses", Text: show.Scalar(f.Get("responseCount"))},
		text.Line{Label: "Spreadsheet", Text: f.Get("destinationId").Text()},
		text.Line{Label: "Settings", Text: settings(f)},
		text.Line{Label: "Description", Text: f.Get("description").Text()},
		text.Line{Label: "When sent", Text: f.Get("confirmationMessage").Text()},
		text.Line{Label: "When closed", Text: f.Get("customClosedFormMessage").Text()},
	)
	for _, item := range f.Get("items").Items() {
		out += "\n" + renderItem(item)
	}
	return out
}

// settings lists what is switched on.
func settings(f value.Value) string {
	on := ""
	for _, s := range [...]struct{ key, words string }{
		{"quiz", "a quiz"},
		{"collectsEmail", "collects e-mail addresses"},
		{"requiresLogin", "only for the organisation"},
		{"limitOneResponsePerUser", "one response a person"},
		{"allowResponseEdits", "answers can be changed"},
		{"publishingSummary", "summary shown to all"},
		{"showLinkToRespondAgain", "offers another response"},
		{"progressBar", "shows progress"},
	} {
		if f.Get(s.key).IsTrue() {
			on = text.Join(on, ", ", s.words)
		}
	}
	return on
}

// renderItem is an item as a person sees it in the form, with what the tools
// need to name it.
func renderItem(i value.Value) string {
	title := text.OneLine(i.Get("title").Text())
	if title == "" {
		title = "(untitled)"
	}
	if i.Get("required").IsTrue() {
		title += " *"
	}
	return title + "\n" + text.Details(
		text.Line{Label: "Type", Text: i.Get("type").Text()},
		text.Line{Label: "Index", Text: show.Scalar(i.Get("index"))},
		text.Line{Label: "Id", Text: show.Scalar(i.Get("itemId"))},
		text.Line{Label: "Help", Text: i.Get("helpText").Text()},
		text.Line{Label: "Scale", Text: scale(i)},
		text.Line{Label: "Choices", Text: choices(i)},
	)
}

func choices(i value.Value) string {
	var lines []string
	for _, c := range i.Get("choices").Items() {
		lines = append(lines, c.Text())
	}
	if i.Get("hasOtherOption").IsTrue() {
		lines = append(lines, "(an answer of one's own)")
	}
	if lines == nil {
		return ""
	}
	list := text.Bullets(lines)
	return list[:len(list)-1]
}

func scale(i value.Value) string {
	low, high := show.Scalar(i.Get("lowerBound")), show.Scalar(i.Get("upperBound"))
	if low == "" || high == "" {
		return ""
	}
	return low + label(i.Get("leftLabel")) + " to " + high + label(i.Get("rightLabel"))
}

func label(v value.Value) string {
	if v.Text() == "" {
		return ""
	}
	return " (" + v.Text() + ")"
}

// titled is a title on one line: a second one could pass for a line of ours.
func titled(v value.Value) string { return text.Or(text.OneLine(v.Get("title").Text()), "(untitled)") }
