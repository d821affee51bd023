package plugin

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// listingName is the embedded file with the listing of all embedded plugins.
const listingName = "tools.listing"

// Listing is what lists of tools show of one service: a catalog without its
// schemas, which are nine tenths of it, and with the class of each tool. The
// class is only shown: what gates a call is asked of host/risk each time.
type Listing struct {
	Service, Title string
	Tools          []ListedTool
}

// ListedTool is one tool of a Listing. Its texts are single lines.
type ListedTool struct {
	Name, Sub, Title, Group, Action, Class, Description string
	Actions                                             []string
}

// NewListing makes the listing of a catalog. The class of a tool is that of
// its action without parameters: what it is at least.
func NewListing(c *abi.Catalog, tables *risk.Tables) (Listing, error) {
	l := Listing{Service: c.Service, Title: c.Title}
	for _, t := range c.Tools {
		_, sub, err := catalog.CLIPath(t.Name)
		if err != nil {
			return l, err
		}
		l.Tools = append(l.Tools, ListedTool{
			Name: t.Name, Sub: sub, Title: t.Title, Group: t.Group, Action: t.Action, Actions: t.Actions,
			Class: string(tables.Resolve(c.Service, t.Action, nil)), Description: t.Description,
		})
	}
	return l, nil
}

// The embedded listing is lines of fields with tabs between them: a service
// with its title, then its tools. JSON would take most of the time of
// "wslite tools".
const (
	lineService = "service"
	lineTool    = "tool"
	fieldsTool  = 9
)

// EncodeListings gives the content of the embedded listing, and its name.
func EncodeListings(list []Listing) (name string, content []byte) {
	var b strings.Builder
	line := func(fields ...string) {
		for i, f := range fields {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(text.Line(f)) // no tab or newline is left in it
		}
		b.WriteByte('\n')
	}
	for _, l := range list {
		line(lineService, l.Service, l.Title)
		for _, t := range l.Tools {
			line(lineTool, t.Name, t.Sub, t.Title, t.Group, t.Action, t.Class, strings.Join(t.Actions, " "), t.Description)
		}
	}
	return listingName, []byte(b.String())
}

// decodeListings reads what EncodeListings wrote.
func decodeListings(content string) ([]Listing, bool) {
	var all []Listing
	for line := range strings.Lines(content) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case f[0] == lineService && len(f) == 3:
			all = append(all, Listing{Service: f[1], Title: f[2]})
		case f[0] == lineTool && len(f) == fieldsTool && len(all) > 0:
			l := &all[len(all)-1]
			l.Tools = append(l.Tools, ListedTool{
				Name: f[1], Sub: f[2], Title: f[3], Group: f[4], Action: f[5], Class: f[6],
				Actions: strings.Split(f[7], " "), Description: f[8],
			})
		default:
			return nil, false
		}
	}
	return all, len(all) > 0
}

// Listings lists the tools of all usable plugins: those of embedded plugins
// from a file that was made with the binary, without reading their catalogs,
// then those of added ones. tables must hold the grants of these.
func (r *Registry) Listings(tables *risk.Tables) ([]Listing, error) {
	b, err := fs.ReadFile(r.opts.Embedded, listingName)
	if err != nil {
		return nil, damaged(listingName, err)
	}
	all, ok := decodeListings(string(b))
	if !ok {
		return nil, damaged(listingName, nil)
	}
	for _, service := range slices.Sorted(maps.Keys(r.added)) {
		l, err := NewListing(r.added[service].Catalog, tables)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}
