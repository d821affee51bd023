package mcp

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/vectors"
	"github.com/wslite/wslite/sdk/abi"
)

// peerTool is a tool of workspace-lite, as its servers list it.
type peerTool struct {
	Name, Service, Action string
	Actions               []string
	IsBatchTool           bool
	InputSchema           json.RawMessage
}

func peerTools(t *testing.T) []peerTool {
	t.Helper()
	var tools []peerTool
	if err := json.Unmarshal(vectors.Read(t, "parity/tools.json"), &tools); err != nil || len(tools) != 218 {
		t.Fatalf("%d tools, %v", len(tools), err)
	}
	return tools
}

// peerRules names the peer's rules that JSON Schema lacks as our schemas do.
var peerRules = strings.NewReplacer(
	`"format":"uri",`, ``, `,"format":"uri"`, ``, `"x-check":"isoDateTime"`, `"format":"iso-date-time"`,
	`"x-check":"emailList"`, `"format":"email-list"`, `"x-check":"email"`, `"format":"email"`, `"x-check":"httpsUrl"`, `"format":"https-url"`,
	`"x-check":"formula"`, `"format":"formula"`, `"x-check":"noFormulaPrefix"`, `"format":"no-formula-prefix"`,
)

// TestEachPeerToolIsListed under its name, in full, with a title and what it does;
// its actions are the tool's, and none but the host's own tools are there beside.
func TestEachPeerToolIsListed(t *testing.T) {
	offered := embedded(t, Selection{})
	_, list := listOf(t, Options{Tools: offered, Mode: Argument, Listing: Full})
	listed := map[string]*sdk.Tool{}
	for _, tool := range list {
		listed[tool.Name] = tool
	}
	for _, peer := range peerTools(t) {
		tool := listed[peer.Name]
		if tool == nil {
			t.Errorf("%s is not listed", peer.Name)
			continue
		}
		delete(listed, peer.Name)
		at := slices.IndexFunc(offered, func(o Tool) bool { return o.Name == peer.Name })
		ours := offered[at]
		slices.Sort(peer.Actions)
		if ours.Service != peer.Service || ours.Action != peer.Action || ours.IsBatchTool != peer.IsBatchTool ||
			!slices.Equal(slices.Sorted(slices.Values(ours.Actions)), peer.Actions) {
			t.Errorf("%s is %s %s %v, and the peer's %s %s %v", peer.Name, ours.Service, ours.Action, ours.Actions, peer.Service, peer.Action, peer.Actions)
		}
		if tool.Title == "" || len(tool.Description) < 15 || tool.OutputSchema == nil || tool.Annotations == nil {
			t.Errorf("%s: title %q, description %q", peer.Name, tool.Title, tool.Description)
		}
	}
	if left := slices.Sorted(maps.Keys(listed)); len(left) > 0 {
		t.Errorf("beside them are listed %v", left)
	}
}

// perTool is how many arguments are made for each tool: some that fit its schema,
// and of each of them one that may not.
const perTool = 60

