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
	plugintest.Run(t, plugintest.Native(forms()), os.DirFS("testdata/cases"))
}

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, forms()) }

func TestToolsAreThePeers(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "forms", paritytest.Options{})
}

func TestVectors(t *testing.T) { paritytest.Vectors(t, forms(), "forms") }

// maxModule is the budget for the module in bytes; raise it only with a reason
// here.
const maxModule = 2_300_000

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }
