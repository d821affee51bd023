// Package catalogs reads the plugins' catalogs from the repository, for tools
// that write documents from them.
package catalogs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/sdk/abi"
)

// Load gives the index of all catalogs below root, the repository: their golden
// files, which the plugins' own tests hold against the plugins.
func Load(root string) (*catalog.Index, error) {
	files, err := filepath.Glob(filepath.Join(root, "plugins", "*", "testdata", "catalog.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no catalog below %s", root)
	}
	var all []*abi.Catalog
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		var c abi.Catalog
		if err := json.Unmarshal(b, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		all = append(all, &c)
	}
	return catalog.Build(all)
}
