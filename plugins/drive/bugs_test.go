package main

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// Faults seen in other programs for Drive that show in arguments or in text.
// Those that show in requests are cases of the plans: shortcuts (B46), formats
// (B47), large files (B48, B49), deletes of nothing (B66) and empty lists (B86)
// stand in the names of testdata/cases/plan_*.json; see also
// TestB45EveryRequestKnowsSharedDrives.

// B43: an apostrophe in a name ended the text of a query.
func TestB43ApostropheInAQuery(t *testing.T) {
	wantRefusal(t, transformed(t, "drive_search_files", `{"query":"name contains 'Jack's plan.pdf'","maxResults":20}`), "BAD_REQUEST", "query")
	for _, name := range []string{`Jack's plan.pdf`, `a'b'c`, `x' or name contains '`} {
		if got := readQuery("name contains " + quoteText(name)); got != (queryShape{terms: true}) {
			t.Errorf("%s: %+v", quoteText(name), got)
		}
	}
}

// B44: a full query was wrapped as a search for its words. Words that are no
// query are sent to a proxy as they are, since its params are fixed, with a
// warning that has the query that was meant; over REST they are looked for.
func TestB44QueryIsNotWrapped(t *testing.T) {
	const full = `{"query":"mimeType='application/pdf' and trashed=false","maxResults":20}`
	if out := transformed(t, "drive_search_files", full); out.Error != nil || string(out.Params) != full || len(paritytest.Warnings(out)) > 0 {
		t.Errorf("%+v %s", out, out.Params)
	}
	wantWarning(t, transformed(t, "drive_search_files", `{"query":"invoice 2026","maxResults":20}`), "fullText contains 'invoice 2026'")
}

// B50: delete removed for ever.
func TestB50DeleteSaysThatItIsTheTrash(t *testing.T) {
	got := rendered(t, "drive_delete_file", `{"deleted":true,"fileId":"f1","note":"x"}`)
	if !strings.Contains(got, "to the trash") {
		t.Error(got)
	}
	if d := toolNamed(t, "drive_delete_file").Description; !strings.Contains(d, "nothing is removed for good") {
		t.Error(d)
	}
}

// B52: base64 that passes through a model is cut. See also
// TestDriveDefect10TextHoldsNoBase64.
func TestB52ExportOfABatchHoldsNoBase64(t *testing.T) {
	got := rendered(t, "drive_batch", `{"results":[{"index":0,"action":"fileExportAs","success":true,"data":{"fileId":"d1","size":3,"base64":"JVBERi0="}}]}`)
	if strings.Contains(got, "JVBER") || !strings.Contains(got, "3 B") {
		t.Error(got)
	}
}

// B63: ids that Google gave were refused by a check of the program's own.
func TestB63IdsOfAnswersAreTaken(t *testing.T) {
	for tool, args := range map[string]string{
		"drive_get_revision": `{"fileId":"f1","revisionId":"0B6Otg+fq_iICHYN0JzR0="}`,
		"drive_get_comment":  `{"fileId":"f1","commentId":"AAAABx.1~kix=:@"}`,
	} {
		if out := transformed(t, tool, args); out.Error != nil || string(out.Params) != args {
			t.Errorf("%s %s: %+v", tool, args, out.Error)
		}
	}
	if got := planned(t, "revisionsGet", `{"fileId":"f1","revisionId":"0B6+="}`); !strings.Contains(got, `"revisionId":"0B6+="`) {
		t.Error(got)
	}
}

