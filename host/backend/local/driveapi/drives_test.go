package driveapi

import (
	"fmt"
	"strings"
	"testing"
)

func (b *bench) drive(name string) string {
	b.t.Helper()
	return b.must(200, "POST", "drives"+q("requestId", "r-"+name), fmt.Sprintf(`{"name":%q}`, name)).get("id")
}

func TestDrives(t *testing.T) {
	b := newBench(t)
	id := b.drive("Team 10")
	r := b.must(200, "GET", "drives/"+id+all, "")
	for path, want := range map[string]string{"kind": "drive#drive", "name": "Team 10", "hidden": "false", "createdTime": "2030-01-31T12:00:00.000Z", "colorRgb": "#ea6100",
		"capabilities.canManageMembers": "true", "restrictions.domainUsersOnly": "false"} {
		equal(t, path, r.get(path), want)
	}
	b.refused(409, "conflict", "POST", "drives?requestId=r-Team+10", `{"name":"x"}`)
	b.refused(400, "invalidParameter", "POST", "drives", `{"name":"x"}`)
	b.refused(400, "invalid", "POST", "drives?requestId=y", `{}`)
	b.refused(403, "fieldNotWritable", "POST", "drives?requestId=y", `{"name":"x","restrictions":{"domainUsersOnly":true}}`)
	r = b.must(200, "PATCH", "drives/"+id+all, `{"name":"Team 2","restrictions":{"domainUsersOnly":true},"colorRgb":"#112233"}`)
	equal(t, "changed", r.get("name")+r.get("restrictions.domainUsersOnly")+r.get("colorRgb"), "Team 2true#112233")
	r = b.must(200, "PATCH", "drives/"+id+all, `{"themeId":"ocean","restrictions":{"domainUsersOnly":false}}`)
	equal(t, "changed again", r.get("name")+r.get("restrictions.domainUsersOnly")+r.get("colorRgb"), "Team 2false#00796b")
	for body, reason := range map[string]string{`{"name":" "}`: "invalid", `{"colorRgb":"red"}`: "invalid", `{"themeId":"x"}`: "invalid", `{"id":"x"}`: "fieldNotWritable",
		`{"backgroundImageFile":{"id":"x"}}`: "notSupported", `{"restrictions":{"downloadRestriction":{"restrictedForReaders":true}}}`: "notSupported"} {
		if got := b.send("PATCH", "drives/"+id, body).reason(); got != reason {
			t.Errorf("%s: %s", body, got)
		}
	}
	equal(t, "hidden", b.must(200, "POST", "drives/"+id+"/hide"+all, "").get("hidden"), "true")
	b.drive("Alpha")
	b.drive("team 1")
	list := func(query string) string {
		return b.must(200, "GET", "drives"+q("q", query, "fields", "*"), "").all("drives", "name")
	}
	equal(t, "all", list(""), "Alpha team 1 Team 2")
	equal(t, "hidden ones", list("hidden = true"), "Team 2")
	equal(t, "by name", list("name contains 'team' and hidden = false"), "team 1")
	equal(t, "by time", list("createdTime > '2030-01-31T12:00:00'"), "")
	equal(t, "shown", b.must(200, "POST", "drives/"+id+"/unhide"+all, "").get("hidden"), "false")
	b.refused(400, "invalid", "GET", "drives"+q("q", "trashed = true"), "")
	page := b.must(200, "GET", "drives?pageSize=2", "")
	equal(t, "second page", b.must(200, "GET", "drives"+q("pageSize", "2", "pageToken", page.get("nextPageToken")), "").all("drives", "name"), "Team 2")
	b.refused(400, "invalidParameter", "GET", "drives?pageToken=x", "")
	b.refused(404, "notFound", "GET", "drives/none", "")
}

