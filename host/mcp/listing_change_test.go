package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestPages: the pages joined are the list, whatever their size; a cursor that is
// none of ours is refused, and one whose tool has gone leads on.
func TestPages(t *testing.T) {
	all := embedded(t, Selection{})
	d := newDesk(t, Argument)
	d.options.Tools = all
	whole, err := d.connect("", nil).ListTools(t.Context(), nil)
	if err != nil || whole.NextCursor != "" {
		t.Fatalf("%q, %v", whole.NextCursor, err)
	}
	for _, size := range []int{1, 50, len(whole.Tools) - 1, len(whole.Tools)} {
		d.options.PageSize = size
		s := d.connect("", nil)
		var names []string
		pages := 0
		for p := (&sdk.ListToolsParams{}); ; {
			res, err := s.ListTools(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if pages++; len(res.Tools) > size {
				t.Errorf("a page of %d has %d tools", size, len(res.Tools))
			}
			for _, tool := range res.Tools {
				names = append(names, tool.Name)
			}
			if p.Cursor = res.NextCursor; p.Cursor == "" {
				break
			}
		}
		if want := (len(whole.Tools) + size - 1) / size; pages != want || len(names) != len(whole.Tools) || !slices.IsSorted(names) {
			t.Errorf("pages of %d: %d of %d, %d tools", size, pages, want, len(names))
		}
	}
	for _, cursor := range []string{"?", "!!!!"} {
		if _, err := d.connect("", nil).ListTools(t.Context(), &sdk.ListToolsParams{Cursor: cursor}); err == nil {
			t.Errorf("the cursor %q was taken", cursor)
		}
	}
	w := wire{names: []string{"a", "c"}, raw: []byte(`1,2`), ends: []int{1, 3}}
	if tools, more, err := w.page("Yg", 5); string(tools) != "2" || more != "" || err != nil { // "b" has gone
		t.Errorf("%q, %q, %v", tools, more, err)
	}
}

// TestAListKeepsWhatTheSDKSays beside the tools.
func TestAListKeepsWhatTheSDKSays(t *testing.T) {
	raw, err := json.Marshal(page{&sdk.ListToolsResult{NextCursor: `x"tools":[]y`, Meta: sdk.Meta{"tools": []any{}}}, []byte(`{"name":"a"}`)})
	var got struct {
		NextCursor string
		Meta       map[string]any `json:"_meta"`
		Tools      []struct{ Name string }
	}
	if err != nil || json.Unmarshal(raw, &got) != nil || len(got.Tools) != 1 || got.Tools[0].Name != "a" || got.NextCursor != `x"tools":[]y` || len(got.Meta) != 1 {
		t.Errorf("%s, %v", raw, err)
	}
}

// changing is what a server with plugins that come and go asks.
type changing struct {
	mu      sync.Mutex
	tools   []Tool
	version uint64
	err     error
}

func (c *changing) now() ([]Tool, uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tools, c.version, c.err
}

func (c *changing) set(tools []Tool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tools, c.version, c.err = tools, c.version+1, err
}

// TestToolsThatComeAndGo: clients are told, see the new list, can call what came
// and no longer what went; tools that can't be shown leave the list as it was.
func TestToolsThatComeAndGo(t *testing.T) {
	d := newDesk(t, Argument)
	all := d.options.Tools
	c := &changing{tools: all[:2]}
	d.options.Tools, d.options.Current = all[:2], c.now
	told := make(chan struct{}, 8)
	s := d.connect("2025-11-25", &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { told <- struct{}{} }})
	list := func() (names []string) {
		res, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range res.Tools {
			if tool.Name != DescribeTool {
				names = append(names, tool.Name)
			}
		}
		return names
	}
	if got := list(); !slices.Equal(got, []string{"gmail_send", "gmail_star"}) {
		t.Fatalf("at first %v", got)
	}
	c.set(all[1:], nil) // gmail_send goes, gmail_get_message comes
	if got := list(); !slices.Equal(got, []string{"gmail_get_message", "gmail_star"}) {
		t.Errorf("then %v", got)
	}
	<-told
	if res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m1"}, nil); res.IsError {
		t.Errorf("what came can't be called: %q", textOf(res))
	}
	if _, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_send"}); err == nil {
		t.Error("what went can be called")
	}
	c.set(nil, errors.New("the lock is damaged"))
	if got := list(); !slices.Equal(got, []string{"gmail_get_message", "gmail_star"}) {
		t.Errorf("after a mistake %v", got)
	}
	c.set([]Tool{all[0], all[0]}, nil)
	if got := list(); !slices.Equal(got, []string{"gmail_get_message", "gmail_star"}) {
		t.Errorf("with a name twice %v", got)
	}
	c.set(all[:1], nil)
	if _, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_star"}); err == nil {
		t.Error("a call saw the old list")
	}
	<-told
}

