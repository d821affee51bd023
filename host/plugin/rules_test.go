package plugin

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func TestRefusedAtAdd(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(*abi.Catalog)
		want string
	}{
		"embedded name":      {func(c *abi.Catalog) { c.Service = "tasks"; c.Requests = nil; rename(c, "tasks") }, "embedded plugin's"},
		"host's own service": {func(c *abi.Catalog) { c.Service = "gmail"; c.Requests = nil; rename(c, "gmail") }, `the service "gmail"`},
		"command word":       {func(c *abi.Catalog) { c.Service = "doctor"; c.Requests = nil; rename(c, "doctor") }, `"doctor"`},
		"foreign tool":       {func(c *abi.Catalog) { c.Tools[0].Name = "tasks_list" }, "tools of its own service only"},
		"no tools":           {func(c *abi.Catalog) { c.Tools, c.Requests = []abi.Tool{}, nil }, "no tool"},
		"action of no tool":  {func(c *abi.Catalog) { c.Requests[0].Action = "other" }, `the action "other", which none of its tools has`},
		"asked twice":        {func(c *abi.Catalog) { c.Requests[1].Action = "list" }, "twice"},
		"read that writes":   {func(c *abi.Catalog) { c.Requests[1].Class = "read" }, "is a read, but the route"},
		"unknown class":      {func(c *abi.Catalog) { c.Requests[0].Class = "raed" }, `"raed"`},
		"class admin":        {func(c *abi.Catalog) { c.Requests[0].Class = "admin" }, `"admin"`},
		"foreign route id":   {func(c *abi.Catalog) { c.Requests[0].Routes[0].ID = "tasks.tasks.list" }, "not of its service notes"},
		"pinned host":        {func(c *abi.Catalog) { c.Requests[0].Routes[0].Host = "tasks.googleapis.com" }, "wslite's own"},
		"host below":         {func(c *abi.Catalog) { c.Requests[0].Routes[0].Host = "x.y.graph.microsoft.com:8443" }, "wslite's own"},
		"host in disguise":   {func(c *abi.Catalog) { c.Requests[0].Routes[0].Host = "WWW.GoogleAPIs.com." }, "wslite's own"},
		"user in host":       {func(c *abi.Catalog) { c.Requests[0].Routes[0].Host = "a@b.example" }, "host"},
		"path climbs":        {func(c *abi.Catalog) { c.Requests[0].Routes[0].Path = "/v1/../x" }, "path"},
		"two routes, one id": {func(c *abi.Catalog) { c.Requests[1].Routes[0].ID = "notes.list" }, "already"},
		"broken schema":      {func(c *abi.Catalog) { c.Tools[0].Input = abi.Raw(`{"type":"objekt"}`) }, "notes_list_notes"},
		"other ABI":          {func(c *abi.Catalog) { c.ABI = 2 }, "ABI 2"},
		"ABI of the past":    {func(c *abi.Catalog) { c.ABI = 0 }, "ABI 0"},
	} {
		t.Run(name, func(t *testing.T) {
			cat := notes()
			c.f(cat)
			newPlace(t).refused(cat, c.want)
		})
	}
}

func rename(c *abi.Catalog, service string) {
	for i := range c.Tools {
		c.Tools[i].Name = service + c.Tools[i].Name[len("notes"):]
	}
}

// All mistakes come in one round.
func TestMistakesComeTogether(t *testing.T) {
	c := notes()
	c.Requests[0].Class = "raed"
	c.Requests[1].Routes[0].Host = "google.com"
	c.Tools[3].Input = abi.Raw(`{"type":3}`)
	newPlace(t).refused(c, `"raed"`, "google.com", "notes_count_words")
}

func TestGrantedClass(t *testing.T) {
	route := func(method string) []abi.Route { return []abi.Route{{Method: "GET"}, {Method: method}} }
	for _, c := range []struct {
		req  abi.ActionRequest
		want string
	}{
		{abi.ActionRequest{Class: "read"}, "read"},
		{abi.ActionRequest{Class: "write", Routes: route("PATCH")}, "write"},
		{abi.ActionRequest{Class: "write", Routes: route("DELETE")}, "destructive"},
		{abi.ActionRequest{Class: "share", Routes: route("DELETE")}, "share"},
		{abi.ActionRequest{}, "destructive"},
		{abi.ActionRequest{Action: "batch"}, "read"},
		{abi.ActionRequest{Class: "raed"}, "raed"}, // refused later, by name
	} {
		if got := grantedClass(c.req); got != c.want {
			t.Errorf("%+v: %s, want %s", c.req, got, c.want)
		}
	}
}

// What nobody asked for can reach nothing, whatever the catalog says of it.
func TestUnaskedActionReachesNothing(t *testing.T) {
	c := notes()
	c.Requests = nil
	p := newPlace(t)
	p.write(c)
	g := p.add().Grant
	if len(g.Actions) != 4 || len(g.Routes()) != 0 || len(g.Hosts) != 0 {
		t.Errorf("%+v", g)
	}
	for _, a := range g.Actions {
		if a.Class != "destructive" || len(a.Routes) != 0 {
			t.Errorf("%+v", a)
		}
	}
}

// A refusal is read by a person: a hostile catalog can't make it a flood.
func TestRefusalsAreBounded(t *testing.T) {
	p := newPlace(t)
	c := notes()
	c.Tools = nil
	for i := range 60 {
		c.Tools = append(c.Tools, abi.Tool{Name: fmt.Sprintf("notes_t%d", i), Action: "a", Actions: []string{"a"}, Group: "read",
			Input: abi.Raw(`{"type":"object","` + strings.Repeat("k", 5000) + `":1,"additionalProperties":false}`)})
	}
	c.Requests = nil
	p.write(c)
	_, err := p.open().Inspect(t.Context(), p.file)
	if fault.CodeOf(err) != fault.PluginRefused || len(err.Error()) > 30_000 || !strings.Contains(err.Error(), "and 20 more") {
		t.Errorf("%d bytes: %.300v", len(fmt.Sprint(err)), err)
	}
}
