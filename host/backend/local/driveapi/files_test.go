package driveapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestCreateAndRead(t *testing.T) {
	b := newBench(t)
	root := b.file("root").get("id")
	id := b.create(`{"name":"n","description":"d","starred":true,"mimeType":"text/x","createdTime":"2020-01-01T00:00:00Z","modifiedTime":"2021-01-01T00:00:00+01:00",
		"properties":{"a":"1"},"appProperties":{"b":"2","c":null},"copyRequiresWriterPermission":true,"writersCanShare":false,"originalFilename":"o"}`)
	r := b.file(id)
	for path, want := range map[string]string{
		"kind": "drive#file", "name": "n", "description": "d", "starred": "true", "mimeType": "text/x", "parents.0": root, "size": "0",
		"createdTime": "2020-01-01T00:00:00.000Z", "modifiedTime": "2020-12-31T23:00:00.000Z", "properties": `{"a":"1"}`, "appProperties": `{"b":"2"}`,
		"copyRequiresWriterPermission": "true", "viewersCanCopyContent": "false", "writersCanShare": "false", "originalFilename": "o", "version": "2",
		"trashed": "false", "explicitlyTrashed": "false", "ownedByMe": "true", "shared": "false", "spaces.0": "drive", "owners.0.emailAddress": "Me@example.com",
		"owners.0.displayName": "Me Example", "owners.0.me": "true", "viewedByMe": "true", "modifiedByMe": "true", "capabilities.canEdit": "true",
		"capabilities.canAddChildren": "false", "permissions.0.role": "owner", "webViewLink": "https://drive.google.com/file/d/" + id + "/view?usp=drivesdk",
		"headRevisionId": "", "md5Checksum": "", "driveId": "", "resourceKey": "", "trashedTime": "",
	} {
		equal(t, path, r.get(path), want)
	}
	equal(t, "default name and type", b.file(b.create(`{}`)).get("name")+" "+b.file(b.create(``)).get("mimeType"), "Untitled application/octet-stream")
	f := b.file(b.folder("f", "root"))
	equal(t, "a folder", f.get("size")+f.get("md5Checksum")+f.get("fileExtension")+" "+f.get("capabilities.canAddChildren")+" "+f.get("webViewLink")[:31], " true https://drive.google.com/drive/")
}

func TestContent(t *testing.T) {
	b := newBench(t)
	r := b.upload(`{"name":"a.tar.gz"}`, "application/gzip", "hello")
	for path, want := range map[string]string{
		"size": "5", "md5Checksum": "5d41402abc4b2a76b9719d911017c592", "sha1Checksum": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
		"sha256Checksum": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", "fileExtension": "gz", "fullFileExtension": "tar.gz",
		"mimeType": "application/gzip", "originalFilename": "a.tar.gz", "quotaBytesUsed": "5",
	} {
		equal(t, path, r.get(path), want)
	}
	id := r.get("id")
	equal(t, "content", b.content(id), "hello")
	part := b.must(206, "GET", "files/"+id+"?alt=media", "", "Range", "bytes=1-2")
	equal(t, "a part", string(part.raw)+" "+part.header.Get("Content-Range"), "el bytes 1-2/5")
	equal(t, "type of the answer", part.header.Get("Content-Type"), "application/gzip")
	b.tick(time.Minute)
	u := b.uploadTo("PATCH", "files/"+id, `{"name":"b.txt"}`, "text/plain", "other")
	equal(t, "after an update", u.get("name")+" "+u.get("mimeType")+" "+u.get("size")+" "+u.get("modifiedTime"), "b.txt text/plain 5 2030-01-31T12:01:00.000Z")
	equal(t, "content", b.content(id), "other")
	equal(t, "an empty file", b.content(b.create(`{"name":"e"}`)), "")
	media := b.raw("PATCH", "upload/drive/v3/files/"+id+"?uploadType=media", strings.NewReader("third"), "Content-Type", "text/plain")
	equal(t, "uploadType=media", fmt.Sprint(media.status)+b.content(id), "200third")
	for name, want := range map[string]string{"x.PDF": "application/pdf", "x": "text/plain", "x.md": "text/markdown"} {
		equal(t, name, b.upload(`{"name":"`+name+`"}`, octets, "plain text").get("mimeType"), want)
	}
	equal(t, "stated in the resource", b.upload(`{"name":"x.pdf","mimeType":"text/y"}`, "text/plain", "x").get("mimeType"), "text/y")
	b.refused(404, "notFound", "GET", "files/none?alt=media", "")
	b.refused(403, "fileNotDownloadable", "GET", "files/"+b.folder("f", "root")+"?alt=media", "")
}

