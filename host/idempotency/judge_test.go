package idempotency_test

import (
	"errors"
	"testing"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/idempotency"
	"github.com/wslite/wslite/host/store"
)

// letters stand for states in the tables below.
var letters = map[byte]store.Status{'r': store.FailedRetryable, 't': store.FailedTerminal, 'u': store.Unknown, 'c': store.Completed}

// situations are the columns of codes: what is known when a code arrives.
var situations = []struct {
	name    string
	effects int
	guard   bool
	answer  bool // as an answer of a service or a proxy, not as an error of ours
	change  fault.Change
}{
	{"nothing left", 0, false, false, 0},
	{"the guard refused the first", 0, true, false, 0},
	{"one left", 1, false, false, 0},
	{"one left, an answer", 1, false, true, 0},
	{"one left, certainly nothing changed", 1, false, true, fault.ChangeNone},
	{"one made, then an answer", 1, false, true, fault.ChangeMade},
	{"one made, then an error", 1, false, false, fault.ChangeMade},
	{"two left", 2, false, false, 0},
	{"the guard refused the second", 1, true, false, fault.ChangeMade},
	{"the change is uncertain", 1, false, true, fault.ChangeUncertain},
}

// codes has a letter per situation.
var codes = map[fault.Code]string{
	//                           0g1anMm2gu
	fault.Usage:                "tttttttttu",
	fault.BadRequest:           "tttttttttu",
	fault.ConfirmationRequired: "tttttttttu",
	fault.ActionNotAllowed:     "tttttttttu",
	fault.BatchNotAllowed:      "tttttttttu",
	fault.LimitExceeded:        "ttuuttuutu",
	fault.NotFound:             "tttttttttu",
	fault.Conflict:             "tttttttttu",
	fault.RateLimited:          "rrrrrttttu",
	fault.Unauthorized:         "rrrrrttttu",
	fault.NotSignedIn:          "rrrurttttu",
	fault.NotSupported:         "tttttttttu",
	fault.Client:               "ttuuttuutu",
	fault.Network:              "rrrurttttu",
	fault.Upstream:             "rruurtuutu",
	fault.MalformedResponse:    "ttuuttuutu",
	fault.OutcomeUnknown:       "uuuuuuuuuu",
	fault.PluginRefused:        "ttuuttuutu",
	fault.PluginFault:          "ttuuttuutu",
	fault.PluginOutOfFuel:      "ttuuttuutu",
	fault.PluginLimit:          "ttuuttuutu",
	fault.PluginViolation:      "ttuuttuutu",
	fault.PluginChanged:        "ttuuttuutu",
	fault.Interrupted:          "rrrurttttu",
	fault.IdempotencyConflict:  "ttuuttuutu",
	fault.IdempotencyRefused:   "ttuuttuutu",
	fault.DraftRefused:         "ttuuttuutu",
	fault.DraftStale:           "ttuuttuutu",
	fault.DraftDigest:          "ttuuttuutu",
	fault.DraftExpired:         "ttuuttuutu",
	fault.IdentityMismatch:     "ttuuttuutu",
	fault.StoreUnavailable:     "rruurtuutu",
	fault.AuditUnavailable:     "rruurtuutu",
	// Codes that only proxies give.
	"FORBIDDEN":      "tttttttttu",
	"UNKNOWN_ACTION": "tttttttttu",
	"INTERNAL_ERROR": "ttuuttuutu",
	"SEND_FAILED":    "ttuuttuutu",
}

// TestW136W137EveryCode: a code that is added to fault.Table needs a row here.
func TestW136W137EveryCode(t *testing.T) {
	for _, row := range fault.Table {
		if codes[row.Code] == "" {
			t.Errorf("nobody has said what %s means for a key", row.Code)
		}
	}
	for code, want := range codes {
		if len(want) != len(situations) {
			t.Fatalf("%s has %d letters", code, len(want))
		}
		for i, s := range situations {
			var r *envelope.Response
			var err error
			if s.answer {
				r = &envelope.Response{Error: &envelope.Error{Code: string(code), Message: "m", CorrelationID: "c-1", Change: s.change}}
			} else {
				e := fault.New(code, "m")
				e.Change, e.CorrelationID = s.change, "c-1"
				err = e
			}
			v := idempotency.Judge(r, err, s.effects, s.guard)
			if v.Status != letters[want[i]] || v.Code != string(code) || v.Reference != "c-1" || v.Resource != "" {
				t.Errorf("%s, %s: %+v, want %s", code, s.name, v, letters[want[i]])
			}
			if v.Nothing && (v.Status == store.Unknown || s.change == fault.ChangeMade || s.effects > 1) {
				t.Errorf("%s, %s: %+v says that certainly nothing happened", code, s.name, v)
			}
			if v.Status == store.FailedRetryable && !v.Nothing {
				t.Errorf("%s, %s: may be repeated though something may have happened", code, s.name)
			}
		}
	}
}

