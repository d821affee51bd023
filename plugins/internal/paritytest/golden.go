package paritytest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// CatalogGolden shows a change of a tool's text or schema as a difference of
// testdata/catalog.json, for people to read. With -update it writes the file.
func CatalogGolden(t *testing.T, p plugin.Plugin) {
	t.Helper()
	golden := filepath.Join("testdata", "catalog.json")
	text, err := p.Call(abi.ExportCatalog, nil)
	if err != nil {
		t.Fatal(err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, text, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	if *update {
		if err := os.WriteFile(golden, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v: run go test . -run Golden -update", err)
	}
	if !bytes.Equal(pretty.Bytes(), want) {
		t.Errorf("the catalog differs from %s: read the change, then run go test . -run Golden -update", golden)
	}
}
