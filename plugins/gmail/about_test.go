package main

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// Whatever a call does with one thing, an id of none is told with the id and
// with where ids come from. Gmail has two refusals for it.
func TestAnUnknownIDIsNamed(t *testing.T) {
	params := abi.Raw(`{"messageId":"nonexist","threadId":"nonexist","draftId":"nonexist","filterId":"nonexist","attachmentId":"a",
		"to":"a@example.org","subject":"s","body":"b","labelName":"News"}`)
	refusals := []abi.Response{
		{Status: 404, Error: &abi.ResponseError{Code: "NOT_FOUND", Message: "Requested entity was not found.", Reason: "notFound"}},
		{Status: 400, Error: &abi.ResponseError{Code: "BAD_REQUEST", Message: "Invalid id value", Reason: "invalidArgument"}},
	}
	tried := 0
	for _, row := range table.Rows {
		key := ""
		for _, k := range row.Required {
			if _, ok := finds[k]; ok {
				key = k
			}
		}
		if key == "" {
			continue
		}
		tried++
		for _, refusal := range refusals {
			e := refusedPlan(t, row.Name, params, refusal)
			if e.Code != "NOT_FOUND" || e.Field != key || !strings.Contains(e.Message, " nonexist ") || !strings.Contains(e.Message, "shows ids") {
				t.Errorf("%s, %d: %+v", row.Name, refusal.Status, e)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d actions were tried", tried)
	}
	other := abi.Response{Status: 400, Error: &abi.ResponseError{Code: "BAD_REQUEST", Message: "Mail service not enabled", Reason: "failedPrecondition"}}
	if e := refusedPlan(t, "getMessage", params, other); e.Code != "BAD_REQUEST" || e.Message != "Mail service not enabled" {
		t.Errorf("another refusal: %+v", e)
	}
}

// refusedPlan answers each request about the thing with a refusal, and others
// with nothing.
func refusedPlan(t *testing.T, action string, params abi.Raw, refusal abi.Response) abi.Error {
	t.Helper()
	in := abi.PlanInput{Action: action, Params: params, Clock: plugintest.Clock()}
	for range 5 {
		out := planStep(t, in)
		if out.Error != nil {
			return *out.Error
		}
		if out.Result != nil {
			t.Fatalf("%s was done", action)
		}
		in.State, in.Responses = out.State, nil
		for _, r := range out.Requests {
			answer := abi.Response{Status: 200, Body: abi.Raw(`{}`)}
			if r.Path["id"] == "nonexist" {
				if answer = refusal; len(r.Tolerate) != 2 {
					t.Fatalf("%s: %s tolerates %v", action, r.Route, r.Tolerate)
				}
			}
			in.Responses = append(in.Responses, answer)
		}
	}
	t.Fatalf("%s has no end", action)
	return abi.Error{}
}
