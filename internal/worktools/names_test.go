package worktools

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// otherNames are folders where such a word is something else: the cells of a
// sheet have names like A1, and the tests of this list are about its own words.
var otherNames = []string{"plugins/sheets", "internal/worktools"}

// isTest tells if a file holds tests: its own, or those of a suite.
func isTest(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".go") && isSuite(file)
}

// isSuite tells if a file belongs to a package of tests that others call.
func isSuite(file string) bool {
	return !strings.HasSuffix(file, "_test.go") && strings.HasSuffix(path.Base(path.Dir(file)), "test")
}

var (
	ofFunc = regexp.MustCompile(`^Test((?:_?[AW][0-9]+)+)(?:[^0-9]|$)`)
	ofRow  = regexp.MustCompile(`^((?:[AW][0-9]+(?:,|:| and)? )+)\S`)
	number = regexp.MustCompile(`[AW][0-9]+`)
)

// namesOf finds the numbers that the tests of one file name.
func namesOf(file string, text []byte) ([]string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			test := d.Recv == nil && strings.HasPrefix(d.Name.Name, "Test")
			if m := ofFunc.FindStringSubmatch(d.Name.Name); test && m != nil {
				ids = append(ids, number.FindAllString(m[1], -1)...)
			}
			if test || isSuite(file) {
				ids = append(ids, rows(d)...)
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				ids = append(ids, rows(d)...)
			}
		}
	}
	return ids, nil
}

// rows finds the texts that begin with numbers, but for those that a failure
// tells.
func rows(tree ast.Node) []string {
	var ids []string
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !tells(n)
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			if s, err := strconv.Unquote(n.Value); err == nil {
				if m := ofRow.FindStringSubmatch(s); m != nil {
					ids = append(ids, number.FindAllString(m[1], -1)...)
				}
			}
		}
		return true
	})
	return ids
}

// tells says if a call only tells a person something, as t.Errorf.
func tells(c *ast.CallExpr) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch s.Sel.Name {
	case "Error", "Errorf", "Fatal", "Fatalf", "Log", "Logf", "Skip", "Skipf":
		return true
	}
	return false
}
