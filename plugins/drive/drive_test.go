package main

import (
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// maxModule is the budget of the module; sdk/README.md says what adds to it.
const maxModule = 2_500_000

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(drive()), os.DirFS("testdata/cases"))
}

func TestTools(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "drive", paritytest.Options{
		// The page token of an answer is text.
		Wider: map[string][]string{"fileList": {"pageToken"}},
	})
}

func TestVectors(t *testing.T) { paritytest.Vectors(t, drive(), "drive") }

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, drive()) }