// TestManySessionsAskWhileToolsChange is for the race detector.
func TestManySessionsAskWhileToolsChange(t *testing.T) {
	d := newDesk(t, Argument)
	all := d.options.Tools
	c := &changing{tools: all}
	d.options.Current = c.now
	server, err := New(d.options)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		near, far := sdk.NewInMemoryTransports()
		if _, err := server.Connect(t.Context(), far, nil); err != nil {
			t.Fatal(err)
		}
		s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		wg.Go(func() {
			for range 20 {
				res, err := s.ListTools(t.Context(), nil)
				if err != nil || len(res.Tools) < 2 {
					t.Errorf("%v", err)
					return
				}
				s.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_get_message", Arguments: map[string]any{"messageId": "m1"}})
			}
		})
	}
	for i := range 20 {
		c.set(all[i%3:], nil)
	}
	wg.Wait()
}

// BenchmarkToolsList asks for the list of all tools over a session in memory: as it
// is served, and as the SDK would write it each time.
func BenchmarkToolsList(b *testing.B) {
	all := embedded(b, Selection{})
	_, tools := listOf(b, Options{Tools: all, Mode: Elicit})
	served, err := New(Options{Name: "wslite", Version: "test", Tools: all, Mode: Elicit, Budget: DefaultBudget})
	if err != nil {
		b.Fatal(err)
	}
	plain := sdk.NewServer(&sdk.Implementation{Name: "plain", Version: "test"}, nil)
	for _, tool := range tools {
		plain.AddTool(tool, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{}, nil
		})
	}
	for name, server := range map[string]*sdk.Server{"ready bytes": served, "written anew": plain} {
		b.Run(name, func(b *testing.B) {
			conn := dial(b, server)
			b.ReportAllocs()
			for b.Loop() {
				conn.list(b)
			}
		})
	}
}

// dialed is a client that does not read what it gets, which would cost more than
// the server's part.
type dialed struct {
	conn sdk.Connection
	id   float64
}

func dial(b *testing.B, server *sdk.Server) *dialed {
	near, far := sdk.NewInMemoryTransports()
	if _, err := server.Connect(b.Context(), far, nil); err != nil {
		b.Fatal(err)
	}
	conn, err := near.Connect(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	d := &dialed{conn: conn}
	d.ask(b, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"b","version":"1"}}`)
	if err := conn.Write(b.Context(), &jsonrpc.Request{Method: "notifications/initialized"}); err != nil {
		b.Fatal(err)
	}
	return d
}

func (d *dialed) list(b *testing.B) { d.ask(b, "tools/list", `{}`) }

func (d *dialed) ask(b *testing.B, method, params string) {
	d.id++
	id, err := jsonrpc.MakeID(d.id)
	if err != nil {
		b.Fatal(err)
	}
	if err := d.conn.Write(b.Context(), &jsonrpc.Request{ID: id, Method: method, Params: json.RawMessage(params)}); err != nil {
		b.Fatal(err)
	}
	m, err := d.conn.Read(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if r, ok := m.(*jsonrpc.Response); !ok || r.Error != nil || len(r.Result) == 0 {
		b.Fatalf("%s: %+v", method, m)
	}
}
