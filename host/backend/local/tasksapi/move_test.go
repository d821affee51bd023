package tasksapi

import (
	"fmt"
	"strings"
	"testing"
)

func TestOrder(t *testing.T) {
	b := newBench(t)
	first := b.add("a")
	b.add("b")                    // first among its siblings
	b.add("c", "previous", first) // last
	sub := b.add("d", "parent", first)
	b.add("e", "parent", first)
	b.add("f", "parent", first, "previous", sub)
	equal(t, "tree order", b.list().titles(), "b a e d f c")
	items := b.list().items()
	for _, it := range items {
		if p := it["position"].(string); len(p) != 20 || strings.Trim(p, "0123456789") != "" {
			t.Errorf("position %q is not 20 digits", p)
		}
	}
	if items[2]["position"].(string) >= items[3]["position"].(string) {
		t.Error("positions of siblings do not sort like the siblings")
	}
	equal(t, "parent", items[2]["parent"], first)
}

func TestMove(t *testing.T) {
	b := newBench(t)
	c, bb, a := b.add("c"), b.add("b"), b.add("a")
	move := func(want, id string, query ...string) answerTo {
		t.Helper()
		r := b.must(200, "POST", tasksPath+"/"+id+"/move"+encode(query), "")
		equal(t, fmt.Sprint(id, query), b.list().titles(), want)
		return r
	}
	// Again, it stays where it is.
	equal(t, "first", move("c a b", c).str("position"), move("c a b", c).str("position"))
	equal(t, "behind a", move("a c b", c, "previous", a).str("position"), move("a c b", c, "previous", a).str("position"))
	move("a b c", c, "previous", bb)
	r := move("a c b", c, "parent", a)
	equal(t, "parent", r.str("parent"), a)
	move("a b c", bb, "parent", a) // first child
	move("a c b", bb, "parent", a, "previous", c)
	move("b a c", bb)
	equal(t, "parent gone", b.get(bb).body["parent"], nil)
	// A subtree moves as one.
	move("b a c", a, "parent", bb)
	move("a c b", a)
	equal(t, "still a child", b.get(c).body["parent"], a)
}

func TestMoveErrors(t *testing.T) {
	b := newBench(t)
	a := b.add("a")
	child := b.add("child", "parent", a)
	grand := b.add("grand", "parent", child)
	x := b.add("x")
	hidden := b.add("hidden")
	b.must(200, "PATCH", tasksPath+"/"+hidden, `{"status":"completed"}`)
	b.must(204, "POST", "lists/@default/clear", "")
	other := b.must(200, "POST", listsPath, `{"title":"other"}`).str("id")
	far := b.addTo(other, "far")
	was := string(b.list("showHidden", "true").raw)
	for _, c := range []struct{ id, query, message string }{
		{a, "parent=" + a, "below itself"},
		{a, "parent=" + child, "below itself"},
		{a, "parent=" + grand, "below itself"},
		{a, "previous=" + a, "its own previous"},
		{x, "parent=nope", "not in the task list"},
		{x, "previous=nope", "not in the task list"},
		{x, "parent=" + far, "not in the task list"},
		{x, "previous=" + child, "not a sibling"},
		{x, "parent=" + a + "&previous=" + grand, "not a sibling"},
		{x, "parent=" + hidden, "parent task is hidden"},
		{x, "previous=" + hidden, "previous task is hidden"},
		{hidden, "parent=" + a, "completed and hidden"},
		{hidden, "previous=" + a, "completed and hidden"},
		{x, "destinationTasklist=" + other + "&parent=" + a, "not in the task list"},
	} {
		contains(t, c.id+" "+c.query, b.must(400, "POST", tasksPath+"/"+c.id+"/move?"+c.query, "").message(), c.message)
	}
	b.must(404, "POST", tasksPath+"/"+x+"/move?destinationTasklist=nope", "")
	b.must(404, "POST", "lists/"+other+"/tasks/"+x+"/move", "")
	b.must(400, "POST", tasksPath+"?parent="+hidden, `{"title":"t"}`)
	b.must(400, "POST", tasksPath+"?previous="+child, `{"title":"t"}`)
	equal(t, "nothing moved", string(b.list("showHidden", "true").raw), was)
	b.must(200, "POST", tasksPath+"/"+hidden+"/move", "")
}

func TestMoveToAnotherList(t *testing.T) {
	b := newBench(t)
	other := b.must(200, "POST", listsPath, `{"title":"other"}`).str("id")
	far := b.addTo(other, "far")
	a := b.add("a")
	child := b.add("child", "parent", a)
	b.add("stays")
	was := b.must(200, "GET", listsPath+"/@default", "").str("etag")
	r := b.must(200, "POST", tasksPath+"/"+a+"/move?destinationTasklist="+other+"&previous="+far, "")
	equal(t, "id", r.str("id"), a)
	contains(t, "selfLink", r.str("selfLink"), "/lists/"+other+"/tasks/"+a)
	equal(t, "source", b.list().titles(), "stays")
	if was == b.must(200, "GET", listsPath+"/@default", "").str("etag") {
		t.Error("the source list did not change")
	}
	equal(t, "destination", b.must(200, "GET", "lists/"+other+"/tasks", "").titles(), "far a child")
	b.must(404, "GET", tasksPath+"/"+a, "")
	equal(t, "child", b.must(200, "GET", "lists/"+other+"/tasks/"+child, "").str("parent"), a)
	b.must(200, "POST", "lists/"+other+"/tasks/"+child+"/move?destinationTasklist=@default", "")
	equal(t, "back, alone", b.list().titles(), "child stays")
	equal(t, "at the top level", b.get(child).body["parent"], nil)
	b.must(200, "POST", tasksPath+"/"+child+"/move?destinationTasklist=id1", "") // its own list by name
}

// TestRenumbering squeezes tasks between the same two until no number is left
// between them, with subtasks that must come along.
func TestRenumbering(t *testing.T) {
	b := newBench(t)
	last := b.add("last")
	b.add("under-last", "parent", last)
	first := b.add("first")
	kid := b.add("under-first", "parent", first)
	b.add("deep", "parent", kid)
	want := []string{"first", "under-first", "deep"}
	for i := range 100 {
		title := fmt.Sprint("t", i)
		b.add(title, "previous", first)
		want = append(want[:3], append([]string{title}, want[3:]...)...)
	}
	want = append(want, "last", "under-last")
	equal(t, "order", strings.Join(b.all(7), " "), strings.Join(want, " "))
	var epoch int
	b.value(`SELECT epoch FROM tasklists WHERE is_default = 1`, &epoch)
	if epoch == 0 {
		t.Fatal("nothing was renumbered: the test proves nothing")
	}
	equal(t, "child", b.get(kid).str("parent"), first)

	// At the lower end too.
	b.exec(`UPDATE tasks SET path = printf('%020d', 5) || substr(path, 21) WHERE path >= ? AND path < ?`, b.path(first), end(b.path(first)))
	b.add("front")
	equal(t, "front", strings.Join(b.all(100), " "), "front "+strings.Join(want, " "))
	// And at the upper.
	b.exec(`UPDATE tasks SET path = '09223372036854775807' || substr(path, 21) WHERE path >= ? AND path < ?`, b.path(last), end(b.path(last)))
	b.add("back", "previous", last)
	equal(t, "back", strings.Join(b.all(100), " "), "front "+strings.Join(want, " ")+" back")
}
