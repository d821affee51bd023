package mcp

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/internal/tools/catalogs"
)

// What resources and prompts say of tools is true of the real ones: they exist,
// they only read, and their addresses hold just what they need.
func TestResourcesAndPromptsKnowTheTools(t *testing.T) {
	x, err := catalogs.Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	argument := regexp.MustCompile(`\{(\w+)\}`)
	for _, r := range readables {
		tool := x.Tool(r.tool)
		if tool == nil || tables.Resolve(tool.Service, tool.Action, nil) != risk.Read {
			t.Errorf("%s is no tool that reads", r.tool)
			continue
		}
		s, err := schema.Compile(tool.Input)
		if err != nil {
			t.Fatal(err)
		}
		var given []string
		for _, m := range argument.FindAllStringSubmatch(r.place, -1) {
			given = append(given, m[1])
		}
		for _, p := range s.Properties() {
			given = slices.DeleteFunc(given, func(g string) bool { return g == p.Key })
			if p.Required && !strings.Contains(r.place, "{"+p.Key+"}") {
				t.Errorf("%s lacks %s, which %s needs", r.place, p.Key, r.tool)
			}
		}
		if len(given) > 0 {
			t.Errorf("%s does not take %q", r.tool, given)
		}
	}
	name := regexp.MustCompile(`\b(gmail|drive|docs|calendar|tasks|sheets|slides|forms)_[a-z_]+\b`)
	all := func(string) bool { return true }
	for _, p := range prompts {
		words := p.write(func(string) string { return "x" }, all) + strings.Join(p.needs, " ")
		for _, tool := range name.FindAllString(words, -1) {
			if x.Tool(tool) == nil {
				t.Errorf("%s names %s, which does not exist", p.name, tool)
			}
		}
	}
}