// TestW138: what a service's status becomes, by way of the codes that the REST
// backend makes of them (host/backend/rest/refusal.go).
func TestW138(t *testing.T) {
	answer := func(code fault.Code, change fault.Change) (*envelope.Response, error) {
		return &envelope.Response{Error: &envelope.Error{Code: string(code), Message: "m", Change: change}}, nil
	}
	lost := func(code fault.Code, change fault.Change) (*envelope.Response, error) {
		e := fault.New(code, "m")
		e.Change = change
		return nil, e
	}
	for _, tt := range []struct {
		name   string
		of     func(fault.Code, fault.Change) (*envelope.Response, error)
		code   fault.Code
		change fault.Change
		want   store.Status
	}{
		{"400, 422", answer, fault.BadRequest, fault.ChangeNone, store.FailedTerminal},
		{"403", answer, fault.ActionNotAllowed, fault.ChangeNone, store.FailedTerminal},
		{"404", answer, fault.NotFound, fault.ChangeNone, store.FailedTerminal},
		{"409, 412", answer, fault.Conflict, fault.ChangeNone, store.FailedTerminal},
		{"413", answer, fault.LimitExceeded, fault.ChangeNone, store.FailedTerminal},
		{"415", answer, fault.BadRequest, fault.ChangeNone, store.FailedTerminal},
		{"401", answer, fault.Unauthorized, fault.ChangeNone, store.FailedRetryable},
		{"429", answer, fault.RateLimited, fault.ChangeNone, store.FailedRetryable},
		{"408", answer, fault.Upstream, fault.ChangeUntold, store.Unknown},
		{"500, 503", answer, fault.Upstream, fault.ChangeUncertain, store.Unknown},
		{"502, 504, a connection that was cut", lost, fault.OutcomeUnknown, fault.ChangeUntold, store.Unknown},
		{"DNS, TLS or no connection", lost, fault.Network, fault.ChangeUntold, store.FailedRetryable},
		// W138 calls this completed. Our plans may have had more to do behind the
		// change, so a person looks.
		{"2xx with an unreadable body", lost, fault.MalformedResponse, fault.ChangeMade, store.Unknown},
		{"2xx with a body over the limit", lost, fault.LimitExceeded, fault.ChangeMade, store.Unknown},
	} {
		r, err := tt.of(tt.code, tt.change)
		if v := idempotency.Judge(r, err, 1, false); v.Status != tt.want {
			t.Errorf("%s: %+v, want %s", tt.name, v, tt.want)
		}
	}
}

