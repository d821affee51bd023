package paritytest

import (
	"encoding/json"
	"testing"

	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

var services = []string{"drive", "gmail", "calendar", "sheets", "slides", "docs", "tasks", "forms"}

// outer are the arguments that a batch has for all of its operations.
var outer = map[string]string{"sheets": "spreadsheetId", "slides": "presentationId", "docs": "documentId"}

// peerPlugin is a plugin that is the peer, without checks: its single tools are
// recorded, its batch tool is made of them as ours are.
func peerPlugin(t testing.TB, service string) (plugin.Plugin, abi.Catalog) {
	t.Helper()
	return peerPluginWith(t, service, func(*abi.Tool) {})
}

// peerPluginWith changes the single tools before the batch is made of them.
func peerPluginWith(t testing.TB, service string, change func(*abi.Tool)) (plugin.Plugin, abi.Catalog) {
	t.Helper()
	table := &actions.Table{Service: service, MaxOperations: 20}
	var tools []abi.Tool
	var batch peerTool
	batchAt := -1
	for i, p := range peerTools(t, service) {
		if p.IsBatchTool {
			batch, batchAt = p, i
			table.Batch = p.Name
			continue
		}
		for _, a := range p.Actions {
			table.Rows = append(table.Rows, actions.Row{Name: a, Tool: p.Name})
		}
		single := tool(t, p)
		change(&single)
		tools = append(tools, single)
	}
	table.Choose = func(tool string, args value.Value) string {
		if tool == "drive_list_folders" && args.Get("folderId").Text() == "" {
			return "folderListRoot"
		}
		return ""
	}
	b := google.Batch{What: "things", When: "Always.", Confirm: "delete"}
	if key, ok := outer[service]; ok {
		shape := value.Value{}
		for _, m := range mustParse(t, batch.InputSchema).Get("properties").Members() {
			if m.Key == key {
				shape = m.Value
			}
		}
		b.Outer = []schema.Field{schema.Required(key, schema.String().Pattern(shape.Get("pattern").Text()).Describe("Which."))}
	}
	if service == "drive" {
		b.Omit = []schema.Omit{{Action: "folderListRoot", Key: "folderId"}}
	}
	tools = google.Insert(tools, batchAt, google.BatchTool(table, tools, b))
	catalog := abi.Catalog{ABI: abi.Version, Service: service, Tools: tools}
	return plugin.Plugin{Catalog: func() abi.Catalog { return catalog }, Transform: table.Transform}, catalog
}

// tool makes a tool of ours of a recorded one: with texts, our formats and a
// type beside choices.
func tool(t testing.TB, p peerTool) abi.Tool {
	t.Helper()
	out := abi.Tool{
		Name: p.Name, Title: "T", Description: "D.", Action: p.Action, Actions: p.Actions, Group: p.Group,
		BatchEligible: p.BatchEligible,
		Output:        &abi.Output{Kind: p.Formatter.Kind, ItemsKey: p.Formatter.ItemsKey, Noun: p.Formatter.Noun},
		Input:         abi.Raw(ourForm(mustParse(t, p.InputSchema)).JSON()),
	}
	if out.Output.Kind == "list" {
		out.Output.Columns = []abi.Column{{Key: "id", Title: "Id"}}
	}
	return out
}

func ourForm(s value.Value) value.Value {
	if check := s.Get("x-check").Text(); check != "" {
		s.Set("format", value.String(formats[check]))
		s.Set("x-check", value.Value{})
	}
	properties := s.Get("properties")
	for _, m := range properties.Members() {
		member := ourForm(m.Value)
		member.Set("description", value.String("What."))
		properties.Set(m.Key, member)
	}
	s.Set("properties", properties)
	if items := s.Get("items"); items.Exists() {
		s.Set("items", ourForm(items))
	}
	if choices := s.Get("anyOf"); choices.Exists() {
		var types []value.Value
		for _, c := range choices.Items() {
			types = append(types, c.Get("type"))
		}
		s.Set("type", value.Array(types...))
	}
	return s
}

func mustParse(t testing.TB, text json.RawMessage) value.Value {
	t.Helper()
	v, err := value.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The peer agrees with itself in every service, its batch being made as ours
// are.
func TestThePeerAgreesWithItself(t *testing.T) {
	for _, service := range services {
		t.Run(service, func(t *testing.T) {
			p, catalog := peerPlugin(t, service)
			CompareTools(t, catalog, service, Options{})
			Vectors(t, p, service)
		})
	}
}
