package paritytest

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/plugintest"
)

// maxSteps is the host's limit of plan steps.
const maxSteps = 32

// Gone runs an action on something that is not there: every request is answered
// with 404. The call must not succeed: either the host ends it, since the plan
// tolerates no 404, or the plan says NOT_FOUND.
func Gone(t testing.TB, p plugin.Plugin, action, params string) {
	t.Helper()
	play(t, p, action, params, func(r []abi.Request) []abi.Response {
		for _, one := range r {
			if !slices.Contains(one.Tolerate, 404) {
				return nil
			}
		}
		answers := make([]abi.Response, len(r))
		for i := range answers {
			answers[i] = abi.Response{Status: 404, Error: &abi.ResponseError{Code: plugin.NotFound, Message: "Not Found"}}
		}
		return answers
	}, func(out abi.PlanOutput) {
		if out.Error == nil || out.Error.Code != plugin.NotFound {
			t.Errorf("%s of what is not there: %+v %+v", action, out.Result, out.Error)
		}
	})
}

// NextPage runs a list to its end, every request answered with the body, which
// has a nextPageToken of "g2", and then its next page: the answer must say that
// there is more and how to go on, and the next page must ask the same question.
// params is an object without a page.
func NextPage(t testing.TB, p plugin.Plugin, action, params, body string) {
	t.Helper()
	same := func(r []abi.Request) []abi.Response {
		answers := make([]abi.Response, len(r))
		for i := range answers {
			answers[i] = abi.Response{Status: 200, Body: abi.Raw(body)}
		}
		return answers
	}
	next := ""
	first := play(t, p, action, params, same, func(out abi.PlanOutput) {
		if out.Result == nil || out.Result.Pagination == nil || !out.Result.Pagination.HasMore || out.Result.Pagination.NextPageToken == "" {
			t.Fatalf("%s hides that there is more: %+v %+v", action, out.Result, out.Error)
		}
		next = out.Result.Pagination.NextPageToken
	})
	token, err := json.Marshal(next)
	if err != nil {
		t.Fatal(err)
	}
	members, _ := bytes.CutSuffix(bytes.TrimSpace([]byte(params)), []byte("}"))
	comma := ","
	if string(members) == "{" {
		comma = ""
	}
	second := play(t, p, action, string(members)+comma+`"pageToken":`+string(token)+"}", same, func(out abi.PlanOutput) {
		if out.Error != nil {
			t.Fatalf("%s refuses its own token: %+v", action, out.Error)
		}
	})
	for _, later := range second {
		if string(later.Query["pageToken"]) != `"g2"` {
			continue
		}
		at := slices.IndexFunc(first, func(r abi.Request) bool { return r.Route == later.Route })
		if at < 0 {
			t.Fatalf("%s asks %s only for the next page", action, later.Route)
		}
		delete(later.Query, "pageToken")
		want, _ := json.Marshal(first[at].Query)
		if got, _ := json.Marshal(later.Query); !bytes.Equal(got, want) {
			t.Errorf("%s asks %s for the first page and %s for the next", action, want, got)
		}
		return
	}
	t.Errorf("%s never asks for the next page", action)
}

// play runs a plan until it ends, or until answer gives nothing, and gives all
// its requests.
func play(t testing.TB, p plugin.Plugin, action, params string, answer func([]abi.Request) []abi.Response, end func(abi.PlanOutput)) (all []abi.Request) {
	t.Helper()
	in := abi.PlanInput{Action: action, Params: abi.Raw(params), Clock: plugintest.Clock()}
	for range maxSteps {
		var out abi.PlanOutput
		call(t, p, abi.ExportPlan, in, &out)
		all = append(all, out.Requests...)
		if len(out.Requests) == 0 {
			end(out)
			return all
		}
		in.State, in.Responses = out.State, answer(out.Requests)
		if in.Responses == nil {
			return all
		}
	}
	t.Fatalf("%s does not end", action)
	return nil
}
