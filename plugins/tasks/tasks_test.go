package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(tasks()), os.DirFS("testdata/cases"))
}

// TestCatalogGolden shows a change of a tool's text or schema as a difference
// of testdata/catalog.json, for people to read.
func TestCatalogGolden(t *testing.T) {
	const golden = "testdata/catalog.json"
	text, err := tasks().Call(abi.ExportCatalog, nil)
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
		t.Fatal(err)
	}
	if !bytes.Equal(pretty.Bytes(), want) {
		t.Errorf("the catalog differs from %s: read the change, then run go test ./plugins/tasks -run Golden -update", golden)
	}
}
