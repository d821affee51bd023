package tasksapi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/backend/local/store"
)

// The model: per list a tree of tasks that are not deleted, as plain slices.
type node struct {
	id           string
	parent       *node // nil at the top level
	kids         []*node
	done, hidden bool
}

type model struct {
	*bench
	rt      *rapid.T
	lists   [2]string
	roots   [2][]*node
	gone    map[string]bool // deleted ids
	created int
}

func (m *model) siblings(list int, parent *node) *[]*node {
	if parent == nil {
		return &m.roots[list]
	}
	return &parent.kids
}

// walk gives the tasks of a list in tree order.
func (m *model) walk(list int) []*node {
	var out []*node
	var down func([]*node)
	down = func(level []*node) {
		for _, n := range level {
			out = append(out, n)
			down(n.kids)
		}
	}
	down(m.roots[list])
	return out
}

// pick draws a task of a list, or nil where none is or "none" is drawn.
func (m *model) pick(list int, label string, orNone bool) *node {
	all := m.walk(list)
	lo := 0
	if orNone {
		lo = -1
	}
	if len(all) == 0 {
		return nil
	}
	if i := rapid.IntRange(lo, len(all)-1).Draw(m.rt, label); i >= 0 {
		return all[i]
	}
	return nil
}

func (m *model) list(label string) int { return rapid.IntRange(0, 1).Draw(m.rt, label) }

// place draws parent and previous and says whether the API must take them
// for a task n (nil: a new one). Half of the time previous is a sibling.
func (m *model) place(list int, n *node) (parent, previous *node, legal bool) {
	parent = m.pick(list, "parent", true)
	if sib := *m.siblings(list, parent); len(sib) > 0 && rapid.Bool().Draw(m.rt, "sibling") {
		previous = rapid.SampledFrom(sib).Draw(m.rt, "previous")
	} else {
		previous = m.pick(list, "previous", true)
	}
	legal = (parent == nil || !parent.hidden) &&
		(previous == nil || !previous.hidden && previous.parent == parent && previous != n)
	for p := parent; p != nil && n != nil; p = p.parent {
		legal = legal && p != n
	}
	if n != nil && n.hidden {
		legal = legal && parent == nil && previous == nil
	}
	return parent, previous, legal
}

func (m *model) put(list int, n, parent, previous *node) {
	n.parent = parent
	sib := m.siblings(list, parent)
	*sib = slices.Insert(*sib, slices.Index(*sib, previous)+1, n) // index -1 for nil: first
}

func (m *model) take(list int, n *node) {
	sib := m.siblings(list, n.parent)
	*sib = slices.DeleteFunc(*sib, func(o *node) bool { return o == n })
}

func query(parent, previous *node, more ...string) string {
	if parent != nil {
		more = append(more, "parent", parent.id)
	}
	if previous != nil {
		more = append(more, "previous", previous.id)
	}
	return encode(more)
}

func (m *model) path(list int, n *node) string { return "lists/" + m.lists[list] + "/tasks/" + n.id }

// expect sends a request that must succeed or be refused with 400.
func (m *model) expect(legal bool, method, path, body string) answerTo {
	if !legal {
		return m.must(400, method, path, body)
	}
	return m.must(200, method, path, body)
}

func (m *model) insert(*rapid.T) {
	list := m.list("list")
	parent, previous, legal := m.place(list, nil)
	r := m.expect(legal, "POST", "lists/"+m.lists[list]+"/tasks"+query(parent, previous), `{"title":"t"}`)
	if legal {
		m.created++
		m.put(list, &node{id: r.str("id")}, parent, previous)
	}
}

func (m *model) move(*rapid.T) {
	from, to := m.list("from"), m.list("to")
	n := m.pick(from, "task", false)
	if n == nil {
		return
	}
	parent, previous, legal := m.place(to, n)
	var more []string
	if from != to || rapid.Bool().Draw(m.rt, "name the list") {
		more = []string{"destinationTasklist", m.lists[to]}
	}
	r := m.expect(legal, "POST", m.path(from, n)+"/move"+query(parent, previous, more...), "")
	if legal {
		m.take(from, n)
		m.put(to, n, parent, previous)
		if n.parent != nil && r.str("parent") != n.parent.id {
			m.rt.Fatalf("moved below %s, the answer says %q", n.parent.id, r.str("parent"))
		}
	}
}

