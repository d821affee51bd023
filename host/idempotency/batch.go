package idempotency

import (
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// judgeSuccess judges an answer that calls itself a success: a single result,
// or a batch, which may hold anything. A batch that went through in part is
// completed: its answer told which operations failed, and another call of the
// same batch would repeat those that did not.
func judgeSuccess(r *envelope.Response, effects int) Verdict {
	good := len(r.Results) == 0
	first, doubtful, pass := "", "", false
	for _, entry := range r.Results {
		code, failed := failureOf(entry)
		switch {
		case !failed:
			good = true
			continue
		case code == string(fault.OutcomeUnknown):
			return Verdict{Status: store.Unknown, Code: code}
		case first == "":
			first = code
		}
		pass = pass || passing[fault.Code(code)]
		if doubtful == "" && meaning(facts{code: code, own: true}) == open {
			doubtful = code
		}
	}
	switch {
	case good:
		return Verdict{Status: store.Completed, Resource: Resource(r.Data)}
	case effects == 0:
		return Verdict{Status: retryableIf(pass), Code: first, Nothing: true}
	case doubtful != "":
		return Verdict{Status: store.Unknown, Code: doubtful}
	}
	return Verdict{Status: store.FailedTerminal, Code: first}
}

// failureOf reads an entry of a batch's results: its code, and whether it
// failed. An entry that says neither is no success.
func failureOf(entry any) (code string, failed bool) {
	m, _ := entry.(map[string]any)
	if m["success"] == true {
		return "", false
	}
	e, _ := m["error"].(map[string]any)
	s, _ := e["code"].(string)
	return codeWord(s), true
}