// TestB49ContentIsStreamed: a chunked upload of several pieces.
func TestB49ContentIsStreamed(t *testing.T) {
	b := newBench(t)
	r := b.raw("POST", "upload/drive/v3/files?uploadType=resumable", strings.NewReader(`{"name":"big"}`), "X-Upload-Content-Type", "text/plain")
	at := strings.TrimPrefix(r.header.Get("Location"), "https://www.googleapis.com/")
	chunk := strings.Repeat("0123456789abcdef", 16<<10)
	equal(t, "first chunk", b.raw("PUT", at, strings.NewReader(chunk), "Content-Range", fmt.Sprintf("bytes 0-%d/*", len(chunk)-1)).status, 308)
	done := b.raw("PUT", at, strings.NewReader("end"), "Content-Range", fmt.Sprintf("bytes %d-%d/%d", len(chunk), len(chunk)+2, len(chunk)+3))
	equal(t, "last chunk", done.status, 200)
	equal(t, "content", b.content(done.get("id")), chunk+"end")
}

func TestCreateRefusals(t *testing.T) {
	b := newBench(t)
	file := b.text("a", "root", "x")
	folder := b.folder("f", "root")
	for body, want := range map[string]string{
		`{"parents":["none"]}`: "404 notFound", `{"parents":["` + file + `"]}`: "403 parentNotAFolder", `{"parents":["root","` + folder + `"]}`: "400 invalid",
		`{"mimeType":"application/vnd.google-apps.nothing"}`: "400 invalid", `{"mimeType":"application/vnd.google-apps.shortcut"}`: "400 shortcutTargetInvalid",
		`{"shortcutDetails":{"targetId":"x"}}`: "400 shortcutTargetInvalid", `{"id":"mine"}`: "400 invalid", `{"size":"5"}`: "403 fieldNotWritable",
		`{"nome":"x"}`: "400 parseError", `{"name":1}`: "400 invalid", `{"createdTime":"yesterday"}`: "400 invalid", `{"contentRestrictions":[{"readOnly":true}]}`: "403 notSupported",
		`{"folderColorRgb":"#fff"}`: "400 invalid", `{"folderColorRgb":"#ffffff"}`: "400 invalid", `{"trashed":true}`: "403 fieldNotWritable",
		`{"properties":{"k":"` + strings.Repeat("v", 124) + `"}}`: "400 invalid", `{"properties":{"":"v"}}`: "400 invalid",
	} {
		r := b.send("POST", "files", body)
		if got := fmt.Sprint(r.status, " ", r.reason()); got != want {
			t.Errorf("%s: %s, want %s: %s", body, got, want, r.raw)
		}
	}
	b.refused(403, "notSupported", "POST", "files?includeLabels=x", `{}`)
	r := b.upload(`{"mimeType":"`+mimeFolder+`"}`, "text/plain", "x")
	equal(t, "content for a folder", r.status, 400)
	contains(t, "the message", b.send("GET", "files/none", "").message(), "File not found: none.")
	equal(t, "its location", b.send("GET", "files/none", "").get("error.errors.0.location"), "fileId")
	equal(t, "an id that is none", b.send("GET", "files/a%0Ab", "").message(), `File not found: "a\nb".`)
}

func TestGeneratedIDs(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "GET", "files/generateIds?count=2", "")
	id := r.get("ids.0")
	equal(t, "created", b.create(`{"id":"`+id+`","name":"a"}`), id)
	b.refused(409, "fileIdInUse", "POST", "files", `{"id":"`+id+`"}`)
	b.must(204, "DELETE", "files/"+id, "")
	b.refused(409, "fileIdInUse", "POST", "files", `{"id":"`+id+`"}`)
	equal(t, "a copy with an id", b.must(200, "POST", "files/"+b.text("x", "root", "y")+"/copy", `{"id":"`+r.get("ids.1")+`"}`).get("id"), r.get("ids.1"))
	b.refused(400, "invalidParameter", "GET", "files/generateIds?count=1001", "")
	b.refused(400, "invalidParameter", "GET", "files/generateIds?space=photos", "")
}

