// Package envelope is the answer of a backend: one shape for Apps Script
// proxies, REST services and the local workspace.
//
// It owns the checks of what a proxy sends, and what an answer means for the
// exit code. It holds no transport and prints nothing; texts in an answer are
// a stranger's and are cleaned where they are shown. Start reading at Parse.
package envelope

import "github.com/wslite/wslite/host/fault"

// Response is a checked answer. Numbers in Data and Results are json.Number,
// so no digit is lost.
type Response struct {
	Success bool
	// Data is the result of a success; it may be nil (JSON null).
	Data any
	// Error is set exactly when Success is false.
	Error *Error
	// Partial says that a batch succeeded in part; Results then tells which.
	Partial bool
	// Results holds one entry per batch operation; nil where absent.
	Results    []any
	Pagination *Pagination
	Warnings   []string
}

// Error is a failure that the service reported.
type Error struct {
	Code          string `json:"code"`
	Message       string `json:"message"`
	CorrelationID string `json:"correlationId,omitempty"`
	// Change is what the backend itself knows of changes; a proxy's answer
	// never sets it.
	Change fault.Change `json:"-"`
}

// Pagination tells whether there is more. A nil field was absent.
type Pagination struct {
	NextPageToken *string `json:"nextPageToken,omitempty"`
	HasMore       *bool   `json:"hasMore,omitempty"`
}

// Exit gives the process's exit code for an answer: 0 for a success, 3 for one
// in part, 6 for a batch of which an operation may or may not have happened
// (who repeats the failed ones must know), 2 where the service itself asks for
// a confirmation, else 1. Other codes that a service sends are failures,
// whatever they are called.
func (r *Response) Exit() int {
	switch {
	case r.Success && r.Partial && r.outcomeUnknown():
		return fault.ExitUnknown
	case r.Success && r.Partial:
		return fault.ExitPartial
	case r.Success:
		return fault.ExitOK
	case r.Error != nil && r.Error.Code == string(fault.ConfirmationRequired):
		return fault.ExitConfirm
	}
	return fault.ExitFailure
}

// outcomeUnknown says whether the outcome of an operation is unknown.
func (r *Response) outcomeUnknown() bool {
	for _, entry := range r.Results {
		m, _ := entry.(map[string]any)
		e, _ := m["error"].(map[string]any)
		if e["code"] == string(fault.OutcomeUnknown) {
			return true
		}
	}
	return false
}

// Object gives the answer as the JSON object that Parse reads. Absent parts
// stay absent.
func (r *Response) Object() map[string]any {
	obj := map[string]any{"success": r.Success}
	if !r.Success {
		if r.Error != nil {
			e := map[string]any{"code": r.Error.Code, "message": r.Error.Message}
			if r.Error.CorrelationID != "" {
				e["correlationId"] = r.Error.CorrelationID
			}
			obj["error"] = e
		}
		return obj
	}
	obj["data"] = r.Data
	if r.Partial {
		obj["partial"] = true
	}
	if r.Results != nil {
		obj["results"] = r.Results
	}
	if r.Pagination != nil {
		p := map[string]any{}
		if r.Pagination.NextPageToken != nil {
			p["nextPageToken"] = *r.Pagination.NextPageToken
		}
		if r.Pagination.HasMore != nil {
			p["hasMore"] = *r.Pagination.HasMore
		}
		obj["pagination"] = p
	}
	if r.Warnings != nil {
		list := make([]any, len(r.Warnings))
		for i, w := range r.Warnings {
			list[i] = w
		}
		obj["warnings"] = list
	}
	return obj
}
