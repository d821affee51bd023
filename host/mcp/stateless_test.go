package mcp

import (
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/invoke"
)

// TestStatelessLinksToNothing: where a session ends with its request no answer
// links to what nobody could read; what is cut is said all the same.
func TestStatelessLinksToNothing(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		d := newDesk(t, Elicit)
		d.options.Stateless = stateless
		s := d.connect("", nil)
		templates, err := s.ListResourceTemplates(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		offered := false
		for _, one := range templates.ResourceTemplates {
			offered = offered || strings.HasPrefix(one.URITemplate, blobPlace)
		}
		if offered == stateless {
			t.Errorf("stateless %v: the place for blobs is offered: %v", stateless, offered)
		}
		if !stateless {
			continue
		}
		o := d.options
		put := o.shelves.forCall(&sdk.ServerSession{}, o.blobOptions(nil))
		res := caller{o: o, tool: o.Tools[0].Tool}.answerWith(&invoke.Result{Response: &envelope.Response{
			Success: true, Data: map[string]any{"text": strings.Repeat("word ", 20_000)},
		}}, nil, put)
		if len(res.Content) != 1 || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "cut here") {
			t.Errorf("%d parts", len(res.Content))
		}
	}
}
