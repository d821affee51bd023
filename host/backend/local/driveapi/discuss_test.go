package driveapi

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/store"
)

const all = "?fields=*"

func TestComments(t *testing.T) {
	b := newBench(t)
	at := "files/" + b.text("a", "root", "x") + "/comments"
	r := b.must(200, "POST", at+all, `{"content":"<b>\nhi","anchor":"{\"r\":\"head\"}","quotedFileContent":{"mimeType":"text/plain","value":"q"}}`)
	id := r.get("id")
	for path, want := range map[string]string{
		"kind": "drive#comment", "content": "<b>\nhi", "htmlContent": "&lt;b&gt;<br>hi", "anchor": `{"r":"head"}`, "quotedFileContent.value": "q", "author.displayName": "Me Example",
		"author.emailAddress": "", "author.me": "true", "deleted": "false", "resolved": "false", "replies": "[]", "createdTime": "2030-01-31T12:00:00.000Z",
	} {
		equal(t, path, r.get(path), want)
	}
	b.tick(time.Minute)
	equal(t, "updated", b.must(200, "PATCH", at+"/"+id+all, `{"content":"new"}`).get("content"), "new")
	equal(t, "read", b.must(200, "GET", at+"/"+id+all, "").get("modifiedTime"), "2030-01-31T12:01:00.000Z")
	for _, body := range []string{`{}`, `{"content":""}`, `{"content":1}`, `{"content":"` + strings.Repeat("x", maxComment+1) + `"}`} {
		b.refused(400, "invalid", "POST", at+all, body)
	}
	b.must(204, "DELETE", at+"/"+id, "")
	b.refused(404, "notFound", "GET", at+"/"+id+all, "")
	b.refused(404, "notFound", "DELETE", at+"/"+id, "")
	gone := b.must(200, "GET", at+"/"+id+all+"&includeDeleted=true", "")
	equal(t, "deleted", gone.get("deleted")+gone.get("content")+gone.get("quotedFileContent"), "true")
	equal(t, "the list without it", b.must(200, "GET", at+all, "").all("comments", "id"), "")
	equal(t, "the list with it", b.must(200, "GET", at+all+"&includeDeleted=true", "").all("comments", "id"), id)
	b.refused(403, "cannotCommentOnFile", "POST", "files/"+b.folder("f", "root")+"/comments?fields=*", `{"content":"x"}`)
	b.refused(404, "notFound", "GET", "files/none/comments?fields=*", "")
}

func TestCommentPages(t *testing.T) {
	b := newBench(t)
	at := "files/" + b.text("a", "root", "x") + "/comments"
	var ids []string
	for i := range 7 {
		if i%2 == 0 {
			b.tick(time.Second)
		}
		ids = append([]string{b.must(200, "POST", at+all, fmt.Sprintf(`{"content":"c%d"}`, i)).get("id")}, ids...)
	}
	want := strings.Join(ids, " ")
	for _, size := range []string{"1", "3", "7", "100"} {
		var got []string
		token := ""
		for {
			r := b.must(200, "GET", at+q("fields", "*", "pageSize", size, "pageToken", token), "")
			got = append(got, r.all("comments", "id"))
			if token = r.get("nextPageToken"); token == "" {
				break
			}
		}
		equal(t, "by "+size, strings.Join(got, " "), want)
	}
	r := b.must(200, "GET", at+q("fields", "*", "startModifiedTime", "2030-01-31T12:00:04Z"), "")
	equal(t, "since", r.all("comments", "content"), "c6")
	token := b.must(200, "GET", at+q("fields", "*", "pageSize", "2"), "").get("nextPageToken")
	b.refused(400, "invalidParameter", "GET", at+q("fields", "*", "pageToken", token, "includeDeleted", "true"), "")
	b.refused(400, "invalidParameter", "GET", at+q("fields", "*", "startModifiedTime", "x"), "")
	b.refused(400, "invalidParameter", "GET", at+q("fields", "*", "pageSize", "101"), "")
}

func TestReplies(t *testing.T) {
	b := newBench(t)
	comment := "files/" + b.text("a", "root", "x") + "/comments"
	comment += "/" + b.must(200, "POST", comment+all, `{"content":"c"}`).get("id")
	at := comment + "/replies"
	one := b.must(200, "POST", at+all, `{"content":"r"}`)
	equal(t, "a reply", one.get("kind")+one.get("content")+one.get("action")+one.get("author.me"), "drive#replyrtrue")
	b.tick(time.Minute)
	b.must(200, "POST", at+all, `{"action":"resolve"}`)
	r := b.must(200, "GET", comment+all, "")
	equal(t, "resolved", r.get("resolved")+r.get("modifiedTime")+r.get("replies.1.action"), "true2030-01-31T12:01:00.000Zresolve")
	b.must(200, "POST", at+all, `{"action":"reopen","content":"no"}`)
	equal(t, "reopened", b.must(200, "GET", comment+all, "").get("resolved"), "false")
	id := one.get("id")
	equal(t, "updated", b.must(200, "PATCH", at+"/"+id+all, `{"content":"s"}`).get("content"), "s")
	b.refused(403, "fieldNotWritable", "PATCH", at+"/"+id, `{"content":"s","action":"resolve"}`)
	for _, body := range []string{`{}`, `{"action":"close"}`, `{"content":""}`} {
		b.refused(400, "invalid", "POST", at, body)
	}
	page := b.must(200, "GET", at+"?pageSize=2&fields=*", "")
	rest := b.must(200, "GET", at+q("pageSize", "2", "fields", "*", "pageToken", page.get("nextPageToken")), "")
	equal(t, "pages", page.all("replies", "id")+" "+rest.all("replies", "id"), b.must(200, "GET", at+all, "").all("replies", "id"))
	b.must(204, "DELETE", at+"/"+id, "")
	b.refused(404, "notFound", "GET", at+"/"+id, "")
	equal(t, "deleted", b.must(200, "GET", at+"/"+id+all+"&includeDeleted=true", "").get("deleted"), "true")
	equal(t, "left in the list", len(strings.Fields(b.must(200, "GET", at+all, "").all("replies", "id"))), 2)
	b.refused(404, "notFound", "GET", at+"/none", "")
}

