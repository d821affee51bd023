package driveapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func (b *bench) share(id, body string, more ...string) answerTo {
	b.t.Helper()
	return b.must(200, "POST", "files/"+id+"/permissions"+q(append([]string{"fields", "*", "supportsAllDrives", "true"}, more...)...), body)
}

// roles gives the permissions of a file as name:role.
func (b *bench) roles(id string) string {
	b.t.Helper()
	r := b.must(200, "GET", "files/"+id+"/permissions"+every, "")
	var out []string
	for i := range r.body["permissions"].([]any) {
		at := fmt.Sprintf("permissions.%d.", i)
		who := first(r.get(at+"emailAddress"), r.get(at+"domain"), r.get(at+"id"))
		mark := ""
		if r.get(at+"permissionDetails.0.inherited") == "true" {
			mark = "*"
		}
		out = append(out, strings.TrimSuffix(who, "@example.org")+":"+r.get(at+"role")+mark)
	}
	return strings.Join(out, " ")
}

func TestPermissions(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "x")
	r := b.share(id, `{"type":"user","role":"reader","emailAddress":"Ann@Example.org"}`)
	for path, want := range map[string]string{"kind": "drive#permission", "type": "user", "role": "reader", "emailAddress": "ann@example.org", "displayName": "Ann",
		"deleted": "false", "pendingOwner": "false", "permissionDetails.0.inherited": "false", "allowFileDiscovery": ""} {
		equal(t, path, r.get(path), want)
	}
	ann := r.get("id")
	equal(t, "again with less stays", b.share(id, `{"type":"user","role":"reader","emailAddress":"ann@example.org"}`).get("id"), ann)
	equal(t, "again with more is raised", b.share(id, `{"type":"user","role":"writer","emailAddress":"ann@example.org"}`).get("role"), "writer")
	equal(t, "a link", b.share(id, `{"type":"anyone","role":"reader"}`).get("id"), "anyoneWithLink")
	equal(t, "a domain", b.share(id, `{"type":"domain","role":"commenter","domain":"Example.org","allowFileDiscovery":true}`).get("domain"), "example.org")
	b.share(id, `{"type":"group","role":"commenter","emailAddress":"team@example.org"}`)
	equal(t, "all", b.roles(id), "me@example.com:owner ann:writer example.org:commenter team:commenter anyoneWithLink:reader")
	equal(t, "shared", b.file(id).get("shared")+b.file(id).get("permissionIds.1"), "true"+ann)
	equal(t, "lowered", b.must(200, "PATCH", "files/"+id+"/permissions/"+ann+every, `{"role":"commenter"}`).get("role"), "commenter")
	equal(t, "read", b.must(200, "GET", "files/"+id+"/permissions/"+ann+every, "").get("role"), "commenter")
	before := b.file(id).get("version")
	b.must(204, "DELETE", "files/"+id+"/permissions/anyoneWithLink", "")
	if b.file(id).get("version") == before {
		t.Error("sharing does not count as a change")
	}
	b.refused(404, "notFound", "DELETE", "files/"+id+"/permissions/anyoneWithLink", "")
	b.refused(404, "notFound", "GET", "files/"+id+"/permissions/x", "")
	me := permissionID("user", "me@example.com")
	b.refused(403, "cannotRemoveOwner", "DELETE", "files/"+id+"/permissions/"+me, "")
	b.refused(403, "cannotRemoveOwner", "PATCH", "files/"+id+"/permissions/"+me, `{"role":"reader"}`)
	first := b.must(200, "GET", "files/"+id+"/permissions?pageSize=2", "")
	second := b.must(200, "GET", "files/"+id+"/permissions"+q("pageSize", "2", "pageToken", first.get("nextPageToken")), "")
	whole := b.must(200, "GET", "files/"+id+"/permissions", "").all("permissions", "id")
	equal(t, "pages", first.all("permissions", "id")+" "+second.all("permissions", "id"), whole)
}

