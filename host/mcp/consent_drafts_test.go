package mcp

import (
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/store"
)

// approve is what a person does with wslite drafts approve.
func (d *desk) approve(id string) {
	d.t.Helper()
	all, err := d.pipeline.Records.Drafts(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	dr, err := all.Get(d.t.Context(), id)
	if err == nil {
		_, err = all.Approve(d.t.Context(), draft.Approving{
			ID: id, Revision: dr.Revision, Digest: dr.Digest, Approver: "ana@laptop", PolicyRevision: d.pipeline.Policy.Revision(),
		})
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// From the call to its end: stored, followed, refused while nobody has agreed,
// run once, and known as done.
func TestAnAgentFollowsItsDraft(t *testing.T) {
	d := newDesk(t, Draft)
	s := d.connect("", nil)
	id := member(call(t, s, "gmail_send", mail, nil), "draftId")
	args := map[string]any{"draftId": id, "revision": 1}
	status := func() *sdk.CallToolResult { return call(t, s, DraftStatus, map[string]any{"draftId": id}, nil) }

	if res := status(); member(res, "status") != "pending_approval" || !strings.Contains(textOf(res), "Only a person can approve it") {
		t.Fatalf("%v", res.StructuredContent)
	}
	if res := call(t, s, RunDraft, args, nil); codeOf(res) != "CONFIRMATION_REQUIRED" || d.count() != 0 {
		t.Fatalf("a draft that nobody approved: %v", res.StructuredContent)
	}
	d.approve(id)
	if res := status(); member(res, "status") != "approved" || !strings.Contains(textOf(res), RunDraft) {
		t.Fatalf("%v", res.StructuredContent)
	}
	if res := call(t, s, RunDraft, map[string]any{"draftId": id, "revision": 2}, nil); codeOf(res) != "DRAFT_STALE" || d.count() != 0 {
		t.Fatalf("another revision: %v", res.StructuredContent)
	}
	if res := call(t, s, RunDraft, map[string]any{"draftId": id, "revision": "1"}, nil); res.IsError || d.count() != 1 || textOf(res) != "done" {
		t.Fatalf("%v", res.StructuredContent)
	}
	again := call(t, s, RunDraft, args, nil)
	if o, _ := again.StructuredContent.(map[string]any); again.IsError || o["duplicate"] != true || d.count() != 1 {
		t.Errorf("a second run: %v, sent %d", again.StructuredContent, d.count())
	}
	if res := status(); member(res, "status") != "executed" || !strings.Contains(textOf(res), "was run") {
		t.Errorf("%v", res.StructuredContent)
	}
}

// Nothing stands beside the draft: no payload, no yes, no other way to name it.
func TestNothingStandsBesideADraft(t *testing.T) {
	d := newDesk(t, Draft)
	s := d.connect("", nil)
	id := member(call(t, s, "gmail_send", mail, nil), "draftId")
	d.approve(id)
	for name, args := range map[string]map[string]any{
		"a payload":         {"draftId": id, "revision": 1, "payload": map[string]any{"to": "mallory@evil.example"}},
		"params":            {"draftId": id, "revision": 1, "params": map[string]any{}},
		"confirm":           {"draftId": id, "revision": 1, "confirm": true},
		"no revision":       {"draftId": id},
		"a text":            {"draftId": id, "revision": "one"},
		"a broken revision": {"draftId": id, "revision": 1.5},
		"nothing":           {},
	} {
		if res := call(t, s, RunDraft, args, nil); !res.IsError || codeOf(res) != "USAGE" || d.count() != 0 {
			t.Errorf("%s: %v, sent %d", name, res.StructuredContent, d.count())
		}
	}
}

// Of drafts that are not this agent's nothing is told but that there is none.
func TestForeignDraftsAreNone(t *testing.T) {
	for name, change := range map[string]func(*desk){
		"another account": func(d *desk) { d.pipeline.Records.Owner = store.Owner{Tenant: "test", Account: "2"} },
		"another user":    func(d *desk) { d.pipeline.Records.Owner.User = "bob" },
		"another profile": func(d *desk) { d.pipeline.Records.Profile = "work" },
		"a workspace":     func(d *desk) { d.pipeline.Records.Local = true },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, Draft)
			s := d.connect("", nil)
			id := member(call(t, s, "gmail_send", mail, nil), "draftId")
			d.approve(id)
			change(d)
			for tool, args := range map[string]map[string]any{
				DraftStatus: {"draftId": id}, RunDraft: {"draftId": id, "revision": 1},
			} {
				res := call(t, s, tool, args, nil)
				none := call(t, s, tool, map[string]any{"draftId": "d-aaaaaaaaaaaa", "revision": 1}, nil)
				if tool == DraftStatus {
					none = call(t, s, tool, map[string]any{"draftId": "d-aaaaaaaaaaaa"}, nil)
				}
				if codeOf(res) != "DRAFT_REFUSED" || strings.ReplaceAll(textOf(res), id, "") != strings.ReplaceAll(textOf(none), "d-aaaaaaaaaaaa", "") {
					t.Errorf("%s: %q, and of none %q", tool, textOf(res), textOf(none))
				}
			}
			if d.count() != 0 {
				t.Error("it was sent")
			}
		})
	}
	t.Run("a person's own", func(t *testing.T) {
		d := newDesk(t, Draft)
		s := d.connect("", nil)
		d.pipeline.Records.FrontEnd = policy.CLI
		id := member(call(t, s, "gmail_send", mail, nil), "draftId")
		d.pipeline.Records.FrontEnd = policy.MCP
		if res := call(t, s, DraftStatus, map[string]any{"draftId": id}, nil); codeOf(res) != "DRAFT_REFUSED" {
			t.Errorf("%v", res.StructuredContent)
		}
	})
}

// An approval ends, and so does a draft.
func TestAnEndedApprovalIsNone(t *testing.T) {
	d := newDesk(t, Draft)
	s := d.connect("", nil)
	id := member(call(t, s, "gmail_send", mail, nil), "draftId")
	d.approve(id)
	d.now = d.now.Add(draft.DefaultApprovalLife + time.Second)
	if res := call(t, s, RunDraft, map[string]any{"draftId": id, "revision": 1}, nil); !res.IsError || d.count() != 0 {
		t.Errorf("%v", res.StructuredContent)
	}
	d.now = d.now.Add(draft.DefaultExpire)
	if res := call(t, s, DraftStatus, map[string]any{"draftId": id}, nil); member(res, "status") != "expired" {
		t.Errorf("%v", res.StructuredContent)
	}
}

// No tool approves, edits or rejects.
func TestNoToolApproves(t *testing.T) {
	d := newDesk(t, Elicit)
	list, err := d.connect("", nil).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var own []string
	for _, tool := range list.Tools {
		if strings.HasPrefix(tool.Name, "wslite_") {
			own = append(own, tool.Name)
		}
	}
	if !slices.Equal(own, []string{DraftStatus, RunDraft}) {
		t.Errorf("tools of our own: %q", own)
	}
}
