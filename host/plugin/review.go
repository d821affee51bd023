package plugin

import (
	"slices"

	"github.com/wslite/wslite/host/sandbox/wasm"
	"github.com/wslite/wslite/sdk/abi"
)

// Review is what an operator looks at before a plugin is added. Every text in
// it is one clean line, whatever the plugin wrote.
type Review struct {
	// File is the module's absolute path, Size its size in bytes.
	File           string           `json:"file"`
	Size           int              `json:"size"`
	Service        string           `json:"service"`
	Title          string           `json:"title"`
	Provider       string           `json:"provider"`
	Version        string           `json:"version"`
	ABI            int              `json:"abi"`
	OriginalDigest string           `json:"originalDigest"`
	Digest         string           `json:"digest"`
	CatalogDigest  string           `json:"catalogDigest"`
	MemoryMiB      int              `json:"memoryMiB"`
	Imports        []string         `json:"imports"`
	Hosts          []string         `json:"hosts"`
	Actions        []ReviewedAction `json:"actions"`
	Tools          []ReviewedTool   `json:"tools"`
	// Known says that a plugin of this service is in the lock; Changes are
	// the differences to it.
	Known   bool    `json:"known"`
	Changes Changes `json:"changes"`
}

// ReviewedAction is one action with the class and the routes that a yes
// grants.
type ReviewedAction struct {
	Action string   `json:"action"`
	Class  string   `json:"class"`
	Routes []string `json:"routes"` // "GET https://host/path"
	// Note says how the class differs from what the plugin asked for.
	Note string `json:"note,omitempty"`
}

// ReviewedTool is one tool.
type ReviewedTool struct {
	Name        string   `json:"name"`
	Actions     []string `json:"actions"`
	Description string   `json:"description"`
}

// Lengths of texts in a review, in characters: enough to understand, too few
// to bury the rest.
const (
	maxLabel       = 80
	maxDescription = 300
)

func newReview(file string, size int, c *candidate, granted []abi.ActionRequest) Review {
	cat := c.meta.Catalog
	r := Review{
		File: cut(file, 1000), Size: size,
		Service: cut(cat.Service, maxLabel), Title: cut(cat.Title, maxLabel), Provider: cut(cat.Provider, maxLabel),
		Version: cut(cat.Version, maxLabel), ABI: cat.ABI,
		OriginalDigest: c.meta.OriginalDigest, Digest: c.meta.Digest, CatalogDigest: c.meta.CatalogDigest,
		MemoryMiB: int(c.info.MemoryMax / 16), Imports: importsOf(c.info), Hosts: hostsOf(granted),
		Actions: []ReviewedAction{}, Tools: []ReviewedTool{},
	}
	for _, row := range granted {
		a := ReviewedAction{Action: cut(row.Action, maxLabel), Class: cut(row.Class, maxLabel), Routes: []string{}, Note: classNote(cat, row)}
		for _, rt := range row.Routes {
			a.Routes = append(a.Routes, cut(rt.Method+" "+rt.Host+rt.Path, maxDescription))
		}
		r.Actions = append(r.Actions, a)
	}
	for _, t := range cat.Tools {
		rt := ReviewedTool{Name: cut(t.Name, maxLabel), Description: cut(t.Description, maxDescription), Actions: []string{}}
		for _, a := range t.Actions {
			rt.Actions = append(rt.Actions, cut(a, maxLabel))
		}
		r.Tools = append(r.Tools, rt)
	}
	return r
}

func importsOf(info *wasm.Info) []string {
	out := []string{}
	for _, i := range info.Imports {
		out = append(out, cut(i.Module+" "+i.Name, maxLabel))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hostsOf lists the hosts of all routes, sorted, each once.
func hostsOf(rows []abi.ActionRequest) []string {
	out := []string{}
	for _, r := range routesOf(rows) {
		out = append(out, cut(r.Host, maxDescription))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
