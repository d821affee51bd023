package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// renderResponses is "" for responses without answers: the host's table shows
// those.
func renderResponses(a *plugin.Answer) string {
	items := a.Data.Get("items")
	if !a.Args.Get("includeAnswers").IsTrue() || items.Len() == 0 {
		return ""
	}
	out := actions.ListHead(a, items.Len(), "response", "responses")
	for _, r := range items.Items() {
		if !r.Has("responseId") {
			return ""
		}
		out += "\n" + renderResponse(r)
	}
	return out
}

// renderResponse is a response's heading and each question with its answer.
func renderResponse(r value.Value) string {
	out := heading(r) + "\n" + text.Details(
		text.Line{Label: "Id", Text: r.Get("responseId").Text()},
		text.Line{Label: "Edit", Text: r.Get("editResponseUrl").Text()},
	)
	answers := r.Get("answers")
	if answers.Len() > 0 {
		out += "\n"
	}
	for _, a := range answers.Items() {
		question := text.OneLine(a.Get("title").Text())
		if question == "" {
			question = "(untitled)"
		}
		out += question + "\n" + text.Indent(answer(a.Get("response")), "  ") + "\n"
	}
	if n, ok := r.Get("answerCount").AsInt(); ok && int(n) > answers.Len() {
		out += text.Count(int(n), "answer", "answers") + ", " + text.Int(answers.Len()) + " shown\n"
	}
	return out
}

// heading is when a response came and from whom.
func heading(r value.Value) string {
	when := show.Moment(r.Get("timestamp"))
	if when == "" {
		return "Response without a time" + from(r)
	}
	return "Response of " + when + from(r)
}

func from(r value.Value) string { return text.After(" from ", r.Get("respondentEmail").Text()) }

// answer is the text of an answer: lists one entry a line, and a grid's row of
// several entries on one line.
func answer(v value.Value) string {
	if v.Kind() != value.KindArray {
		if s := show.Scalar(v); s != "" {
			return s
		}
		return "(no answer)"
	}
	out := ""
	for i, entry := range v.Items() {
		if i > 0 {
			out += "\n"
		}
		out += "- " + row(entry)
	}
	if out == "" {
		return "(no answer)"
	}
	return out
}

func row(entry value.Value) string {
	if entry.Kind() != value.KindArray {
		return show.Scalar(entry)
	}
	return show.Join(entry, ", ", show.Scalar)
}
