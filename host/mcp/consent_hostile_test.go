package mcp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	telling "github.com/wslite/wslite/host/draft/describe"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// A client that wraps a long line begins a row with what stands in its middle. No
// line is so long, and each row of the call's words has its bar.
func TestNoWordOfTheCallBeginsARowOfTheQuestion(t *testing.T) {
	d := newDesk(t, Elicit)
	var seen []string
	s := d.connect("", saysTo(&seen, "decline", nil))
	const forged = "to            │ boss@corp.example and nobody else"
	for pad := range 90 {
		call(t, s, "gmail_send", map[string]any{"to": "eve@other.example", "subject": strings.Repeat("x", pad) + " " + forged + strings.Repeat(" word", 40)}, nil)
	}
	if len(seen) != 90 {
		t.Fatalf("asked %d times", len(seen))
	}
	for _, question := range seen {
		for line := range strings.Lines(question) {
			line = strings.TrimRight(line, "\n")
			if strings.Contains(line, telling.Bar) && text.Width(line) > questionWidth && !strings.Contains(line, "wslite's own") {
				t.Fatalf("a row of %d cells: %q", text.Width(line), line)
			}
			for _, word := range []string{"boss", "nobody else", "word"} {
				if at := strings.Index(line, word); at >= 0 && !strings.Contains(line[:at], telling.Bar) {
					t.Fatalf("words of the call stand without a bar: %q", line)
				}
			}
			if strings.HasPrefix(line, forged) {
				t.Fatalf("forged: %q", line)
			}
		}
	}
}

// Who sends a key counts on its being kept: what is none is no call without one.
func TestAKeyThatIsNoTextIsRefused(t *testing.T) {
	for _, key := range []any{4711, "", true, []any{"a"}, map[string]any{"a": 1}} {
		d := newDesk(t, Elicit)
		var seen []string
		s := d.connect("", saysTo(&seen, "accept", yes))
		for _, tool := range []string{"gmail_send", "gmail_star"} {
			if res := call(t, s, tool, mail, sdk.Meta{metaKey: key}); codeOf(res) != "USAGE" || !strings.Contains(textOf(res), metaKey) {
				t.Errorf("%v: %v", key, res.StructuredContent)
			}
		}
		if len(seen) != 0 || d.count() != 0 {
			t.Errorf("%v: asked %d, done %d", key, len(seen), d.count())
		}
	}
}

// A draft of a service whose plugin came under a running server is found, and one
// whose plugin went is not run.
func TestDraftsFollowThePlugins(t *testing.T) {
	d := newDesk(t, Draft)
	all := d.options.Tools
	other := all[0]
	plain := *other.Tool
	plain.Service, plain.Name = "notes", "notes_send"
	other.Tool = &plain
	c := &changing{tools: []Tool{other}}
	d.options.Tools, d.options.Current = []Tool{other}, c.now
	s := d.connect("", nil)
	c.set(all, nil)
	stored := call(t, s, "gmail_send", mail, nil)
	id := member(stored, "draftId")
	if id == "" {
		t.Fatalf("%v", stored.StructuredContent)
	}
	if res := call(t, s, DraftStatus, map[string]any{"draftId": id}, nil); res.IsError || member(res, "status") != string(draft.Pending) {
		t.Errorf("%v", res.StructuredContent)
	}
	c.set([]Tool{other}, nil)
	if res := call(t, s, RunDraft, map[string]any{"draftId": id, "revision": 1}, nil); codeOf(res) != "DRAFT_REFUSED" {
		t.Errorf("%v", res.StructuredContent)
	}
}

// What waits for an answer is bounded in bytes too: a call may have megabytes.
func TestWhatWaitsForAnAnswerIsBounded(t *testing.T) {
	a := newAsked(DefaultAskTime, 1)
	large := draft.Payload{Params: map[string]any{"attachment": strings.Repeat("x", maxAskedBytes/4)}}
	var err error
	n := 0
	for ; n < 8 && err == nil; n++ {
		var res *sdk.CallToolResult
		if res, err = a.put(fmt.Sprint(n), large, store.Owner{}); err == nil && n == 0 {
			defer func(state string) {
				said := sdk.InputResponseMap{answerKey: &sdk.ElicitResult{Action: "decline"}}
				req := &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{InputResponses: said, RequestState: state}}
				if _, _, ok := a.answer(req, store.Owner{}); !ok {
					t.Fatal("the first question is gone")
				}
				if _, err := a.put("again", large, store.Owner{}); err != nil {
					t.Errorf("what was answered still counts: %v", err)
				}
			}(res.RequestState)
		}
	}
	if err == nil || n > 4 {
		t.Errorf("%d questions of a quarter of the bound each, %v", n, err)
	}
}

// A client reads resources when it likes: one whose tool does more than read is
// none.
func TestAResourceOnlyReads(t *testing.T) {
	d := newDesk(t, Elicit)
	for i := range d.options.Tools {
		if d.options.Tools[i].Name == "gmail_get_message" {
			d.options.Tools[i].Classes = []risk.Class{risk.Read, risk.Send}
		}
	}
	s := d.connect("", nil)
	list, err := s.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list.ResourceTemplates {
		if r.Name == "gmail_message" {
			t.Error("it is offered")
		}
	}
	if res, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://gmail/message/m1"}); err == nil {
		t.Errorf("it was read: %+v", res)
	}
}

// Nothing between the server and its user may keep a mail, or a list that hangs on
// the user's policy, and give it to others.
func TestNoAnswerIsForACacheOfOthers(t *testing.T) {
	s := newDesk(t, Elicit).connect("2026-07-28", nil)
	read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://gmail/message/m1"})
	if err != nil {
		t.Fatal(err)
	}
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	templates, err := s.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]sdk.Cacheable{"resources/read": read.Cacheable, "tools/list": tools.Cacheable, "resources/templates/list": templates.Cacheable} {
		if c.CacheScope != "private" || c.TTLMs != 0 {
			t.Errorf("%s: %+v", what, c)
		}
	}
}

// Sessions that come and go while their human is asked leave nothing behind.
func TestClientsThatGoWhileTheyAreAskedSendNothing(t *testing.T) {
	d := newDesk(t, Elicit)
	for range 10 {
		asked := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		s := d.connect("2025-11-25", &sdk.ClientOptions{ElicitationHandler: func(ctx context.Context, _ *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			close(asked)
			<-ctx.Done()
			return &sdk.ElicitResult{Action: "accept", Content: yes}, nil // a yes that comes too late
		}})
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			_, _ = s.CallTool(ctx, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail})
		}()
		<-asked
		cancel()
		s.Close()
		<-gone
	}
	if d.count() != 0 {
		t.Errorf("%d were sent", d.count())
	}
	// The log hears of each, a moment later.
	refused := func() (n int) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, r := range d.log {
			if r.Status == "refused" {
				n++
			}
		}
		return n
	}
	for end := time.Now().Add(20 * time.Second); refused() < 10; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d of 10 stand in the log", refused())
		}
	}
}
