package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

func answering(o *abi.Output, input string) caller {
	t := &catalog.Tool{}
	t.Name, t.Output, t.Input = "drive_list_files", o, abi.Raw(input)
	return caller{o: Options{Budget: DefaultBudget}, tool: t}
}

func result(data any) *invoke.Result {
	return &invoke.Result{Service: "drive", Action: "fileList", Class: risk.Read, Response: &envelope.Response{Success: true, Data: data}}
}

func shownOf(t *testing.T, out *sdk.CallToolResult) string {
	t.Helper()
	return out.Content[0].(*sdk.TextContent).Text
}

// wireOf is structuredContent as it goes out.
func wireOf(t *testing.T, out *sdk.CallToolResult) (string, map[string]any) {
	t.Helper()
	doc := document(out.StructuredContent, "")
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	var o map[string]any
	if err := d.Decode(&o); err != nil {
		t.Fatalf("structuredContent is no JSON: %v\n%s", err, doc)
	}
	return doc, o
}

func mails(n, size int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]any{"id": fmt.Sprintf("m%d", i), "snippet": strings.Repeat("word ", size/5)}
	}
	return list
}

// B19: an answer of any size is within the budget, whole items go, and what is
// left out, of how much, and how to go on is told in both halves.
func TestB19ListsLoseWholeItems(t *testing.T) {
	c := answering(&abi.Output{Kind: "list", ItemsKey: "items"}, `{"type":"object","additionalProperties":false,"properties":{"pageSize":{"type":"integer"}}}`)
	token, more := "T2", true
	res := result(map[string]any{"items": mails(50, 2000), "kind": "list"})
	res.Response.Pagination = &envelope.Pagination{NextPageToken: &token, HasMore: &more}
	res.Response.Warnings = []string{"w1"}
	out := c.answer(res)
	shown := shownOf(t, out)
	if n := units(shown); n > DefaultBudget || n < DefaultBudget/2 {
		t.Errorf("%d units", n)
	}
	for _, want := range []string{"items shows ", " of 50 items", "pageSize ", "There is more: pageToken T2", "Warning: w1"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not told: %s", want, shown[len(shown)-600:])
		}
	}
	body, _, _ := strings.Cut(shown, "\n\nLeft out")
	var inText struct{ Items []map[string]string }
	if err := json.Unmarshal([]byte(body), &inText); err != nil || len(inText.Items) < 5 {
		t.Fatalf("%d items, %v", len(inText.Items), err)
	}
	if last := inText.Items[len(inText.Items)-1]; len(last["snippet"]) != 2000 {
		t.Errorf("an item is cut: %d", len(last["snippet"]))
	}
	doc, o := wireOf(t, out)
	items := o["data"].(map[string]any)["items"].([]any)
	if units(doc) > DefaultBudget+2000 || len(items) < len(inText.Items) || o["truncated"] != true || o["leftOut"] == nil || o["pagination"].(map[string]any)["nextPageToken"] != "T2" {
		t.Errorf("%d units, %d items, %v", units(doc), len(items), o["leftOut"])
	}
}

// B19: one long text is cut at a paragraph, and the whole can be read.
func TestB19LongTextsAreCutAtAParagraph(t *testing.T) {
	c := answering(nil, "")
	var paragraphs []string
	for i := range 4000 {
		paragraphs = append(paragraphs, fmt.Sprintf("Paragraph %d says something of no use, at some length. 😀", i))
	}
	whole := strings.Join(paragraphs, "\n\n")
	res := result(map[string]any{"id": "d1", "content": whole})
	res.Text = whole
	kept := ""
	fitted := c.fit(res, nil, func(s string) string { kept = s; return "wslite://blob/X" })
	body, foot, _ := strings.Cut(fitted.text, "\n\nCut for size")
	if units(fitted.text) > DefaultBudget || !strings.HasSuffix(body, "😀") || !strings.HasPrefix(whole, body) {
		t.Errorf("%d units, ends %q", units(fitted.text), body[len(body)-40:])
	}
	if kept != whole || !strings.Contains(foot, "wslite://blob/X") || !strings.Contains(foot, fmt.Sprint(units(whole))) {
		t.Errorf("%q", foot)
	}
	_, o := wireOf(t, c.answer(res))
	content := o["data"].(map[string]any)["content"].(string)
	if units(content) > DefaultBudget || !strings.Contains(content, "[cut here: ") {
		t.Errorf("%d units", units(content))
	}
}

// Encoded bytes are worth nothing in part: they go as a whole (B52).
func TestB52EncodedContentIsNeverCut(t *testing.T) {
	raw := strings.Repeat("QUJDabc019+/", 8000)
	out := answering(nil, "").answer(result(map[string]any{"name": "a.pdf", "base64": raw}))
	if shown := shownOf(t, out); strings.Contains(shown, "QUJDabc") || !strings.Contains(shown, "a.pdf") || !strings.Contains(shown, "[left out: 96000 characters of encoded content]") {
		t.Error(shown)
	}
	if doc, _ := wireOf(t, out); strings.Contains(doc, "QUJDabc") {
		t.Error(doc)
	}
}

