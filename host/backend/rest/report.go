package rest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
)

// report gathers what became of the operations.
type report struct {
	entries      []any
	good, weight int
	// left is how many bytes of data still fit.
	left int
	// stop says why the rest does not run; empty while it does.
	stop string
	// changes and doubtful are those of all operations.
	changes, doubtful []string
}

// note keeps what an operation did.
func (r *report) note(p *progress) {
	in := func(list []string) (out []string) {
		for _, id := range list {
			out = append(out, fmt.Sprintf("%s (operation %d)", id, p.operation))
		}
		return out
	}
	r.changes, r.doubtful = append(r.changes, in(p.changes)...), append(r.doubtful, in(p.doubtful)...)
}

// done says what the operations changed so far, as the end of a message.
func (r *report) done() string {
	note := ""
	if len(r.changes) > 0 {
		note = "; already carried out: " + strings.Join(r.changes, ", ")
	}
	if len(r.doubtful) > 0 {
		note += "; perhaps carried out: " + strings.Join(r.doubtful, ", ")
	}
	return note
}

func (r *report) add(i int, op any, res *envelope.Response, err error) {
	switch {
	case err != nil:
		code := fault.CodeOf(err)
		switch code {
		case fault.OutcomeUnknown:
			r.stop = fmt.Sprintf("the outcome of operation %d is unknown", i)
		case fault.PluginViolation:
			r.stop = fmt.Sprintf("the plugin broke a rule in operation %d", i)
		case fault.Interrupted:
			r.stop = fmt.Sprintf("the batch was interrupted in operation %d", i)
		}
		r.failed(i, op, code, err.Error())
	case !res.Success:
		r.failed(i, op, fault.Code(res.Error.Code), res.Error.Message)
	default:
		r.succeeded(i, op, res)
	}
}

func (r *report) failed(i int, op any, code fault.Code, message string) {
	e := entry(i, op, false)
	e["error"] = map[string]any{"code": string(code), "message": message}
	r.entries = append(r.entries, e)
}

func (r *report) succeeded(i int, op any, res *envelope.Response) {
	r.good++
	e := entry(i, op, true)
	warnings := res.Warnings
	if raw, err := encode(res.Data); err == nil && len(raw) <= r.left {
		r.left -= len(raw)
		e["data"] = res.Data
		if p := res.Pagination; p != nil {
			e["pagination"] = pagination(p)
		}
	} else {
		e["data"] = nil
		warnings = append(warnings[:len(warnings):len(warnings)],
			"The operation succeeded; its data is left out because the batch's answer would be too large. Run it on its own to see it.")
	}
	if len(warnings) > 0 {
		list := make([]any, len(warnings))
		for i, w := range warnings {
			list[i] = w
		}
		e["warnings"] = list
	}
	r.entries = append(r.entries, e)
}

// entry begins a result; the action is there where the operation names one.
func entry(i int, op any, success bool) map[string]any {
	e := map[string]any{"index": number(i), "success": success}
	if action, ok := object(op)["action"].(string); ok {
		e["action"] = action
	}
	return e
}

func pagination(p *envelope.Pagination) map[string]any {
	m := map[string]any{}
	if p.NextPageToken != nil {
		m["nextPageToken"] = *p.NextPageToken
	}
	if p.HasMore != nil {
		m["hasMore"] = *p.HasMore
	}
	return m
}

// response has the proxies' form: the results stand in data where all
// succeeded, else beside it in an answer that is partial.
func (r *report) response() *envelope.Response {
	total := len(r.entries)
	data := map[string]any{
		"status":          "SUCCESS",
		"totalOperations": number(total),
		"succeeded":       number(r.good),
		"failed":          number(total - r.good),
		"operationWeight": number(min(1+r.weight, maxWeight)),
	}
	res := &envelope.Response{Success: true, Data: data}
	if r.good == total {
		data["results"] = r.entries
		return res
	}
	data["status"] = "PARTIAL_SUCCESS"
	if r.good == 0 {
		data["status"] = "FAILED"
	}
	res.Partial, res.Results = true, r.entries
	return res
}

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }
