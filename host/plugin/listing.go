package plugin

import (
	"encoding/json"
	"io/fs"
	"maps"
	"slices"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// listingName is the embedded file with the listing of all embedded plugins.
const listingName = "tools.listing"

// Listing is what lists of tools show of one service: a catalog without its
// schemas, which are nine tenths of it, and with the class of each tool. The
// class is only shown: what gates a call is asked of host/risk each time.
type Listing struct {
	Service string       `json:"service"`
	Title   string       `json:"title"`
	Tools   []ListedTool `json:"tools"`
}

// ListedTool is one tool of a Listing.
type ListedTool struct {
	Name        string   `json:"name"`
	Sub         string   `json:"sub"`
	Title       string   `json:"title,omitempty"`
	Group       string   `json:"group"`
	Action      string   `json:"action"`
	Actions     []string `json:"actions"`
	Class       string   `json:"class"`
	Description string   `json:"description"`
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

// EncodeListings gives the content of the embedded listing, and its name.
func EncodeListings(list []Listing) (name string, content []byte, err error) {
	b, err := json.Marshal(list)
	if err != nil {
		return "", nil, fault.Wrap(err, fault.Client, "the listing of the tools can't be written as JSON")
	}
	return listingName, append(b, '\n'), nil
}

// Listings lists the tools of all usable plugins: those of embedded plugins
// from a file that was made with the binary, without reading their catalogs,
// then those of added ones. tables must hold the grants of these.
func (r *Registry) Listings(tables *risk.Tables) ([]Listing, error) {
	b, err := fs.ReadFile(r.opts.Embedded, listingName)
	if err != nil {
		return nil, damaged(listingName, err)
	}
	var all []Listing
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, damaged(listingName, err)
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
