package worktools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// What names a number, and what only mentions one.
func TestNames(t *testing.T) {
	const source = `package x
// W101 a comment names nothing.
func TestW111Table(t *testing.T) { t.Run("A36 a row", f); t.Run("A37, A38 and A39 rows", f); t.Errorf("A40 is told") }
func TestW112_A41_Two(t *testing.T) {}
func TestA42A43(t *testing.T) { _ = "the A44 in a text"; _ = "A45" }
func TestOfA46(t *testing.T) {}
func helper() { f("A47 in no test") }
func (x T) TestA48() {}
var table = []row{{"A49 a row"}, {` + "`A50: a row`" + `}}
const word = "A51 a constant"
`
	suite := strings.Replace(source, "package x", "package xtest", 1)
	found, err := namesIn(fstest.MapFS{
		"host/x/x_test.go":             {Data: []byte(source)},
		"host/xtest/suite.go":          {Data: []byte(suite)},
		"host/x/x.go":                  {Data: []byte("package x\nvar t = []string{`A52 a row`}\n")},
		"plugins/sheets/s.go":          {Data: []byte("package sheets\nvar t = []string{`A1 B2`}\n")},
		"internal/worktools/x_test.go": {Data: []byte("package x\nfunc TestA53Word(t *testing.T) {}\n")},
		".git/y_test.go":               {Data: []byte("no Go")},
		"plugins/sheets/a/a_test.go":   {Data: []byte("package a\nfunc TestA1Cell(t *testing.T) {}\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, id := range strings.Fields("W111 A36 A37 A38 A39 W112 A41 A42 A43 A49 A50") {
		want[id] = "host/x/x_test.go host/xtest/suite.go"
	}
	want["A47"] = "host/xtest/suite.go"
	got := map[string]string{}
	for id, places := range found {
		got[id] = strings.Join(places, " ")
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if _, err := namesIn(fstest.MapFS{"x_test.go": {Data: []byte("no Go")}}); err == nil {
		t.Error("a file that can't be read is passed over")
	}
}

// The list itself notices what is missing, what is too much, and what came.
func TestProblems(t *testing.T) {
	nothing := func(string) bool { return false }
	full := map[string][]string{}
	for _, id := range required() {
		if _, waits := waiting[id]; !waits {
			full[id] = append([]string{"host/x/x_test.go"}, everyFile(id)...)
		}
	}
	if got := problems(full, nothing); len(got) > 0 {
		t.Fatalf("%q", got)
	}
	for _, id := range []string{"W107", "W121", "W145", "W146", "W152", "W161", "W165", "A3", "A30", "A61", "A84"} {
		less := maps.Clone(full)
		delete(less, id)
		if got := problems(less, nothing); len(got) == 0 || !strings.HasPrefix(got[0], id+" has no test") {
			t.Errorf("without %s: %q", id, got)
		}
	}
	for _, id := range []string{"A85", "A0", "W199", "W0", "A036"} {
		more := maps.Clone(full)
		more[id] = []string{"host/x/x_test.go"}
		if got := problems(more, nothing); len(got) != 1 || !strings.HasPrefix(got[0], id+" is no number") {
			t.Errorf("with %s: %q", id, got)
		}
	}
	early := maps.Clone(full)
	early["A12"] = []string{"host/x/x_test.go"}
	if got := problems(early, nothing); len(got) != 1 || !strings.HasPrefix(got[0], "A12 has a test") {
		t.Errorf("a test of what waits: %q", got)
	}
	for id := range partly {
		if _, both := waiting[id]; both {
			t.Errorf("%s waits in whole and in part", id)
		}
	}
	// A rule that needs no test may have one.
	full["W19"] = []string{"host/x/x_test.go"}
	for folder, ids := range byFolder() {
		got := problems(full, func(file string) bool { return file == folder })
		if len(got) != len(ids) {
			t.Errorf("with %s: %q, want %q", folder, got, ids)
		}
	}
	for id, p := range everywhere {
		short := maps.Clone(full)
		short[id] = everyFile(id)[1:]
		if got := problems(short, nothing); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, id+" has no test") }) {
			t.Errorf("%s without %s: %q", id, p[0], got)
		}
	}
}

func everyFile(id string) (files []string) {
	for _, folder := range everywhere[id] {
		files = append(files, folder+"/x_test.go")
	}
	return files
}

// byFolder are the numbers that need a test once a folder or file is there.
func byFolder() map[string][]string {
	all := map[string][]string{}
	for _, table := range []map[string]part{waiting, partly} {
		for id, p := range table {
			if p.what == "" {
				panic(fmt.Sprintf("%s waits for nothing", id))
			}
			if p.folder != "" {
				all[p.folder] = append(all[p.folder], id)
			}
		}
	}
	return all
}
