package main

import (
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// maxModule is the budget of the module. Raise it only with a reason here.
const maxModule = 2_400_000

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(slides()), os.DirFS("testdata/cases"))
}

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, slides()) }

func TestToolsAreThePeers(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "slides", paritytest.Options{})
}

func TestVectors(t *testing.T) { paritytest.Vectors(t, slides(), "slides") }
