package plugintest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// maxSteps is the host's limit of plan steps.
const maxSteps = 32

// Run plays the host's part: it calls the plan step by step and answers its
// requests from the script.
func (x Plan) Run(t testing.TB, c Caller) {
	t.Helper()
	in := abi.PlanInput{Action: x.Action, Params: abi.Raw(x.Params), Clock: clock(x.Clock), Files: x.Files, ToFile: x.ToFile}
	script, told := x.Steps, 0
	for range maxSteps {
		out := step(t, c, in)
		told = x.compareProgress(t, told, out.Progress)
		if out.Requests == nil && out.Progress != nil {
			in.State, in.Responses = out.State, nil // it computed, and wants to go on
			continue
		}
		if out.Requests == nil {
			if len(script) > 0 {
				t.Errorf("the plan ended, and the script goes on with %s", routes(script[0]))
			}
			if told < len(x.Progress) {
				t.Errorf("the plan ended, and has not told %s", show(t, x.Progress[told:]))
			}
			x.compareEnd(t, out)
			return
		}
		if len(script) == 0 {
			t.Fatalf("the script is at its end, and the plan asks for %s", show(t, out.Requests))
		}
		responses, failure := answer(t, script[0], out.Requests)
		script = script[1:]
		if failure != nil {
			if len(script) > 0 {
				t.Errorf("the call failed, and the script goes on with %s", routes(script[0]))
			}
			compareFailure(t, x.Error, failure)
			return
		}
		in.State, in.Responses = out.State, responses
	}
	t.Fatalf("the plan goes on after %d steps", maxSteps)
}

func step(t testing.TB, c Caller, in abi.PlanInput) abi.PlanOutput {
	t.Helper()
	var out abi.PlanOutput
	call(t, c, abi.ExportPlan, in, &out)
	ends := 0
	for _, has := range []bool{out.Requests != nil, out.Result != nil, out.Error != nil} {
		if has {
			ends++
		}
	}
	if ends == 0 && out.Progress != nil && out.State != nil {
		return out
	}
	if ends != 1 || (out.State != nil || out.Progress != nil) && out.Requests == nil {
		t.Fatalf("a plan must give exactly one of requests (with state), result and error, or progress and state: %s", show(t, out))
	}
	return out
}

// compareProgress holds what a step tells against what is to be told next, where
// the case says anything of progress, and gives how much was told.
func (x Plan) compareProgress(t testing.TB, told int, got *abi.Progress) int {
	t.Helper()
	if got == nil || x.Progress == nil {
		return told
	}
	if told == len(x.Progress) || x.Progress[told] != *got {
		t.Errorf("progress %s, want %s", show(t, got), show(t, x.Progress[told:]))
		return told
	}
	return told + 1
}

func (x Plan) compareEnd(t testing.TB, out abi.PlanOutput) {
	t.Helper()
	if out.Error != nil || x.Error != nil {
		compareFailure(t, x.Error, out.Error)
		return
	}
	compareJSON(t, "data", x.Data, out.Result.Data)
	compareStrings(t, "warnings", x.Warnings, out.Result.Warnings)
	got, want := out.Result.Pagination, x.Pagination
	if (got == nil) != (want == nil) || got != nil && *got != *want {
		t.Errorf("pagination %s, want %s", show(t, got), show(t, want))
	}
}

// answer pairs the requests of a step with the exchanges of the script. A
// status of 400 and above that the request does not tolerate ends the call, as
// in the host.
func answer(t testing.TB, script []Exchange, requests []abi.Request) ([]abi.Response, *abi.Error) {
	t.Helper()
	left := slices.Clone(script)
	var responses []abi.Response
	var failure *abi.Error
	for _, r := range requests {
		at := slices.IndexFunc(left, func(e Exchange) bool { return sameRequest(t, e.Request, r) })
		if at < 0 {
			t.Fatalf("no exchange expects the request\n%s\nleft are\n%s", show(t, r), show(t, left))
		}
		e := left[at]
		left = slices.Delete(left, at, at+1)
		response, err := respond(t, e, r)
		if failure == nil {
			failure = err
		}
		responses = append(responses, response)
	}
	if len(left) > 0 {
		t.Fatalf("no request used %s", show(t, left))
	}
	return responses, failure
}

func respond(t testing.TB, e Exchange, r abi.Request) (abi.Response, *abi.Error) {
	t.Helper()
	response := abi.Response{Status: e.Status}
	if e.Status == 0 {
		response.Status = 200
	}
	if response.Status < 400 {
		if len(e.Body) > 0 {
			response.Body = keep(t, r.Keep, e.Body)
		}
		if (r.Save != nil) != (e.Blob != nil) {
			t.Fatalf("the request and its exchange don't agree on whether bytes are saved:\n%s\n%s", show(t, r), show(t, e))
		}
		response.Blob = e.Blob
		return response, nil
	}
	code := codeOf(response.Status)
	if !slices.Contains(r.Tolerate, response.Status) {
		return response, &abi.Error{Code: code, Message: "the service answered with a failure"}
	}
	response.Error = &abi.ResponseError{Code: code, Message: "the service answered with a failure", Reason: e.Reason}
	return response, nil
}

// codeOf is the host's code for an HTTP status.
func codeOf(status int) string {
	switch status {
	case 400:
		return "BAD_REQUEST"
	case 401:
		return "UNAUTHORIZED"
	case 403:
		return "ACTION_NOT_ALLOWED"
	case 404, 410:
		return "NOT_FOUND"
	case 409, 412:
		return "CONFLICT"
	case 429:
		return "RATE_LIMITED"
	}
	if status >= 500 {
		return "UPSTREAM_ERROR"
	}
	return "BAD_REQUEST"
}

func routes(step []Exchange) []string {
	var ids []string
	for _, e := range step {
		ids = append(ids, e.Request.Route)
	}
	return ids
}

func show(t testing.TB, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatalf("plugintest: %v", err)
	}
	return string(text)
}
