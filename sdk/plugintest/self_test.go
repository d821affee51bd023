package plugintest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// recorder is a testing.TB that keeps what a failing case says. Fatalf ends
// the goroutine, as in package testing.
type recorder struct {
	testing.TB
	said string
}

func (r *recorder) Helper() {}
func (r *recorder) Error(args ...any) {
	r.said += fmt.Sprintln(args...)
}
func (r *recorder) Errorf(format string, args ...any) {
	r.said += fmt.Sprintf(format+"\n", args...)
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

func said(run func(t testing.TB)) string {
	r := &recorder{}
	func() {
		defer func() {
			if stop := recover(); stop != nil && stop != any(r) {
				panic(stop)
			}
		}()
		run(r)
	}()
	return r.said
}

// fixed gives the same output for every call, or in turn.
type fixed []string

func (f *fixed) Call(context.Context, string, []byte) ([]byte, error) {
	out := (*f)[0]
	if len(*f) > 1 {
		*f = (*f)[1:]
	}
	return []byte(out), nil
}

func gives(outputs ...string) Caller { f := fixed(outputs); return &f }

// A harness that lets a mistake pass is worse than none: each case here must
// fail, and must say why.
func TestMistakesAreFound(t *testing.T) {
	ask := `{"requests":[{"route":"a.b.c","path":{"id":"1"},"keep":"id"}],"state":{"step":"x"}}`
	done := `{"result":{"data":{"id":"1"}}}`
	exchange := func(body string) [][]Exchange {
		return [][]Exchange{{{Request: abi.Request{Route: "a.b.c", Path: map[string]string{"id": "1"}}, Body: json.RawMessage(body)}}}
	}
	data := json.RawMessage(`{"id":"1"}`)
	for _, c := range []struct {
		name string
		run  func(t testing.TB)
		want string
	}{
		{"no exchange", func(t testing.TB) { Plan{Data: data}.Run(t, gives(ask)) }, "the script is at its end"},
		{"another request", func(t testing.TB) {
			Plan{Steps: [][]Exchange{{{Request: abi.Request{Route: "a.b.d"}}}}, Data: data}.Run(t, gives(ask))
		}, "no exchange expects the request"},
		{"an exchange too many in a step", func(t testing.TB) {
			s := exchange(`{}`)
			s[0] = append(s[0], Exchange{Request: abi.Request{Route: "never.sent"}})
			Plan{Steps: s, Data: data}.Run(t, gives(ask, ask, done))
		}, "no request used"},
		{"a step too many", func(t testing.TB) { Plan{Steps: exchange(`{}`), Data: data}.Run(t, gives(done)) }, "the script goes on"},
		{"other data", func(t testing.TB) {
			Plan{Steps: exchange(`{}`), Data: json.RawMessage(`{"id":"2"}`)}.Run(t, gives(ask, ask, done))
		}, "data"},
		{"a warning nobody expects", func(t testing.TB) {
			Plan{Data: data}.Run(t, gives(`{"result":{"data":{"id":"1"},"warnings":["w"]}}`))
		}, "warnings"},
		{"a page nobody expects", func(t testing.TB) {
			Plan{Data: data}.Run(t, gives(`{"result":{"data":{"id":"1"},"pagination":{"hasMore":true}}}`))
		}, "pagination"},
		{"no end", func(t testing.TB) {
			var s [][]Exchange
			for range maxSteps + 1 {
				s = append(s, exchange(`{}`)...)
			}
			Plan{Steps: s}.Run(t, gives(ask))
		}, "goes on after 32 steps"},
		{"result and requests", func(t testing.TB) {
			Plan{Data: data}.Run(t, gives(`{"requests":[{"route":"a.b.c"}],"result":{"data":1}}`))
		}, "exactly one of"},
		{"state without requests", func(t testing.TB) { Plan{Data: data}.Run(t, gives(`{"result":{"data":1},"state":{}}`)) }, "exactly one of"},
		{"an untolerated failure", func(t testing.TB) {
			s := exchange("")
			s[0][0].Status = 404
			Plan{Steps: s, Data: data}.Run(t, gives(ask))
		}, "refused: NOT_FOUND"},
		{"a failure that did not come", func(t testing.TB) {
			Plan{Error: &Failure{Code: "NOT_FOUND"}}.Run(t, gives(done))
		}, "not refused, want NOT_FOUND"},
		{"a field that the ABI lacks", func(t testing.TB) {
			Plan{Data: data}.Run(t, gives(`{"result":{"data":1},"url":"https://evil.example"}`))
		}, `unknown field "url"`},
		{"two answers", func(t testing.TB) { Plan{Data: data}.Run(t, gives(done, `{"result":{"data":2}}`)) }, "is not pure"},
		{"text behind the output", func(t testing.TB) { Plan{Data: data}.Run(t, gives(done+`{}`)) }, "text behind"},
		{"a brace behind the output", func(t testing.TB) { Plan{Data: data}.Run(t, gives(done+`}`)) }, "text behind"},
		{"a proxy's warning nobody expects", func(t testing.TB) {
			Transform{Action: "a", Params: data}.Run(t, gives(`{"action":"a","params":{"id":"1"},"proxyWarnings":["w"]}`))
		}, "proxyWarnings"},
		{"another action", func(t testing.TB) {
			Transform{Action: "a", Params: data}.Run(t, gives(`{"action":"b","params":{"id":"1"}}`))
		}, `action "b", want "a"`},
		{"digits lost", func(t testing.TB) {
			Transform{Action: "a", Params: json.RawMessage(`{"n":9007199254740993}`)}.Run(t, gives(`{"action":"a","params":{"n":9007199254740992}}`))
		}, "params"},
		{"a refusal with params", func(t testing.TB) {
			Transform{Error: &Failure{Code: "X"}}.Run(t, gives(`{"params":{},"error":{"code":"X","message":"m"}}`))
		}, "more than the error"},
		{"another field", func(t testing.TB) {
			Transform{Error: &Failure{Code: "X", Field: "a"}}.Run(t, gives(`{"error":{"code":"X","message":"m","field":"b"}}`))
		}, `on "b"`},
		{"another message", func(t testing.TB) {
			Transform{Error: &Failure{Code: "X", Message: "due"}}.Run(t, gives(`{"error":{"code":"X","message":"m"}}`))
		}, `message "m"`},
		{"a refusal without a message", func(t testing.TB) {
			Transform{Error: &Failure{Code: "X"}}.Run(t, gives(`{"error":{"code":"X","message":""}}`))
		}, "without a message"},
		{"another text", func(t testing.TB) { Render{Response: data, Text: "a"}.Run(t, gives(`{"text":"b"}`)) }, "text"},
	} {
		if got := said(c.run); !strings.Contains(got, c.want) {
			t.Errorf("%s: the harness says %q, want %q", c.name, got, c.want)
		}
	}
}

// A plan must not see what its request does not keep.
func TestKeepProjects(t *testing.T) {
	const body = `{"items":[{"id":"1","title":"t","a":{"b":1,"c":2}},{"id":"2"}],"next":"p","n":12345678901234567890}`
	for mask, want := range map[string]string{
		"":               body,
		"next,n":         `{"next":"p","n":12345678901234567890}`,
		"items(id,a(b))": `{"items":[{"id":"1","a":{"b":1}},{"id":"2"}]}`,
		"items/a/c,next": `{"items":[{"a":{"c":2}},{}],"next":"p"}`,
		"items(*)":       `{"items":[{"id":"1","title":"t","a":{"b":1,"c":2}},{"id":"2"}]}`,
		"*/a":            `{"items":[{"a":{"b":1,"c":2}},{}],"next":"p","n":12345678901234567890}`,
		"nothing":        `{}`,
	} {
		if got := keep(t, mask, []byte(body)); !sameJSON(t, got, []byte(want)) {
			t.Errorf("%s: %s, want %s", mask, got, want)
		}
	}
	for _, mask := range []string{",", "a,", "a(", "a(b", "a)b", "a()", "a,a", "/a"} {
		if got := said(func(t testing.TB) { keep(t, mask, []byte(`{}`)) }); !strings.Contains(got, "malformed") {
			t.Errorf("the mask %q passed", mask)
		}
	}
}

func notes() plugin.Plugin {
	return plugin.Plugin{
		Transform: func(c *plugin.Call) (*plugin.Choice, error) {
			if c.Args.Get("noteId").Text() == "" {
				return nil, plugin.Invalid("noteId", "noteId must not be empty.")
			}
			return &plugin.Choice{Action: "get", Params: c.Args}, nil
		},
		Plan: func(s *plugin.Step) (*plugin.Next, error) {
			if s.Name == "" {
				return s.Ask("got", plugin.To("notes.notes.get").Path("noteId", s.Params.Get("noteId").Text()).Keep("id,text").Tolerate(404)), nil
			}
			if s.Responses[0].Error != nil {
				return nil, plugin.Fail(plugin.NotFound, "There is no such note.")
			}
			return plugin.Done(value.Object(value.M("note", s.Responses[0].Body))), nil
		},
		Render: func(a *plugin.Answer) (string, error) { return a.Data.Get("note").Get("text").Text() + "\n", nil },
	}
}

// The cases of a plugin as an author writes them, in a file.
func TestNotes(t *testing.T) {
	Run(t, Native(notes()), os.DirFS("testdata"))
}

func TestFoldersWithoutCasesFail(t *testing.T) {
	for want, folder := range map[string]fstest.MapFS{
		"no cases found":        {"notes.txt": {}},
		"holds no case":         {"a.json": {Data: []byte(`{}`)}},
		`unknown field "plans"`: {"a.json": {Data: []byte(`{"plans":[]}`)}},
	} {
		if got := said(func(t testing.TB) { load(t, folder) }); !strings.Contains(got, want) {
			t.Errorf("the harness says %q, want %q", got, want)
		}
	}
}
