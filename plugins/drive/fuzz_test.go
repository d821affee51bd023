package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

func FuzzCalls(f *testing.F) {
	f.Add("drive_list_files", `{"folderId":"d","pageSize":7.25,"pageToken":"~!!~AI9FV7abcdefgh","files":[{"id":"f","size":"9","owners":[null],"parents":[1]}],"nextPageToken":"t"}`)
	f.Add("drive_search_files", `{"query":"title = 'x\\","maxResults":1e400,"files":{},"incompleteSearch":true}`)
	f.Add("drive_set_sharing", `{"fileId":"f","access":"DOMAIN","permission":"VIEW","permissions":[{"type":"domain","role":"writer"},{"type":"anyone"}],"user":{"emailAddress":"a@b.example"}}`)
	f.Add("drive_add_editor", `{"fileId":"f","email":"a@b.example","permissions":[{"type":"user","emailAddress":"A@b.example","role":"reader","id":"p"}]}`)
	f.Add("drive_read_file", `{"fileId":"s","id":"s","mimeType":"application/vnd.google-apps.shortcut","shortcutDetails":{"targetId":"t"}}`)
	f.Add("drive_read_file", `{"fileId":"g","id":"g","mimeType":"application/vnd.google-apps.document","exportLinks":{"a/b":1}}`)
	f.Add("drive_get_folder_path", `{"fileId":"f","id":"f","parents":["p"],"driveId":"f"}`)
	f.Add("drive_create_file", `{"name":"n","content":"c","mimeType":"text/plain;charset=x","file":null}`)
	f.Add("drive_update_comment", `{"fileId":"f","commentId":"c","resolved":true,"replies":[{"action":"resolve"}]}`)
	f.Add("drive_batch", `{"operations":[{"action":"fileMove","params":{"fileId":"f","destFolderId":"f"}},null,7]}`)
	var actions []string
	for _, row := range table.Rows {
		actions = append(actions, row.Name)
	}
	paritytest.Fuzz(f, drive(), actions...)
}

// FuzzRenamedTerms: what stands in quotes stays, and what has been renamed is
// not renamed again.
func FuzzRenamedTerms(f *testing.F) {
	for _, s := range []string{"", "title = 'title'", "modifiedDate>'2031'and title contains \"x", `not title = 'a\'title'`, "subtitle = 'x'", "日title"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, before, literal string) {
		once := renamedTerms(before)
		if again := renamedTerms(once); again != once {
			t.Errorf("%q becomes %q and then %q", before, once, again)
		}
		quoted := quoteText(literal)
		if got := renamedTerms("title = " + quoted + " and trashed = false"); got != "name = "+quoted+" and trashed = false" {
			t.Errorf("%q became %q", quoted, got)
		}
	})
}