// B86: an empty list came out as null. No list of an empty answer is one.
func TestB86EmptyAnswersAreEmptyLists(t *testing.T) {
	for action, params := range map[string]string{
		"commentsList": `{"fileId":"f1"}`, "repliesList": `{"fileId":"f1","commentId":"c1"}`, "revisionsList": `{"fileId":"f1"}`,
		"sharedDrivesList": `{}`, "changesList": `{"pageToken":"1"}`, "fileSearch": `{"query":"name = 'x'"}`, "fileList": `{}`, "fileGetPermissions": `{"fileId":"f1"}`,
	} {
		first := paritytest.Plan(t, drive(), action, []byte(params))
		out := answered(t, abi.PlanInput{
			Action: action, Params: abi.Raw(params), Clock: plugintest.Clock(), State: first.State,
			Responses: []abi.Response{{Status: 200, Body: abi.Raw("{}")}},
		})
		if out.Result == nil || !strings.Contains(string(out.Result.Data), "[]") {
			t.Errorf("%s: %+v", action, out)
		}
	}
}

// B91: ids reached into the path of the request.
func TestB91IdsAreOneSegment(t *testing.T) {
	for _, id := range []string{"../../admin", "a/b?c#d", "%2e%2e", "..", `a\u007fb`, `a\nb`, `a\\b`} {
		for tool, key := range map[string]string{
			"drive_get_comment": "commentId", "drive_get_reply": "replyId", "drive_get_revision": "revisionId", "drive_get_shared_drive": "driveId",
		} {
			args := `{"fileId":"f1","commentId":"c1","replyId":"r1","revisionId":"v1","driveId":"D1"}`
			i := strings.Index(args, `"`+key+`":"`) + len(key) + 4
			args = args[:i] + id + args[i+2:]
			wantRefusal(t, transformed(t, tool, args), "BAD_REQUEST", key)
		}
	}
	// What goes into a query is quoted there, and the folder's id has a form.
	wantRefusal(t, transformed(t, "drive_list_files", `{"folderId":"../x","pageSize":50}`), "BAD_REQUEST", "folderId")
}

// B35, B67, B84: a list that is not all says so, and its next page asks the same
// question.
func TestB35B67B84NextPages(t *testing.T) {
	const body = `{"id":"p1","mimeType":"application/vnd.google-apps.folder","files":[{"id":"f1"}],"comments":[{"id":"c1"}],"replies":[{"id":"r1"}],
		"revisions":[{"id":"v1"}],"drives":[{"id":"D1"}],"changes":[{"fileId":"f1"}],"nextPageToken":"g2"}`
	for action, params := range map[string]string{
		"fileSearch":       `{"query":"dentist","maxResults":1,"driveId":"D1"}`,
		"fileList":         `{"folderId":"p1","pageSize":1,"orderBy":"name"}`,
		"folderList":       `{"folderId":"p1"}`,
		"folderListRoot":   `{}`,
		"commentsList":     `{"fileId":"f1","pageSize":1}`,
		"repliesList":      `{"fileId":"f1","commentId":"c1","pageSize":1}`,
		"revisionsList":    `{"fileId":"f1","pageSize":1}`,
		"sharedDrivesList": `{"pageSize":1,"q":"name contains 'x'"}`,
	} {
		t.Run(action, func(t *testing.T) { paritytest.NextPage(t, drive(), action, params, body) })
	}
}

// B66: what is not there is neither deleted nor changed.
func TestB66NothingIsDoneToWhatIsGone(t *testing.T) {
	const params = `{"fileId":"f1","commentId":"c1","replyId":"r1","revisionId":"v1","folderId":"p1","destFolderId":"p2","content":"x","email":"a@example.org",
		"access":"PRIVATE","permission":"VIEW","name":"x","resolved":true,"keepForever":true}`
	for _, action := range []string{"fileDelete", "fileTrash", "fileUntrash", "commentsDelete", "repliesDelete", "fileRemoveEditor", "fileRemoveViewer", "fileRemoveParent",
		"fileAddEditor", "fileAddParent", "fileMove", "fileCopy", "fileSetSharing", "fileUpdateContent", "fileUpdateMeta", "commentsUpdate", "revisionsUpdate"} {
		paritytest.Gone(t, drive(), action, params)
	}
}