// What hides or steers is gone from the text and escaped in the JSON, which
// means the same as before.
func TestHiddenCharactersReachNoClient(t *testing.T) {
	evil := "pay\u202egnp.exe\u200b\x1b[2J\U000e0049gnore"
	for _, rendered := range []string{"", "Title: " + evil} {
		res := result(map[string]any{"title": evil, evil: "x"})
		res.Text = rendered
		res.Response.Warnings = []string{evil}
		res.Response.Pagination = &envelope.Pagination{NextPageToken: &evil}
		out := answering(nil, "").answer(res)
		if text.Hidden([]byte(shownOf(t, out))) {
			t.Errorf("%q", shownOf(t, out))
		}
		doc, o := wireOf(t, out)
		if text.Hidden([]byte(doc)) {
			t.Errorf("%q", doc)
		}
		if o["data"].(map[string]any)["title"] != evil {
			t.Errorf("the data means something else: %q", o["data"])
		}
		if out.Meta["trust"] != "untrusted_external" {
			t.Errorf("%v", out.Meta)
		}
	}
	out := refused(&envelope.Error{Code: "X\u202e", Message: evil, CorrelationID: evil})
	if doc, _ := wireOf(t, out); text.Hidden([]byte(doc)) || text.Hidden([]byte(shownOf(t, out))) || !out.IsError {
		t.Errorf("%q", doc)
	}
}

// Errors are cut too, and say nothing of flags that an agent doesn't have.
func TestErrorsAreShort(t *testing.T) {
	out := refused(&envelope.Error{Code: "X", Message: strings.Repeat("m ", 30000)})
	if n := units(shownOf(t, out)); n > maxError+200 || !strings.Contains(shownOf(t, out), "of 60000 characters") {
		t.Errorf("%d units: %s", n, shownOf(t, out)[:80])
	}
	if doc, _ := wireOf(t, out); units(doc) > maxError+400 {
		t.Errorf("%d units", units(doc))
	}
	out = failure(fault.New(fault.Usage, "--operations must be a list").WithHint("use --output FILE"))
	if got := shownOf(t, out); got != "[USAGE] operations must be a list" {
		t.Error(got)
	}
}

// Whatever a tool gives, the answer is bounded, valid, and shows what fits.
func TestAnswersAreBounded(t *testing.T) {
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		leaf := []*rapid.Generator[any]{
			rapid.Just[any](nil), rapid.Just[any](json.Number("12.5")),
			rapid.Custom(func(t *rapid.T) any {
				return strings.Repeat(rapid.SampledFrom([]string{"a", "é", "😀", "\"\\", "\n\n", "\u202e", "x y\n", "Ab1"}).Draw(t, "s"), rapid.IntRange(0, 9000).Draw(t, "n"))
			}),
		}
		if depth == 0 {
			return rapid.OneOf(leaf...)
		}
		list := rapid.Custom(func(t *rapid.T) any {
			item := value(depth-1).Draw(t, "item")
			return slices.Repeat([]any{item}, rapid.IntRange(0, 60).Draw(t, "times"))
		})
		object := rapid.Custom(func(t *rapid.T) any {
			o := map[string]any{}
			for i := range rapid.IntRange(0, 4).Draw(t, "keys") {
				o[fmt.Sprintf("k%d", i)] = value(depth-1).Draw(t, "v")
			}
			return o
		})
		return rapid.OneOf(append(leaf, list, object)...)
	}
	rapid.Check(t, func(rt *rapid.T) {
		data := value(2).Draw(rt, "data")
		res := result(data)
		if rapid.Bool().Draw(rt, "batch") {
			res.Response.Partial, res.Response.Results = true, []any{data, map[string]any{"success": true}}
		}
		before := document(resultOf(res), "")
		out := answering(nil, "").answer(res)
		shown := shownOf(t, out)
		if n := units(shown); n > DefaultBudget || !utf8.ValidString(shown) {
			rt.Fatalf("%d units", n)
		}
		body, _, _ := strings.Cut(shown, "\n\nLeft out for size")
		body, _, _ = strings.Cut(body, "\n\nCut for size")
		body, _, _ = strings.Cut(body, "\n\nThe result is too large")
		if !json.Valid([]byte(body)) && !strings.Contains(before, "size") {
			rt.Fatalf("the text is no whole JSON: %q", body[max(0, len(body)-200):])
		}
		doc := document(out.StructuredContent, "")
		if !json.Valid([]byte(doc)) || units(doc) > DefaultBudget+4000 {
			rt.Fatalf("structuredContent has %d units, valid %v", units(doc), json.Valid([]byte(doc)))
		}
		if after := document(resultOf(res), ""); after != before {
			rt.Fatal("the result was changed")
		}
		// A hidden character is written as an escape of six.
		if units(before) < DefaultBudget/7 && bytes.Contains([]byte(doc), []byte(`"truncated"`)) {
			rt.Fatalf("cut without need at %d units", units(before))
		}
	})
}
