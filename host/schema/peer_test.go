package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/vectors"
	"github.com/wslite/wslite/sdk/abi"
)

// The peer's schemas name rules that JSON Schema lacks in x-check; ours are
// formats.
var peerFormats = strings.NewReplacer(
	`"format":"uri",`, ``, `,"format":"uri"`, ``,
	`"x-check":"isoDateTime"`, `"format":"iso-date-time"`,
	`"x-check":"emailList"`, `"format":"email-list"`,
	`"x-check":"email"`, `"format":"email"`,
	`"x-check":"httpsUrl"`, `"format":"https-url"`,
	`"x-check":"formula"`, `"format":"formula"`,
	`"x-check":"noFormulaPrefix"`, `"format":"no-formula-prefix"`,
)

// peerIndex builds the peer's 218 tools as our catalogs.
var peerIndex = sync.OnceValues(func() (*catalog.Index, error) {
	var tools []struct {
		Name, Service, Action string
		Actions               []string
		IsBatchTool           bool
		InputSchema           abi.Raw
		CLI                   struct{ ParamsJSONOnly bool }
	}
	if err := json.Unmarshal(peerTools, &tools); err != nil {
		return nil, err
	}
	var cats []*abi.Catalog
	byName := map[string]*abi.Catalog{}
	for _, p := range tools {
		c := byName[p.Service]
		if c == nil {
			c = &abi.Catalog{ABI: abi.Version, Service: p.Service}
			byName[p.Service] = c
			cats = append(cats, c)
		}
		c.Tools = append(c.Tools, abi.Tool{Name: p.Name, Action: p.Action, Actions: p.Actions, IsBatchTool: p.IsBatchTool,
			Input: abi.Raw(peerFormats.Replace(string(p.InputSchema))), CLI: &abi.CLI{ParamsJSONOnly: p.CLI.ParamsJSONOnly}})
	}
	return catalog.Build(cats)
})

var peerTools []byte

func peer(t testing.TB) *catalog.Index {
	t.Helper()
	if peerTools == nil {
		peerTools = vectors.Read(t, "parity/tools.json")
	}
	x, err := peerIndex()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func peerSchema(t testing.TB, name string) (*Schema, *catalog.Tool) {
	t.Helper()
	tool := peer(t).Tool(name)
	if tool == nil {
		t.Fatalf("no tool %s", name)
	}
	s, err := Compile(tool.Input)
	if err != nil {
		t.Fatal(err)
	}
	return s, tool
}

func TestPeerToolsVerify(t *testing.T) {
	for _, tool := range peer(t).Tools() {
		if err := Verify(tool); err != nil {
			t.Error(err)
		}
	}
}

// pluginIndex builds the catalogs of the plugins in this repository, from
// their golden files.
func pluginIndex(t testing.TB) *catalog.Index {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(vectors.Root(t), "plugins", "*", "testdata", "catalog.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	var cats []*abi.Catalog
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var c abi.Catalog
		if err := json.Unmarshal(b, &c); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		cats = append(cats, &c)
	}
	x, err := catalog.Build(cats)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPluginToolsVerify: every tool of ours has a schema that strict clients
// take and flags that collide with nothing.
func TestPluginToolsVerify(t *testing.T) {
	for _, tool := range pluginIndex(t).Tools() {
		if err := Verify(tool); err != nil {
			t.Error(err)
		}
	}
}
