package cli

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// A call does not begin where the tables break their rules, whoever wrote them.
func TestUnsoundTablesAreRefused(t *testing.T) {
	base, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	pinned, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	routes, err := pinned.With([]abi.Route{
		{ID: "notes.list", Method: "GET", Host: "api.notes.example", Path: "/n"},
		{ID: "notes.add", Method: "POST", Host: "api.notes.example", Path: "/n", Body: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	x, err := catalog.Build([]*abi.Catalog{{ABI: abi.Version, Service: "notes", Tools: []abi.Tool{{
		Name: "notes_list", Action: "list", Actions: []string{"list"}, Input: abi.Raw(`{"type":"object"}`),
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		action  abi.ActionRequest
		problem string
	}{
		{abi.ActionRequest{Action: "list", Class: "read", Routes: []abi.Route{{ID: "notes.list", Method: "GET"}}}, ""},
		{abi.ActionRequest{Action: "list", Class: "read", Routes: []abi.Route{{ID: "notes.add", Method: "GET"}}}, "changes something"}, // the row lies
		{abi.ActionRequest{Action: "list", Class: "read", Routes: []abi.Route{{ID: "notes.gone", Method: "GET"}}}, "does not exist"},
		{abi.ActionRequest{Action: "other", Class: "read"}, "no risk table knows"},
	} {
		tables, err := base.With("notes", []abi.ActionRequest{c.action})
		if err != nil {
			t.Fatal(err)
		}
		err = sound(tables, routes, x, "notes")
		if c.problem == "" && err != nil || c.problem != "" && (fault.CodeOf(err) != fault.PluginRefused || !strings.Contains(err.Error(), c.problem)) {
			t.Errorf("%+v: %v, want %q", c.action, err, c.problem)
		}
	}
}
