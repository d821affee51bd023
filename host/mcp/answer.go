package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/text"
)

// untrusted marks what an answer holds: it came from outside, and is data.
var untrusted = sdk.Meta{"trust": "untrusted_external"}

// answer is what became of a call. Text is for the model; the envelope beside it
// is for programs.
func (c caller) answer(res *invoke.Result) *sdk.CallToolResult {
	if res.Response == nil {
		return waiting(res)
	}
	r := res.Response
	if !r.Success {
		return refused(r.Error)
	}
	shown, left := c.fit(res)
	out := &sdk.CallToolResult{
		Meta: untrusted, Content: []sdk.Content{&sdk.TextContent{Text: shown}}, StructuredContent: structured(res, left > 0),
	}
	// A batch of which something failed is a failure that the model must see.
	out.IsError = r.Partial && r.Exit() != fault.ExitOK
	return out
}

// structured is the envelope; without its data where the text had to be cut, so
// that the budget holds for both.
func structured(res *invoke.Result, cut bool) map[string]any {
	o := res.Response.Object()
	o["service"], o["action"], o["class"] = res.Service, res.Action, string(res.Class)
	if res.Duplicate {
		o["duplicate"] = true
	}
	if list := warnings(res); len(list) > 0 {
		o["warnings"] = list
	}
	if cut {
		delete(o, "data")
		delete(o, "results")
		o["truncated"] = true
	}
	return o
}

func warnings(res *invoke.Result) []string {
	return append(append([]string{}, res.Warnings...), res.Response.Warnings...)
}

// waiting tells of a call that was stored for approval. It is no failure: the
// agent has done its part.
func waiting(res *invoke.Result) *sdk.CallToolResult {
	d := res.Draft
	said := fmt.Sprintf("Nothing was sent: this waits for a person's approval as draft %s (revision %d), until %s.\n"+
		"Tell your user to look at it: wslite drafts show %s, and to approve it: wslite drafts approve %s --run.",
		d.ID, d.Revision, d.Expires.UTC().Format("2006-01-02 15:04 MST"), d.ID, d.ID)
	return &sdk.CallToolResult{
		Content: []sdk.Content{&sdk.TextContent{Text: said}},
		StructuredContent: map[string]any{
			"status": string(d.State), "draftId": d.ID, "revision": d.Revision, "payloadDigest": d.Digest,
			"class": string(d.Payload.Class), "expiresAt": d.Expires.UTC(),
		},
	}
}

// refused is a failure that the service reported.
func refused(e *envelope.Error) *sdk.CallToolResult {
	return problem(e.Code, e.Message, e.CorrelationID)
}

// failure is one that no service reported.
func failure(err error) *sdk.CallToolResult {
	message := "the call failed"
	if f := fault.Of(err); f != nil {
		message = f.Error()
	}
	return problem(string(fault.CodeOf(err)), message, "")
}

func problem(code, message, correlation string) *sdk.CallToolResult {
	e := map[string]any{"code": code, "message": message}
	line := fmt.Sprintf("[%s] %s", text.Line(code), text.Clean(message))
	if correlation != "" {
		e["correlationId"] = correlation
		line += " (" + text.Line(correlation) + ")"
	}
	return &sdk.CallToolResult{
		IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: line}},
		StructuredContent: map[string]any{"success": false, "error": e},
	}
}

// fit gives the answer's text within the budget, and how many units were left
// out. The plugin's text counts first, else the data as JSON; what tells how to
// go on stands behind it and is never cut.
func (c caller) fit(res *invoke.Result) (string, int) {
	body := strings.TrimRight(text.Clean(res.Text), "\n")
	if body == "" {
		body = asJSON(res.Response)
	}
	foot := footer(res)
	room := c.o.Budget - units(foot)
	if n := units(body); n > room {
		note := fmt.Sprintf("\n[cut here: %d of %d characters are shown; ask for fewer items or fields, or for the next page]", room, n)
		body = cut(body, room-units(note)) + note
		return body + foot, n - room
	}
	return body + foot, 0
}

func asJSON(r *envelope.Response) string {
	var v any = r.Data
	if r.Partial {
		v = map[string]any{"data": r.Data, "results": r.Results}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if e.Encode(v) != nil {
		return ""
	}
	return text.Clean(strings.TrimRight(b.String(), "\n"))
}

// footer tells what the data does not: more pages, warnings, a duplicate.
func footer(res *invoke.Result) string {
	var lines []string
	if p := res.Response.Pagination; p != nil && p.HasMore != nil && *p.HasMore {
		line := "There is more."
		if p.NextPageToken != nil {
			line = "There is more: pageToken " + text.Line(*p.NextPageToken)
		}
		lines = append(lines, line)
	}
	for _, w := range warnings(res) {
		lines = append(lines, "Warning: "+text.Line(w))
	}
	if res.Duplicate {
		lines = append(lines, "This was done before, by the same key; nothing was sent now.")
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n\n" + strings.Join(lines, "\n")
}

// units counts UTF-16 units, in which clients measure.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// cut keeps at most n units, and whole characters.
func cut(s string, n int) string {
	for i, r := range s {
		if n -= utf16.RuneLen(r); n < 0 {
			return s[:i]
		}
	}
	return s
}
