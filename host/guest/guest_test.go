package guest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// said is a Caller that gives a fixed answer.
type said string

func (s said) Call(context.Context, string, []byte) ([]byte, error) { return []byte(s), nil }

const goodTool = `{"name":"x_a","description":"d","action":"a","actions":["a"],"input":{"type":"object"},"group":"read"}`

const goodCatalog = `{"abi":1,"service":"x","title":"X","provider":"p","version":"1","tools":[` + goodTool + `]}`

// TestRefusedAnswers: what breaks the ABI is refused with its reason; each row
// is one rule.
func TestRefusedAnswers(t *testing.T) {
	deep := strings.Repeat(`{"a":`, maxDepth+1) + "1" + strings.Repeat("}", maxDepth+1)
	tests := []struct {
		name, export, answer, says string
	}{
		{"nothing", "transform", ``, "no JSON"},
		{"no JSON", "transform", `{"action":"a",`, "no JSON"},
		{"half a document", "transform", `{"action":"a","params":{"x":}}`, "no JSON"},
		{"not UTF-8", "transform", "{\"action\":\"a\xff\",\"params\":{}}", "UTF-8"},
		{"half a character", "transform", `{"action":"a","params":{"x":"\ud83d"}}`, "surrogate"},
		{"the wrong half of a character", "transform", `{"action":"a","params":{"x":"\ude00\ud83d"}}`, "surrogate"},
		{"half a character in a key", "plan", `{"result":{"data":{"\uDBFF\n":1}}}`, "surrogate"},
		{"more than one value", "transform", `{"action":"a","params":{}} {}`, "follows"},
		{"a list", "transform", `[]`, "type"},
		{"null", "transform", `null`, "null"},
		{"unknown key", "transform", `{"action":"a","params":{},"url":"x"}`, `"url" is unknown`},
		{"a key in another case", "transform", `{"Action":"a","params":{}}`, `"Action" is unknown`},
		{"a key twice", "transform", `{"action":"a","action":"b","params":{}}`, "twice"},
		{"a key twice, deep in what is open", "transform", `{"action":"a","params":{"x":[{"y":1,"y":2}]}}`, "twice"},
		{"nested without end", "transform", `{"action":"a","params":` + deep + `}`, "deep"},
		{"action of the wrong type", "transform", `{"action":1,"params":{}}`, "wrong type"},
		{"action that is no name", "transform", `{"action":"a b","params":{}}`, "no name"},
		{"invisible action", "transform", `{"action":"a\u202e","params":{}}`, "no name"},
		{"neither action nor error", "transform", `{}`, "no name"},
		{"params that is no object", "transform", `{"action":"a","params":[]}`, "no object"},
		{"no params", "transform", `{"action":"a"}`, "no object"},
		{"error and action", "transform", `{"action":"a","params":{},"error":{"code":"X","message":"m"}}`, "at once"},
		{"error without message", "transform", `{"error":{"code":"X","message":"\u0007"}}`, "no message"},
		{"error without code", "transform", `{"error":{"message":"m"}}`, `"code" is missing`},
		{"error with an odd code", "transform", `{"error":{"code":"no such","message":"m"}}`, "error code"},
		{"optional null", "transform", `{"action":"a","params":{},"error":null}`, "null"},

		{"nothing asked", "plan", `{}`, "exactly one"},
		{"no request", "plan", `{"requests":[]}`, "exactly one"},
		{"requests and result", "plan", `{"requests":[{"route":"a.b"}],"result":{"data":1}}`, "exactly one"},
		{"result and error", "plan", `{"result":{"data":1},"error":{"code":"X","message":"m"}}`, "exactly one"},
		{"state at the end", "plan", `{"result":{"data":1},"state":{}}`, "state"},
		{"result without data", "plan", `{"result":{}}`, `"data" is missing`},
		{"a header", "plan", `{"requests":[{"route":"a.b","headers":{"X":"y"}}]}`, `"headers" is unknown`},
		{"a URL", "plan", `{"requests":[{"route":"https://x/"}]}`, "no name"},
		{"a path value of the wrong type", "plan", `{"requests":[{"route":"a.b","path":{"id":1}}]}`, "wrong type"},
		{"a fraction for a number", "plan", `{"requests":[{"route":"a.b","maxText":1.5}]}`, "wrong type"},
		{"a negative cut", "plan", `{"requests":[{"route":"a.b","maxText":-1}]}`, "negative"},
		{"an invisible page token", "plan", `{"result":{"data":1,"pagination":{"nextPageToken":"a\u0000","hasMore":true}}}`, "page token"},

		{"no text", "render", `{}`, `"text" is missing`},
		{"text of the wrong type", "render", `{"text":1}`, "wrong type"},
		{"failed", "render", `{"text":"","error":{"code":"X","message":"boom"}}`, "boom"},

		{"catalog without tools", "catalog", strings.Replace(goodCatalog, `,"tools":[`+goodTool+`]`, "", 1), `"tools" is missing`},
		{"a tool with a class", "catalog", strings.Replace(goodCatalog, `"group"`, `"class":"read","group"`, 1), `"class" is unknown`},
		{"invisible text in a schema", "catalog", strings.Replace(goodCatalog, `{"type":"object"}`, `{"type":"object","description":"x\u202e"}`, 1), "can't be seen"},
		{"an invisible key in a schema", "catalog", strings.Replace(goodCatalog, `{"type":"object"}`, `{"properties":{"x\u200b":{}}}`, 1), "can't be seen"},
		{"abi as text", "catalog", strings.Replace(goodCatalog, `"abi":1`, `"abi":"1"`, 1), "wrong type"},
	}
	for _, tt := range tests {
		t.Run(tt.export+" "+tt.name, func(t *testing.T) {
			err := ask(said(tt.answer), tt.export)
			if fault.CodeOf(err) != fault.PluginFault || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want PLUGIN_FAULT that says %q", err, tt.says)
			}
		})
	}
}

