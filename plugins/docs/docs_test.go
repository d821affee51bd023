package main

import (
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(docs()), os.DirFS("testdata/cases"))
}

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, docs()) }

// TestToolsAreThePeers: the peer calls docs_create_document fit for a batch,
// which its batch can't hold.
func TestToolsAreThePeers(t *testing.T) {
	c := catalog()
	for i := range c.Tools {
		if t := &c.Tools[i]; t.Name == "docs_create_document" {
			t.BatchEligible = !t.BatchEligible
		}
	}
	paritytest.CompareTools(t, c, "docs", paritytest.Options{})
}

// TestVectors: an operation that changes nothing about the page is refused in
// a batch as it is alone. The peer's validators never run in batches.
func TestVectors(t *testing.T) {
	paritytest.Vectors(t, docs(), "docs", "docs_batch/batchMin-2")
}

// maxModule is the budget for the module in bytes; raise it only with a reason
// here.
const maxModule = 2_300_000

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }
