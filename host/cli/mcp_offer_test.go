package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/host/schema"
)

// agent runs wslite with the arguments and gives the session of a client at its
// other end. The server must end well.
func agent(t *testing.T, e Env, o *sdk.ClientOptions, args ...string) *sdk.ClientSession {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	var errs bytes.Buffer // read once the server has ended
	e.Streams = Streams{In: in, Out: out, Err: &errs}
	ended := make(chan int, 1)
	go func() {
		ended <- Main(context.Background(), args, e)
		out.Close()
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).
		Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		toServer.Close()
		if code := <-ended; code != 0 {
			t.Errorf("the server ended with %d: %s", code, errs.String())
		}
	})
	return s
}

// said calls a tool and gives its text, or the protocol's error.
func said(t *testing.T, s *sdk.ClientSession, tool string, args map[string]any) string {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	for _, c := range res.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			b.WriteString(text.Text)
		}
	}
	return b.String()
}

func offeredNames(t *testing.T, s *sdk.ClientSession) []string {
	t.Helper()
	res, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range res.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// operation is the argument of a batch of one action.
func operation(action string, params map[string]any) map[string]any {
	return map[string]any{"operations": []any{map[string]any{"action": action, "params": params}}}
}

// TestAServerHoldsToWhatItOffers: what the flags leave out can be reached neither
// by its name, nor in a batch, nor by way of call_tool, whatever the agent says
// of confirmation.
func TestAServerHoldsToWhatItOffers(t *testing.T) {
	needPlugins(t)
	mail := map[string]any{"to": "ana@example.com", "subject": "Rent", "body": "Paid.", "confirm": true}
	star := map[string]any{"messageId": "m1"}
	through := func(args map[string]any) map[string]any {
		return map[string]any{"name": "gmail_batch", "arguments": args}
	}
	for name, c := range map[string]struct {
		flags []string
		tool  string
		args  map[string]any
		want  []string // words of the refusal
	}{
		"a tool of a higher set":   {[]string{"--toolset", "organise"}, "gmail_send", mail, []string{"error:", "unknown tool"}},
		"an operation":             {[]string{"--toolset", "organise"}, "gmail_batch", operation("send", mail), []string{"ACTION_NOT_ALLOWED", "send", "--toolset"}},
		"by call_tool":             {[]string{"--toolset", "organise", "--discover"}, "call_tool", through(operation("send", mail)), []string{"ACTION_NOT_ALLOWED", "--toolset"}},
		"call_tool itself":         {[]string{"--toolset", "organise", "--discover"}, "call_tool", map[string]any{"name": "gmail_send", "arguments": mail}, []string{"USAGE", "gmail_send"}},
		"a write where it reads":   {[]string{"--read-only"}, "gmail_batch", operation("star", star), []string{"ACTION_NOT_ALLOWED", "read-only", "--read-only"}},
		"the set of reads":         {[]string{"--toolset", "read"}, "gmail_batch", operation("star", star), []string{"ACTION_NOT_ALLOWED", "--toolset"}},
		"an action of no tool":     {[]string{"--tools", "gmail_batch,gmail_list_*"}, "gmail_batch", operation("star", star), []string{"ACTION_NOT_ALLOWED", "gmail_star", "--tools"}},
		"a tool of no pattern":     {[]string{"--tools", "gmail_batch,gmail_get_*"}, "gmail_star", star, []string{"error:", "unknown tool"}},
		"another service":          {[]string{"--service", "gmail"}, "drive_about", nil, []string{"error:", "unknown tool"}},
		"another, by call_tool":    {[]string{"--service", "gmail", "--discover"}, "call_tool", map[string]any{"name": "drive_about"}, []string{"USAGE", "drive_about"}},
		"deleting is in no write":  {[]string{"--toolset", "write"}, "gmail_batch", operation("trashMessage", map[string]any{"messageId": "m1", "confirm": true}), []string{"ACTION_NOT_ALLOWED", "--toolset"}},
		"both flags that restrict": {[]string{"--toolset", "all", "--read-only"}, "gmail_batch", operation("star", star), []string{"ACTION_NOT_ALLOWED", "--read-only"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := agent(t, testEnv(t, t.TempDir(), nil), nil, append([]string{"-q", "--local", "mcp", "--confirm", "argument"}, c.flags...)...)
			got := said(t, s, c.tool, c.args)
			for _, word := range c.want {
				if !strings.Contains(got, word) {
					t.Errorf("%q is not in %q", word, got)
				}
			}
		})
	}
	// What is left works.
	s := agent(t, testEnv(t, t.TempDir(), nil), nil, "-q", "--local", "mcp", "--read-only", "--tools", "gmail_*")
	if got := said(t, s, "gmail_batch", operation("listLabels", map[string]any{})); strings.Contains(got, "[") && strings.Contains(got, "NOT_ALLOWED") || strings.HasPrefix(got, "error") {
		t.Errorf("a read in a batch: %q", got)
	}
}

// TestServerNames: clients of workspace-lite know the server of one service by its
// name.
func TestServerNames(t *testing.T) {
	for want, names := range map[string][]string{
		"google-workspace-gmail": {"gmail"}, "google-workspace-docs": {"docs", "docs"}, "wslite": {"gmail", "docs"},
	} {
		if got := (offerOptions{services: names}).serverName(); got != want {
			t.Errorf("%v: %s, want %s", names, got, want)
		}
	}
	if got := (offerOptions{}).serverName(); got != "wslite" {
		t.Errorf("all services: %s", got)
	}
}

// TestOffersThatMeanNothing end the start with the word at fault.
func TestOffersThatMeanNothing(t *testing.T) {
	needPlugins(t)
	for flags, want := range map[string]string{
		"--service gmial": "gmail", "--toolset reed": "read", "--list ful": "full", "--tools grive_*": "grive_*",
		"--service gmail --tools drive_*": "no tool passes",
	} {
		var out, errs bytes.Buffer
		e := testEnv(t, t.TempDir(), nil)
		e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
		code := Main(context.Background(), append([]string{"--local", "mcp"}, strings.Fields(flags)...), e)
		if code != 4 || out.Len() > 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit %d, %q, %q", flags, code, out.String(), errs.String())
		}
	}
}