func ask(c Caller, export string) error {
	ctx := context.Background()
	var err error
	switch export {
	case "transform":
		_, err = Transform(ctx, c, abi.TransformInput{})
	case "plan":
		_, err = Plan(ctx, c, abi.PlanInput{})
	case "render":
		_, _, err = Render(ctx, c, abi.RenderInput{})
	case "catalog":
		_, err = Catalog(ctx, c)
	}
	return err
}

func TestGoodAnswers(t *testing.T) {
	ctx := context.Background()
	o, err := Transform(ctx, said(`{"action":"tasksList","params":{"n":9007199254740993,"s":"\u0007"},"warnings":["a\nb\u001b[31m"],"proxyWarnings":["c\u001b[2Jd"]}`), abi.TransformInput{})
	if err != nil {
		t.Fatal(err)
	}
	if string(o.Params) != `{"n":9007199254740993,"s":"\u0007"}` {
		t.Errorf("params were changed: %s", o.Params)
	}
	if o.Warnings[0] != "a b[31m" {
		t.Errorf("the warning was not cleaned: %q", o.Warnings[0])
	}
	if o.ProxyWarnings[0] != "c[2Jd" {
		t.Errorf("the proxy's warning was not cleaned: %q", o.ProxyWarnings[0])
	}
	o, err = Transform(ctx, said(`{"error":{"code":"BAD_REQUEST","message":"no\u202e","field":"a.b"}}`), abi.TransformInput{})
	if err != nil || o.Error.Message != "no" || o.Error.Field != "a.b" {
		t.Errorf("got %+v, %v", o, err)
	}
	p, err := Plan(ctx, said(`{"requests":[{"route":"tasks.tasks.get","path":{"task":"x"},"query":{"a":1,"b":[true]},"body":{"c":null},"tolerate":[404]}],"state":{"step":"x"}}`), abi.PlanInput{})
	if err != nil || len(p.Requests) != 1 || string(p.Requests[0].Query["b"]) != "[true]" || string(p.State) != `{"step":"x"}` {
		t.Errorf("got %+v, %v", p, err)
	}
	p, err = Plan(ctx, said(`{"result":{"data":null,"pagination":{"hasMore":false}}}`), abi.PlanInput{})
	if err != nil || string(p.Result.Data) != "null" {
		t.Errorf("got %+v, %v", p, err)
	}
	text, _, err := Render(ctx, said(`{"text":"one\ntwo\u001b[2J"}`), abi.RenderInput{})
	if err != nil || text != "one\ntwo[2J" {
		t.Errorf("got %q, %v", text, err)
	}
	c, err := Catalog(ctx, said(strings.Replace(goodCatalog, `"title":"X"`, `"title":"X\u202eY"`, 1)))
	if err != nil || c.Title != "XY" || string(c.Tools[0].Input) != `{"type":"object"}` {
		t.Errorf("got %+v, %v", c, err)
	}
}

// TestAnotherABI names both numbers, also when the rest has unknown keys.
func TestAnotherABI(t *testing.T) {
	_, err := Catalog(context.Background(), said(`{"abi":2,"novelties":[]}`))
	if fault.CodeOf(err) != fault.PluginRefused || !strings.Contains(err.Error(), "ABI 2") || !strings.Contains(err.Error(), "ABI 1") {
		t.Errorf("got %v", err)
	}
}

