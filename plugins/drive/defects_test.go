package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
)

// The peer's faults in its Drive tools that a client can do better in, by
// their numbers in the list of defects. Server matters alone are 1 to 7 (the
// switch for public sharing, allow-lists, overwriting, idempotency, the answer's
// cap), 11, 18, 22 and 24 to 27.

func transformed(t *testing.T, tool, args string) abi.TransformOutput {
	t.Helper()
	return paritytest.Transform(t, drive(), tool, json.RawMessage(args))
}

func rendered(t *testing.T, tool, data string) string {
	t.Helper()
	return paritytest.Render(t, drive(), tool, json.RawMessage(`{"fileId":"f1"}`), json.RawMessage(data), nil)
}

func toolNamed(t *testing.T, name string) abi.Tool {
	t.Helper()
	c := catalog()
	i := slices.IndexFunc(c.Tools, func(t abi.Tool) bool { return t.Name == name })
	if i < 0 {
		t.Fatalf("there is no tool %s", name)
	}
	return c.Tools[i]
}

func wantWarning(t *testing.T, out abi.TransformOutput, part string) {
	t.Helper()
	if out.Error != nil || len(paritytest.Warnings(out)) != 1 || !strings.Contains(paritytest.Warnings(out)[0], part) {
		t.Errorf("error %+v, warnings %q; one about %q is wanted", out.Error, paritytest.Warnings(out), part)
	}
}

func wantRefusal(t *testing.T, out abi.TransformOutput, code, field string) {
	t.Helper()
	if out.Error == nil || out.Error.Code != code || out.Error.Field != field {
		t.Errorf("error %+v, want %s at %s", out.Error, code, field)
	}
}

// Reading Google documents and exporting to anything but PDF is advertised and
// does not work: the texts say what does.
func TestDriveDefect08And09TextsPromiseNoMoreThanProxiesDo(t *testing.T) {
	if d := toolNamed(t, "drive_read_file").Description; !strings.Contains(d, "docs_get_document") {
		t.Error(d)
	}
	if d := toolNamed(t, "drive_export_as").Description; !strings.Contains(d, "PDF and little else") {
		t.Error(d)
	}
}

// Base64 in a text for people is cut, and then no file at all.
func TestDriveDefect10TextHoldsNoBase64(t *testing.T) {
	got := rendered(t, "drive_export_as", `{"fileId":"d1","mimeType":"application/pdf","size":18432,"base64":"JVBERi0xLjc="}`)
	if !strings.Contains(got, "18 KB") || strings.Contains(got, "JVBER") {
		t.Error(got)
	}
}

func TestDriveDefect12LostWhiteSpaceIsSaid(t *testing.T) {
	wantWarning(t, transformed(t, "drive_update_content", `{"fileId":"f1","content":"\ta\n"}`), "white space")
	out := transformed(t, "drive_update_content", `{"fileId":"f1","content":"a\n"}`)
	if out.Error != nil || len(paritytest.Warnings(out)) > 0 || !strings.Contains(string(out.Params), `"a\n"`) {
		t.Errorf("%+v %s", out, out.Params)
	}
}

func TestDriveDefect13ResolvingOverAProxyIsSaidNotToWork(t *testing.T) {
	wantWarning(t, transformed(t, "drive_update_comment", `{"fileId":"f1","commentId":"c1","content":"x","resolved":true}`), "resolve")
}

// The server rewrites names of fields in quoted texts as well. Nothing here
// touches a query.
func TestDriveDefect14QueryIsSentByteForByte(t *testing.T) {
	const q = `{"query":"name contains 'title = modifiedDate' and name != 'x  y'","maxResults":20}`
	out := transformed(t, "drive_search_files", q)
	if out.Error != nil || string(out.Params) != q || len(paritytest.Warnings(out)) > 0 {
		t.Errorf("%+v %s", out, out.Params)
	}
}

