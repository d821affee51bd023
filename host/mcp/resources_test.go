package mcp

import (
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/policy"
)

// A resource is read by the tool that reads it, and under the same policy.
func TestResourceGoesThroughTheTool(t *testing.T) {
	d := newDesk(t, Elicit)
	s := d.connect("", nil)
	list, err := s.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	list.ResourceTemplates = slices.DeleteFunc(list.ResourceTemplates, func(r *sdk.ResourceTemplate) bool { return r.Name == "blob" })
	var offered []string
	for _, r := range readables {
		if slices.ContainsFunc(list.ResourceTemplates, func(t *sdk.ResourceTemplate) bool { return t.Name == r.name }) {
			offered = append(offered, r.name)
		}
	}
	if !slices.Equal(offered, []string{"gmail_message"}) {
		t.Fatalf("only what can be read is offered: %q", offered)
	}
	res, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://gmail/message/m%2F1"})
	if err != nil {
		t.Fatal(err)
	}
	if c := res.Contents[0]; c.Text != "done" || c.URI != "wslite://gmail/message/m%2F1" || c.Meta["trust"] != "untrusted_external" {
		t.Errorf("%+v", c)
	}
	d.pipeline.Records.LogReads = true
	if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://gmail/message/m1"}); err != nil || len(d.log) != 1 || d.log[0].Tool != "gmail_get_message" {
		t.Errorf("the log has %v, %v", d.log, err)
	}
	d.pipeline.Policy = policy.Policy{DenyTools: []string{"gmail_get_message"}}
	if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://gmail/message/m1"}); err == nil || !strings.Contains(err.Error(), "ACTION_NOT_ALLOWED") {
		t.Errorf("a tool that the policy forbids was read: %v", err)
	}
}

func TestResourceAddresses(t *testing.T) {
	for uri, want := range map[string]map[string]any{
		"wslite://calendar/event/primary/e1":                {"calendarId": "primary", "eventId": "e1"},
		"wslite://calendar/event/team%40corp.example/e%2F1": {"calendarId": "team@corp.example", "eventId": "e/1"},
		"wslite://calendar/event/primary":                   nil,
		"wslite://calendar/event/primary/e1/more":           nil,
		"wslite://calendar/event//e1":                       nil,
		"wslite://calendar/events/primary/e1":               nil,
		"https://calendar/event/primary/e1":                 nil,
		"wslite://calendar/event/primary/%zz":               nil,
	} {
		got, ok := argumentsOf("calendar/event/{calendarId}/{eventId}", uri)
		if ok != (want != nil) {
			t.Errorf("%s: %v", uri, got)
			continue
		}
		for key, v := range want {
			if got[key] != v {
				t.Errorf("%s: %s is %v, want %v", uri, key, got[key], v)
			}
		}
	}
}
