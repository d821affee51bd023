package cli

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// lister is a plugin and a backend in one that remembers the bytes of each call.
type lister struct{ stores []*blob.Store }

func (l *lister) Begin(context.Context, string, abi.Clock) (invoke.Invocation, error) { return l, nil }
func (l *lister) FuelUsed() int64                                                     { return 0 }
func (l *lister) End()                                                                {}
func (l *lister) Name() string                                                        { return "google" }
func (l *lister) Warm(context.Context, string)                                        {}
func (l *lister) Preview(context.Context, backend.Call) ([]backend.Planned, error)    { return nil, nil }
func (l *lister) Call(context.Context, string, []byte) ([]byte, error) {
	return json.Marshal(abi.TransformOutput{Action: "listDrafts", Params: abi.Raw(`{}`)})
}
func (l *lister) Do(_ context.Context, c backend.Call) (*envelope.Response, error) {
	l.stores = append(l.stores, c.Blobs)
	w, err := c.Blobs.Create("attachment", "")
	if err == nil {
		_, err = w.Commit()
	}
	return &envelope.Response{Success: true, Data: []any{}}, err
}

// What one page keeps is gone before the next: a hundred pages of mails with
// attachments take what one takes, and meet no bound of a call.
func TestEachPageHasItsOwnBytes(t *testing.T) {
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "gmail", Tools: []abi.Tool{{
		Name: "gmail_list_drafts", Action: "listDrafts", Actions: []string{"listDrafts"}, Input: abi.Raw(`{"type":"object","additionalProperties":false}`),
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	l := &lister{}
	p := &pager{app: &App{}}
	pipeline := &invoke.Pipeline{Catalog: x, Modules: l, Risk: tables, Backend: l, Clock: func() abi.Clock { return abi.Clock{} }}
	for range 2 {
		if _, err := p.page(t.Context(), pipeline, invoke.Request{Tool: x.Tool("gmail_list_drafts"), Args: map[string]any{}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.stores) != 2 || l.stores[0] == l.stores[1] {
		t.Fatalf("stores %v", l.stores)
	}
	for i, s := range l.stores {
		if _, ok := s.Get("b1"); ok {
			t.Errorf("page %d still holds its bytes", i+1)
		}
	}
}

// The items of a page are those of its lists: of the one that there is, or of
// several that all hold things with ids.
func TestItemsOfAPage(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"a list", `[1,2]`, `[1,2]`},
		{"a list beside other values", `{"fileId":"f1","comments":[{"id":"c1"}]}`, `[{"id":"c1"}]`},
		{"a list of texts", `{"addresses":["ana@example.com"]}`, `["ana@example.com"]`},
		{"files and folders", `{"folders":[{"id":"d1"}],"files":[{"id":"f1"},{"id":"f2"}],"limit":200}`, `[{"id":"f1"},{"id":"f2"},{"id":"d1"}]`},
		{"files and no folder", `{"folders":[],"files":[{"id":"f1"}]}`, `[{"id":"f1"}]`},
		{"an empty folder", `{"folders":[],"files":[]}`, `[]`},
		{"things and texts", `{"labels":["a"],"messages":[{"id":"m1"}]}`, ``},
		{"things and values without ids", `{"events":[{"id":"e1"}],"reminders":[{"minutes":10}]}`, ``},
		{"no list", `{"file":{"id":"f1"}}`, ``},
		{"nothing", `null`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			var data any
			if err := json.Unmarshal([]byte(c.data), &data); err != nil {
				t.Fatal(err)
			}
			items, ok := pageItems(&catalog.Tool{}, data)
			got, err := json.Marshal(items)
			if err != nil || ok != (c.want != "") || ok && string(got) != c.want {
				t.Errorf("%s %v %v, want %s", got, ok, err, c.want)
			}
		})
	}
}