func (m *model) remove(*rapid.T) {
	list := m.list("list")
	n := m.pick(list, "task", false)
	if n == nil {
		return
	}
	m.must(204, "DELETE", m.path(list, n), "")
	m.take(list, n)
	var bury func(*node)
	bury = func(n *node) {
		m.gone[n.id] = true
		for _, k := range n.kids {
			bury(k)
		}
	}
	bury(n)
}

func (m *model) complete(*rapid.T) {
	list := m.list("list")
	if n := m.pick(list, "task", false); n != nil {
		m.must(200, "PATCH", m.path(list, n), `{"status":"completed"}`)
		n.done = true
	}
}

func (m *model) reopen(*rapid.T) {
	list := m.list("list")
	if n := m.pick(list, "task", false); n != nil {
		m.must(200, "PATCH", m.path(list, n), `{"status":"needsAction"}`)
		n.done, n.hidden = false, false
	}
}

func (m *model) clear(*rapid.T) {
	list := m.list("list")
	m.must(204, "POST", "lists/"+m.lists[list]+"/clear", "")
	for _, n := range m.walk(list) {
		n.hidden = n.hidden || n.done
	}
}

// squeeze leaves no number free between siblings, so that the next insert
// between two must renumber them.
func (m *model) squeeze(*rapid.T) {
	list := m.list("list")
	parent := m.pick(list, "parent", true)
	err := m.store.Write(context.Background(), func(tx *store.Tx) error {
		l, err := liveList(tx, m.lists[list])
		if err != nil || parent == nil {
			return renumber(tx, l, nil, 1)
		}
		p, err := liveTask(tx, l, parent.id)
		if err != nil {
			return err
		}
		return renumber(tx, l, p, 1)
	})
	if err != nil {
		m.rt.Fatalf("squeeze: %v", err)
	}
}

// read joins the pages of a list.
func (m *model) read(list, size int, params ...string) []map[string]any {
	var out []map[string]any
	token := ""
	for {
		q := append([]string{"maxResults", fmt.Sprint(size), "pageToken", token}, params...)
		r := m.must(200, "GET", "lists/"+m.lists[list]+"/tasks"+encode(q), "")
		out = append(out, r.items()...)
		if token = r.str("nextPageToken"); token == "" {
			return out
		}
	}
}

// check compares everything that can be seen with the model.
func (m *model) check(*rapid.T) {
	seen := map[string]bool{}
	for list := range m.lists {
		var all, shown, open []string
		for _, n := range m.walk(list) {
			all = append(all, n.id)
			if !n.hidden {
				shown = append(shown, n.id)
			}
			if !n.done {
				open = append(open, n.id)
			}
		}
		size := rapid.IntRange(2, 12).Draw(m.rt, "page size")
		// One of the three views each time: reading is what costs.
		switch rapid.IntRange(0, 2).Draw(m.rt, "view") {
		case 0:
			m.same("all", m.read(list, size, "showHidden", "true"), all)
		case 1:
			m.same("shown", m.read(list, size), shown)
		case 2:
			m.same("open", m.read(list, size, "showCompleted", "false"), open)
		}
		last := map[any]string{}
		for _, it := range m.read(list, 100, "showHidden", "true", "showDeleted", "true") {
			id, position := it["id"].(string), it["position"].(string)
			if seen[id] {
				m.rt.Fatalf("%s is there twice", id)
			}
			seen[id] = true
			if deleted := it["deleted"] == true; deleted != m.gone[id] {
				m.rt.Fatalf("%s: deleted is %v", id, deleted)
			}
			if position <= last[it["parent"]] {
				m.rt.Fatalf("%s: position %s is not behind its sibling's %s", id, position, last[it["parent"]])
			}
			last[it["parent"]] = position
		}
	}
	if len(seen) != m.created {
		m.rt.Fatalf("%d tasks were made, %d are there", m.created, len(seen))
	}
}

func (m *model) same(what string, items []map[string]any, want []string) {
	var got []string
	for _, it := range items {
		got = append(got, it["id"].(string))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		m.rt.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// TestModel runs random actions against the API and the model.
func TestModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := openBench(rt)
		defer b.close()
		m := &model{bench: b, rt: rt, gone: map[string]bool{}}
		m.lists = [2]string{"id1", b.must(200, "POST", listsPath, `{"title":"other"}`).str("id")}
		rt.Repeat(map[string]func(*rapid.T){
			"insert": m.insert, "insert again": m.insert, "insert more": m.insert, "move": m.move, "move again": m.move,
			"delete": m.remove, "complete": m.complete, "reopen": m.reopen, "clear": m.clear, "squeeze": m.squeeze, "": m.check,
		})
	})
}
