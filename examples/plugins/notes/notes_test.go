package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/plugintest"
)

// TestCases runs testdata/cases.json natively. The cases are data, so that
// they can be run once more through the module.
func TestCases(t *testing.T) {
	text, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var suite plugintest.Suite
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&suite); err != nil {
		t.Fatal(err)
	}
	suite.Run(t, plugintest.Native(notes()))
}

// What is asked for fits what the tools do: every action is asked for, and
// every route is one of this service at this host.
func TestRequests(t *testing.T) {
	c := catalog()
	asked := map[string]string{}
	for _, r := range c.Requests {
		asked[r.Action] = r.Class
		for _, route := range r.Routes {
			if !strings.HasPrefix(route.ID, c.Service+".") || route.Host != host {
				t.Errorf("route %+v", route)
			}
			if r.Class == "read" && route.Method != "GET" {
				t.Errorf("the read %s has the route %+v", r.Action, route)
			}
		}
	}
	for _, tool := range c.Tools {
		if asked[tool.Action] == "" || !slices.Contains(tool.Actions, tool.Action) {
			t.Errorf("%s: its action %s is not asked for", tool.Name, tool.Action)
		}
	}
	if len(asked) != len(c.Tools) {
		t.Errorf("asks for %v", asked)
	}
	if asked[actionDelete] != "destructive" {
		t.Errorf("delete is asked for as %s", asked[actionDelete])
	}
}
