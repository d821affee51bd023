// Package worktools holds the list of rules for drafts, claims, files and
// recipients (W107 to W152, W161 to W165) and of acceptance scenarios (A1 to
// A84) that this program is held to, and demands that each has a test which
// names it.
//
// A test names one with the words that its function begins with (TestW126…,
// TestA42_A43…) or those that a subtest or the row of a table begins with
// ("A38 an edit"). A number in a comment or in the message of a failure is no
// test. The tables of a suite for others to call, as host/store/storetest, count
// like those of a test.
//
// Start reading at TestEachRuleHasATest.
package worktools

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The last numbers of the list. Rules outside of ruled have no test that must
// name them, but one may.
const (
	lastRule     = 198
	lastScenario = 84
)

// ruled are the rules that need a test: from and to.
var ruled = [][2]int{
	{107, 121}, // drafts
	{122, 145}, // claims
	{146, 152}, // files that are sent
	{161, 165}, // recipients and sharing
}

func TestEachRuleHasATest(t *testing.T) {
	root := filepath.Join("..", "..")
	found, err := namesIn(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems(found, func(file string) bool {
		_, err := os.Stat(filepath.Join(root, filepath.FromSlash(file)))
		return err == nil
	}) {
		t.Error(problem)
	}
}

// problems tells which numbers have no test where they need one, and which are
// named and stand on no list. there says if the repository has a file or folder.
func problems(found map[string][]string, there func(file string) bool) []string {
	var list []string
	for _, id := range required() {
		later, waits := waiting[id]
		if !waits {
			later = partly[id]
		}
		switch {
		case len(found[id]) == 0 && !waits:
			list = append(list, fmt.Sprintf("%s has no test: name one after it, Test%s…", id, id))
		case len(found[id]) > 0 && waits:
			list = append(list, fmt.Sprintf("%s has a test, %s, and waits for all of it: move it to the table partly, or out", id, found[id][0]))
		}
		folders := everywhere[id]
		if folder := later.folder; folder != "" && there(folder) {
			if strings.HasSuffix(folder, ".go") { // the file that will be there
				folder = path.Dir(folder)
			}
			folders = append(slices.Clip(folders), folder)
		}
		for _, folder := range folders {
			if !within(found[id], folder) {
				list = append(list, fmt.Sprintf("%s has no test in %s: name one after it, Test%s…", id, folder, id))
			}
		}
	}
	for id, places := range found {
		if !known(id) {
			list = append(list, fmt.Sprintf("%s is no number of the list: %s", id, places[0]))
		}
	}
	for _, id := range slices.Concat(slices.Collect(maps.Keys(waiting)), slices.Collect(maps.Keys(partly)), slices.Collect(maps.Keys(everywhere))) {
		if !slices.Contains(required(), id) {
			list = append(list, id+" stands in a table and on no list")
		}
	}
	slices.Sort(list)
	return list
}

// required are the numbers that need a test, or a word on when it comes.
func required() []string {
	var ids []string
	for _, r := range ruled {
		for n := r[0]; n <= r[1]; n++ {
			ids = append(ids, "W"+strconv.Itoa(n))
		}
	}
	for n := 1; n <= lastScenario; n++ {
		ids = append(ids, "A"+strconv.Itoa(n))
	}
	return ids
}

// known tells if a number is one of the list, also where it needs no test.
func known(id string) bool {
	n, err := strconv.Atoi(id[1:])
	last := map[byte]int{'W': lastRule, 'A': lastScenario}[id[0]]
	return err == nil && strconv.Itoa(n) == id[1:] && n >= 1 && n <= last
}

// within tells if one of the places lies in a folder of the repository.
func within(places []string, folder string) bool {
	return slices.ContainsFunc(places, func(place string) bool { return strings.HasPrefix(place, folder+"/") })
}

// namesIn gives the places of the tests that name a number, by the number.
func namesIn(root fs.FS) (map[string][]string, error) {
	found := map[string][]string{}
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (file != "." && strings.HasPrefix(d.Name(), ".") || slices.Contains(otherNames, file)):
			return fs.SkipDir
		case d.IsDir() || !isTest(file):
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		ids, err := namesOf(file, text)
		for _, id := range ids {
			if !slices.Contains(found[id], file) {
				found[id] = append(found[id], file)
			}
		}
		return err
	})
	return found, err
}
