package guest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// A catalog is as large as an output may be, 4 MiB. Each row floods one part
// of it; none is a catalog of a real service.
func TestCatalogIsBounded(t *testing.T) {
	many := func(n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprint("a", i)
		}
		return list
	}
	long := strings.Repeat("x ", maxText)
	for name, flood := range map[string]func(*abi.Catalog, *abi.Tool){
		"tools": func(c *abi.Catalog, t *abi.Tool) {
			for range maxTools {
				c.Tools = append(c.Tools, *t)
			}
		},
		"requests": func(c *abi.Catalog, _ *abi.Tool) { c.Requests = make([]abi.ActionRequest, maxTools+1) },
		"routes": func(c *abi.Catalog, _ *abi.Tool) {
			c.Requests = []abi.ActionRequest{{Routes: make([]abi.Route, maxRoutes+1)}}
		},
		"query": func(c *abi.Catalog, _ *abi.Tool) {
			c.Requests = []abi.ActionRequest{{Routes: []abi.Route{{Query: make([]abi.QueryParam, maxList+1)}}}}
		},
		"actions":    func(_ *abi.Catalog, t *abi.Tool) { t.Actions = many(maxActions + 1) },
		"restOnly":   func(_ *abi.Catalog, t *abi.Tool) { t.RestOnly = many(maxList + 1) },
		"examples":   func(_ *abi.Catalog, t *abi.Tool) { t.Examples = many(maxList + 1) },
		"positional": func(_ *abi.Catalog, t *abi.Tool) { t.CLI = &abi.CLI{Positionals: many(maxList + 1)} },
		"columns": func(_ *abi.Catalog, t *abi.Tool) {
			t.Output = &abi.Output{Kind: "list", Columns: make([]abi.Column, maxList+1)}
		},
		"schema": func(_ *abi.Catalog, t *abi.Tool) {
			t.Input = abi.Raw(`{"title":"` + strings.Repeat("x", maxSchema) + `"}`)
		},
		"title":      func(c *abi.Catalog, _ *abi.Tool) { c.Title = long },
		"provider":   func(c *abi.Catalog, _ *abi.Tool) { c.Provider = long },
		"version":    func(c *abi.Catalog, _ *abi.Tool) { c.Version = long },
		"tool title": func(_ *abi.Catalog, t *abi.Tool) { t.Title = long },
		"group":      func(_ *abi.Catalog, t *abi.Tool) { t.Group = long },
		"noun":       func(_ *abi.Catalog, t *abi.Tool) { t.Output = &abi.Output{Kind: "list", Noun: long} },
		"column": func(_ *abi.Catalog, t *abi.Tool) {
			t.Output = &abi.Output{Kind: "list", Columns: []abi.Column{{Title: long}}}
		},
		"hint":    func(_ *abi.Catalog, t *abi.Tool) { t.Output = &abi.Output{Kind: "list", Hint: long} },
		"about":   func(_ *abi.Catalog, t *abi.Tool) { t.Description = long },
		"example": func(_ *abi.Catalog, t *abi.Tool) { t.Examples = []string{long} },
	} {
		var c abi.Catalog
		if err := json.Unmarshal([]byte(goodCatalog), &c); err != nil {
			t.Fatal(err)
		}
		flood(&c, &c.Tools[0])
		raw, err := json.Marshal(&c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := DecodeCatalog(raw); fault.CodeOf(err) != fault.PluginLimit {
			t.Errorf("%s: got %v, want PLUGIN_LIMIT", name, err)
		}
	}
}

// A group is a heading of the help.
func TestGroupIsCleaned(t *testing.T) {
	c, err := DecodeCatalog([]byte(strings.Replace(goodCatalog, `"group":"read"`, `"group":"\u001b[2J\nreset"`, 1)))
	if err != nil || c.Tools[0].Group != "[2J reset" {
		t.Errorf("got %q, %v", c.Tools[0].Group, err)
	}
}
