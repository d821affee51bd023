package mcpfixture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A normal build holds no trace of the fixtures: it does not know the package,
// and what stands in for it does nothing.
func TestNormalBuildHoldsNoFixture(t *testing.T) {
	const self = "github.com/wslite/wslite/internal/mcpfixture"
	imports := func(flags ...string) bool {
		out, err := exec.Command("go", append(append([]string{"list", "-deps"}, flags...), "github.com/wslite/wslite/cmd/wslite")...).Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		return slices.Contains(strings.Fields(string(out)), self)
	}
	if imports() {
		t.Error("a normal build imports the fixtures")
	}
	if !imports("-tags=mcpconformance") {
		t.Error("the build with the tag does not import the fixtures: this test looks at the wrong place")
	}
	for _, name := range []string{"../../host/mcp/fixtures.go", "../../host/mcp/web/fixtures.go"} {
		empty(t, name)
	}
}

// empty wants the stand-ins of a file to do nothing.
func empty(t *testing.T, name string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	functions := 0
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		functions++
		for _, s := range f.Body.List {
			r, ok := s.(*ast.ReturnStmt)
			if !ok || len(r.Results) != 1 || r.Results[0].(*ast.Ident).Name != "nil" {
				t.Errorf("%s does something in a normal build", f.Name.Name)
			}
		}
	}
	if functions == 0 {
		t.Errorf("%s has no functions", name)
	}
}
