package guest

import (
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// Bounds on a catalog. It is read at each start, compared entry by entry and
// shown in lists and reviews, so one that only the size of an output bounds
// could hold up every command and push what matters off the screen. The
// largest service of wslite's own has 44 tools, 30 KB of schema in one of them
// and 500 bytes of description.
const (
	maxTools   = 500
	maxActions = 50   // of one tool
	maxRoutes  = 1000 // of all requests together
	maxList    = 200  // entries of any other list
	maxLabel   = 200  // bytes of a title, a group, a noun
	maxText    = 8 << 10
	maxSchema  = 256 << 10 // bytes of one tool's input schema
)

// bounded refuses a catalog that is larger than any service needs.
func bounded(c *abi.Catalog) error {
	b := &bounds{}
	b.count("tools", len(c.Tools), maxTools)
	b.count("requests", len(c.Requests), maxTools)
	b.labels(c.Service, c.Title, c.Provider, c.Version)
	for i := range c.Tools {
		b.tool(&c.Tools[i])
	}
	routes := 0
	for _, req := range c.Requests {
		routes += len(req.Routes)
		for _, r := range req.Routes {
			b.count("query parameters in a route", len(r.Query), maxList)
		}
	}
	b.count("routes", routes, maxRoutes)
	return b.err
}

// bounds keeps the first thing that is too large.
type bounds struct{ err error }

func (b *bounds) count(what string, n, most int) {
	if n > most && b.err == nil {
		b.err = fault.New(fault.PluginLimit, "the plugin's catalog has %d %s, the limit is %d", n, what, most)
	}
}

func (b *bounds) labels(texts ...string) {
	for _, s := range texts {
		b.count("bytes in a name or title", len(s), maxLabel)
	}
}

func (b *bounds) tool(t *abi.Tool) {
	b.labels(t.Name, t.Title, t.Group)
	b.count("bytes in a tool's description", len(t.Description), maxText)
	b.count("bytes in a tool's schema", len(t.Input), maxSchema)
	b.count("actions in a tool", len(t.Actions), maxActions)
	b.count("entries in a tool's restOnly", len(t.RestOnly), maxList)
	b.count("entries in a tool's fileArgs", len(t.FileArgs), maxList)
	b.count("examples in a tool", len(t.Examples), maxList)
	for _, e := range t.Examples {
		b.count("bytes in an example", len(e), maxText)
	}
	if h := t.CLI; h != nil {
		most := max(len(h.Aliases), len(h.Positionals), len(h.FileInputs), len(h.JSONKeys), len(h.AdvancedKeys))
		b.count("entries in a tool's hints", most, maxList)
	}
	if o := t.Output; o != nil {
		b.labels(o.Noun, o.Plural)
		b.count("bytes in a tool's hint", len(o.Hint), maxText)
		b.count("columns in a tool's output", len(o.Columns), maxList)
		for _, c := range o.Columns {
			b.labels(c.Key, c.Title)
		}
	}
}