func TestJudgeSuccess(t *testing.T) {
	good := map[string]any{"success": true}
	bad := func(code string) any {
		return map[string]any{"success": false, "error": map[string]any{"code": code, "message": "m"}}
	}
	partial := func(entries ...any) *envelope.Response {
		return &envelope.Response{Success: true, Partial: true, Results: entries}
	}
	for _, tt := range []struct {
		name    string
		r       *envelope.Response
		effects int
		want    byte
		code    string
	}{
		{"one", &envelope.Response{Success: true, Data: map[string]any{"id": "x"}}, 1, 'c', ""},
		{"one that had nothing to do", &envelope.Response{Success: true}, 0, 'c', ""},
		{"a whole batch", &envelope.Response{Success: true, Data: map[string]any{"results": []any{good}}}, 2, 'c', ""},
		{"in part", partial(good, bad("NOT_FOUND")), 2, 'c', ""},
		{"in part, a server failed", partial(good, bad("UPSTREAM_ERROR")), 2, 'c', ""},
		{"in part, one unknown", partial(good, bad("NOT_FOUND"), bad("OUTCOME_UNKNOWN")), 2, 'u', "OUTCOME_UNKNOWN"},
		{"none, one unknown", partial(bad("OUTCOME_UNKNOWN"), bad("INTERRUPTED")), 1, 'u', "OUTCOME_UNKNOWN"},
		{"none, nothing left, passing", partial(bad("NOT_FOUND"), bad("NOT_SIGNED_IN")), 0, 'r', "NOT_FOUND"},
		{"none, nothing left, for good", partial(bad("NOT_FOUND"), bad("BAD_REQUEST")), 0, 't', "NOT_FOUND"},
		{"none, refused by the service", partial(bad("RATE_LIMITED"), bad("RATE_LIMITED")), 2, 't', "RATE_LIMITED"},
		{"none, one open", partial(bad("NOT_FOUND"), bad("UPSTREAM_ERROR")), 1, 'u', "UPSTREAM_ERROR"},
		{"none, by a proxy", partial(bad("INTERNAL_ERROR")), 1, 'u', "INTERNAL_ERROR"},
		{"entries that say nothing", partial(nil, "x"), 1, 'u', "UPSTREAM_ERROR"},
	} {
		v := idempotency.Judge(tt.r, nil, tt.effects, false)
		if v.Status != letters[tt.want] || v.Code != tt.code {
			t.Errorf("%s: %+v", tt.name, v)
		}
		if v.Nothing != (tt.effects == 0 && tt.want != 'c') {
			t.Errorf("%s: nothing happened = %v", tt.name, v.Nothing)
		}
	}
}

func TestJudgeOddAnswers(t *testing.T) {
	if v := idempotency.Judge(nil, nil, 1, false); v.Status != store.Unknown || v.Code == "" {
		t.Errorf("no answer at all: %+v", v)
	}
	if v := idempotency.Judge(nil, errors.New("of no type"), 1, false); v.Status != store.Unknown || v.Code != "CLIENT_ERROR" {
		t.Errorf("an error of no type: %+v", v)
	}
	// What a service calls a code is kept only if it looks like one.
	for _, code := range []string{"two words", "line\nbreak", "\x1b[31m", "ünï", string(make([]byte, 200))} {
		v := idempotency.Judge(&envelope.Response{Error: &envelope.Error{Code: code, CorrelationID: code}}, nil, 1, false)
		if v.Status != store.Unknown || v.Code != "UPSTREAM_ERROR" || v.Reference != "" {
			t.Errorf("%q: %+v", code, v)
		}
	}
	// A proxy can't say what only this machine knows.
	for _, code := range []fault.Code{fault.Network, fault.Interrupted, fault.NotSignedIn} {
		e := fault.New(code, "m")
		e.FromService = true
		if v := idempotency.Judge(nil, e, 1, false); v.Status != store.Unknown {
			t.Errorf("%s of a service: %+v", code, v)
		}
	}
}

func TestResource(t *testing.T) {
	type m = map[string]any
	for _, tt := range []struct {
		name string
		data any
		want string
	}{
		{"the id", m{"id": "18c", "threadId": "18a"}, "18c"},
		{"a thing of its own", m{"event": m{"id": "e1", "calendarId": "c"}}, "e1"},
		{"what lies in another stands first", m{"fileId": "f", "comment": m{"id": "c1"}}, "c1"},
		{"a sent answer, not what it answers", m{"messageId": "old", "sentMessageId": "new", "threadId": "t"}, "new"},
		{"a deleted task, not its list", m{"tasklistId": "l", "taskId": "t1"}, "t1"},
		{"a stranger's only id", m{"noteId": "n1", "title": "x"}, "n1"},
		{"several of a stranger's", m{"noteId": "n1", "bookId": "b"}, ""},
		{"a number is no id", m{"id": 12.0}, ""},
		{"a text", m{"id": "two words"}, ""},
		{"an address on the web", m{"id": "https://x.example/1"}, ""},
		{"too long", m{"id": string(make([]byte, store.MaxResource+1))}, ""},
		{"a list", []any{m{"id": "x"}}, ""},
		{"nothing", nil, ""},
	} {
		if got := idempotency.Resource(tt.data); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
