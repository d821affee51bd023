package plugin_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/sdk/abi"
)

// embeddedNothing is a binary whose only plugin is not of interest.
func embeddedNothing(t *testing.T) fs.FS {
	t.Helper()
	m := plugin.Meta{Service: "none", Catalog: &abi.Catalog{ABI: abi.Version, Service: "none"}}
	doc, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{"none.json": {Data: doc}}
}
