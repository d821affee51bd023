package mcp

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
)

// discovering is a desk whose server shows the three tools alone.
func discovering(t *testing.T, mode Mode) *desk {
	d := newDesk(t, mode)
	d.options.Discover = true
	return d
}

func TestDiscoverShowsThreeTools(t *testing.T) {
	d := discovering(t, Argument)
	res, err := d.connect("", nil).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range res.Tools {
		names = append(names, tool.Name)
		may := tool.Annotations == nil || !tool.Annotations.ReadOnlyHint && tool.Annotations.DestructiveHint == nil
		if may != (tool.Name == CallTool) {
			t.Errorf("%s: its hints are %+v", tool.Name, tool.Annotations)
		}
	}
	if want := []string{CallTool, DescribeTool, SearchTools}; !slices.Equal(names, want) {
		t.Errorf("the list is %v, want %v", names, want)
	}
	if _, err := d.connect("", nil).CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_send"}); err == nil {
		t.Error("a tool that is not listed could be called")
	}
}

// TestCallToolOfReadsReads: where nothing else is offered it is no danger.
func TestCallToolOfReadsReads(t *testing.T) {
	d := discovering(t, Argument)
	d.options.Tools = d.options.Tools[2:] // gmail_get_message
	res, err := d.connect("", nil).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if first := res.Tools[0]; first.Name != CallTool || !first.Annotations.ReadOnlyHint {
		t.Errorf("%s: %+v", first.Name, first.Annotations)
	}
}

func TestSearchTools(t *testing.T) {
	s := discovering(t, Elicit).connect("", nil)
	res := call(t, s, SearchTools, map[string]any{"query": "write an email"}, nil)
	if first, _, _ := strings.Cut(textOf(res), " "); res.IsError || first != "gmail_send" {
		t.Errorf("found %q", textOf(res))
	}
	for limit, want := range map[string]int{`1`: 1, `"2"`: 2, `null`: 3} {
		raw := json.RawMessage(`{"query":"mail","limit":` + limit + `,"service":"gmail"}`)
		res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: SearchTools, Arguments: raw})
		if err != nil || len(strings.Split(textOf(res), "\n")) != want {
			t.Errorf("limit %s: %v, %q", limit, err, textOf(res))
		}
	}
	for name, args := range map[string]map[string]any{
		"another service": {"query": "mail", "service": "gmial"}, "no query": {}, "too many": {"query": "mail", "limit": 21}, "another key": {"query": "mail", "sevice": "gmail"},
	} {
		if res := call(t, s, SearchTools, args, nil); !res.IsError || codeOf(res) != "USAGE" {
			t.Errorf("%s: %q", name, textOf(res))
		}
	}
	if res := call(t, s, SearchTools, map[string]any{"query": "zzqx"}, nil); res.IsError || !strings.Contains(textOf(res), "No tool") {
		t.Errorf("nothing: %q", textOf(res))
	}
}

func TestDescribeTool(t *testing.T) {
	d := discovering(t, Elicit)
	d.options.Examples = func(*catalog.Tool) []map[string]any { return []map[string]any{{"to": "ana@example.com"}} }
	s := d.connect("", nil)
	res := call(t, s, DescribeTool, map[string]any{"name": "gmail_send"}, nil)
	for _, want := range []string{"gmail_send: Send a mail", "Class: send", "always asked", `"subject"`, `Example: {"to":"ana@example.com"}`} {
		if !strings.Contains(textOf(res), want) {
			t.Errorf("%q is not in %q", want, textOf(res))
		}
	}
	if strings.Contains(textOf(res), "confirm\"") {
		t.Errorf("it shows confirm to an agent that can't give it: %q", textOf(res))
	}
	res = call(t, s, DescribeTool, map[string]any{"name": "gmail_sent"}, nil)
	if !res.IsError || !strings.Contains(textOf(res), "gmail_send") {
		t.Errorf("a slip: %q", textOf(res))
	}
	if res := call(t, s, DescribeTool, map[string]any{"name": "gmail_get_message"}, nil); !strings.Contains(textOf(res), "Nobody is asked") {
		t.Errorf("a read: %q", textOf(res))
	}
}

// TestSearchInAService: what fits better elsewhere does not hide what fits there.
func TestSearchInAService(t *testing.T) {
	d := discovering(t, Elicit)
	d.options.Tools = embedded(t, Selection{})
	s := d.connect("", nil)
	for service, want := range map[string]string{"gmail": "gmail_send", "drive": "drive_", "": "gmail_send"} {
		args := map[string]any{"query": "send an email to Ben", "limit": 3}
		if service != "" {
			args["service"] = service
		}
		res := call(t, s, SearchTools, args, nil)
		for line := range strings.Lines(textOf(res)) {
			if service != "" && !strings.HasPrefix(line, service+"_") {
				t.Errorf("%s: %s", service, line)
			}
		}
		if !strings.HasPrefix(textOf(res), want) {
			t.Errorf("%q: %q", service, textOf(res))
		}
	}
}

