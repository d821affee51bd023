package plugin

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/sandbox/wasm"
	"github.com/wslite/wslite/sdk/abi"
)

func infoOf(t *testing.T, c *abi.Catalog) *wasm.Info {
	t.Helper()
	info, err := wasm.Inspect(moduleOf(t, c))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestDiff(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(*abi.Catalog)
		want string
	}{
		"nothing": {func(*abi.Catalog) {}, ""},
		"order":   {func(c *abi.Catalog) { c.Tools[0], c.Tools[1] = c.Tools[1], c.Tools[0] }, ""},
		"blanks":  {func(c *abi.Catalog) { c.Tools[0].Input = append(abi.Raw(" "), c.Tools[0].Input...) }, ""},
		"title":   {func(c *abi.Catalog) { c.Title = "N" }, `~ title: "Notes" -> "N"`},
		"ABI":     {func(c *abi.Catalog) { c.ABI = 2 }, `~ abi: 1 -> 2`},
		"tool":    {func(c *abi.Catalog) { c.Tools = c.Tools[1:] }, `- tool notes_list_notes`},
		"schema": {func(c *abi.Catalog) {
			c.Tools[0].Input = abi.Raw(`{"type":"object","properties":{"id":{"type":"string","description":"The note's id."}},"required":["id"],"additionalProperties":false}`)
		}, `+ tool notes_list_notes input required: ["id"]`},
		"property": {func(c *abi.Catalog) {
			c.Tools[0].Input = abi.Raw(`{"type":"object","properties":{},"additionalProperties":false}`)
		}, `+ tool notes_list_notes input properties: {}` + "\n" + `- x`},
		"request": {func(c *abi.Catalog) { c.Requests = c.Requests[:2] }, `- request delete`},
		"route":   {func(c *abi.Catalog) { c.Requests[2].Routes = c.Requests[2].Routes[1:] }, `- request delete route notes.get`},
		"host":    {func(c *abi.Catalog) { c.Requests[0].Routes[0].Host = "b.example" }, `~ request list route notes.list host: "notes.example.com" -> "b.example"`},
		"actions": {func(c *abi.Catalog) { c.Tools[0].Actions = []string{"list", "delete"} }, `~ tool notes_list_notes actions: ["list"] -> ["list","delete"]`},
	} {
		t.Run(name, func(t *testing.T) {
			to := notes()
			c.f(to)
			got := Diff(notes(), to).String()
			if name == "property" {
				c.want = "- tool notes_list_notes input properties id description: \"The note's id.\"\n" +
					"- tool notes_list_notes input properties id type: \"string\"\n+ tool notes_list_notes input properties: {}"
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A key as long as a schema, with many values below it, must not be repeated
// for each of them: that would take the whole memory. Explaining a changed
// file runs on catalogs that nobody has checked yet.
func TestDiffOfLongKeys(t *testing.T) {
	long := strings.Repeat("k", 100_000)
	c := notes()
	c.Tools[0].Input = abi.Raw(`{"` + long + `":[` + strings.Repeat(`{"a":1},`, 10_000) + `{}]}`)
	places := map[string]string{}
	flattenCatalog(places, c)
	size := 0
	for at, v := range places {
		size += len(at) + len(v)
	}
	if size > 1_000_000 {
		t.Errorf("a schema of %d bytes became %d bytes of places", len(c.Tools[0].Input), size)
	}
	if d := Diff(notes(), c).String(); !strings.Contains(d, "+ tool notes_list_notes input kkkk") || len(d) > 2000 {
		t.Errorf("%.500s (%d bytes)", d, len(d))
	}
}
