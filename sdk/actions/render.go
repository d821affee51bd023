package actions

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// ListHead is the first line of a list of n: "3 files (more available)". The next
// page is the host's to name, with the flag that asks for it.
func ListHead(a *plugin.Answer, n int, one, many string) string {
	more := ""
	if a.Pagination.Get("hasMore").IsTrue() || a.Pagination.Get("nextPageToken").Text() != "" {
		more = " (more available)"
	}
	return text.Count(n, one, many) + more + "\n"
}

// RenderBatch writes one line per operation, in the order of the results.
// outcome is the one thing about an operation's data that the next step is
// likely to need ("Garden (l1)", "3 items"); "" is "done", and so is a nil
// outcome. An answer without results, or with results of another shape, gives
// "", which leaves it to the host.
//
// A batch has its results beside data when some of them failed, and inside data
// otherwise.
func RenderBatch(a *plugin.Answer, outcome func(data value.Value) string) string {
	results := a.Results
	if !results.Exists() {
		results = a.Data.Get("results")
	}
	if results.Kind() != value.KindArray || results.Len() == 0 {
		return ""
	}
	failed := 0
	lines := make([]string, 0, results.Len())
	for i, r := range results.Items() {
		if r.Kind() != value.KindObject {
			return ""
		}
		index := i
		if n, ok := r.Get("index").AsInt(); ok {
			index = int(n)
		}
		line := text.Int(index) + " " + operation(a, r, index) + ": "
		if r.Get("success").IsTrue() {
			line += success(outcome, r.Get("data"))
		} else {
			failed++
			line += failure(r.Get("error"))
		}
		lines = append(lines, line)
	}
	head := text.Count(len(lines)-failed, "operation", "operations") + " done"
	if failed > 0 {
		head += ", " + text.Int(failed) + " failed"
	}
	return head + ".\n" + text.Bullets(lines)
}

func success(outcome func(value.Value) string, data value.Value) string {
	if outcome != nil {
		if s := outcome(data); s != "" {
			return s
		}
	}
	return "done"
}

// failure is the error of an operation. Its code is what a script or a reader
// looks for, so it comes first.
func failure(e value.Value) string {
	code, message := e.Get("code").Text(), e.Get("message").Text()
	switch {
	case code == "" && message == "":
		return "failed"
	case code == "":
		return message
	}
	return text.Trim("[" + code + "] " + message)
}

// operation is the action's name; where the result lacks it, that of the
// operation which was sent.
func operation(a *plugin.Answer, r value.Value, index int) string {
	if name := r.Get("action").Text(); name != "" {
		return name
	}
	if sent := a.Args.Get("operations").Items(); index >= 0 && index < len(sent) {
		return sent[index].Get("action").Text()
	}
	return "operation"
}
