package main

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// asked is a request that a plan made in a case, with its action.
type asked struct {
	action string
	abi.Request
}

// recorder notes every request that a plan makes.
type recorder struct {
	plugintest.Caller
	requests []asked
}

func (r *recorder) Call(ctx context.Context, export string, input []byte) ([]byte, error) {
	output, err := r.Caller.Call(ctx, export, input)
	if err != nil || export != abi.ExportPlan {
		return output, err
	}
	var in abi.PlanInput
	var out abi.PlanOutput
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(output, &out); err != nil {
		return nil, err
	}
	for _, req := range out.Requests {
		r.requests = append(r.requests, asked{in.Action, req})
	}
	return output, nil
}

// everyRequest is what all plans ask for in all cases.
func everyRequest(t *testing.T) []asked {
	t.Helper()
	r := &recorder{Caller: plugintest.Native(drive())}
	plugintest.Run(t, r, os.DirFS("testdata/cases"))
	if len(r.requests) < 200 {
		t.Fatalf("the cases make %d requests only", len(r.requests))
	}
	return r.requests
}

// parameters are the query parameters of each route, from its pinned table.
func parameters(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../host/route/tables/drive.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Routes []struct {
			ID    string
			Query []struct{ Name string }
		}
	}
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	of := map[string][]string{}
	for _, r := range table.Routes {
		for _, q := range r.Query {
			of[r.ID] = append(of[r.ID], q.Name)
		}
	}
	return of
}

// B45: items of shared drives were not found, or missing from lists.
func TestB45EveryRequestKnowsSharedDrives(t *testing.T) {
	takes := parameters(t)
	for _, r := range everyRequest(t) {
		if slices.Contains(takes[r.Route], "supportsAllDrives") && string(r.Query["supportsAllDrives"]) != "true" {
			t.Errorf("%s asks %s without supportsAllDrives", r.action, r.Route)
		}
		// Changes may be asked for without them.
		if slices.Contains(takes[r.Route], "includeItemsFromAllDrives") && string(r.Query["includeItemsFromAllDrives"]) != "true" &&
			(r.Route != routeChangesList || r.Query["includeItemsFromAllDrives"] == nil) {
			t.Errorf("%s asks %s without includeItemsFromAllDrives", r.action, r.Route)
		}
		if r.Route == routeList && (r.Query["driveId"] != nil) != (string(r.Query["corpora"]) == `"drive"`) {
			t.Errorf("%s: driveId %s with corpora %s", r.action, r.Query["driveId"], r.Query["corpora"])
		}
	}
}

// Each answer is cut down to what the plan reads: comments have no fields at
// all without a mask.
func TestEveryRequestNamesItsFields(t *testing.T) {
	for _, r := range everyRequest(t) {
		deletes := strings.HasSuffix(r.Route, ".delete")
		if (r.Keep == "") != (deletes || r.Save != nil) {
			t.Errorf("%s asks %s and keeps %q", r.action, r.Route, r.Keep)
		}
	}
}

// What a request may do beyond the class of its action hides in query values
// and bodies. No plan sends one of these, and the rest only where the class is
// that of the action.
func TestNoRequestExceedsItsClass(t *testing.T) {
	never := []string{"acknowledgeAbuse", "emailMessage", "transferOwnership", "moveToNewOwnersRoot", "useDomainAdminAccess",
		"removeExpiration", "includePermissionsForView", "ignoreDefaultVisibility", "useContentAsIndexableText"}
	bodies := map[string][]string{
		"folderCreate": {"name", "mimeType", "parents"}, "fileCreate": {"name", "mimeType", "parents"},
		"fileAddParent": {"name", "mimeType", "parents", "shortcutDetails"},
		"fileCopy":      {"name", "parents"}, "fileMove": {}, "fileUpdateMeta": {"name", "description"}, "fileUpdateContent": {"mimeType"},
		"commentCreate": {"content"}, "commentsUpdate": {"content", "action"}, "repliesCreate": {"content", "action"}, "repliesUpdate": {"content"},
		"revisionsUpdate": {"keepForever"}, "fileUntrash": {"trashed"}, "fileTrash": {"trashed"}, "fileDelete": {"trashed"}, "fileRemoveParent": {"trashed"},
		"fileSetSharing": {"type", "role", "domain", "allowFileDiscovery"},
		"fileAddEditor":  {"type", "role", "emailAddress"}, "fileAddViewer": {"type", "role", "emailAddress"},
	}
	for _, r := range everyRequest(t) {
		for name := range r.Query {
			if slices.Contains(never, name) || name == "sendNotificationEmail" && !strings.HasPrefix(r.action, "fileAdd") {
				t.Errorf("%s asks %s with %s", r.action, r.Route, name)
			}
		}
		var body map[string]any
		if len(r.Body) > 0 {
			if err := json.Unmarshal(r.Body, &body); err != nil {
				t.Fatal(err)
			}
		}
		for key := range body {
			if !slices.Contains(bodies[r.action], key) {
				t.Errorf("%s sends %s in the body of %s", r.action, key, r.Route)
			}
		}
		if trashed, given := body["trashed"]; given && trashed == (r.action == "fileUntrash") {
			t.Errorf("%s sends trashed %v", r.action, trashed)
		}
		if role, given := body["role"]; given && (role == "owner" || role == "organizer" || role == "fileOrganizer") {
			t.Errorf("%s gives the role %v", r.action, role)
		}
	}
}

// Params that no schema lets through change nothing either: a plan takes what
// it knows, by name.
func TestStrangeParamsAreNotPassedOn(t *testing.T) {
	const strange = `"trashed":true,"permissions":[{"type":"anyone","role":"writer"}],"role":"owner","transferOwnership":true,` +
		`"emailMessage":"x","addParents":"x","removeParents":"x","parents":["x"],"keepRevisionForever":true,"writersCanShare":true`
	for action, params := range map[string]string{
		"fileUpdateMeta":    `{"fileId":"f1","name":"n",` + strange + `}`,
		"fileUntrash":       `{"fileId":"f1",` + strange + `}`,
		"folderCreate":      `{"name":"n",` + strange + `}`,
		"fileCreate":        `{"name":"n","content":"c",` + strange + `}`,
		"commentCreate":     `{"fileId":"f1","content":"c",` + strange + `}`,
		"fileUpdateContent": `{"fileId":"f1","content":"c",` + strange + `}`,
	} {
		plain := strings.Replace(params, ","+strange, "", 1)
		got, want := planned(t, action, params), planned(t, action, plain)
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", action, got, want)
		}
	}
}

// planned is the first step of an action.
func planned(t *testing.T, action, params string) string {
	t.Helper()
	text, err := json.Marshal(paritytest.Plan(t, drive(), action, json.RawMessage(params)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// answered is a later step of an action.
func answered(t *testing.T, in abi.PlanInput) (out abi.PlanOutput) {
	t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	output, err := drive().Call(abi.ExportPlan, input)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(output, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Every action has a plan, and one that fails at its first step says why.
func TestEveryActionHasAPlan(t *testing.T) {
	for _, row := range table.Rows {
		if row.Plan == nil {
			t.Errorf("%s has no plan", row.Name)
		}
		for _, key := range row.Files {
			if !slices.Contains(row.RestOnly, key) {
				t.Errorf("%s: a proxy would be sent the path in %s", row.Name, key)
			}
		}
	}
}
