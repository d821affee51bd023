package plugin

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Call runs one export on its input, as the module does: the same bytes in,
// the same bytes out. An error is a fault of the plugin or of the caller, not
// a refusal; those are in the output.
func (p Plugin) Call(export string, input []byte) (output []byte, err error) {
	if export == abi.ExportCatalog {
		return encodeCatalog(p.Catalog()).JSON(), nil
	}
	in, err := value.Parse(string(input))
	if err != nil {
		return nil, fault("the input of " + export + " can't be read: " + err.Error())
	}
	var out value.Value
	switch export {
	case abi.ExportTransform:
		out, err = p.transform(in)
	case abi.ExportPlan:
		out, err = p.plan(in)
	case abi.ExportRender:
		out, err = p.render(in)
	default:
		return nil, fault("there is no export " + export)
	}
	if refusal, ok := err.(*Error); ok && refusal != nil {
		out, err = value.Object(value.M("error", encodeError(refusal))), nil
		if export == abi.ExportRender {
			out.Set("text", value.String(""))
		}
	}
	if err != nil {
		return nil, err
	}
	return out.JSON(), nil
}

// errResponses keeps plans from having to count: Responses[0] is there.
var errResponses error = fault("plan was given another number of responses than it asked for")

// fault is an error of the plugin or its caller, which is no refusal.
type fault string

func (f fault) Error() string { return string(f) }

func (p Plugin) transform(in value.Value) (value.Value, error) {
	choice, err := p.Transform(&Call{
		Tool:    in.Get("tool").Text(),
		Args:    in.Get("args"),
		Clock:   decodeClock(in.Get("clock")),
		Rest:    in.Get("rest").IsTrue(),
		KeyKept: in.Get("keyKept").IsTrue(),
	})
	if err != nil {
		return value.Value{}, err
	}
	return value.Object(
		value.M("action", value.String(choice.Action)),
		value.M("params", choice.Params),
		value.M("warnings", sentences(choice.Warnings)),
		value.M("proxyWarnings", sentences(choice.ProxyWarnings)),
	), nil
}

func (p Plugin) plan(in value.Value) (value.Value, error) {
	action := in.Get("action").Text()
	if p.Plan == nil {
		return value.Value{}, Fail(NotSupported, "The action "+action+" runs over a proxy only.")
	}
	state, responses := in.Get("state"), decodeResponses(in.Get("responses"))
	if asked, _ := state.Get("asked").AsInt(); int(asked) != len(responses) {
		return value.Value{}, errResponses
	}
	next, err := p.Plan(&Step{
		Action:    action,
		Params:    in.Get("params"),
		Clock:     decodeClock(in.Get("clock")),
		Name:      state.Get("step").Text(),
		State:     state.Get("kept"),
		Responses: responses,
		Files:     decodeFiles(in.Get("files")),
		ToFile:    in.Get("toFile").IsTrue(),
	})
	if err != nil {
		return value.Value{}, err
	}
	if len(responses) > 0 && next.lacksPath() {
		return value.Value{}, errNoID
	}
	return encodeNext(next), nil
}

// errNoID is told in place of a request without an address, which the host would
// take for a fault of the plugin: what a plan fills in after its first step comes
// from answers.
var errNoID = Fail(Malformed, "The service's answer gives no id where the next request needs one.")

// lacksPath tells whether a variable of a request's path is empty.
func (n *Next) lacksPath() bool {
	for _, r := range n.requests {
		for _, m := range r.v.Get("path").Members() {
			if m.Value.Text() == "" {
				return true
			}
		}
	}
	return false
}

func (p Plugin) render(in value.Value) (value.Value, error) {
	if p.Render == nil {
		return value.Object(value.M("text", value.String(""))), nil
	}
	response := in.Get("response")
	answer := &Answer{
		Tool:       in.Get("tool").Text(),
		Args:       in.Get("args"),
		Clock:      decodeClock(in.Get("clock")),
		Data:       response.Get("data"),
		Results:    response.Get("results"),
		Pagination: response.Get("pagination"),
		Warnings:   response.Get("warnings"),
	}
	text, err := p.Render(answer)
	if err != nil {
		return value.Value{}, err
	}
	out := value.Object(value.M("text", value.String(text)))
	if len(answer.items) > 0 {
		out.Set("content", value.Array(answer.items...))
	}
	return out, nil
}
