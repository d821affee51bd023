package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wslite/wslite/sdk/plugintest"
)

// planCases are all cases of plans.
func planCases(t testing.TB) []plugintest.Plan {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/plan_*.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []plugintest.Plan
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s plugintest.Suite
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, s.Plan...)
	}
	return all
}

// routesInCases are the routes that an action's cases ask for, in order.
func routesInCases(t testing.TB, action string) []string {
	t.Helper()
	var routes []string
	for _, c := range planCases(t) {
		if c.Action != action {
			continue
		}
		for _, step := range c.Steps {
			for _, e := range step {
				routes = append(routes, e.Request.Route)
			}
		}
	}
	slices.Sort(routes)
	return slices.Compact(routes)
}

// Each action has a plan and a case of it.
func TestEachActionHasAPlanAndACase(t *testing.T) {
	for _, row := range table.Rows {
		if row.Plan == nil || len(routesInCases(t, row.Name)) == 0 {
			t.Errorf("%s has no plan or no case", row.Name)
		}
	}
}
