package driveapi

import (
	"fmt"
	"strings"
	"testing"
)

func TestMove(t *testing.T) {
	b := newBench(t)
	a, c := b.folder("a", "root"), b.folder("c", "root")
	id := b.text("x", a, "x")
	move := func(add, remove string) answerTo {
		return b.send("PATCH", "files/"+id+q("addParents", add, "removeParents", remove, "fields", "*", "supportsAllDrives", "true"), `{}`)
	}
	equal(t, "moved", move(c, a).get("parents"), `["`+c+`"]`)
	equal(t, "already there", move(c, "").get("parents"), `["`+c+`"]`)
	equal(t, "a folder that is no parent", move("", a).get("parents"), `["`+c+`"]`)
	r := move(a, "")
	equal(t, "a second parent", fmt.Sprint(r.status, r.reason()), "403cannotAddParent")
	equal(t, "to the root by alias", move("root", c).get("parents"), `["`+b.file("root").get("id")+`"]`)
	equal(t, "from the root by alias", move(a, "root").get("parents"), `["`+a+`"]`)
	equal(t, "removed from its only folder", move("", a).get("parents"), `["`+b.file("root").get("id")+`"]`)
	equal(t, "removed from the root", move("", "root").get("parents"), `["`+b.file("root").get("id")+`"]`)
	equal(t, "into a file", move(b.text("y", "root", "y"), "root").reason(), "parentNotAFolder")
	equal(t, "to nothing", move("none", "root").status, 404)
	id = a
	sub := b.folder("sub", a)
	contains(t, "into itself", move(a, "root").message(), "into itself")
	contains(t, "into what is below", move(sub, "root").message(), "into itself")
	id = "root"
	equal(t, "the root", move(a, "").reason(), "cannotMoveTopFolder")
}

func TestDepth(t *testing.T) {
	b := newBench(t)
	deep := b.folder("1", "root")
	top := deep
	for i := 2; i <= maxDepth; i++ {
		deep = b.folder(fmt.Sprint(i), deep)
	}
	b.refused(403, "myDriveHierarchyDepthLimitExceeded", "POST", "files", `{"mimeType":"`+mimeFolder+`","parents":["`+deep+`"]}`)
	other := b.folder("other", "root")
	b.refused(403, "myDriveHierarchyDepthLimitExceeded", "PATCH", "files/"+top+q("addParents", other, "removeParents", "root"), `{}`)
	b.must(200, "PATCH", "files/"+top, `{"trashed":true}`)
	equal(t, "the deepest is in the trash", b.file(deep).get("trashed"), "true")
	b.must(204, "DELETE", "files/"+top, "")
	b.must(404, "GET", "files/"+deep, "")
}

func TestTrash(t *testing.T) {
	b := newBench(t)
	a := b.folder("a", "root")
	sub := b.folder("sub", a)
	x, y := b.text("x", sub, "x"), b.text("y", sub, "y")
	state := func(ids ...string) string {
		var out []string
		for _, id := range ids {
			r := b.file(id)
			out = append(out, r.get("trashed")[:1]+r.get("explicitlyTrashed")[:1])
		}
		return strings.Join(out, " ")
	}
	set := func(id string, trashed bool) {
		b.must(200, "PATCH", "files/"+id, fmt.Sprintf(`{"trashed":%v}`, trashed))
	}
	before := b.file(a).get("modifiedTime")
	b.tick(1e9)
	set(x, true)
	equal(t, "x alone", state(a, sub, x, y), "ff ff tt ff")
	set(a, true)
	equal(t, "all", state(a, sub, x, y), "tt tf tt tf")
	equal(t, "no modification", b.file(a).get("modifiedTime"), before)
	set(y, false)
	equal(t, "y stays with its folder", state(a, sub, x, y), "tt tf tt tf")
	set(a, false)
	equal(t, "x stays by itself", state(a, sub, x, y), "ff ff tt ff")
	set(sub, true)
	set(a, true)
	set(a, false)
	equal(t, "sub stays by itself", state(a, sub, x, y), "ff tt tt tf")
	b.must(200, "PATCH", "files/"+y+q("addParents", a, "removeParents", sub), `{}`)
	equal(t, "moved out of the trash", state(y), "ff")
	b.must(200, "PATCH", "files/"+y+q("addParents", sub, "removeParents", a), `{}`)
	equal(t, "moved into the trash", state(y), "tf")
	// B50: trashing deletes nothing; emptying the trash does.
	equal(t, "content stays", b.content(x), "x")
	b.must(204, "DELETE", "files/trash", "")
	for _, id := range []string{sub, x, y} {
		b.must(404, "GET", "files/"+id, "")
	}
	equal(t, "what is not in the trash", state(a), "ff")
	equal(t, "no content is left", b.count(`SELECT count(*) FROM blobs`), 0)
	for _, table := range []string{"file_words", "file_revisions"} {
		equal(t, table, b.count(`SELECT count(*) FROM `+table+` WHERE file NOT IN (SELECT seq FROM files)`), 0)
	}
}

func TestDelete(t *testing.T) {
	b := newBench(t)
	a := b.folder("a", "root")
	mine, theirs := b.text("mine", a, "x"), b.text("theirs", a, "y")
	b.must(200, "POST", "files/"+theirs+"/permissions?transferOwnership=true", `{"type":"user","role":"owner","emailAddress":"ann@example.org"}`)
	b.refused(403, "insufficientFilePermissions", "DELETE", "files/"+theirs, "")
	b.must(412, "DELETE", "files/"+a, "", "If-Match", `"x"`)
	b.must(204, "DELETE", "files/"+a, "")
	b.must(404, "GET", "files/"+mine, "")
	equal(t, "what others own stays", b.file(theirs).get("name")+b.file(theirs).get("parents"), "theirs")
	b.must(404, "DELETE", "files/"+a, "")
}
