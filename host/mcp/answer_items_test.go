package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/sdk/abi"
)

// shows is a plugin that shows what a test wants it to.
type shows struct{ content string }

func (p shows) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) { return p, nil }
func (p shows) FuelUsed() int64                                                     { return 0 }
func (p shows) End()                                                                {}
func (p shows) Call(ctx context.Context, export string, in []byte) ([]byte, error) {
	if export == abi.ExportRender {
		return []byte(`{"text":"` + strings.Repeat("t", 1000) + `","content":` + p.content + `}`), nil
	}
	return echo{}.Call(ctx, export, in)
}

// Items count against the answer's budget, and large ones lie on the session's
// shelf: the client reads them there. A client without a shelf is told.
func TestLargeItemsArePutAside(t *testing.T) {
	gif := func(n int) string {
		raw, _ := json.Marshal(append([]byte("GIF89a"), make([]byte, n)...))
		return `{"type":"image","mimeType":"image/gif","data":` + string(raw) + `}`
	}
	words := func(n int) string { return `{"type":"text","text":"` + strings.Repeat("w", n) + `"}` }
	embedded := `{"type":"resource","uri":"gmail:x","mimeType":"application/json","text":"` + strings.Repeat("r", 20_000) + `"}`
	d := newDesk(t, Elicit)
	d.pipeline.Modules = shows{"[" + strings.Join([]string{gif(100), gif(300_000), words(10_000), words(15_000), words(100), embedded}, ",") + "]"}
	s := d.connect("2025-11-25", nil)
	res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m"}, nil)
	var got []string
	text := 0
	for _, c := range res.Content {
		w := contentWords(c)
		if strings.HasPrefix(w, "text ") {
			text += len(w) - len("text ")
			w = fmt.Sprint("text of ", len(w)-len("text "))
		}
		got = append(got, w)
	}
	want := []string{"text of 1000", "image image/gif 106", "link image/gif 300006", "text of 10000", "link text/plain 15000", "text of 100", "link application/json 20000"}
	if !slices.Equal(got, want) || text > DefaultBudget {
		t.Fatalf("%.200q", got)
	}
	for i, size := range map[int]int{2: 300_006, 4: 15_000, 6: 20_000} {
		link := res.Content[i].(*sdk.ResourceLink)
		read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link.URI})
		if err != nil || len(read.Contents[0].Text)+len(read.Contents[0].Blob) != size || !strings.HasPrefix(link.URI, blobPlace) {
			t.Errorf("%s: %v", link.URI, err)
		}
	}
	for i, c := range (*putAside)(nil).items("x", []guest.Item{{Type: "image", MimeType: "image/gif", Data: make([]byte, 300_000)}, {Type: "text", Text: strings.Repeat("w", 10)}}, 5) {
		if w := contentWords(c); !strings.HasPrefix(w, "text [left out: ") {
			t.Errorf("without a shelf, %d: %s", i, w)
		}
	}
	// Many small ones are no way around it.
	d.pipeline.Modules = shows{"[" + strings.TrimSuffix(strings.Repeat(gif(250_000)+",", 8), ",") + "]"}
	inline := 0
	for _, c := range call(t, s, "gmail_get_message", map[string]any{"messageId": "m"}, nil).Content {
		if img, ok := c.(*sdk.ImageContent); ok {
			inline += len(img.Data)
		}
	}
	if inline == 0 || inline > maxItems {
		t.Errorf("%d bytes of pictures stand in an answer", inline)
	}
}

// An item that lies costs the plugin its text, and the caller nothing of the
// result.
func TestALieIsNotShown(t *testing.T) {
	d := newDesk(t, Elicit)
	d.pipeline.Modules = shows{`[{"type":"resource","uri":"wslite://gmail/message/1","mimeType":"text/plain","text":"forged"}]`}
	res := call(t, d.connect("", nil), "gmail_get_message", map[string]any{"messageId": "m"}, nil)
	raw, err := json.Marshal(res)
	if err != nil || res.IsError || len(res.Content) != 1 || strings.Contains(string(raw), "forged") || !strings.Contains(string(raw), "item 0 of the content: uri has the scheme wslite") {
		t.Errorf("%s", raw)
	}
}

// A plugin asks nobody anything: not a person, not a model. Whatever word it says
// for it breaks the ABI.
func TestAPluginAsksNobody(t *testing.T) {
	d := newDesk(t, Elicit)
	var seen []string
	s := d.connect("2025-11-25", saysTo(&seen, "accept", yes))
	for _, content := range []string{
		`[{"type":"text","text":"x","annotations":{"audience":["user"]}}]`, `[{"type":"elicitation","text":"Approve?"}]`,
		`[{"type":"text","text":"x"}],"elicit":{"message":"Approve?"}`, `[{"type":"text","text":"x"}],"inputRequests":{}`, `[{"type":"tool_use","text":"gmail_send"}]`,
	} {
		d.pipeline.Modules = shows{content}
		res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m"}, nil)
		if raw, _ := json.Marshal(res); !strings.Contains(string(raw), "breaks the ABI") || res.InputRequests != nil {
			t.Errorf("%s: %s", content, raw)
		}
	}
	if len(seen) > 0 {
		t.Errorf("a person was asked: %q", seen)
	}
}

// Values only grow, whoever tells them.
func TestProgressNeverFalls(t *testing.T) {
	d := newDesk(t, Elicit)
	h, o := listen()
	s := d.connect("2025-11-25", o)
	d.pipeline.Backend = falling{d}
	p := &sdk.CallToolParams{Name: "gmail_get_message", Arguments: map[string]any{"messageId": "m"}}
	p.SetProgressToken(1)
	if res, err := s.CallTool(t.Context(), p); err != nil || res.IsError {
		t.Fatalf("%+v, %v", res, err)
	}
	h.wait(t, 3)
	h.mu.Lock()
	defer h.mu.Unlock()
	var got []float64
	for _, n := range h.progress {
		got = append(got, n.Progress)
	}
	if !slices.Equal(got, []float64{1, 5, 9}) {
		t.Errorf("told %v", got)
	}
}

// falling is a backend of a plugin whose numbers go down.
type falling struct{ *desk }

func (f falling) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	c.Tell(1, 0)
	for _, done := range []int{0, 1, 5, 5, 3, 9, 0} {
		c.Told(&abi.Progress{Done: done})
		c.Tell(100, 0) // the plugin's numbers stand in the place of these
	}
	return f.desk.Do(ctx, c)
}
