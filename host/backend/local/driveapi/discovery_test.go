package driveapi

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi/discoverytest"
)

//go:embed testdata/drive-api.json
var discoveryJSON []byte

var document = sync.OnceValue(func() *discoverytest.Document {
	d := discoverytest.Read(discoveryJSON)
	d.TimeLayout = "2006-01-02T15:04:05.000Z"
	return d
})

// unserved are the methods of the document that are left out: Google's 404 or
// 405 answers them.
var unserved = []string{"drive.changes.watch", "drive.files.watch", "drive.files.download", "drive.files.generateCseToken",
	"drive.files.listLabels", "drive.files.modifyLabels"}

// untyped are the schemas of unserved methods.
var untyped = []string{"Channel", "GenerateCseTokenResponse", "LabelFieldModification", "LabelList", "LabelModification",
	"ModifyLabelsRequest", "ModifyLabelsResponse", "Operation", "Status"}

func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	document().CompareMethods(t, (&API{}).Methods(), unserved...)
}

func TestTypesHaveTheFieldsOfDiscovery(t *testing.T) {
	document().CompareTypes(t, []any{
		About{}, FileList{}, GeneratedIds{}, PermissionList{}, CommentList{}, ReplyList{}, RevisionList{}, StartPageToken{}, ChangeList{}, DriveList{},
	}, untyped...)
}

// TestDefaultFields: what is answered without fields is what the guide names.
func TestDefaultFields(t *testing.T) {
	b := newBench(t)
	id := b.text("a.txt", "root", "x")
	for path, want := range map[string]string{
		"files/" + id:                  `{"kind":"drive#file","id":"` + id + `","name":"a.txt","mimeType":"text/plain"}`,
		"files":                        `{"kind":"drive#fileList","incompleteSearch":false,"files":[{"id":"` + id + `","kind":"drive#file","mimeType":"text/plain","name":"a.txt"}]}`,
		"files/" + id + "/permissions": `{"kind":"drive#permissionList","permissions":[{"id":"` + permissionID("user", "me@example.com") + `","kind":"drive#permission","role":"owner","type":"user"}]}`,
	} {
		var got, expected any
		json.Unmarshal(b.must(200, "GET", path, "").raw, &got)
		json.Unmarshal([]byte(want), &expected)
		if !reflect.DeepEqual(got, expected) {
			t.Errorf("%s: %v, want %v", path, got, expected)
		}
	}
	for _, path := range []string{"about", "files/" + id + "/comments", "files/" + id + "/comments/x"} {
		contains(t, path, b.must(400, "GET", path, "").message(), "'fields' parameter is required")
	}
}
