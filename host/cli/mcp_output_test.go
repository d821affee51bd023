package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/vectors"
)

// outputs are the output schemas of all tools, as a client that validates has
// compiled them.
func outputs(t *testing.T, w *proxyWorld) map[string]*jsonschema.Schema {
	t.Helper()
	all := map[string]*jsonschema.Schema{}
	for tool, err := range w.client.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if tool.OutputSchema == nil {
			continue // the host's own
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("mem:"+tool.Name, tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		if all[tool.Name], err = c.Compile("mem:" + tool.Name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// listKey is the member of data at which a schema promises a list; "" for none.
func listKey(s *jsonschema.Schema) string {
	for key := range s.Properties["data"].Properties {
		return key
	}
	return ""
}

// TestMCPAnswersKeepTheirSchema sends the arguments of every invoke vector, with
// a proxy that answers in every form that one may have: what a client gets fits the
// schema that the full list shows. That holds for failures, too: the TypeScript
// client drops one that does not.
func TestMCPAnswersKeepTheirSchema(t *testing.T) {
	needPlugins(t)
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	public := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(public, []byte("[policy]\npublic_sharing = \"allow\"\nexternal = \"allow\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{config.EnvConfig: public}
	believed := newProxyWorld(t, vars, "--confirm", "argument", "--list", "full")
	waits := newProxyWorld(t, vars, "--confirm", "draft", "--list", "full")
	schemas := outputs(t, believed)
	kinds := map[string]int{}
	lists := map[string]bool{}
	fits := func(tool string, res *sdk.CallToolResult, said string) string {
		o, _ := res.StructuredContent.(map[string]any)
		switch {
		case o == nil:
			return "no structuredContent: " + said
		case res.IsError && o["success"] != true: // else it is a batch of which a part failed
			kinds["failure"]++
		}
		for _, key := range []string{"draftId", "partial", "truncated", "pagination", "warnings"} {
			if o[key] != nil {
				kinds[key]++
			}
		}
		if err := schemas[tool].Validate(o); err != nil {
			return fmt.Sprintf("%v\n%s", err, normalJSON(t, o))
		}
		return ""
	}
	for _, v := range vectors.Load(t, "invoke") {
		if v.Kind == "outcome" {
			continue
		}
		var in invokeInput
		decodeInto(t, v.Input, &in)
		var want invokeWant
		decodeInto(t, v.Expected, &want)
		if schemas[in.Tool] == nil {
			t.Fatalf("%s has no output schema", in.Tool)
		}
		service, _, _ := strings.Cut(in.Tool, "_")
		key := listKey(schemas[in.Tool])
		bodies := []string{`{"success":true,"data":null}`, `{"success":true,"data":{"id":"x1"},"warnings":["w"]}`}
		if key != "" {
			lists[in.Tool] = true
			bodies = append(bodies,
				fmt.Sprintf(`{"success":true,"data":{%q:[{"id":%q}]},"pagination":{"nextPageToken":"n","hasMore":true}}`, key, strings.Repeat("x", 30_000)),
				fmt.Sprintf(`{"success":true,"data":{%q:null},"pagination":{}}`, key),
				`{"success":true,"data":[]}`, fmt.Sprintf(`{"success":true,"data":{%q:"none"}}`, key), `{"success":true,"data":"none"}`)
		}
		if want.Action == risk.Batch {
			bodies = append(bodies, `{"success":true,"partial":true,"data":{},"results":[{"success":true},{"success":false,"error":{"code":"NOT_FOUND","message":"m"}}]}`)
		}
		args := any(in.Arguments)
		for _, body := range bodies {
			believed.answer(200, body)
			res, said := believed.call(t, in.Tool, args)
			if strings.HasPrefix(said, "["+string(fault.ConfirmationRequired)+"] ") {
				args = withYes(t, tables, service, want.Action, in.Arguments)
				res, said = believed.call(t, in.Tool, args)
			}
			if msg := fits(in.Tool, res, said); msg != "" {
				t.Errorf("%s, %.100s: %s", v.ID, body, msg)
			}
			if strings.Contains(body, `"none"`) && !res.IsError {
				t.Errorf("%s: an answer without its list is shown: %s", v.ID, said)
			}
			if strings.HasPrefix(said, "["+string(fault.MalformedResponse)+"] ") {
				kinds["without its list"]++
			}
		}
		res, said := waits.call(t, in.Tool, in.Arguments)
		if msg := fits(in.Tool, res, said); msg != "" {
			t.Errorf("%s, waiting: %s", v.ID, msg)
		}
	}
	for _, kind := range []string{"failure", "draftId", "truncated", "pagination", "warnings", "partial", "without its list"} {
		if kinds[kind] == 0 {
			t.Errorf("no answer was a case of %s: %v", kind, kinds)
		}
	}
	for tool, schema := range schemas {
		if listKey(schema) != "" && !lists[tool] {
			t.Errorf("%s promises a list and was not tried", tool)
		}
	}
	if len(lists) == 0 {
		t.Error("no tool promises a list")
	}
}
