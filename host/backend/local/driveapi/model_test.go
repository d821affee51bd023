package driveapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// node is what the model knows of a file.
type node struct {
	id, parent string
	folder     bool
	trashed    bool // by itself
	content    string
}

// model is a drive as simple as can be; b is the real one.
type model struct {
	b     *bench
	root  string
	all   map[string]*node
	token string            // of changes
	seen  map[string]string // what a client that follows the changes knows: id to name
}

func (m *model) inTrash(n *node) bool {
	for n != nil {
		if n.trashed {
			return true
		}
		n = m.all[n.parent]
	}
	return false
}

func (m *model) within(id, folder string) bool {
	for n := m.all[id]; n != nil; n = m.all[n.parent] {
		if n.id == folder {
			return true
		}
	}
	return false
}

// pick draws a known id; the root only where it may be.
func (m *model) pick(t *rapid.T, root bool, which func(*node) bool) string {
	var ids []string
	if root {
		ids = append(ids, m.root)
	}
	for id, n := range m.all {
		if which(n) {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	if len(ids) == 0 {
		t.Skip("nothing to pick")
	}
	return rapid.SampledFrom(ids).Draw(t, "id")
}

func isFolder(n *node) bool { return n.folder }
func anyNode(*node) bool    { return true }
func isFile(n *node) bool   { return !n.folder }

func (m *model) create(t *rapid.T) {
	n := &node{parent: m.pick(t, true, isFolder), folder: rapid.Bool().Draw(t, "folder")}
	if n.folder {
		n.id = m.b.folder("f", n.parent)
	} else {
		n.content = rapid.StringMatching(`[a-z ]{0,12}`).Draw(t, "content")
		n.id = m.b.text("x", n.parent, n.content)
	}
	m.all[n.id] = n
}

func (m *model) write(t *rapid.T) {
	id := m.pick(t, false, isFile)
	m.all[id].content = rapid.StringMatching(`[a-z ]{0,12}`).Draw(t, "content")
	m.b.uploadTo("PATCH", "files/"+id, `{}`, "text/plain", m.all[id].content)
}

func (m *model) move(t *rapid.T) {
	id, to := m.pick(t, false, anyNode), m.pick(t, true, isFolder)
	r := m.b.send("PATCH", "files/"+id+q("addParents", to, "removeParents", m.all[id].parent), `{}`)
	switch {
	case to == m.all[id].parent:
		// Asked to add and to remove the same folder: it is put at the top.
		if r.status == 200 {
			m.all[id].parent = m.root
		}
	case m.within(to, id):
		if r.status != 400 {
			t.Fatalf("a folder got into itself: %s", r.raw)
		}
	default:
		if r.status != 200 {
			t.Fatalf("move: %s", r.raw)
		}
		m.all[id].parent = to
	}
}

func (m *model) trash(t *rapid.T) {
	id := m.pick(t, false, anyNode)
	m.all[id].trashed = rapid.Bool().Draw(t, "trashed")
	m.b.must(200, "PATCH", "files/"+id, fmt.Sprintf(`{"trashed":%v}`, m.all[id].trashed))
}

func (m *model) delete(t *rapid.T) {
	id := m.pick(t, false, anyNode)
	m.b.must(204, "DELETE", "files/"+id, "")
	var gone []string
	for other := range m.all {
		if m.within(other, id) {
			gone = append(gone, other)
		}
	}
	for _, other := range gone {
		delete(m.all, other)
	}
}

func (m *model) empty(*rapid.T) {
	m.b.must(204, "DELETE", "files/trash", "")
	var gone []string
	for id, n := range m.all {
		if m.inTrash(n) {
			gone = append(gone, id)
		}
	}
	for _, id := range gone {
		delete(m.all, id)
	}
}

// check compares what a client knows that follows the changes.
func (m *model) check(t *rapid.T) {
	if n := m.b.count(`SELECT count(*) FROM blobs WHERE refs = 0`); n != 0 {
		t.Fatalf("%d contents that nothing keeps", n)
	}
	m.follow(t)
}

// checkAll compares the lists, each folder and each content.
func (m *model) checkAll(t *rapid.T) {
	want, trash := []string{}, []string{}
	for id, n := range m.all {
		if m.inTrash(n) {
			trash = append(trash, id)
		} else {
			want = append(want, id)
		}
	}
	m.same(t, "trashed = false", want)
	m.same(t, "trashed = true", trash)
	for id, n := range m.all {
		var children []string
		for _, c := range m.all {
			if c.parent == id {
				children = append(children, c.id)
			}
		}
		if n.folder {
			m.same(t, "'"+id+"' in parents", children)
		} else if got := m.b.content(id); got != n.content {
			t.Fatalf("content of %s: %q, want %q", id, got, n.content)
		}
	}
}

func (m *model) same(t *rapid.T, query string, want []string) {
	got := strings.Fields(m.b.must(200, "GET", "files"+q("q", query, "pageSize", "1000"), "").all("files", "id"))
	sort.Strings(got)
	sort.Strings(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", query, got, want)
	}
}

// follow applies the changes since the last time and compares all that is
// known by them with the drive.
func (m *model) follow(t *rapid.T) {
	for {
		r := m.b.must(200, "GET", "changes"+q("pageToken", m.token, "pageSize", "3", "fields", "newStartPageToken,nextPageToken,changes(fileId,removed,file(trashed,parents))"), "")
		for _, c := range r.body["changes"].([]any) {
			change := answerTo{body: c.(map[string]any)}
			if change.get("removed") == "true" {
				delete(m.seen, change.get("fileId"))
				continue
			}
			m.seen[change.get("fileId")] = change.get("file.trashed") + change.get("file.parents")
		}
		if m.token = r.get("nextPageToken"); m.token == "" {
			m.token = r.get("newStartPageToken")
			break
		}
	}
	want := map[string]string{}
	for id, n := range m.all {
		parents, _ := json.Marshal([]string{n.parent})
		want[id] = fmt.Sprint(m.inTrash(n)) + string(parents)
	}
	if fmt.Sprint(m.seen) != fmt.Sprint(want) {
		t.Fatalf("by the changes: %v, want %v", m.seen, want)
	}
}

// TestDriveIsLikeItsModel runs random operations on the API and on the model.
func TestDriveIsLikeItsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := openBench(t)
		defer b.store.Close()
		m := &model{b: b, root: b.file("root").get("id"), all: map[string]*node{}, seen: map[string]string{}}
		m.token = b.must(200, "GET", "changes/startPageToken", "").get("startPageToken")
		t.Repeat(map[string]func(*rapid.T){
			"create": m.create, "write": m.write, "move": m.move, "trash": m.trash, "delete": m.delete, "empty": m.empty, "": m.check,
		})
		m.checkAll(t)
	})
}
