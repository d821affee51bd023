package tasksapi

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/store"
)

// all reads the default list page by page and gives the titles.
func (b *bench) all(size int, query ...string) []string {
	b.t.Helper()
	var out []string
	token := ""
	for {
		r := b.list(append([]string{"maxResults", fmt.Sprint(size), "pageToken", token}, query...)...)
		for _, it := range r.items() {
			out = append(out, it["title"].(string))
		}
		if token = r.str("nextPageToken"); token == "" {
			return out
		}
	}
}

func (b *bench) exec(query string, args ...any) {
	b.t.Helper()
	err := b.store.Write(context.Background(), func(tx *store.Tx) error { _, err := tx.Exec(query, args...); return err })
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
}

func (b *bench) value(query string, into any, args ...any) {
	b.t.Helper()
	err := b.store.Read(context.Background(), func(tx *store.Tx) error { return tx.QueryRow(query, args...).Scan(into) })
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
}

func (b *bench) path(id string) (path string) {
	b.t.Helper()
	b.value(`SELECT path FROM tasks WHERE id = ?`, &path, id)
	return path
}

func TestPagesJoinToTheList(t *testing.T) {
	b := newBench(t)
	for i := range 45 {
		id := b.add(fmt.Sprint("t", i))
		if i%5 == 0 {
			b.add(fmt.Sprint("s", i), "parent", id)
		}
	}
	whole := strings.Join(b.all(100), " ")
	for _, size := range []int{1, 7, 20, 53, 54} {
		equal(t, fmt.Sprint("size ", size), strings.Join(b.all(size), " "), whole)
	}
	equal(t, "default size", len(b.list().items()), 20)
}

// TestPagesWhileTheListChanges: what is inserted, deleted or moved between
// two pages disturbs no other task.
func TestPagesWhileTheListChanges(t *testing.T) {
	b := newBench(t)
	d, c := b.add("d"), b.add("c")
	bb, a := b.add("b"), b.add("a")
	page := b.list("maxResults", "2")
	equal(t, "first page", page.titles(), "a b")
	b.add("new")                                                 // before the page's end
	b.add("e", "previous", d)                                    // behind it
	b.must(204, "DELETE", tasksPath+"/"+bb, "")                  // the very task it ended with
	b.must(200, "POST", tasksPath+"/"+a+"/move?previous="+c, "") // seen already, now behind
	next := b.list("maxResults", "2", "pageToken", page.str("nextPageToken"))
	equal(t, "second page", next.titles(), "c a")
	equal(t, "third page", b.list("maxResults", "2", "pageToken", next.str("nextPageToken")).titles(), "d e")
}

func TestPageAfterARenumbering(t *testing.T) {
	b := newBench(t)
	b.add("d")
	b.add("c")
	bb := b.add("b")
	page := b.list("maxResults", "2")
	equal(t, "first page", page.titles(), "b c")
	// Squeezed in before the page's end, so that c's path grows past the
	// one in the token.
	for i := range 60 {
		b.must(204, "DELETE", tasksPath+"/"+b.add(fmt.Sprint("x", i), "previous", bb), "")
	}
	var epoch int
	b.value(`SELECT epoch FROM tasklists WHERE is_default = 1`, &epoch)
	if epoch == 0 {
		t.Fatal("nothing was renumbered: the test proves nothing")
	}
	equal(t, "second page", b.list("maxResults", "2", "pageToken", page.str("nextPageToken")).titles(), "d")
}

func TestPageTokensAreBound(t *testing.T) {
	b := newBench(t)
	for i := range 5 {
		b.add(fmt.Sprint("t", i))
	}
	other := b.must(200, "POST", listsPath, `{"title":"other"}`).str("id")
	token := b.list("maxResults", "2").str("nextPageToken")
	b.must(200, "GET", tasksPath+"?maxResults=3&pageToken="+token, "") // another size is fine
	b.must(200, "GET", "lists/id1/tasks?pageToken="+token, "")         // the same list by name
	bounded := b.list("maxResults", "2", "updatedMin", "2030-01-01T00:00:00Z").str("nextPageToken")
	flipped := "A" + token[1:]
	if flipped == token {
		flipped = "B" + token[1:]
	}
	for what, path := range map[string]string{
		"another list":      "lists/" + other + "/tasks?pageToken=" + token,
		"another filter":    tasksPath + "?showHidden=true&pageToken=" + token,
		"another bound":     tasksPath + "?dueMin=2030-01-01T00:00:00Z&pageToken=" + token,
		"another moment":    tasksPath + "?updatedMin=2030-01-02T00:00:00Z&pageToken=" + bounded,
		"another method":    listsPath + "?pageToken=" + token,
		"changed":           tasksPath + "?pageToken=" + flipped,
		"cut":               tasksPath + "?pageToken=" + token[:len(token)-4],
		"extended":          tasksPath + "?pageToken=" + token + "AAAA",
		"padded":            tasksPath + "?pageToken=" + token + "%3D",
		"free text":         tasksPath + "?pageToken=2",
		"another workspace": tasksPath + "?pageToken=" + foreignToken(t),
	} {
		contains(t, what, b.must(400, "GET", path, "").message(), "Invalid page token")
	}
}

func foreignToken(t *testing.T) string {
	b := newBench(t)
	b.add("x")
	b.add("y")
	return b.list("maxResults", "1").str("nextPageToken")
}

func TestDeepestTokenFits(t *testing.T) {
	b := newBench(t)
	parent := b.add("1")
	for i := 2; i <= DefaultLimits().Depth; i++ {
		parent = b.add(fmt.Sprint(i), "parent", parent)
	}
	b.add("last", "previous", "id2")
	if n := len(b.list("maxResults", fmt.Sprint(DefaultLimits().Depth)).str("nextPageToken")); n == 0 || n > 500 {
		t.Errorf("the token of the deepest task has %d characters; clients take 500", n)
	}
	contains(t, "deeper", b.must(400, "POST", tasksPath+"?parent="+parent, `{}`).message(), "deeper than 32")
	b.must(400, "POST", tasksPath+"/id2/move?parent=id34", "")
}