// TestB45ItemsOfSharedDrives: they exist only for clients that support shared
// drives, and then behave.
func TestB45ItemsOfSharedDrives(t *testing.T) {
	b := newBench(t)
	drive := b.drive("D")
	folder := b.folder("f", drive)
	id := b.text("x", folder, "x")
	f := b.file(id)
	for path, want := range map[string]string{"driveId": drive, "owners": "", "ownedByMe": "", "shared": "", "permissions": "", "writersCanShare": "",
		"hasAugmentedPermissions": "false", "capabilities.canDelete": "true", "parents.0": folder} {
		equal(t, path, f.get(path), want)
	}
	for _, r := range []answerTo{
		b.send("GET", "files/"+id, ""), b.send("PATCH", "files/"+id, `{"name":"y"}`), b.send("DELETE", "files/"+id, ""), b.send("POST", "files/"+id+"/copy", `{}`),
		b.send("GET", "files/"+id+"/permissions", ""), b.send("POST", "files", `{"parents":["`+folder+`"]}`), b.send("GET", "files/"+id+"?alt=media", ""),
	} {
		equal(t, "without support", r.status, 404)
	}
	equal(t, "the older name of the parameter", b.send("GET", "files/"+id+"?supportsTeamDrives=true", "").status, 200)
	// These know no such parameter.
	b.must(200, "GET", "files/"+id+"/revisions", "")
	b.must(200, "POST", "files/"+id+"/comments?fields=*", `{"content":"c"}`)
	equal(t, "top", b.file(drive).get("name")+b.file(drive).get("parents"), "D")
	b.refused(403, "cannotModifyTopFolder", "PATCH", "files/"+drive+"?supportsAllDrives=true", `{"name":"x"}`)
	equal(t, "roles", b.roles(id), "me@example.com:organizer*")
	b.refused(403, "ownerOnTeamDriveItemNotSupported", "POST", "files/"+id+"/permissions?supportsAllDrives=true&transferOwnership=true", `{"type":"user","role":"owner","emailAddress":"a@b.cc"}`)
	b.refused(403, "organizerOnNonTeamDriveItemNotSupported", "POST", "files/"+id+"/permissions?supportsAllDrives=true", `{"type":"user","role":"organizer","emailAddress":"a@b.cc"}`)
	me := permissionID("user", "me@example.com")
	b.refused(403, "cannotRemoveLastOrganizer", "DELETE", "files/"+drive+"/permissions/"+me+"?supportsAllDrives=true", "")
	b.refused(403, "cannotRemoveLastOrganizer", "PATCH", "files/"+drive+"/permissions/"+me+"?supportsAllDrives=true", `{"role":"writer"}`)
	b.share(drive, `{"type":"user","role":"organizer","emailAddress":"ann@example.org"}`)
	b.share(id, `{"type":"user","role":"writer","emailAddress":"bob@example.org"}`)
	equal(t, "augmented", b.file(id).get("hasAugmentedPermissions"), "true")
	b.must(200, "PATCH", "files/"+id+every, `{"trashed":true}`)
	equal(t, "trashed by", b.file(id).get("trashingUser.me")+b.file(id).get("trashedTime"), "true2030-01-31T12:00:00.000Z")
	b.refused(403, "teamDriveNotEmpty", "DELETE", "drives/"+drive, "")
	b.must(204, "DELETE", "files/trash?driveId="+drive, "")
	b.must(404, "GET", "files/"+id+every, "")
	b.refused(400, "invalidParameter", "DELETE", "drives/"+drive+"?allowItemDeletion=true", "")
	b.must(204, "DELETE", "drives/"+drive+"?allowItemDeletion=true&useDomainAdminAccess=true", "")
	b.must(404, "GET", "files/"+folder+every, "")
	b.refused(404, "notFound", "GET", "drives/"+drive, "")
}

