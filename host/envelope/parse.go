package envelope

import "github.com/wslite/wslite/host/ecma"

// Parse reads and checks an answer. It keeps what the envelope knows and drops
// every other field; on a failure only the error is kept.
//
// The answer must be one JSON value in UTF-8 in which no object names a key
// twice, or two readers could see two different answers. The error is
// MALFORMED_RESPONSE, its cause the Rule; of several broken rules the first
// counts.
//
// Failed results beside a success make it partial even if the answer does not
// say so: the peer takes it for a full success.
func Parse(body []byte) (*Response, error) {
	v, err := decode(body)
	if err != nil {
		return nil, broken(RuleJSON)
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, broken(RuleObject)
	}
	var r *Response
	var rule Rule
	switch obj["success"] {
	case true:
		r, rule = success(obj)
	case false:
		r, rule = failure(obj)
	default:
		rule = RuleSuccess
	}
	if rule != "" {
		return nil, broken(rule)
	}
	return r, nil
}

func success(obj map[string]any) (*Response, Rule) {
	if _, ok := obj["error"]; ok {
		return nil, RuleSuccessError
	}
	data, ok := obj["data"]
	if !ok {
		return nil, RuleData
	}
	r := &Response{Success: true, Data: data}
	if d, ok := data.(map[string]any); ok {
		if d["success"] == false {
			return nil, RuleWrapped
		}
		if list, ok := d["results"].([]any); ok && anyFailed(list) {
			return nil, RuleNestedPartial
		}
	}
	if p, ok := obj["partial"]; ok {
		if p != true {
			return nil, RulePartial
		}
		r.Partial = true
	}
	switch list, given := obj["results"]; {
	case given:
		if r.Results, ok = list.([]any); !ok {
			return nil, RuleResults
		}
		r.Partial = r.Partial || anyFailed(r.Results)
	case r.Partial:
		return nil, RulePartialResults
	}
	var rule Rule
	if p, ok := obj["pagination"]; ok {
		if r.Pagination, rule = pagination(p); rule != "" {
			return nil, rule
		}
	}
	if w, ok := obj["warnings"]; ok {
		if r.Warnings, ok = texts(w); !ok {
			return nil, RuleWarnings
		}
	}
	return r, ""
}

func failure(obj map[string]any) (*Response, Rule) {
	e, ok := obj["error"].(map[string]any)
	if !ok {
		return nil, RuleErrorObject
	}
	code, _ := e["code"].(string)
	if ecma.Trim(code) == "" {
		return nil, RuleErrorCode
	}
	message, _ := e["message"].(string)
	if ecma.Trim(message) == "" {
		return nil, RuleErrorMessage
	}
	r := &Response{Error: &Error{Code: code, Message: message}}
	if id, ok := e["correlationId"]; ok {
		if r.Error.CorrelationID, ok = id.(string); !ok {
			return nil, RuleErrorCorrelation
		}
	}
	return r, ""
}

// anyFailed tells whether an entry of a batch's results says success: false.
func anyFailed(results []any) bool {
	for _, entry := range results {
		if o, ok := entry.(map[string]any); ok && o["success"] == false {
			return true
		}
	}
	return false
}

func pagination(v any) (*Pagination, Rule) {
	obj, ok := v.(map[string]any)
	if !ok {
		return nil, RulePagination
	}
	p := &Pagination{}
	if v, ok := obj["nextPageToken"]; ok {
		token, ok := v.(string)
		if !ok {
			return nil, RulePageToken
		}
		p.NextPageToken = &token
	}
	if v, ok := obj["hasMore"]; ok {
		more, ok := v.(bool)
		if !ok {
			return nil, RuleHasMore
		}
		p.HasMore = &more
	}
	return p, ""
}

func texts(v any) ([]string, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	out := make([]string, len(list))
	for i, entry := range list {
		if out[i], ok = entry.(string); !ok {
			return nil, false
		}
	}
	return out, true
}
