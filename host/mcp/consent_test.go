package mcp

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/store"
)

var mail = map[string]any{"to": "eve@other.example", "subject": "Hi\nnobody is reached"}

// A yes sends once, and the person has seen whom it reaches, as whom, and the
// call's own words behind the bar.
func TestAPersonSaysYesThroughTheClient(t *testing.T) {
	for name, version := range eras {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, Elicit)
			var seen []string
			s := d.connect(version, saysTo(&seen, "accept", yes))
			res := call(t, s, "gmail_send", mail, nil)
			if res.IsError || d.count() != 1 {
				t.Fatalf("%v, sent %d", res.StructuredContent, d.count())
			}
			if d.sent[0]["confirm"] != true {
				t.Errorf("the service was not told of the yes: %v", d.sent[0])
			}
			if len(seen) != 1 {
				t.Fatalf("asked %d times", len(seen))
			}
			for _, want := range []string{"class send", "as            │ ana@corp.example", "to, external  │ eve@other.example", "  │ nobody is reached"} {
				if !strings.Contains(seen[0], want) {
					t.Errorf("the question lacks %q:\n%s", want, seen[0])
				}
			}
			for line := range strings.Lines(seen[0]) {
				if strings.Contains(line, "nobody is reached") && !strings.Contains(line[:strings.Index(line, "nobody")], "│") {
					t.Errorf("the call's words stand before the bar: %q", line)
				}
			}
		})
	}
}

// Everything but an accepted form that says yes is a no: nothing is sent, and the
// log knows.
func TestOnlyAYesIsAYes(t *testing.T) {
	for name, o := range map[string]*sdk.ClientOptions{
		"decline":            saysTo(new([]string), "decline", nil),
		"decline with a yes": saysTo(new([]string), "decline", yes),
		"cancel":             saysTo(new([]string), "cancel", nil),
		"accept no":          saysTo(new([]string), "accept", map[string]any{"approve": false}),
		"accept nothing":     saysTo(new([]string), "accept", nil),
		"accept other":       saysTo(new([]string), "accept", map[string]any{"approved": true}),
		"accept a text":      saysTo(new([]string), "accept", map[string]any{"approve": "true"}),
	} {
		for era, version := range eras {
			t.Run(name+"/"+era, func(t *testing.T) {
				d := newDesk(t, Elicit)
				s := d.connect(version, o)
				res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_send", Arguments: mail})
				if d.count() != 0 {
					t.Fatal("it was sent")
				}
				if err != nil { // the client's own library holds an answer against the form
					if version == "2025-11-25" {
						t.Fatal(err)
					}
					return
				}
				if !res.IsError || codeOf(res) != "CONFIRMATION_REQUIRED" {
					t.Fatalf("%v", res.StructuredContent)
				}
				if last := d.log[len(d.log)-1]; last.Status != "refused" || last.Code != "CONFIRMATION_REQUIRED" {
					t.Errorf("the log says %s %s", last.Status, last.Code)
				}
			})
		}
	}
}

// A client that fails to ask, or whose human never answers, has said no.
func TestNoAnswerIsANo(t *testing.T) {
	d := newDesk(t, Elicit)
	s := d.connect("2025-11-25", &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		return nil, errors.New("the window is gone")
	}})
	if res := call(t, s, "gmail_send", mail, nil); codeOf(res) != "CONFIRMATION_REQUIRED" || d.count() != 0 {
		t.Errorf("%v", res.StructuredContent)
	}
	d = newDesk(t, Elicit)
	d.options.AskTime = 20 * time.Millisecond
	s = d.connect("2025-11-25", &sdk.ClientOptions{ElicitationHandler: func(ctx context.Context, _ *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	res := call(t, s, "gmail_send", mail, nil)
	if codeOf(res) != "CONFIRMATION_REQUIRED" || !strings.Contains(textOf(res), "nobody answered") || d.count() != 0 {
		t.Errorf("%v", res.StructuredContent)
	}
}

// What was shown is what leaves: where the world has changed between the question
// and the yes, nothing does.
func TestWhatWasShownIsWhatLeaves(t *testing.T) {
	for name, change := range map[string]func(*desk){
		"another request": func(d *desk) { d.body = "something else" },
		"somebody else":   func(d *desk) { d.reached = []string{"mallory@evil.example"} },
	} {
		for era, version := range eras {
			t.Run(name+"/"+era, func(t *testing.T) {
				d := newDesk(t, Elicit)
				s := d.connect(version, &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					d.mu.Lock()
					defer d.mu.Unlock()
					change(d)
					return &sdk.ElicitResult{Action: "accept", Content: yes}, nil
				}})
				if res := call(t, s, "gmail_send", mail, nil); codeOf(res) != "DRAFT_STALE" || d.count() != 0 {
					t.Errorf("%v, sent %d", res.StructuredContent, d.count())
				}
			})
		}
	}
}

// between plays a client by hand that gets its questions as answers.
func between(t *testing.T, s *sdk.ClientSession, p *sdk.CallToolParams) *sdk.CallToolResult {
	t.Helper()
	res, err := s.CallTool(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// An answer between calls counts once, for the call that was shown and for nobody
// else's.
func TestAnAnswerBetweenCallsIsBound(t *testing.T) {
	said := sdk.InputResponseMap{answerKey: &sdk.ElicitResult{Action: "accept", Content: yes}}
	o := func() *sdk.ClientOptions {
		c := saysTo(new([]string), "accept", yes)
		c.MultiRoundTrip = &sdk.MultiRoundTripOptions{Disabled: true}
		return c
	}
	t.Run("once", func(t *testing.T) {
		d := newDesk(t, Elicit)
		s := d.connect("2026-07-28", o())
		first := between(t, s, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail})
		if !first.NeedsInput() || first.RequestState == "" || d.count() != 0 {
			t.Fatalf("%+v", first)
		}
		again := &sdk.CallToolParams{Name: "gmail_send", Arguments: mail, InputResponses: said, RequestState: first.RequestState}
		if res := between(t, s, again); res.IsError || d.count() != 1 {
			t.Fatalf("%v", res.StructuredContent)
		}
		if res := between(t, s, again); !res.NeedsInput() || d.count() != 1 {
			t.Errorf("a yes counted twice: %v", res.StructuredContent)
		}
	})
	for name, other := range map[string]*sdk.CallToolParams{
		"other arguments": {Name: "gmail_send", Arguments: map[string]any{"to": "mallory@evil.example"}},
		"another tool":    {Name: "gmail_star", Arguments: mail},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, Elicit)
			s := d.connect("2026-07-28", o())
			first := between(t, s, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail})
			other.InputResponses, other.RequestState = said, first.RequestState
			if res := between(t, s, other); codeOf(res) != "DRAFT_STALE" || d.count() != 0 {
				t.Errorf("%v, sent %d", res.StructuredContent, d.count())
			}
		})
	}
	t.Run("a made-up state", func(t *testing.T) {
		d := newDesk(t, Elicit)
		s := d.connect("2026-07-28", o())
		res := between(t, s, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail, InputResponses: said, RequestState: "x"})
		if !res.NeedsInput() || d.count() != 0 {
			t.Errorf("%v", res.StructuredContent)
		}
	})
	t.Run("another account", func(t *testing.T) {
		d := newDesk(t, Elicit)
		s := d.connect("2026-07-28", o())
		first := between(t, s, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail})
		d.pipeline.Records.Owner = store.Owner{Tenant: "test", Account: "2"}
		res := between(t, s, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail, InputResponses: said, RequestState: first.RequestState})
		if !res.NeedsInput() || d.count() != 0 {
			t.Errorf("%v", res.StructuredContent)
		}
	})
	t.Run("too late, and too many", func(t *testing.T) {
		a := newAsked(time.Minute, 1)
		now := time.Unix(0, 0)
		a.now = func() time.Time { return now }
		var first string
		for i := range maxAsked {
			res, err := a.put("?", draft.Payload{}, store.Owner{})
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = res.RequestState
			}
		}
		if _, err := a.put("?", draft.Payload{}, store.Owner{}); err == nil {
			t.Error("questions are not bounded")
		}
		now = now.Add(time.Minute)
		req := &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{InputResponses: said, RequestState: first}}
		if _, _, ok := a.answer(req, store.Owner{}); ok {
			t.Error("an answer after the end counted")
		}
		if _, err := a.put("?", draft.Payload{}, store.Owner{}); err != nil || len(a.open) != 1 {
			t.Errorf("what ended is kept: %v, %d", err, len(a.open))
		}
	})
}

// What needs no yes is not asked about, and a key that was used answers before
// anybody is asked.
func TestWhoIsNotAsked(t *testing.T) {
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			d := newDesk(t, Elicit)
			var seen []string
			s := d.connect(version, saysTo(&seen, "accept", yes))
			if res := call(t, s, "gmail_star", mail, nil); res.IsError || len(seen) != 0 {
				t.Errorf("%v, asked %d", res.StructuredContent, len(seen))
			}
			meta := func() sdk.Meta { return sdk.Meta{metaKey: "rent-2026-12"} }
			call(t, s, "gmail_send", mail, meta())
			again := call(t, s, "gmail_send", mail, meta())
			o, _ := again.StructuredContent.(map[string]any)
			if again.IsError || o["duplicate"] != true || len(seen) != 1 || d.count() != 2 {
				t.Errorf("%v, asked %d, done %d", again.StructuredContent, len(seen), d.count())
			}
			other := call(t, s, "gmail_send", map[string]any{"to": "zoe@other.example"}, meta())
			if codeOf(other) != "IDEMPOTENCY_CONFLICT" || len(seen) != 1 {
				t.Errorf("%v", other.StructuredContent)
			}
		})
	}
}

// A client that can't put a form before its human gets a draft; so does a question
// that nobody can read.
func TestWhereNobodyCanBeAskedItIsADraft(t *testing.T) {
	long := map[string]any{"to": "eve@other.example", "subject": strings.Repeat("words ", maxQuestion)}
	for name, c := range map[string]struct {
		mode Mode
		o    *sdk.ClientOptions
		args map[string]any
	}{
		"no elicitation": {Elicit, nil, mail},
		"links alone":    {Elicit, &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{Elicitation: &sdk.ElicitationCapabilities{URL: &sdk.URLElicitationCapabilities{}}}}, mail},
		"too long":       {Elicit, saysTo(new([]string), "accept", yes), long},
		"the mode draft": {Draft, saysTo(new([]string), "accept", yes), mail},
	} {
		for era, version := range eras {
			t.Run(name+"/"+era, func(t *testing.T) {
				d := newDesk(t, c.mode)
				res := call(t, d.connect(version, c.o), "gmail_send", c.args, nil)
				if res.IsError || d.count() != 0 || member(res, "status") != string(draft.Pending) || !strings.Contains(textOf(res), "wslite drafts approve d-") {
					t.Errorf("%v\n%s", res.StructuredContent, textOf(res))
				}
			})
		}
	}
}

// A class that the policy runs only as a draft is one, whether or not somebody
// could be asked.
func TestDraftOnlyIsADraft(t *testing.T) {
	for _, mode := range []Mode{Elicit, Draft} {
		d := newDesk(t, mode)
		d.pipeline.Policy.DraftOnly = []string{"write"}
		res := call(t, d.connect("", saysTo(new([]string), "accept", yes)), "gmail_star", mail, nil)
		if member(res, "status") != string(draft.Pending) || d.count() != 0 {
			t.Errorf("%s: %v", mode, res.StructuredContent)
		}
	}
}

// In the mode argument the agent's word counts, and nobody else's is asked.
func TestTheAgentsWord(t *testing.T) {
	d := newDesk(t, Argument)
	var seen []string
	s := d.connect("", saysTo(&seen, "accept", yes))
	res := call(t, s, "gmail_send", mail, nil)
	if codeOf(res) != "CONFIRMATION_REQUIRED" || !strings.Contains(textOf(res), "confirm = true") || d.count() != 0 {
		t.Errorf("%v\n%s", res.StructuredContent, textOf(res))
	}
	for _, confirm := range []any{false, nil} {
		call(t, s, "gmail_send", map[string]any{"to": "eve@other.example", "confirm": confirm}, nil)
	}
	if d.count() != 0 {
		t.Error("a confirm that is not true counted")
	}
	res = call(t, s, "gmail_send", map[string]any{"to": "eve@other.example", "confirm": true}, nil)
	if res.IsError || d.count() != 1 || len(seen) != 0 {
		t.Errorf("%v", res.StructuredContent)
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(list.Tools, func(t *sdk.Tool) bool { return t.Name == RunDraft || t.Name == DraftStatus }) {
		t.Error("no call waits as a draft here, and there are tools for drafts")
	}
}

// A call that holds what can't be seen says so before anything else.
func TestAQuestionTellsOfWhatCantBeSeen(t *testing.T) {
	d := newDesk(t, Elicit)
	var seen []string
	s := d.connect("", saysTo(&seen, "decline", nil))
	call(t, s, "gmail_send", map[string]any{"to": "eve@other.example", "subject": "a\u202eb\x1b[2J"}, nil)
	if len(seen) != 1 || strings.ContainsAny(seen[0], "\u202e\x1b") || !strings.Contains(seen[0], "! This call holds characters that can't be seen") {
		t.Errorf("%q", seen)
	}
}