func TestShareRefusals(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "x")
	for body, want := range map[string]string{
		`{}`: "400 invalid", `{"type":"user","emailAddress":"a@b.cc"}`: "400 invalid", `{"type":"user","role":"reader"}`: "400 invalidSharingRequest",
		`{"type":"user","role":"reader","emailAddress":"a b@c.dd"}`: "400 invalidSharingRequest", `{"type":"domain","role":"reader","domain":"x"}`: "400 invalidSharingRequest",
		`{"type":"anyone","role":"reader","emailAddress":"a@b.cc"}`: "400 invalidSharingRequest", `{"type":"robot","role":"reader"}`: "400 invalid",
		`{"type":"user","role":"king","emailAddress":"a@b.cc"}`: "400 invalid", `{"type":"anyone","role":"organizer"}`: "400 invalid",
		`{"type":"user","role":"organizer","emailAddress":"a@b.cc"}`: "403 organizerOnNonTeamDriveNotSupported", `{"type":"user","role":"owner","emailAddress":"a@b.cc"}`: "403 forbidden",
		`{"type":"user","role":"reader","emailAddress":"a@b.cc","allowFileDiscovery":true}`: "400 invalid", `{"type":"anyone","role":"reader","expirationTime":"2030-02-01T00:00:00Z"}`: "400 invalid",
		`{"type":"user","role":"reader","emailAddress":"a@b.cc","expirationTime":"2029-01-01T00:00:00Z"}`: "400 invalid", `{"type":"user","role":"reader","emailAddress":"a@b.cc","expirationTime":"2032-01-01T00:00:00Z"}`: "400 invalid",
		`{"type":"user","role":"reader","emailAddress":"a@b.cc","displayName":"A"}`: "403 fieldNotWritable", `{"type":"anyone","role":"reader","view":"published"}`: "403 notSupported",
	} {
		r := b.send("POST", "files/"+id+"/permissions", body)
		if got := fmt.Sprint(r.status, " ", r.reason()); got != want {
			t.Errorf("%s: %s, want %s: %s", body, got, want, r.message())
		}
	}
	b.refused(400, "invalidParameter", "POST", "files/"+id+"/permissions?sendNotificationEmail=true", `{"type":"anyone","role":"reader"}`)
	b.refused(403, "invalidSharingRequest", "POST", "files/root/permissions", `{"type":"anyone","role":"reader"}`)
	b.refused(403, "fieldNotWritable", "PATCH", "files/"+id+"/permissions/"+permissionID("user", "me@example.com"), `{"type":"anyone"}`)
	equal(t, "nothing came of it", b.roles(id), "me@example.com:owner")
}

func TestNoticesAreRecorded(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "x")
	b.share(id, `{"type":"user","role":"reader","emailAddress":"ann@example.org"}`, "emailMessage", "look")
	b.share(id, `{"type":"user","role":"reader","emailAddress":"bob@example.org"}`, "sendNotificationEmail", "false")
	b.share(id, `{"type":"anyone","role":"reader"}`)
	all, err := b.api.Notices(t.Context())
	if err != nil || len(all) != 1 || all[0] != (Notice{b.now.UnixMilli(), id, "ann@example.org", "reader", "look"}) {
		t.Errorf("%+v, %v", all, err)
	}
	b.refused(400, "invalidParameter", "POST", "files/"+id+"/permissions?sendNotificationEmail=false&emailMessage=x", `{"type":"user","role":"reader","emailAddress":"c@example.org"}`)
}

func TestInheritance(t *testing.T) {
	b := newBench(t)
	a := b.folder("a", "root")
	sub := b.folder("sub", a)
	x := b.text("x", sub, "x")
	ann := b.share(a, `{"type":"user","role":"reader","emailAddress":"ann@example.org"}`).get("id")
	b.share(a, `{"type":"anyone","role":"reader","allowFileDiscovery":true}`)
	equal(t, "inherited", b.roles(x), "me@example.com:owner ann:reader* anyone:reader*")
	equal(t, "from where", b.must(200, "GET", "files/"+x+"/permissions/"+ann+every, "").get("permissionDetails.0.inheritedFrom"), a)
	b.refused(403, "cannotDeletePermission", "DELETE", "files/"+x+"/permissions/"+ann, "")
	equal(t, "raised on the item", b.must(200, "PATCH", "files/"+x+"/permissions/"+ann+every, `{"role":"writer"}`).get("role"), "writer")
	bob := b.share(a, `{"type":"user","role":"writer","emailAddress":"bob@example.org"}`).get("id")
	b.refused(403, "cannotModifyInheritedPermission", "PATCH", "files/"+sub+"/permissions/"+bob, `{"role":"reader"}`)
	equal(t, "the same role changes nothing", b.must(200, "PATCH", "files/"+sub+"/permissions/"+bob+every, `{"role":"writer"}`).get("permissionDetails.1"), "")
}

func TestInheritedStateFollows(t *testing.T) {
	b := newBench(t)
	a, c := b.folder("a", "root"), b.folder("c", "root")
	x := b.text("x", a, "x")
	b.share(a, `{"type":"anyone","role":"reader"}`)
	equal(t, "visible", b.names("visibility = 'anyoneWithLink' and mimeType = 'text/plain'"), "x")
	b.must(200, "PATCH", "files/"+x+q("addParents", c, "removeParents", a), `{}`)
	equal(t, "moved away", b.names("visibility = 'anyoneWithLink' and mimeType = 'text/plain'"), "")
	b.must(200, "PATCH", "files/"+x+q("addParents", a, "removeParents", c), `{}`)
	b.must(204, "DELETE", "files/"+a+"/permissions/anyoneWithLink", "")
	equal(t, "no longer shared", b.names("visibility = 'anyoneWithLink'"), "")
}