// TestTheOperatorsPolicyShortensTheList: what it refuses whatever the arguments is
// not offered.
func TestTheOperatorsPolicyShortensTheList(t *testing.T) {
	needPlugins(t)
	home := t.TempDir()
	file := filepath.Join(home, "wslite.toml")
	if err := os.WriteFile(file, []byte("[policy]\nallow_classes = [\"read\", \"write\"]\ndeny_tools = [\"gmail_star\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	names := offeredNames(t, agent(t, testEnv(t, home, nil), nil, "-q", "--local", "--config", file, "mcp", "--service", "gmail"))
	for name, want := range map[string]bool{"gmail_archive": true, "gmail_star": false, "gmail_send": false, "gmail_get_message": true} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s is offered: %v", name, !want)
		}
	}
}

// TestPluginsComeAndGoWhileServing: a plugin that is added is told of, listed with
// its service in front of its names, and works; one that is removed is gone.
func TestPluginsComeAndGoWhileServing(t *testing.T) {
	needPlugins(t)
	w := pluginWorld{t, t.TempDir(), newNotesService(t)}
	wasm := sandboxtest.BuildRaw(t, filepath.Join("..", "..", "examples", "plugins", "notes"))
	file := filepath.Join(t.TempDir(), "notes.wasm")
	if err := os.WriteFile(file, wasm, 0o600); err != nil {
		t.Fatal(err)
	}
	e := testEnv(t, w.home, nil)
	e.Transport = w.svc.transport()
	told := make(chan struct{}, 4)
	s := agent(t, e, &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { told <- struct{}{} }}, "-q", "mcp")
	if names := offeredNames(t, s); slices.Contains(names, "notes_list") {
		t.Fatal("notes_list is there before its plugin")
	}
	w.want(0, "added notes", "y\n", "plugin", "add", file)
	if names := offeredNames(t, s); !slices.Contains(names, "notes_list") || !slices.Contains(names, "gmail_send") {
		t.Errorf("after the plugin was added: %d tools", len(names))
	}
	<-told
	if got := said(t, s, "notes_list", map[string]any{"limit": 5}); !strings.Contains(got, "Milk") {
		t.Errorf("notes_list says %q", got)
	}
	w.want(0, "removed notes", "", "plugin", "remove", "notes")
	if got := said(t, s, "notes_list", nil); !strings.Contains(got, "unknown tool") {
		t.Errorf("after the plugin was removed notes_list says %q", got)
	}
	<-told
	if names := offeredNames(t, s); slices.Contains(names, "notes_list") { // and all that was sent is read
		t.Error("notes_list is still listed")
	}
}