func TestUpdate(t *testing.T) {
	b := newBench(t)
	id := b.create(`{"name":"n","properties":{"a":"1","b":"2"}}`)
	b.tick(time.Hour)
	r := b.must(200, "PATCH", "files/"+id+every, `{"starred":true,"viewedByMeTime":"2030-02-01T00:00:00Z"}`)
	equal(t, "a star is no modification", r.get("modifiedTime")+" "+r.get("starred"), "2030-01-31T12:00:00.000Z true")
	r = b.must(200, "PATCH", "files/"+id+every, `{"name":"m","properties":{"a":null,"c":"3"},"description":null}`)
	equal(t, "merged", r.get("name")+r.get("properties")+r.get("modifiedTime"), `m{"b":"2","c":"3"}2030-01-31T13:00:00.000Z`)
	r = b.must(200, "PATCH", "files/"+id+every, `{"modifiedTime":"2001-01-01T00:00:00Z","kind":"drive#file"}`)
	equal(t, "a time that is set", r.get("modifiedTime"), "2001-01-01T00:00:00.000Z")
	version := r.get("version")
	equal(t, "nothing asked", b.must(200, "PATCH", "files/"+id+every, `{}`).get("modifiedTime"), "2001-01-01T00:00:00.000Z")
	if b.file(id).get("version") < version {
		t.Error("the version went back")
	}
	tag := b.file(id).header.Get("ETag")
	b.must(412, "PATCH", "files/"+id, `{"name":"x"}`, "If-Match", `"other"`)
	b.must(200, "PATCH", "files/"+id, `{"name":"x"}`, "If-Match", tag)
	b.must(304, "GET", "files/"+id, "", "If-None-Match", b.file(id).header.Get("ETag"))
	for body, reason := range map[string]string{
		`{"parents":["root"]}`: "fieldNotWritable", `{"id":"x"}`: "fieldNotWritable", `{"mimeType":"text/y"}`: "invalid", `{"folderColorRgb":"#ffffff"}`: "invalid",
		`{"mimeType":"` + mimeDocument + `"}`: "invalid", `{"createdTime":"2001-01-01T00:00:00Z"}`: "fieldNotWritable", `{"owners":[]}`: "fieldNotWritable",
	} {
		if r := b.send("PATCH", "files/"+id, body); r.reason() != reason {
			t.Errorf("%s: %s", body, r.raw)
		}
	}
	root := b.file("root").get("id")
	b.refused(403, "cannotModifyTopFolder", "PATCH", "files/root", `{"name":"x"}`)
	b.refused(403, "cannotTrashTopFolder", "PATCH", "files/"+root, `{"trashed":true}`)
	b.refused(403, "cannotDeleteTopFolder", "DELETE", "files/root", "")
	equal(t, "a color", b.must(200, "PATCH", "files/"+b.folder("f", "root")+every, `{"folderColorRgb":"#4986E8"}`).get("folderColorRgb"), "#4986e7")
}

func TestPropertiesHaveALimit(t *testing.T) {
	b := newBench(t)
	var all []string
	for i := range 30 {
		all = append(all, fmt.Sprintf(`"k%d":"v"`, i))
	}
	id := b.create(`{"properties":{` + strings.Join(all, ",") + `}}`)
	b.refused(403, "propertiesLimitExceeded", "PATCH", "files/"+id, `{"properties":{"more":"v"}}`)
	b.must(200, "PATCH", "files/"+id, `{"properties":{"more":"v","k0":null},"appProperties":{"x":"y"}}`)
}

