package plugin

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// Change is one difference between two catalogs.
type Change struct {
	// Kind is added, removed or changed.
	Kind string `json:"kind"`
	// What names the place, as "tool notes_get description".
	What string `json:"what"`
	// From and To are the old and the new value as JSON, cut where long.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}

// Changes are differences in a fixed order. Their texts are clean.
type Changes []Change

// Diff compares two catalogs: titles, tools with their descriptions, schemas
// and hints, and requests with classes and routes. The order of tools and
// requests does not count.
func Diff(from, to *abi.Catalog) Changes {
	a, b := map[string]string{}, map[string]string{}
	flattenCatalog(a, from)
	flattenCatalog(b, to)
	// What is new or gone as a whole is said once, not leaf by leaf.
	var out Changes
	whole := func(kind string, x, y map[string]string) (prefixes []string) {
		for _, k := range slices.SortedFunc(maps.Keys(x), outerFirst) {
			if _, there := y[k]; there || !isHeading(k) || under(k, prefixes) {
				continue
			}
			prefixes = append(prefixes, k)
			out = append(out, Change{Kind: kind, What: strings.TrimSuffix(k, ":")})
		}
		return prefixes
	}
	gone := whole("removed", a, b)
	fresh := whole("added", b, a)
	for _, k := range slices.Sorted(maps.Keys(a)) {
		v, there := b[k]
		switch {
		case isHeading(k) || there && v == a[k] || under(k, gone):
		case there:
			out = append(out, Change{"changed", k, a[k], v})
		default:
			out = append(out, Change{Kind: "removed", What: k, From: a[k]})
		}
	}
	for _, k := range slices.Sorted(maps.Keys(b)) {
		if _, there := a[k]; !there && !isHeading(k) && !under(k, fresh) {
			out = append(out, Change{Kind: "added", What: k, To: b[k]})
		}
	}
	return out.clean()
}

// clean makes all texts fit for people: one clean line each, and not too long.
func (c Changes) clean() Changes {
	for i, x := range c {
		c[i] = Change{x.Kind, cut(x.What, 160), cut(x.From, 120), cut(x.To, 120)}
	}
	return c
}

// outerFirst puts a heading before the headings under it.
func outerFirst(a, b string) int {
	return strings.Compare(strings.TrimSuffix(a, ":"), strings.TrimSuffix(b, ":"))
}

// isHeading says that a key stands for a whole tool, request or route; its
// parts follow under it.
func isHeading(k string) bool { return strings.HasSuffix(k, ":") }

func under(k string, headings []string) bool {
	return slices.ContainsFunc(headings, func(h string) bool { return strings.HasPrefix(k, strings.TrimSuffix(h, ":")+" ") })
}

// flattenCatalog writes a catalog as places with values.
func flattenCatalog(out map[string]string, c *abi.Catalog) {
	for k, v := range map[string]any{"service": c.Service, "title": c.Title, "provider": c.Provider, "version": c.Version, "abi": c.ABI} {
		flatten(out, k, v)
	}
	for _, t := range c.Tools {
		name := "tool " + t.Name
		out[name+":"] = ""
		flatten(out, name, asJSON(t))
	}
	for _, req := range c.Requests {
		name := "request " + req.Action
		out[name+":"] = ""
		flatten(out, name+" class", req.Class)
		for _, r := range req.Routes {
			route := name + " route " + r.ID
			out[route+":"] = ""
			flatten(out, route, asJSON(r))
		}
	}
}

// asJSON gives v as maps, lists and plain values.
func asJSON(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		return "unreadable"
	}
	var out any
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	if d.Decode(&out) != nil {
		return "unreadable"
	}
	return out
}

// maxPlace is how long a place may be before flatten goes no deeper, in bytes:
// more than a review shows of it.
const maxPlace = 400

// flatten writes every leaf of v under its place. Lists of plain values are
// leaves: their order means something, and a person reads them whole. What lies
// below a place too long to be read is one leaf as well: an author chooses keys
// as long as a schema, and each place below would repeat them.
func flatten(out map[string]string, at string, v any) {
	deep := len(at) > maxPlace
	if m, ok := v.(map[string]any); ok && len(m) > 0 && !deep {
		for k, sub := range m {
			flatten(out, at+" "+k, sub)
		}
		return
	}
	if list, ok := v.([]any); ok && !deep && slices.ContainsFunc(list, func(e any) bool { _, isMap := e.(map[string]any); return isMap }) {
		for i, sub := range list {
			flatten(out, fmt.Sprintf("%s %d", at, i), sub)
		}
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		b = []byte("unreadable")
	}
	out[at] = string(b)
}

// cut makes a text one clean line of at most so many characters. Runs of
// blanks become one: with enough of them a text would reach the terminal's next
// line, and could begin there like one of ours.
func cut(s string, most int) string {
	r := []rune(strings.Join(strings.Fields(text.Line(s)), " "))
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(r)
}

// String is one line per change: + added, - removed, ~ changed.
func (c Changes) String() string {
	lines := make([]string, len(c))
	for i, x := range c {
		line := map[string]string{"added": "+ ", "removed": "- ", "changed": "~ "}[x.Kind] + x.What
		switch {
		case x.Kind == "changed":
			line += ": " + x.From + " -> " + x.To
		case x.From+x.To != "":
			line += ": " + x.From + x.To
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

func (c Changes) indent() string { return "  " + strings.ReplaceAll(c.String(), "\n", "\n  ") }