// TestHoldingOnlyTightens: a call that a policy refuses stays refused under every
// set of flags, and one that they forbid is refused under every policy.
func TestHoldingOnlyTightens(t *testing.T) {
	needPlugins(t)
	a := newApp(testEnv(t, t.TempDir(), nil))
	x, err := a.catalog()
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	policies := []policy.Policy{
		{}, {ReadOnly: true}, {AllowClasses: []string{"read", "send"}}, {DenyClasses: []string{"write"}},
		{AllowTools: []string{"gmail_*"}}, {DenyTools: []string{"gmail_star"}}, {AllowClasses: []string{}, AllowTools: []string{}},
	}
	holdings := []*holding{
		nil, {}, {readOnly: true}, {classes: []risk.Class{risk.Read, risk.Write}}, {tools: []string{"gmail_*", "drive_about"}},
		{readOnly: true, classes: []risk.Class{risk.Write}, tools: []string{"docs_*"}},
	}
	for _, tool := range x.Tools() {
		if tool.IsBatchTool {
			continue
		}
		in := policy.Input{Service: tool.Service, Tool: tool.Name, Action: tool.Action, Class: tables.Resolve(tool.Service, tool.Action, nil), Risk: tables}
		for i, p := range policies {
			p.External = policy.ExternalAllow
			for j, h := range holdings {
				before := p.Decide(in).Allowed
				held := h.apply(p, x).Decide(in).Allowed
				if held && !before || held && !passes(h, tool, in.Class) {
					t.Errorf("policy %d, flags %d: %s is allowed", i, j, tool.Name)
				}
				if before && passes(h, tool, in.Class) && !held {
					t.Errorf("policy %d, flags %d: %s is refused", i, j, tool.Name)
				}
			}
		}
	}
}

// passes says what flags mean, in the plainest way.
func passes(h *holding, t *catalog.Tool, c risk.Class) bool {
	return h == nil || (!h.readOnly || c == risk.Read) && (h.classes == nil || slices.Contains(h.classes, c)) &&
		(len(h.tools) == 0 || policy.MatchesAny(h.tools, t.Name))
}

// TestExamplesAreArguments: every example that stands in a catalog can be shown to
// an agent, unless it names files of this machine, and is a call by the short list
// too, as another validator reads it.
func TestExamplesAreArguments(t *testing.T) {
	needPlugins(t)
	x, err := newApp(testEnv(t, t.TempDir(), nil)).catalog()
	if err != nil {
		t.Fatal(err)
	}
	res, err := agent(t, testEnv(t, t.TempDir(), nil), nil, "-q", "--local", "mcp").ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	shown, all := 0, 0
	for _, tool := range x.Tools() {
		examples := exampleArgs(tool)
		all, shown = all+len(tool.Examples), shown+len(examples)
		at := slices.IndexFunc(res.Tools, func(l *sdk.Tool) bool { return l.Name == tool.Name })
		short := compiled(t, tool.Name, res.Tools[at].InputSchema)
		for _, args := range examples {
			props, _ := res.Tools[at].InputSchema.(map[string]any)["properties"].(map[string]any)
			for key, v := range args {
				// A number that the list shows as text is taken as text.
				if n, ok := v.(json.Number); ok && props[key] != nil && props[key].(map[string]any)["type"] == "string" {
					args[key] = n.String()
				}
			}
			if s, err := schema.Compile(tool.Input); err != nil {
				t.Error(err)
			} else if _, err := s.Check(args); err != nil {
				t.Errorf("%s: the host refuses what the list shows: %v", tool.Name, err)
			}
			delete(args, catalog.KeyIdempotencyKey)
			if err := short.Validate(plainJSON(t, args)); err != nil {
				t.Errorf("%s: the list does not allow the example %v: %v", tool.Name, args, err)
			}
			for key := range args {
				if props[key] == nil {
					t.Errorf("%s: the list does not show %s of the example", tool.Name, key)
				}
			}
		}
	}
	if shown < all*9/10 || shown > all {
		t.Errorf("%d of %d examples can be shown", shown, all)
	}
}

// compiled is a schema as any client reads it.
func compiled(t *testing.T, name string, input any) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, plainJSON(t, input)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

func plainJSON(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A client that leaves while something is being written has ended the server,
// and well.
func TestAClientThatLeavesIsNoFailure(t *testing.T) {
	needPlugins(t)
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	fromServer.Close()
	var errs bytes.Buffer
	e := testEnv(t, t.TempDir(), nil)
	e.Streams = Streams{In: in, Out: out, Err: &errs}
	go func() {
		io.WriteString(toServer, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`+"\n")
		toServer.Close()
	}()
	if code := Main(context.Background(), []string{"--local", "mcp"}, e); code != 0 {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}