// An answer's token is text and the schema's a number, so paging failed; and a
// token that can't be read began at page one again.
func TestDriveDefect15TokenOfAnAnswerIsTaken(t *testing.T) {
	out := transformed(t, "drive_list_files", `{"pageSize":50,"pageToken":"50"}`)
	if out.Error != nil || string(out.Params) != `{"pageSize":50,"pageToken":50}` {
		t.Errorf("%+v %s", out.Error, out.Params)
	}
	wantRefusal(t, transformed(t, "drive_list_files", `{"pageSize":50,"pageToken":"x"}`), "BAD_REQUEST", "pageToken")
	if d := toolNamed(t, "drive_list_files").Description; !strings.Contains(d, "root folder, not all of Drive") {
		t.Error(d)
	}
}

func TestDriveDefect16MissingEntriesAreSaid(t *testing.T) {
	got := rendered(t, "drive_list_folders", `{"folderId":"p","folderName":"Full","folders":[],"files":[],"hasMore":true,"limit":200}`)
	if !strings.Contains(got, "more entries") {
		t.Error(got)
	}
	if d := toolNamed(t, "drive_search_files").Description; !strings.Contains(d, "a nextPageToken where there are more") {
		t.Error(d)
	}
}

// A list without ids is of no use to the next call.
func TestDriveDefect17ListsShowIds(t *testing.T) {
	for _, name := range []string{"drive_list_files", "drive_search_files"} {
		columns := toolNamed(t, name).Output.Columns
		if !slices.ContainsFunc(columns, func(c abi.Column) bool { return c.Key == "id" && !c.Wide }) {
			t.Errorf("%s: %+v", name, columns)
		}
	}
}

func TestDriveDefect19RemovalOfNothingIsNoSuccess(t *testing.T) {
	got := rendered(t, "drive_remove_editor", `{"removed":false,"email":"bo@example.com"}`)
	if !strings.Contains(got, "Nothing was removed") {
		t.Error(got)
	}
}

func TestDriveDefect20ChangeOfNothingIsSaid(t *testing.T) {
	wantWarning(t, transformed(t, "drive_update_metadata", `{"fileId":"f1"}`), "nothing changes")
	wantRefusal(t, transformed(t, "drive_update_metadata", `{"fileId":"f1","name":""}`), "BAD_REQUEST", "name")
}

// In a batch missing and bad params came back as INTERNAL_ERROR, after the
// operations before had run.
func TestDriveDefect21BatchIsCheckedBeforeItRuns(t *testing.T) {
	const first = `{"operations":[{"action":"fileTrash","params":{"fileId":"f1"}},`
	wantRefusal(t, transformed(t, "drive_batch", first+`{"action":"fileGet"}]}`), "BAD_REQUEST", "operations.1.params.fileId")
	wantRefusal(t, transformed(t, "drive_batch", first+`{"action":"fileList","params":{"folderId":"a/b"}}]}`), "BAD_REQUEST", "operations.1.params.folderId")
	wantRefusal(t, transformed(t, "drive_batch", first+`{"action":"fileSetSharing","params":{"fileId":"f1","access":"DOMAIN","permission":"OWNER"}}]}`),
		"BAD_REQUEST", "operations.1.params.permission")
}

// The server checks neither the form of some ids nor the words of sharing, and
// answers UPDATE_FAILED.
func TestDriveDefect23IdsAndWordsAreChecked(t *testing.T) {
	for tool, keys := range map[string][]string{
		"drive_create_file": {"parentId"}, "drive_create_folder": {"parentId"}, "drive_copy_file": {"destFolderId"}, "drive_list_folders": {"folderId"},
	} {
		for _, key := range keys {
			var schema struct {
				Properties map[string]struct{ Pattern string }
			}
			if err := json.Unmarshal(toolNamed(t, tool).Input, &schema); err != nil || schema.Properties[key].Pattern == "" {
				t.Errorf("%s takes anything as %s (%v)", tool, key, err)
			}
		}
	}
	wantRefusal(t, transformed(t, "drive_list_files", `{"folderId":"a/b","pageSize":50}`), "BAD_REQUEST", "folderId")
	wantRefusal(t, transformed(t, "drive_set_sharing", `{"fileId":"f1","access":"ANYONE","permission":"OWNER"}`), "BAD_REQUEST", "permission")
}
