package mcp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// untrusted marks what an answer holds: it came from outside, and is data. An
// answer gets a copy, since the SDK writes into the metadata of each.
var untrusted = sdk.Meta{"trust": "untrusted_external"}

// answer is what became of a call. Text is for the model; the envelope beside it
// is for programs, and for clients that show a model that one.
func (c caller) answer(res *invoke.Result) *sdk.CallToolResult {
	return c.answerWith(res, nil, nil)
}

// answerWith is answer with notes that stand below it, and what the call put
// aside for its session (nil: nothing can be).
func (c caller) answerWith(res *invoke.Result, notes []string, put *putAside) *sdk.CallToolResult {
	if res.Response == nil {
		return waiting(res)
	}
	r := res.Response
	if !r.Success {
		return refused(r.Error)
	}
	if err := c.promised(r); err != nil {
		return failure(err)
	}
	fitted := c.fit(res, notes, put.keepText(c.tool.Name))
	content := append([]sdk.Content{&sdk.TextContent{Text: fitted.text}}, put.items(c.tool.Name, res.Items, c.budget()-units(fitted.text))...)
	out := &sdk.CallToolResult{
		Meta: maps.Clone(untrusted), Content: append(content, put.contents()...), StructuredContent: c.structured(res, notes),
	}
	// A batch of which something failed is a failure that the model must see.
	out.IsError = r.Partial && r.Exit() != fault.ExitOK
	return out
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
	out := problem(e.Code, e.Message, e.CorrelationID)
	out.Meta = maps.Clone(untrusted) // the service's words
	return out
}

// failure is one that no service reported. Where arguments are wrong it tells what
// they may be, but for those that are hidden.
func failure(err error, hidden ...string) *sdk.CallToolResult {
	message := "the call failed"
	if f := fault.Of(err); f != nil {
		message = f.Message
		if f.Hint != "" && !forPeople(f.Hint) {
			message += " (" + f.Hint + ")"
		}
	}
	for _, line := range schema.Takes(err, append(hidden, catalog.KeyIdempotencyKey)...) {
		message += "\n" + line
	}
	return problem(string(fault.CodeOf(err)), flagsAway(message), "")
}

// flags of the command line that hints speak of; an agent has none of them.
var flags = []string{"--output", "--draft", "--yes", "--json", "--params", "--operations", "a shell may"}

// forPeople says that a hint is about the command line.
func forPeople(hint string) bool {
	return slices.ContainsFunc(flags, func(f string) bool { return strings.Contains(hint, f) })
}

// flagsAway names the two arguments that people know as flags as they are.
func flagsAway(message string) string {
	for _, name := range []string{"params", "operations"} {
		for _, behind := range []string{" ", "."} {
			message = strings.ReplaceAll(message, "--"+name+behind, name+behind)
		}
	}
	return message
}

// maxError is how many UTF-16 units an error's text may have: a service's own
// words can be a page.
const maxError = 4000

func problem(code, message, correlation string) *sdk.CallToolResult {
	message = text.Clean(message)
	if n := units(message); n > maxError {
		short, shown := cutText(message, maxError)
		message = fmt.Sprintf("%s [cut here: %d of %d characters are shown]", short, shown, n)
	}
	code, correlation = cut(text.Line(code), 200), cut(text.Line(correlation), 200)
	e := map[string]any{"code": code, "message": message}
	line := fmt.Sprintf("[%s] %s", code, message)
	if correlation != "" {
		e["correlationId"] = correlation
		line += " (" + correlation + ")"
	}
	return &sdk.CallToolResult{
		IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: line}},
		StructuredContent: map[string]any{"success": false, "error": e},
	}
}
