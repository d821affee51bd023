//lint:file-ignore SA1019 logging is being retired from the protocol, and the clients of today use it

package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/sdk/abi"
)

// nowhere fails the test at each request: these plugins have no route.
type nowhere struct{ t *testing.T }

func (n nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("a request left: %s %s", r.Method, r.URL)
	return nil, http.ErrUseLastResponse
}

// withPlugin puts a plugin of the conformance suite, as Wasm in its sandbox, in the
// place of the desk's service, granted what it asks for.
func (d *desk) withPlugin(name string) {
	t := d.t
	t.Helper()
	m := sandboxtest.Load(t, sandboxtest.New(t), "../../test/mcp/plugins/"+name)
	c, err := guest.Catalog(t.Context(), sandboxtest.Begin(t, m))
	if err != nil {
		t.Fatal(err)
	}
	x, err := catalog.Build([]*abi.Catalog{c})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := d.pipeline.Risk.With(name, c.Requests)
	if err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	d.pipeline.Catalog, d.pipeline.Modules, d.pipeline.Risk = x, module{m}, tables
	d.pipeline.Backend = rest.New(rest.Options{Name: "rest", Routes: routes, Risk: tables, Transport: nowhere{t}, Limits: limits.Default()})
	d.options.Tools = Select(x, tables, Selection{})
}

// What the plugin shows are contents of the protocol, in its order, behind the text
// and marked as what comes from outside.
func TestAPluginShowsContents(t *testing.T) {
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			d := newDesk(t, Elicit)
			d.withPlugin("test")
			s := d.connect(version, nil)
			for tool, want := range map[string][]string{
				"test_simple_text":            {"text This is a simple text response for testing."},
				"test_image_content":          {"text A picture:", "image image/png 69"},
				"test_audio_content":          {"text A sound:", "audio audio/wav 52"},
				"test_embedded_resource":      {"text A resource:", "resource test://embedded-resource text/plain This is an embedded resource content."},
				"test_multiple_content_types": {"text Multiple content types test:", "image image/png 69", `resource test://mixed-content-resource application/json {"test":"data","value":123}`},
			} {
				res := call(t, s, tool, nil, nil)
				var got []string
				for _, c := range res.Content {
					got = append(got, contentWords(c))
				}
				if res.IsError || !slices.Equal(got, want) {
					t.Errorf("%s: %q", tool, got)
				}
				raw, err := json.Marshal(res)
				if err != nil || strings.Count(string(raw), `"untrusted_external"`) < len(want) {
					t.Errorf("%s is not marked: %s", tool, raw)
				}
				if o, _ := res.StructuredContent.(map[string]any); fmt.Sprint(o["data"]) != "map[done:true]" || o["content"] != nil {
					t.Errorf("%s: the envelope is %v", tool, o)
				}
			}
			res := call(t, s, "test_error_handling", nil, nil)
			if !res.IsError || !strings.Contains(contentWords(res.Content[0]), "This tool intentionally returns an error for testing") {
				t.Errorf("a failure: %+v", res)
			}
		})
	}
}

func contentWords(c sdk.Content) string {
	switch c := c.(type) {
	case *sdk.TextContent:
		return "text " + c.Text
	case *sdk.ImageContent:
		return fmt.Sprintf("image %s %d", c.MIMEType, len(c.Data))
	case *sdk.AudioContent:
		return fmt.Sprintf("audio %s %d", c.MIMEType, len(c.Data))
	case *sdk.EmbeddedResource:
		return fmt.Sprintf("resource %s %s %s", c.Resource.URI, c.Resource.MIMEType, c.Resource.Text+string(c.Resource.Blob))
	case *sdk.ResourceLink:
		return fmt.Sprintf("link %s %d", c.MIMEType, *c.Size)
	}
	return fmt.Sprintf("%T", c)
}