// TestPeerSchemasTakeTheSame: arguments that the peer's schema takes are taken by
// ours and fit what the full list shows, and of arguments that ours takes, the peer's
// does, too, as far as it knows them.
func TestPeerSchemasTakeTheSame(t *testing.T) {
	offered := embedded(t, Selection{})
	_, list := listOf(t, Options{Tools: offered, Mode: Argument, Listing: Full, UploadRoots: []string{"/srv"}})
	taken, refused := 0, 0
	for i, peer := range peerTools(t) {
		at := slices.IndexFunc(list, func(l *sdk.Tool) bool { return l.Name == peer.Name })
		shown := clientSchema(t, list[at])
		theirs, err := schema.Compile(abi.Raw(peerRules.Replace(string(peer.InputSchema))))
		if err != nil {
			t.Fatal(err)
		}
		at = slices.IndexFunc(offered, func(o Tool) bool { return o.Name == peer.Name })
		ours, err := schema.Compile(offered[at].Input)
		if err != nil {
			t.Fatal(err)
		}
		var raw map[string]any
		if err := json.Unmarshal(peer.InputSchema, &raw); err != nil {
			t.Fatal(err)
		}
		m := maker{rand.New(rand.NewPCG(6, uint64(i)))}
		if w, ok := wider[peer.Name]; ok {
			args, err := arguments(json.RawMessage(w.example))
			if err != nil {
				t.Fatal(err)
			}
			_, e1 := theirs.Check(args)
			if _, e2 := ours.Check(args); e1 == nil || e2 != nil || !onlyWider(peer.Name, e1) {
				t.Errorf("%s: %s is no example of what we take and the peer does not: %v, %v", peer.Name, w.example, e1, e2)
			}
		}
		differ := 0
		for n := 0; n < 2*perTool && differ < 3; n++ {
			args := m.make(raw).(map[string]any)
			if n%2 == 1 {
				args = m.spoil(raw, args).(map[string]any)
			}
			args, err := arguments(json.RawMessage(document(args, "")))
			if err != nil {
				t.Fatal(err)
			}
			byThem, e1 := theirs.Check(args)
			byUs, e2 := ours.Check(args)
			if e1 == nil {
				taken++
			} else {
				refused++
			}
			if n%2 == 0 && e1 != nil {
				t.Fatalf("%s: the arguments %s were made to fit: %v", peer.Name, document(args, ""), e1)
			}
			switch {
			case e1 == nil && e2 != nil:
				t.Errorf("%s: %s is taken by the peer and refused by us: %v", peer.Name, document(args, ""), e2)
			case e1 != nil && e2 == nil && onlyWider(peer.Name, e1):
				continue
			case e1 != nil && e2 == nil:
				t.Errorf("%s: %s is refused by the peer (%v) and taken by us", peer.Name, document(args, ""), e1)
			case e1 == nil && !cmp.Equal(byThem, byUs):
				t.Errorf("%s: %s is read otherwise: %s", peer.Name, document(args, ""), cmp.Diff(byThem, byUs))
			case e1 == nil && shown.Validate(asJSON(t, args)) != nil:
				t.Errorf("%s: the list does not allow %s: %v", peer.Name, document(args, ""), shown.Validate(asJSON(t, args)))
			default:
				continue
			}
			differ++
		}
	}
	if taken < 218*perTool || refused < 218*perTool/4 {
		t.Errorf("%d were taken, %d refused", taken, refused)
	}
	t.Logf("%d were taken, %d refused", taken, refused)
}

// wider are the arguments of which ours take more than the peer's: what they need
// may come from a file or be told in another way, a page of the REST interface has
// text for a token, a switch is true or false, and a due date can be taken away (B65).
var wider = map[string]struct {
	fields  []string
	example string
}{
	"drive_create_file":    {[]string{"content", "name"}, `{"name":"a.txt"}`},
	"drive_update_content": {[]string{"content"}, `{"fileId":"f1"}`},
	"drive_list_files":     {[]string{"pageToken"}, `{"pageToken":"~!!~AI9FV7QYPKD0"}`},
	"gmail_get_attachment": {[]string{"attachmentId"}, `{"messageId":"m1"}`},
	"gmail_list_threads":   {[]string{"isUnread"}, `{"isUnread":true}`},
	"tasks_update_task":    {[]string{"due"}, `{"tasklistId":"l1","taskId":"t1","due":""}`},
}

// onlyWider says that the peer refuses nothing but arguments of which a tool takes
// more.
func onlyWider(tool string, err error) bool {
	for _, p := range schema.Problems(err) {
		if !slices.Contains(wider[tool].fields, p.Field) {
			return false
		}
	}
	return true
}

// clientSchema is what a client that validates makes of a tool's schema.
func clientSchema(t *testing.T, tool *sdk.Tool) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:"+tool.Name, asJSON(t, tool.InputSchema)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("urn:" + tool.Name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asJSON(t *testing.T, v any) any {
	t.Helper()
	out, err := jsonschema.UnmarshalJSON(strings.NewReader(document(v, "")))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