// TestOthersCommentsStayAsTheyAre: only the author edits and deletes.
func TestOthersCommentsStayAsTheyAre(t *testing.T) {
	b := newBench(t)
	at := "files/" + b.text("a", "root", "x") + "/comments"
	id := b.must(200, "POST", at+all, `{"content":"c"}`).get("id")
	err := b.store.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(`UPDATE file_comments SET author = 'ann@example.org'`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b.refused(403, "insufficientFilePermissions", "PATCH", at+"/"+id+all, `{"content":"x"}`)
	b.refused(403, "insufficientFilePermissions", "DELETE", at+"/"+id, "")
	equal(t, "its author", b.must(200, "GET", at+"/"+id+all, "").get("author.displayName"), "Ann")
}

func TestRevisions(t *testing.T) {
	b := newBench(t)
	id := b.text("a.txt", "root", "one")
	at := "files/" + id + "/revisions"
	first := b.file(id).get("headRevisionId")
	b.tick(time.Hour)
	b.uploadTo("PATCH", "files/"+id+"?keepRevisionForever=true", `{}`, "text/plain", "second")
	second := b.file(id).get("headRevisionId")
	equal(t, "list", b.must(200, "GET", at, "").all("revisions", "id"), first+" "+second)
	r := b.must(200, "GET", at+"/"+first+all, "")
	equal(t, "the first", r.get("size")+r.get("md5Checksum")+r.get("keepForever")+r.get("originalFilename")+r.get("modifiedTime"), "3f97c5d29941bfb1b2fdab0874906ab82falsea.txt2030-01-31T12:00:00.000Z")
	equal(t, "its content", string(b.must(200, "GET", at+"/"+first+"?alt=media", "").raw), "one")
	equal(t, "head by name", b.must(200, "GET", at+"/head"+all, "").get("id")+b.must(200, "GET", at+"/head"+all, "").get("keepForever"), second+"true")
	equal(t, "quota of the head", b.file(id).get("quotaBytesUsed"), "6")
	equal(t, "kept", b.must(200, "PATCH", at+"/"+first+all, `{"keepForever":true}`).get("keepForever"), "true")
	equal(t, "quota of both", b.file(id).get("quotaBytesUsed"), "9")
	equal(t, "let go", b.must(200, "PATCH", at+"/"+first+all, `{"keepForever":false}`).get("keepForever"), "false")
	b.refused(403, "publishNotSupported", "PATCH", at+"/"+first, `{"published":true}`)
	b.refused(403, "fieldNotWritable", "PATCH", at+"/"+first, `{"size":"1"}`)
	b.refused(403, "cannotDeleteOnlyRevision", "DELETE", at+"/"+second, "")
	page := b.must(200, "GET", at+"?pageSize=1", "")
	equal(t, "second page", b.must(200, "GET", at+q("pageSize", "1", "pageToken", page.get("nextPageToken")), "").all("revisions", "id"), second)
	b.must(204, "DELETE", at+"/"+first, "")
	b.refused(404, "notFound", "GET", at+"/"+first, "")
	equal(t, "contents", b.count(`SELECT count(*) FROM blobs`), 1)
	b.refused(403, "revisionsNotSupported", "GET", "files/"+b.folder("f", "root")+"/revisions", "")
}

func TestOldRevisionsGo(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "0")
	for i := range maxRevisions + 5 {
		b.uploadTo("PATCH", "files/"+id, `{}`, "text/plain", fmt.Sprint(i+1))
	}
	equal(t, "revisions", b.count(`SELECT count(*) FROM file_revisions`), maxRevisions)
	b.tick(31 * 24 * time.Hour)
	b.uploadTo("PATCH", "files/"+id, `{}`, "text/plain", "last")
	equal(t, "after a month", b.count(`SELECT count(*) FROM file_revisions`), 1)
	equal(t, "contents", b.count(`SELECT count(*) FROM blobs`), 1)
	equal(t, "content", b.content(id), "last")
}

func TestKeptRevisionsHaveALimit(t *testing.T) {
	b := newBench(t)
	id := b.text("a", "root", "0")
	err := b.store.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO file_revisions (file, id, blob, mime, size, md5, sha1, sha256, original, modified, author, keep)
			SELECT (SELECT seq FROM files WHERE id = ?), 'r' || i, '', '', 0, '', '', '', '', ?, '', 1 FROM n`, maxKept, id, tx.Now)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b.refused(403, "keepForeverLimitExceeded", "PATCH", "files/"+id+"/revisions/head", `{"keepForever":true}`)
	r := b.uploadTo("PATCH", "files/"+id+"?keepRevisionForever=true", `{}`, "text/plain", "x")
	equal(t, "an upload", r.reason(), "keepForeverLimitExceeded")
	equal(t, "content", b.content(id), "0")
}