// TestWholeCharactersPass: a pair of surrogates is one character, and a
// backslash before a u need not be an escape.
func TestWholeCharactersPass(t *testing.T) {
	for _, in := range []string{`"\ud83d\ude00"`, `"\\ud83d"`, `"\\\ud83d\ude00"`, `"\u00e4\n\\"`, `""`} {
		if _, err := DecodeTransform([]byte(`{"action":"a","params":{"x":` + in + `}}`)); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestWarningsAreBounded(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(`"w",`, maxWarnings+1), ",")
	for _, err := range []error{
		ask(said(`{"action":"a","params":{},"warnings":[`+many+`]}`), "transform"),
		ask(said(`{"action":"a","params":{},"proxyWarnings":[`+many+`]}`), "transform"),
		ask(said(`{"result":{"data":1,"warnings":[`+many+`]}}`), "plan"),
	} {
		if fault.CodeOf(err) != fault.PluginLimit {
			t.Errorf("got %v", err)
		}
	}
}

// TestInputIsShort: what costs six bytes in HTML costs one.
func TestInputIsShort(t *testing.T) {
	var seen []byte
	c := callerFunc(func(in []byte) ([]byte, error) { seen = in; return []byte(`{"text":""}`), nil })
	if _, _, err := Render(context.Background(), c, abi.RenderInput{Tool: "x", Args: abi.Raw(`{"a":"<b>"}`), Response: abi.Raw("1")}); err != nil {
		t.Fatal(err)
	}
	if want := `"args":{"a":"<b>"}`; !strings.Contains(string(seen), want) || strings.HasSuffix(string(seen), "\n") {
		t.Errorf("%s does not hold %s", seen, want)
	}
}

type callerFunc func(in []byte) ([]byte, error)

func (f callerFunc) Call(_ context.Context, _ string, in []byte) ([]byte, error) { return f(in) }

// TestLongTextIsCut: a message can't bury what matters.
func TestLongTextIsCut(t *testing.T) {
	o, err := DecodeTransform([]byte(`{"error":{"code":"X","message":"` + strings.Repeat("é", 5000) + `"}}`))
	if err != nil || len(o.Error.Message) > maxSentence+len("…") || !strings.HasSuffix(o.Error.Message, "é…") {
		t.Errorf("%d bytes, %v", len(o.Error.Message), err)
	}
}

type failing struct{ err error }

func (f failing) Call(context.Context, string, []byte) ([]byte, error) { return nil, f.err }

func TestCallErrorsPass(t *testing.T) {
	want := errors.New("out of fuel")
	for _, export := range []string{"catalog", "transform", "plan", "render"} {
		if err := ask(failing{want}, export); !errors.Is(err, want) {
			t.Errorf("%s: got %v", export, err)
		}
	}
}

// FuzzDecode: no answer makes a decoder panic, and what is accepted is
// accepted again after a round through encoding/json.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		goodCatalog, `{"action":"a","params":{"x":[1,{"y":null}]},"warnings":["w"]}`, `{"error":{"code":"X","message":"m"}}`,
		`{"requests":[{"route":"a.b","path":{"id":"1"},"query":{"q":"s"},"keep":"a(b)"}],"state":1}`,
		`{"result":{"data":[],"pagination":{"nextPageToken":"t","hasMore":true}}}`, `{"text":"x"}`, `{"progress":{"done":1,"total":2,"message":"m"},"state":1}`,
		`{"text":"","content":[{"type":"text","text":"a"},{"type":"image","mimeType":"image/gif","data":"R0lGODlhAQ=="},{"type":"resource","uri":"x:y","mimeType":"text/plain","text":"b"}]}`, `[`, `{"a":1,"a":2}`, "\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		again := func(v any, decode func([]byte) error) {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatalf("accepted, but can't be written: %v", err)
			}
			if err := decode(b); err != nil {
				t.Fatalf("%s was accepted, %s is not: %v", raw, b, err)
			}
		}
		if o, err := DecodeTransform(raw); err == nil {
			again(o, func(b []byte) error { _, err := DecodeTransform(b); return err })
		}
		if o, err := DecodePlan(raw); err == nil {
			again(o, func(b []byte) error { _, err := DecodePlan(b); return err })
		}
		if c, err := DecodeCatalog(raw); err == nil {
			again(c, func(b []byte) error { _, err := DecodeCatalog(b); return err })
		}
		if s, items, err := DecodeRender("x", raw); err == nil {
			again(abi.RenderOutput{Text: s, Content: rawItems(items)}, func(b []byte) error { _, _, err := DecodeRender("x", b); return err })
		}
	})
}