// The plugin's own numbers are told, the first of them 0, and no count of the
// host's between them.
func TestAPluginTellsProgress(t *testing.T) {
	d := newDesk(t, Elicit)
	d.withPlugin("test")
	h, o := listen()
	s := d.connect("2025-11-25", o)
	p := &sdk.CallToolParams{Name: "test_tool_with_progress"}
	p.SetProgressToken("far")
	if res, err := s.CallTool(t.Context(), p); err != nil || res.IsError {
		t.Fatalf("%+v, %v", res, err)
	}
	h.wait(t, 3)
	h.mu.Lock()
	defer h.mu.Unlock()
	var got []string
	for _, n := range h.progress {
		got = append(got, fmt.Sprintf("%v %v/%v %s", n.ProgressToken, n.Progress, n.Total, n.Message))
	}
	if want := []string{"far 0/100 begun", "far 50/100 half of it", "far 100/100 all of it"}; !slices.Equal(got, want) {
		t.Errorf("told %q", got)
	}
}

// The log of a plugin goes to the client that made the call, from the level on that
// it set, under the plugin's name; to nobody else, and into no record.
func TestAPluginLogsToItsCaller(t *testing.T) {
	d := newDesk(t, Elicit)
	d.withPlugin("test")
	server, err := New(d.options)
	if err != nil {
		t.Fatal(err)
	}
	open := func(level sdk.LoggingLevel) (*heard, *sdk.ClientSession) {
		near, far := sdk.NewInMemoryTransports()
		if _, err := server.Connect(t.Context(), far, nil); err != nil {
			t.Fatal(err)
		}
		h, o := listen()
		s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(), near, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		if err := s.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: level}); err != nil {
			t.Fatal(err)
		}
		return h, s
	}
	mine, s := open("info")
	other, beside := open("debug")
	quiet, third := open("warning")
	call(t, third, "test_tool_with_logging", nil, nil)
	call(t, s, "test_tool_with_logging", nil, nil)
	call(t, beside, "test_simple_text", nil, nil)
	mine.wait(t, 4)
	other.wait(t, 1)
	var got []string
	mine.mu.Lock()
	defer mine.mu.Unlock()
	for _, l := range mine.logs {
		if m, _ := l.Data.(map[string]any); strings.HasPrefix(l.Logger, "plugin:") {
			got = append(got, fmt.Sprint(l.Level, " ", l.Logger, " ", m["message"], " ", l.Meta["trust"]))
		}
	}
	var want []string
	for _, words := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		want = append(want, "info plugin:test "+words+" untrusted_external")
	}
	if !slices.Equal(got, want) {
		t.Errorf("heard %q", got)
	}
	for name, h := range map[string]*heard{"another client": other, "one that wants warnings": quiet} {
		h.mu.Lock()
		for _, l := range h.logs {
			if strings.HasPrefix(l.Logger, "plugin:") {
				t.Errorf("%s heard %v", name, l.Data)
			}
		}
		h.mu.Unlock()
	}
	if raw, err := json.Marshal(d.log); err != nil || bytes.Contains(raw, []byte("Tool ")) {
		t.Errorf("the records hold the log: %s", raw)
	}
}

// Definitions are on the wire as they were written, and checked through.
func TestAPluginHasDefinitions(t *testing.T) {
	d := newDesk(t, Elicit)
	d.withPlugin("json")
	s := d.connect("", nil)
	const tool = "json_schema_2020_12_tool"
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list.Tools, func(one *sdk.Tool) bool { return one.Name == tool })
	in, _ := list.Tools[i].InputSchema.(map[string]any)
	if in["$schema"] != "https://json-schema.org/draft/2020-12/schema" || in["additionalProperties"] != false || fmt.Sprint(in["$defs"]) == "<nil>" ||
		!strings.Contains(fmt.Sprint(in["properties"]), "map[$ref:#/$defs/address]") {
		t.Errorf("listed as %v", in)
	}
	res := call(t, s, tool, map[string]any{"name": "Ana", "address": `{"city":"Rome"}`}, nil)
	if o, _ := res.StructuredContent.(map[string]any); res.IsError || fmt.Sprint(o["data"]) != "map[address:map[city:Rome] name:Ana]" {
		t.Errorf("%+v", res.StructuredContent)
	}
	for _, wrong := range []any{map[string]any{"city": 5}, map[string]any{"town": "Rome"}, "Rome"} {
		if res := call(t, s, tool, map[string]any{"address": wrong}, nil); codeOf(res) != "USAGE" {
			t.Errorf("%v: %+v", wrong, res.StructuredContent)
		}
	}
}
