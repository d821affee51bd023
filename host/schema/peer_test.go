package schema

import (
	"encoding/json"
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