func TestMovesBetweenDrives(t *testing.T) {
	b := newBench(t)
	drive := b.drive("D")
	folder, id := b.folder("f", "root"), b.text("x", "root", "x")
	move := func(id, add, remove string) answerTo {
		return b.send("PATCH", "files/"+id+q("addParents", add, "removeParents", remove, "fields", "*", "supportsAllDrives", "true"), `{}`)
	}
	r := move(id, drive, "root")
	equal(t, "into a shared drive", r.get("driveId")+r.get("owners")+r.get("parents.0"), drive+drive)
	equal(t, "roles", b.roles(id), "me@example.com:organizer*")
	equal(t, "its only folder", move(id, "", drive).reason(), "teamDrivesParentLimit")
	r = move(id, "root", drive)
	equal(t, "back", r.get("driveId")+r.get("owners.0.me"), "true")
	equal(t, "roles", b.roles(id), "me@example.com:owner")
	equal(t, "a folder", move(folder, drive, "root").reason(), "teamDrivesFolderMoveInNotSupported")
	c := b.must(200, "POST", "files/"+id+"/copy"+every, `{"parents":["`+drive+`"]}`)
	equal(t, "a copy into a drive", c.get("driveId")+c.get("owners"), drive)
}

func TestChanges(t *testing.T) {
	b := newBench(t)
	start := func() string { return b.must(200, "GET", "changes/startPageToken", "").get("startPageToken") }
	first := start()
	list := func(token string, more ...string) answerTo {
		return b.must(200, "GET", "changes"+q(append([]string{"pageToken", token}, more...)...), "")
	}
	equal(t, "nothing", list(first).get("changes")+list(first).get("newStartPageToken"), "[]"+first)
	folder := b.folder("f", "root")
	x := b.text("x", folder, "x")
	y := b.text("y", "root", "y")
	b.must(200, "PATCH", "files/"+folder, `{"name":"g"}`)
	r := list(first)
	equal(t, "the last change of each", r.all("changes", "fileId"), strings.Join([]string{x, y, folder}, " "))
	equal(t, "a change", r.get("changes.2.file.name")+r.get("changes.2.removed")+r.get("changes.2.changeType")+r.get("changes.2.type"), "gfalsefilefile")
	page := list(first, "pageSize", "2")
	equal(t, "first page", page.all("changes", "fileId")+page.get("newStartPageToken"), x+" "+y)
	equal(t, "second page", list(page.get("nextPageToken"), "pageSize", "2").all("changes", "fileId"), folder)
	token := list(page.get("nextPageToken")).get("newStartPageToken")
	b.must(200, "PATCH", "files/"+folder, `{"trashed":true}`)
	equal(t, "trash is a change of all below", list(token).all("changes", "fileId"), x+" "+folder)
	token = start()
	b.must(204, "DELETE", "files/"+folder, "")
	r = list(token)
	equal(t, "removed", r.all("changes", "removed")+r.get("changes.0.file"), "true true")
	equal(t, "without removals", list(token, "includeRemoved", "false").all("changes", "fileId"), "")
	b.share(y, `{"type":"anyone","role":"reader"}`)
	equal(t, "sharing is a change", list(r.get("newStartPageToken")).all("changes", "fileId"), y)

	token = start()
	drive := b.drive("D")
	z := b.text("z", drive, "z")
	equal(t, "of My Drive", list(token).all("changes", "fileId"), "")
	both := list(token, "supportsAllDrives", "true", "includeItemsFromAllDrives", "true")
	equal(t, "of all", both.all("changes", "changeType")+both.get("changes.0.drive.name"), "file drive file")
	one := list(token, "supportsAllDrives", "true", "includeItemsFromAllDrives", "true", "driveId", drive)
	contains(t, "of one drive", one.all("changes", "fileId"), z)
	equal(t, "token of a drive", b.must(200, "GET", "changes/startPageToken?supportsAllDrives=true&driveId="+drive, "").get("startPageToken"), start())
	data := b.create(`{"parents":["appDataFolder"]}`)
	equal(t, "application data", list(token, "spaces", "appDataFolder").all("changes", "fileId"), data)
	for _, bad := range []string{"", "pageToken=", "pageToken=0", "pageToken=01", "pageToken=x", "pageToken=99999", "pageToken=1&driveId=" + drive,
		"pageToken=1&includeItemsFromAllDrives=true", "pageToken=1&supportsAllDrives=true&driveId=" + drive, "pageToken=1&pageSize=0"} {
		b.refused(400, "invalidParameter", "GET", "changes?"+bad, "")
	}
}