// TestDescribeEveryTool: the answer is never larger than an answer may be, and a
// batch tool's tells where the parameters of its actions stand.
func TestDescribeEveryTool(t *testing.T) {
	d := discovering(t, Elicit)
	d.options.Tools = embedded(t, Selection{})
	s := d.connect("", nil)
	for _, tool := range d.options.Tools {
		res := call(t, s, DescribeTool, map[string]any{"name": tool.Name}, nil)
		if n := len(textOf(res)); res.IsError || n > DefaultBudget {
			t.Errorf("%s: error %v, %d bytes", tool.Name, res.IsError, n)
		}
		if tool.IsBatchTool {
			actions, _ := res.StructuredContent.(map[string]any)["actions"].(map[string]any)
			for _, action := range tool.Operations {
				if actions[action] == nil {
					t.Errorf("%s: no tool shows the parameters of %s", tool.Name, action)
				}
			}
		}
	}
}

// TestCallToolIsACall: by way of call_tool the same comes out, through the same
// gate, in each mode and with each version of the protocol.
func TestCallToolIsACall(t *testing.T) {
	mail := map[string]any{"to": "eve@other.example", "subject": "Rent"}
	wrapped := map[string]any{"name": "gmail_send", "arguments": mail}

	d := discovering(t, Draft)
	res := call(t, d.connect("", nil), CallTool, wrapped, nil)
	if d.count() != 0 || member(res, "draftId") == "" {
		t.Errorf("draft: %d sent, %q", d.count(), textOf(res))
	}

	d = discovering(t, Argument)
	s := d.connect("", nil)
	if res := call(t, s, CallTool, wrapped, nil); d.count() != 0 || codeOf(res) != "CONFIRMATION_REQUIRED" {
		t.Errorf("argument, nothing confirmed: %d sent, %q", d.count(), textOf(res))
	}
	outside := map[string]any{"name": "gmail_send", "arguments": mail, "confirm": true}
	if res := call(t, s, CallTool, outside, nil); d.count() != 0 || codeOf(res) != "USAGE" {
		t.Errorf("argument, confirm beside the arguments: %d sent, %q", d.count(), textOf(res))
	}
	agreed := map[string]any{"name": "gmail_send", "arguments": map[string]any{"to": "eve@other.example", "subject": "Rent", "confirm": true}}
	if res := call(t, s, CallTool, agreed, nil); d.count() != 1 || res.IsError {
		t.Errorf("argument, confirmed: %d sent, %q", d.count(), textOf(res))
	}

	for name, version := range eras {
		d := discovering(t, Elicit)
		var seen []string
		if res := call(t, d.connect(version, saysTo(&seen, "decline", nil)), CallTool, wrapped, nil); d.count() != 0 || len(seen) != 1 || !res.IsError {
			t.Errorf("%s, no: %d sent, %d questions, %q", name, d.count(), len(seen), textOf(res))
		}
		seen = nil
		if res := call(t, d.connect(version, saysTo(&seen, "accept", yes)), CallTool, wrapped, nil); d.count() != 1 || len(seen) != 1 || res.IsError {
			t.Errorf("%s, yes: %d sent, %d questions, %q", name, d.count(), len(seen), textOf(res))
		}
	}
}

// TestCallToolAnswersAsTheTool does, mistakes included.
func TestCallToolAnswersAsTheTool(t *testing.T) {
	direct, by := newDesk(t, Argument).connect("", nil), discovering(t, Argument).connect("", nil)
	for _, args := range []map[string]any{{"messageId": "m1"}, {}, {"messageId": "m1", "mesageId": "m2"}} {
		want := call(t, direct, "gmail_get_message", args, nil)
		got := call(t, by, CallTool, map[string]any{"name": "gmail_get_message", "arguments": args}, nil)
		if textOf(got) != textOf(want) || got.IsError != want.IsError || !reflect.DeepEqual(got.StructuredContent, want.StructuredContent) {
			t.Errorf("%v: %q instead of %q", args, textOf(got), textOf(want))
		}
	}
	// Clients that can't nest objects send them as text.
	if res := call(t, by, CallTool, map[string]any{"name": "gmail_get_message", "arguments": `{"messageId":"m1"}`}, nil); res.IsError {
		t.Errorf("as text: %q", textOf(res))
	}
	for name, args := range map[string]map[string]any{
		"not offered": {"name": "drive_about"}, "itself": {"name": CallTool}, "no name": {"arguments": map[string]any{}}, "a list": {"name": "gmail_send", "arguments": []any{1}},
	} {
		if res := call(t, by, CallTool, args, nil); !res.IsError || codeOf(res) != "USAGE" {
			t.Errorf("%s: %q", name, textOf(res))
		}
	}
}

func TestAsks(t *testing.T) {
	for _, c := range []struct {
		classes []risk.Class
		want    string
	}{
		{[]risk.Class{risk.Read}, "never"}, {[]risk.Class{risk.Send}, "always"}, {[]risk.Class{risk.Write, risk.Send}, "sometimes"},
	} {
		if got := asks(Tool{Classes: c.classes}); got != c.want {
			t.Errorf("%v: %s, want %s", c.classes, got, c.want)
		}
	}
}
