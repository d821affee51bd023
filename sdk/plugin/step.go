package plugin

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Step is the input of Plan. A plan is a state machine without I/O: the first
// step has an empty Name and no Responses; each later one has the name and
// the state that the plugin gave with its requests, and one response per
// request in the same order.
type Step struct {
	Action string
	Params value.Value
	Clock  abi.Clock
	// Name is what the plan called this step when it asked; "" is the start.
	Name string
	// State is what the plan kept for this step; absent where it kept nothing.
	State     value.Value
	Responses []Response
	// Files are the local files that the call names, the same at each step.
	Files []abi.File
	// ToFile says that the result's bytes go to a file; see [abi.PlanInput].
	ToFile bool
}

// Response is the host's answer to one request. Statuses of 400 and above are
// seen only where the request tolerates them.
type Response struct {
	Status int
	// Body is the projected body; absent where there was none.
	Body value.Value
	// Blob is what the request had the host save; nil where it saved nothing.
	Blob *abi.Blob
	// Error describes a tolerated failure; nil for a success.
	Error *abi.ResponseError
}

// Is tells whether the response has this HTTP status.
func (r Response) Is(status int) bool { return r.Status == status }

// Object gives the body where it is an object. Anything else is a
// MALFORMED_RESPONSE: an answer without a body must not pass for an empty one.
func (r Response) Object() (value.Value, error) {
	if r.Body.Kind() != value.KindObject {
		return value.Value{}, Fail(Malformed, "The service's answer holds "+r.Body.Kind().String()+" where an object was due.")
	}
	return r.Body, nil
}

// Next is the output of Plan: [Step.Ask], [Step.Go] or [Done] makes it.
type Next struct {
	requests []Request
	name     string
	state    value.Value
	progress value.Value
	again    bool

	data       value.Value
	pagination *abi.Pagination
	warnings   []string
}

// Ask asks the host for these requests and to call the plan again, at the step
// that is named.
//
//go:noinline
func (s *Step) Ask(step string, requests ...Request) *Next {
	return &Next{name: step, requests: requests}
}

// Go asks the host for nothing but to call the plan again, at the step that is
// named, and tells how far the action is: done of total, in units of the plugin's
// own; total is 0 where it is not known. It is for long computations, each part of
// which gets a budget of its own.
//
//go:noinline
func (s *Step) Go(step string, done, total int, message string) *Next {
	n := &Next{name: step, again: true}
	return n.Tell(done, total, message)
}

// Tell tells how far the action is, beside its requests; see [Step.Go].
//
//go:noinline
func (n *Next) Tell(done, total int, message string) *Next {
	n.progress = value.Object(value.M("done", value.Int(int64(done))))
	if total != 0 {
		n.progress.Set("total", value.Int(int64(total)))
	}
	if message != "" {
		n.progress.Set("message", value.String(message))
	}
	return n
}

// Stray refuses a step that the plan does not have: the host hands back what the
// plan gave, so this is a mistake of the plan itself.
//
//go:noinline
func (s *Step) Stray() (*Next, error) {
	return nil, Fail(BadRequest, "The plan of "+s.Action+" has no step "+s.Name+".")
}

// Keep hands state to the next step.
//
//go:noinline
func (n *Next) Keep(state value.Value) *Next {
	n.state = state
	return n
}

// Done ends the plan with this data.
//
//go:noinline
func Done(data value.Value) *Next { return &Next{data: data} }

// Page says whether there are more items than the data holds: there are when
// the service gave a token for the next page.
//
//go:noinline
func (n *Next) Page(nextToken string) *Next {
	n.pagination = &abi.Pagination{NextPageToken: nextToken, HasMore: nextToken != ""}
	return n
}

// Warn adds sentences for the user; empty ones are left out.
//
//go:noinline
func (n *Next) Warn(sentences ...string) *Next {
	for _, s := range sentences {
		if s != "" {
			n.warnings = append(n.warnings, s)
		}
	}
	return n
}
