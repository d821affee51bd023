package rehearsal

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local"
)

// seed makes what no tool makes: a shared drive, and a document in Google's own
// form with a comment of it.
func (w *world) seed() {
	w.t.Helper()
	ws, err := local.Open(w.workspace(), local.WithClock(func() time.Time { return begin }))
	if err != nil {
		w.t.Fatal(err)
	}
	defer ws.Close()
	post := func(target, contentType, body string) string {
		w.t.Helper()
		r := httptest.NewRequest("POST", target, strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		answer := httptest.NewRecorder()
		ws.Handler().ServeHTTP(answer, r)
		var made struct{ ID string }
		if err := json.Unmarshal(answer.Body.Bytes(), &made); err != nil || made.ID == "" {
			w.t.Fatalf("%s: %d %s", target, answer.Code, answer.Body)
		}
		return made.ID
	}
	w.names["team"] = post("/drive/v3/drives?requestId=rehearsal", "application/json", `{"name":"Team"}`)
	w.names["doc"] = post("/upload/drive/v3/files?uploadType=multipart", "multipart/related; boundary=b",
		"--b\r\nContent-Type: application/json\r\n\r\n{\"name\":\"Harvest plan\",\"mimeType\":\"application/vnd.google-apps.document\"}\r\n--b\r\nContent-Type: text/plain\r\n\r\nBeans first.\r\n--b--\r\n")
}

func TestDrive(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seed()
	rehearse(t, "drive", w, []call{
		// What there is.
		{line: "drive about", keep: "root=.rootFolderId"},
		{line: "drive list-files", want: `[.data[].name] | index("Budget 2026.csv") and index("Harvest plan")`},
		{line: "drive list-files --page-size 2", want: `.pagination.hasMore and (.data | length == 2)`},
		{line: "drive list-files --drive-id ${team}", want: `.data == []`},
		{line: `drive search-files 'name contains "budget"'`, exit: 1, want: `.error.code == "BAD_REQUEST"`},
		{line: `drive search-files "name contains 'budget' and mimeType = 'text/csv'"`, want: `.data | length == 1`},
		{line: "drive search-files budget --syntax words", keep: "budget=.[0].id", want: `.data | length == 1`},
		{line: "drive search-files sowing --syntax words", keep: "plan=.[0].id"},
		{line: "drive search-files zebra --syntax words", want: `.data == []`},
		{line: "drive list-folders", keep: "reports=.folders[0].id", want: `.data.folders[0].name == "Reports"`},
		{line: "drive list-folders ${reports}", want: `.data.folders == [] and (.data.files | length == 2)`},
		{line: "drive get-folder ${reports}"},
		{line: "drive get-file ${budget}"},
		{line: "drive get-file ${doc}"},
		{line: "drive get-file 1AbC_d-9", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: "drive read-file ${budget}"},
		{line: "drive read-file ${doc}", want: `.data.content | test("Beans first")`},
		{line: "drive export-as ${doc} text/html", want: `.data.base64 | @base64d | test("Beans")`},
		{line: "drive list-shared-drives", want: `.data.drives | length == 1`},
		{line: "drive list-shared-drives --query \"name contains 'zebra'\"", want: `.data.drives == []`},
		{line: "drive get-shared-drive ${team}"},
		{line: "drive get-start-page-token", keep: "token=.startPageToken"},
		{line: "drive list-changes ${token}", want: `.data.changes == [] and .data.newStartPageToken != null`},

		// Folders and files.
		{line: "drive create-folder 'Gärten 庭'", keep: "garden=.folder.id"},
		{line: "drive create-file 'Notes.md' --content '# Notes\n\nCall Ada.\n' --mime-type text/markdown --parent-id ${garden}", keep: "notes=.file.id", want: `.data.file.size == 19`},
		{line: "drive create-file --file ${picture}", keep: "picture2=.file.id", want: `.data.file.name == "Gärten.png" and .data.file.mimeType == "image/png"`},
		{line: "drive create-file Empty.txt --content ''", want: `.data.file.size == 0`},
		{line: "drive get-folder-path ${notes}", want: `.data.path | length == 2`},
		{line: "drive update-metadata ${notes} --name 'Our notes.md' --description 'What we said'"},
		{line: "drive update-content ${notes} --content '# Notes\n\nAda called.\n'"},
		{line: "drive copy-file ${notes} --name 'Copy of our notes.md'", keep: "copy=.file.id"},
		{line: "drive move-file ${copy} --dest-folder-id ${reports}", want: `.data.failedParentRemovals == []`},
		{line: "drive add-parent ${budget} --folder-id ${garden}"},
		{line: "drive add-parent ${budget} --folder-id ${garden}", want: `.warnings[0] | test("already")`},
		{line: "drive list-folders ${garden}", want: `[.data.files[] | select(.mimeType | endswith("shortcut"))] | length == 1`},
		{line: "drive remove-parent ${budget} --folder-id ${garden}", want: `.data.trashedShortcutId != null`},
		{line: "drive remove-parent ${budget} --folder-id ${garden}", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: "drive create-file Ours.txt --content x --parent-id ${team}", want: `.data.file.driveId != null`},
		{line: "drive list-files --drive-id ${team}", want: `[.data[].name] == ["Ours.txt"]`},
		{line: "drive search-files \"name = 'Ours.txt'\" --all-drives", want: `.data | length == 1`},
		{line: "drive search-files \"name = 'Ours.txt'\" --all-drives --drive-id ${team}", exit: 4, want: `.error.code == "USAGE"`},
		{line: "drive list-changes ${token}", want: `.data.changes | length > 3`},

		// Revisions.
		{line: "drive list-revisions ${notes}", keep: "revision=.revisions[0].id", want: `.data.revisions | length == 2`},
		{line: "drive get-revision ${notes} ${revision}"},
		{line: "drive update-revision ${notes} --revision-id ${revision} --keep-forever", want: `.data.revision.keepForever`},

		// Comments.
		{line: "drive get-comments ${notes}", want: `.data.comments == []`},
		{line: "drive add-comment ${notes} --content 'Looks good to me.'", keep: "comment=.comment.id"},
		{line: "drive create-reply ${notes} --comment-id ${comment} --content 'Thanks!'", keep: "reply=.reply.id"},
		{line: "drive get-comments ${notes}", want: `.data.comments | length == 1`},
		{line: "drive get-comments ${notes} --include-replies"},
		{line: "drive get-comment ${notes} --comment-id ${comment}", want: `.data.comment.repliesCount == 1`},
		{line: "drive list-replies ${notes} --comment-id ${comment}"},
		{line: "drive get-reply ${notes} --comment-id ${comment} --reply-id ${reply}"},
		{line: "drive update-reply ${notes} --comment-id ${comment} --reply-id ${reply} --content 'Thank you!'"},
		{line: "drive update-comment ${notes} --comment-id ${comment} --content 'Looks fine.' --resolved", want: `.data.comment.resolved`},
		{line: "drive delete-reply ${notes} --comment-id ${comment} --reply-id ${reply}"},
		{line: "drive delete-comment ${notes} --comment-id ${comment}"},

		// Sharing.
		{line: "drive get-permissions ${notes}", want: `.data.sharingAccess == "PRIVATE" and .data.editors == [] and .data.viewers == []`},
		{line: "drive add-viewer ${notes} --email ana@example.org"},
		{line: "drive add-editor ${notes} --email tom@example.net --send-notification-email false"},
		{line: "drive set-sharing ${notes} --access DOMAIN_WITH_LINK --permission COMMENT"},
		{line: "drive get-permissions ${notes}", want: `.data.editors == ["tom@example.net"] and .data.viewers == ["ana@example.org"]`},
		{line: "drive set-sharing ${notes} --access PRIVATE --permission VIEW"},
		{line: "drive remove-viewer ${notes} --email ana@example.org"},
		{line: "drive remove-editor ${notes} --email tom@example.net"},
		{line: "drive remove-editor ${notes} --email tom@example.net", want: `.data.removed == false`},

		// The trash.
		{line: "drive trash-file ${copy}"},
		{line: "drive untrash-file ${copy}"},
		{line: "drive delete-file ${copy}"},
		{line: "drive get-file ${copy}", want: `.data.file.trashed`},

		// The batch.
		{line: `drive batch --params-json '{"operations":[{"action":"folderCreate","params":{"name":"B"}},{"action":"fileList"},{"action":"fileGetPermissions","params":{"fileId":"${notes}"}},{"action":"fileExport","params":{"fileId":"${notes}"}}]}'`},
		{line: `drive batch --params-json '{"operations":[{"action":"fileTrash","params":{"fileId":"${notes}"}},{"action":"fileGet","params":{"fileId":"1AbC_d-9"}}]}'`, asks: true, exit: 3, want: `.data.failed == 1`},
	})
}
