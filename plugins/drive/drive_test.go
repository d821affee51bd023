package main

import (
	"os"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/plugintest"
)

// maxModule is the budget of the module; sdk/README.md says what adds to it. The
// plans of 44 actions and the shapes of their answers are nearly 400 KB of it.
const maxModule = 2_850_000

// TestCases runs every case under testdata/cases natively. The host's tests
// run the same files through the Wasm module.
func TestCases(t *testing.T) {
	plugintest.Run(t, plugintest.Native(drive()), os.DirFS("testdata/cases"))
}

func TestTools(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "drive", paritytest.Options{
		// The page token of an answer is text.
		Wider: map[string][]string{"fileList": {"pageToken"}},
		Ours: map[string][]string{
			"fileList":          {"orderBy", "includeTrashed", "driveId"},
			"fileSearch":        {"syntax", "orderBy", "pageToken", "includeTrashed", "driveId", "allDrives"},
			"folderList":        {"pageToken"},
			"folderListRoot":    {"pageToken"},
			"commentsList":      {"startModifiedTime", "includeReplies"},
			"fileCreate":        {"file"},
			"fileUpdateContent": {"file", "expectedMd5"},
			"repliesCreate":     {"action"},
			"fileAddEditor":     {"sendNotificationEmail"},
			"fileAddViewer":     {"sendNotificationEmail"},
		},
		// A local file stands in the place of content, and brings a name.
		Looser: map[string][]string{
			"fileCreate":        {"name", "content"},
			"fileUpdateContent": {"content"},
		},
	})
}

func TestVectors(t *testing.T) { paritytest.Vectors(t, drive(), "drive") }

func TestModule(t *testing.T) { paritytest.Module(t, ".", maxModule) }

func TestCatalogGolden(t *testing.T) { paritytest.CatalogGolden(t, drive()) }
