// Package bugs holds the list of real faults that users of similar tools
// reported, by number, and demands that each has a test which names it.
//
// A test names a fault in one of three ways: its function (TestB43Quotes), the
// words that a subtest or a row begins with ("B43 a quote"), or the name of a
// case in testdata (`"name": "B43 a quote"`). A number in a comment is no test.
package bugs

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// last is the number of the last fault on the list.
const last = 91

// waiting are the faults of which a part is still to come: what it is, and the
// folder that will hold it. Once the folder is there, the fault must have a test
// in it. Those of Microsoft's services have no folder yet, and no test.
var waiting = map[string]struct{ folder, what string }{
	"B42": {"", "Outlook's times"},
	"B68": {"", "Outlook's searches"},
	"B72": {"", "Outlook's wish for plain text"},
	"B73": {"", "SharePoint's paths"},
}

// everywhere are the faults that each of several parts could have for itself.
var everywhere = map[string][]string{
	"B17": {"host/backend/rest", "host/backend/local/gmailapi"},
	"B18": {"host/blob", "host/cli"},
	"B19": {"plugins/gmail", "host/mcp", "host/cli"},
	"B21": {"plugins/gmail", "host/backend/local/gmailapi"},
	"B22": {"plugins/gmail", "host/backend/local/gmailapi"},
	"B30": {"host/cli"},
	"B31": {"host/auth", "host/backend/rest", "host/mcp", "host/cli"},
	"B34": {"plugins/calendar", "host/backend/local/calendarapi", "host/cli"},
	"B35": {"plugins/calendar", "plugins/gmail", "plugins/drive", "host/cli"},
	"B38": {"plugins/calendar", "host/backend/local/calendarapi"},
	"B45": {"plugins/drive", "host/backend/local/driveapi"},
	"B47": {"plugins/drive", "host/backend/local/driveapi"},
	"B49": {"plugins/drive", "host/backend/rest", "host/backend/local/gapi"},
	"B52": {"plugins/drive", "host/backend/rest", "host/mcp", "host/cli"},
	"B63": {"plugins/calendar", "plugins/drive", "plugins/gmail", "host/route"},
	"B65": {"plugins/tasks", "host/cli"},
	"B66": {"plugins/calendar", "plugins/drive", "plugins/gmail", "plugins/tasks", "host/cli"},
	"B67": {"plugins/gmail", "plugins/drive", "host/cli"},
	"B69": {"host/schema", "host/cli"},
	"B70": {"host/cli"},
	"B71": {"host/backend/rest", "host/cli"},
	"B77": {"host/mcp", "host/cli"},
	"B78": {"host/mcp", "host/cli"},
	"B79": {"host/mcp", "host/schema"},
	"B80": {"host/mcp", "host/schema"},
	"B81": {"host/cli"},
	"B82": {"host/mcp", "host/cli"},
	"B83": {"host/mcp"},
	"B84": {"plugins/calendar", "plugins/gmail", "plugins/drive", "host/backend/local/gmailapi", "host/cli"},
	"B86": {"plugins/calendar", "plugins/drive", "plugins/gmail", "host/cli"},
	"B88": {"host/auth", "host/cli"},
	"B90": {"plugins/gmail", "host/invoke"},
	"B91": {"plugins/calendar", "plugins/drive", "plugins/gmail", "host/route", "host/cli"},
}

func TestEachFaultHasATest(t *testing.T) {
	root := filepath.Join("..", "..")
	found := tests(t, root)
	for n := 1; n <= last; n++ {
		id := fmt.Sprintf("B%02d", n)
		folders := everywhere[id]
		w, waits := waiting[id]
		if _, err := os.Stat(filepath.Join(root, w.folder)); waits && w.folder != "" && err == nil {
			folders = append(folders, w.folder)
		}
		if len(found[id]) == 0 && !waits {
			t.Errorf("%s has no test: name one after it, Test%s…", id, id)
		}
		for _, folder := range folders {
			if !slices.ContainsFunc(found[id], func(place string) bool { return strings.HasPrefix(place, folder+"/") }) {
				t.Errorf("%s has no test in %s: name one after it, Test%s…", id, folder, id)
			}
		}
	}
	for id, places := range found {
		if n := 0; !scan(id, &n) || n < 1 || n > last {
			t.Errorf("%s is no number of the list: %s", id, places[0])
		}
	}
}

func scan(id string, n *int) bool {
	_, err := fmt.Sscanf(id, "B%02d", n)
	return err == nil
}

var (
	inFunc  = regexp.MustCompile(`B[0-9]{2}`)
	atStart = regexp.MustCompile(`^B[0-9]{2}(?:(?:, | and | )B[0-9]{2})*(?:[ :]|$)`)
)

// tests gives the places of the tests that name a fault, by its number.
func tests(t *testing.T, root string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	add := func(place, name string) {
		for _, id := range inFunc.FindAllString(name, -1) {
			if !slices.Contains(found[id], place) {
				found[id] = append(found[id], place)
			}
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root:
			return fs.SkipDir
		case d.IsDir():
			return nil
		case strings.HasSuffix(path, "_test.go"):
			return goTests(path, named(path, root, add))
		case strings.HasSuffix(path, ".json") && strings.Contains(path, "testdata"):
			return cases(path, named(path, root, add))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// named adds names with their file's path in the repository.
func named(path, root string, add func(place, name string)) func(name string) {
	place, err := filepath.Rel(root, path)
	if err != nil {
		place = path
	}
	return func(name string) { add(filepath.ToSlash(place), name) }
}

// goTests finds test functions, and texts within them that begin with a number.
func goTests(path string, add func(name string)) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Test") {
			continue
		}
		add(f.Name.Name)
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				add(atStart.FindString(strings.Trim(l.Value, "\"`")))
			}
			return true
		})
	}
	return nil
}

// cases finds the members called name, at whatever depth.
func cases(path string, add func(name string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var v any
	if json.Unmarshal(text, &v) != nil {
		return nil // an input that is wrong on purpose
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			if name, ok := v["name"].(string); ok {
				add(atStart.FindString(name))
			}
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(v)
	return nil
}
