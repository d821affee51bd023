package plugin

import (
	"errors"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

func callOf(t *testing.T, p Plugin, export, input string) string {
	t.Helper()
	out, err := p.Call(export, []byte(input))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestTransform(t *testing.T) {
	p := Plugin{Transform: func(c *Call) (*Choice, error) {
		if c.Tool != "x_do" || c.Clock.TimeZone != "Europe/Berlin" {
			t.Errorf("call %+v", c)
		}
		if c.Args.Has("bad") {
			return nil, Invalid("bad", "bad is bad.")
		}
		return &Choice{Action: "do", Params: c.Args, Warnings: []string{"Mind the gap."}, ProxyWarnings: []string{"Mind the proxy."}}, nil
	}}
	in := `{"tool":"x_do","args":{"n":1.0},"clock":{"now":"n","timeZone":"Europe/Berlin","nonce":"0"}}`
	if got, want := callOf(t, p, abi.ExportTransform, in), `{"action":"do","params":{"n":1.0},"warnings":["Mind the gap."],"proxyWarnings":["Mind the proxy."]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	in = strings.Replace(in, `"n":1.0`, `"bad":null`, 1)
	if got, want := callOf(t, p, abi.ExportTransform, in), `{"error":{"code":"BAD_REQUEST","message":"bad is bad.","field":"bad"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPlan(t *testing.T) {
	p := Plugin{Plan: func(s *Step) (*Next, error) {
		if s.Name == "" {
			return s.Ask("got", To("a.b.c"), To("d.e.f")).Keep(value.Int(3)), nil
		}
		return Done(s.State).Page("t").Warn("", "w"), nil
	}}
	first := callOf(t, p, abi.ExportPlan, `{"action":"x","params":{}}`)
	if want := `{"requests":[{"route":"a.b.c"},{"route":"d.e.f"}],"state":{"step":"got","asked":2,"kept":3}}`; first != want {
		t.Errorf("got %s, want %s", first, want)
	}
	last := callOf(t, p, abi.ExportPlan, `{"action":"x","params":{},"state":{"step":"got","asked":2,"kept":3},"responses":[{"status":200},{"status":204}]}`)
	if want := `{"result":{"data":3,"warnings":["w"],"pagination":{"nextPageToken":"t","hasMore":true}}}`; last != want {
		t.Errorf("got %s, want %s", last, want)
	}
	p.Plan = func(*Step) (*Next, error) { return Done(value.Value{}).Page(""), nil }
	if got, want := callOf(t, p, abi.ExportPlan, `{}`), `{"result":{"data":null,"pagination":{"hasMore":false}}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p.Plan = nil
	if got := callOf(t, p, abi.ExportPlan, `{"action":"x"}`); !strings.Contains(got, `"code":"NOT_SUPPORTED"`) {
		t.Errorf("without a plan: %s", got)
	}
}

// An answer without the id that the next request needs is the service's fault, and
// is told as such. In the first step nothing has answered yet.
func TestPlanWithoutAnID(t *testing.T) {
	p := Plugin{Plan: func(s *Step) (*Next, error) {
		id := ""
		if len(s.Responses) > 0 {
			id = s.Responses[0].Body.Get("id").Text()
		}
		return s.Ask("got", To("a.b.c").Path("user", "me").Path("id", id)), nil
	}}
	for input, want := range map[string]string{
		`{"state":{"step":"got","asked":1},"responses":[{"status":200,"body":{}}]}`:         `{"error":{"code":"MALFORMED_RESPONSE","message":"The service's answer gives no id where the next request needs one."}}`,
		`{"state":{"step":"got","asked":1},"responses":[{"status":200,"body":{"id":"i"}}]}`: `{"requests":[{"route":"a.b.c","path":{"user":"me","id":"i"}}],"state":{"step":"got","asked":1}}`,
		`{}`: `{"requests":[{"route":"a.b.c","path":{"user":"me","id":""}}],"state":{"step":"got","asked":1}}`,
	} {
		if got := callOf(t, p, abi.ExportPlan, input); got != want {
			t.Errorf("%s: got %s, want %s", input, got, want)
		}
	}
}

func TestRender(t *testing.T) {
	p := Plugin{Render: func(a *Answer) (string, error) {
		if a.Args.Has("fail") {
			return "", Fail(Malformed, "No.")
		}
		return a.Tool + a.Data.String() + a.Results.String() + a.Pagination.String() + a.Warnings.String(), nil
	}}
	got := callOf(t, p, abi.ExportRender, `{"tool":"x","args":{},"response":{"data":1,"results":[2],"pagination":{"hasMore":false},"warnings":["w"]}}`)
	if want := `{"text":"x1[2]{\"hasMore\":false}[\"w\"]"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// The text must be there even beside an error: the field is not optional.
	if got, want := callOf(t, p, abi.ExportRender, `{"args":{"fail":1}}`), `{"error":{"code":"MALFORMED_RESPONSE","message":"No."},"text":""}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := callOf(t, Plugin{}, abi.ExportRender, `{}`); got != `{"text":""}` {
		t.Errorf("without render: %s", got)
	}
}

// A plan indexes its responses; the count is checked before it runs.
func TestResponsesAreCounted(t *testing.T) {
	p := Plugin{Plan: func(s *Step) (*Next, error) { t.Error("the plan ran"); return nil, nil }}
	for _, input := range []string{
		`{"state":{"step":"x","asked":1}}`, `{"state":{"step":"x","asked":1},"responses":[]}`,
		`{"state":{"step":"x","asked":1},"responses":[{},{}]}`, `{"responses":[{"status":200}]}`,
	} {
		if out, err := p.Call(abi.ExportPlan, []byte(input)); err != error(errResponses) || out != nil {
			t.Errorf("%s: %s, %v", input, out, err)
		}
	}
}

func TestFaultsAreNoRefusals(t *testing.T) {
	p := Plugin{Transform: func(*Call) (*Choice, error) { return nil, errors.New("bug") }}
	for export, input := range map[string]string{
		abi.ExportTransform: `{}`, // an error that is no *Error
		abi.ExportPlan:      `{"a":1,"a":2}`,
		"nope":              `{}`,
	} {
		if out, err := p.Call(export, []byte(input)); err == nil || out != nil {
			t.Errorf("%s %s: %s, %v", export, input, out, err)
		}
	}
}