func TestCopy(t *testing.T) {
	b := newBench(t)
	folder := b.folder("f", "root")
	id := b.text("a.txt", folder, "hello world")
	b.must(200, "PATCH", "files/"+id, `{"description":"d","properties":{"a":"1","b":"2"},"starred":true}`)
	comment := b.must(200, "POST", "files/"+id+"/comments?fields=*", `{"content":"c"}`).get("id")
	b.must(200, "POST", "files/"+id+"/comments/"+comment+"/replies?fields=*", `{"content":"r"}`)
	r := b.must(200, "POST", "files/"+id+"/copy"+every+"&copyComments=true", `{"properties":{"a":null}}`)
	equal(t, "the copy", r.get("name")+r.get("description")+r.get("properties")+r.get("starred")+r.get("originalFilename"), `Copy of a.txtd{"b":"2"}falsea.txt`)
	equal(t, "its folder", r.get("parents.0"), folder)
	equal(t, "comments", b.must(200, "GET", "files/"+r.get("id")+"/comments?fields=*", "").get("comments.0.replies.0.content"), "r")
	equal(t, "found by content", b.names("fullText contains 'hello' and name contains 'copy'"), "Copy of a.txt")
	b.must(204, "DELETE", "files/"+id, "")
	equal(t, "content outlives the original", b.content(r.get("id")), "hello world")
	b.must(204, "DELETE", "files/"+r.get("id"), "")
	equal(t, "content goes with the last file", b.count(`SELECT count(*) FROM blobs`), 0)
	b.refused(403, "cannotCopyFile", "POST", "files/"+folder+"/copy", `{}`)
	b.refused(404, "notFound", "POST", "files/none/copy", `{}`)
	to := b.folder("g", "root")
	c := b.must(200, "POST", "files/"+b.text("x", "root", "y")+"/copy"+every, `{"name":"z","parents":["`+to+`"]}`)
	equal(t, "a copy elsewhere", c.get("name")+c.get("parents.0"), "z"+to)
}

func TestShortcuts(t *testing.T) {
	b := newBench(t)
	target := b.text("target.txt", "root", "x")
	r := b.must(200, "POST", "files"+every, `{"mimeType":"`+mimeShortcut+`","shortcutDetails":{"targetId":"`+target+`"}}`)
	id := r.get("id")
	equal(t, "the shortcut", r.get("name")+" "+r.get("shortcutDetails.targetId")+" "+r.get("shortcutDetails.targetMimeType")+r.get("size"), "target.txt "+target+" text/plain")
	// B46: the target is found by its id, and the shortcut has no bytes.
	b.refused(403, "fileNotDownloadable", "GET", "files/"+id+"?alt=media", "")
	b.refused(403, "shortcutTargetInvalid", "POST", "files", `{"mimeType":"`+mimeShortcut+`","shortcutDetails":{"targetId":"`+id+`"}}`)
	b.refused(404, "notFound", "POST", "files", `{"mimeType":"`+mimeShortcut+`","shortcutDetails":{"targetId":"none"}}`)
	equal(t, "by target", b.names("shortcutDetails.targetId = '"+target+"'"), "target.txt")
	b.must(200, "PATCH", "files/"+id, `{"trashed":true}`)
	equal(t, "the target stays", b.file(target).get("trashed"), "false")
	b.must(204, "DELETE", "files/"+target, "")
	equal(t, "a shortcut to nothing", b.file(id).get("shortcutDetails.targetId"), target)
}

func TestAppDataFolder(t *testing.T) {
	b := newBench(t)
	id := b.create(`{"name":"settings","parents":["appDataFolder"]}`)
	equal(t, "its space", b.file(id).get("spaces.0"), "appDataFolder")
	equal(t, "not in drive", b.names("", "spaces", "drive"), "")
	equal(t, "in appDataFolder", b.names("", "spaces", "appDataFolder"), "settings")
	equal(t, "in its folder", b.names("'appDataFolder' in parents", "spaces", "appDataFolder"), "settings")
	b.refused(403, "cannotMoveBetweenSpaces", "PATCH", "files/"+id+"?addParents=root&removeParents=appDataFolder", `{}`)
	b.refused(400, "invalidParameter", "GET", "files?spaces=photos", "")
	b.refused(403, "notSharable", "POST", "files/"+id+"/permissions", `{"type":"anyone","role":"reader"}`)
}