func TestTransferOfOwnership(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "x")
	const body = `{"type":"user","role":"owner","emailAddress":"ann@example.org"}`
	b.refused(400, "invalidSharingRequest", "POST", "files/"+id+"/permissions?transferOwnership=true&sendNotificationEmail=false", body)
	b.share(id, body, "transferOwnership", "true")
	equal(t, "roles", b.roles(id), "ann:owner me@example.com:writer")
	f := b.file(id)
	equal(t, "the file", f.get("ownedByMe")+f.get("owners.0.emailAddress")+f.get("capabilities.canTrash")+f.get("capabilities.canEdit"), "falseann@example.orgfalsetrue")
	b.refused(403, "insufficientFilePermissions", "PATCH", "files/"+id, `{"trashed":true}`)
	b.must(200, "PATCH", "files/"+id, `{"name":"b"}`)
	b.must(200, "PATCH", "files/"+id, `{"writersCanShare":false}`)
	b.refused(403, "insufficientFilePermissions", "POST", "files/"+id+"/permissions", `{"type":"anyone","role":"reader"}`)
	b.must(204, "DELETE", "files/"+id+"/permissions/"+permissionID("user", "me@example.com"), "")
	b.must(404, "GET", "files/"+id, "") // given up
	folder := b.folder("f", "root")
	inside := b.text("c", folder, "x")
	b.share(inside, body, "transferOwnership", "true")
	b.must(204, "DELETE", "files/"+inside+"/permissions/"+permissionID("user", "me@example.com"), "")
	// It lies in a folder of ours, whose owner writes to all that is in it.
	equal(t, "still ours to write", b.file(inside).get("capabilities.canEdit"), "true")
	gone := b.text("b", "root", "x")
	b.share(gone, body, "transferOwnership", "true", "moveToNewOwnersRoot", "true")
	equal(t, "without a folder", b.file(gone).get("parents"), "")
	b.must(204, "DELETE", "files/"+gone+"/permissions/"+permissionID("user", "me@example.com"), "")
	b.must(404, "GET", "files/"+gone, "")
	equal(t, "in no list", b.names("name = 'b' and not 'root' in parents"), "")
}

func TestExpiry(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "x")
	r := b.share(id, `{"type":"user","role":"reader","emailAddress":"ann@example.org","expirationTime":"2030-02-01T00:00:00Z"}`)
	equal(t, "set", r.get("expirationTime"), "2030-02-01T00:00:00.000Z")
	at := "files/" + id + "/permissions/" + r.get("id")
	equal(t, "moved", b.must(200, "PATCH", at+every, `{"expirationTime":"2030-03-01T00:00:00Z"}`).get("expirationTime"), "2030-03-01T00:00:00.000Z")
	equal(t, "removed", b.must(200, "PATCH", at+every+"&removeExpiration=true", `{}`).get("expirationTime"), "")
	b.must(200, "PATCH", at, `{"expirationTime":"2030-02-01T00:00:00Z"}`)
	b.tick(48 * time.Hour)
	b.folder("a write", "root")
	equal(t, "over", b.roles(id), "me@example.com:owner")
}

func TestSharedWithMe(t *testing.T) {
	b := newBench(t)
	id, err := b.api.SeedShared(t.Context(), SharedFile{Owner: "ann@example.org", Name: "hers.txt", Role: "reader", Content: strings.NewReader("secret plan")})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "sharedWithMe", b.names("sharedWithMe = true"), "hers.txt")
	equal(t, "owners", b.names("'ann@example.org' in owners"), "hers.txt")
	equal(t, "readers", b.names("'me' in readers and sharedWithMe = true"), "hers.txt")
	f := b.file(id)
	equal(t, "the file", f.get("sharingUser.emailAddress")+f.get("parents")+f.get("capabilities.canEdit")+f.get("capabilities.canComment")+f.get("permissions"), "ann@example.orgfalsefalse")
	equal(t, "content", b.content(id), "secret plan")
	b.must(200, "PATCH", "files/"+id, `{"starred":true}`)
	b.refused(403, "insufficientFilePermissions", "PATCH", "files/"+id, `{"name":"mine"}`)
	b.refused(403, "insufficientFilePermissions", "GET", "files/"+id+"/permissions", "")
	b.refused(403, "insufficientFilePermissions", "POST", "files/"+id+"/comments?fields=*", `{"content":"x"}`)
	up := b.uploadTo("PATCH", "files/"+id, `{}`, "text/plain", "other")
	equal(t, "an upload", up.reason(), "insufficientFilePermissions")
	equal(t, "a copy is mine", b.must(200, "POST", "files/"+id+"/copy"+every, `{}`).get("ownedByMe"), "true")
	for _, bad := range []SharedFile{{Owner: "ann@example.org", Role: "owner"}, {Owner: "me@example.com", Role: "reader"}, {Owner: "x", Role: "reader"}} {
		if _, err := b.api.SeedShared(t.Context(), bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestCopyRequiresWriterPermission(t *testing.T) {
	b := newBench(t)
	id, err := b.api.SeedShared(t.Context(), SharedFile{Owner: "ann@example.org", Name: "x", Role: "reader", Content: strings.NewReader("x")})
	if err != nil {
		t.Fatal(err)
	}
	b.count(`UPDATE files SET no_copy = 1 WHERE id = ? RETURNING 1`, id)
	equal(t, "capabilities", b.file(id).get("capabilities.canDownload")+b.file(id).get("capabilities.canCopy"), "falsefalse")
	b.refused(403, "cannotDownloadFile", "GET", "files/"+id+"?alt=media", "")
	b.refused(403, "cannotCopyFile", "POST", "files/"+id+"/copy", `{}`)
}
