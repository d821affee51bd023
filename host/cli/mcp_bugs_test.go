package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/wslite/wslite/host/vectors"
)

// B19: whatever tool is called, an answer of 200 kB, as one long text or as a list of
// 50, is within the budget, says that and how it was cut, and is JSON all the same.
func TestB19TheAnswerOfEachToolFits(t *testing.T) {
	needPlugins(t)
	w := newProxyWorld(t, nil, "--list", "full", "--read-only")
	schemas := outputs(t, w)
	tried := map[string]bool{}
	for _, v := range vectors.Load(t, "invoke") {
		var in invokeInput
		decodeInto(t, v.Input, &in)
		if v.Kind != "minimal" || strings.HasSuffix(in.Tool, "_batch") || schemas[in.Tool] == nil || tried[in.Tool] {
			continue
		}
		tried[in.Tool] = true
		mail := fmt.Sprintf(`{"id":"m1","body":%q}`, strings.Repeat("<td class=\"x\">a ticket 🚀</td>\n", 6000))
		list := "[" + strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"id":"m1","snippet":%q},`, strings.Repeat("word ", 800)), 50), ",") + "]"
		key := listKey(schemas[in.Tool])
		if key == "" {
			key = "items"
		} else {
			mail = fmt.Sprintf(`{%q:[%s]}`, key, mail)
		}
		for name, data := range map[string]string{"a text": mail, "a list": fmt.Sprintf(`{%q:%s}`, key, list)} {
			w.answer(200, `{"success":true,"data":`+data+`}`)
			res, said := w.call(t, in.Tool, in.Arguments)
			o, _ := res.StructuredContent.(map[string]any)
			var beside strings.Builder
			e := json.NewEncoder(&beside)
			e.SetEscapeHTML(false) // as a client that has read it counts
			if err := e.Encode(o); err != nil {
				t.Fatal(err)
			}
			whole := len(utf16.Encode([]rune(beside.String())))
			if n := len(utf16.Encode([]rune(said))); res.IsError || n > 24_000 || whole > 32_000 {
				t.Errorf("%s, %s: isError %v, %d units of text and %d beside it", in.Tool, name, res.IsError, n, whole)
			}
			if o["truncated"] != true || o["leftOut"] == nil {
				t.Errorf("%s, %s: nothing says that it was cut: %.300s", in.Tool, name, said)
			}
			if err := schemas[in.Tool].Validate(o); err != nil {
				t.Errorf("%s, %s: %v", in.Tool, name, err)
			}
		}
	}
	if len(tried) < 50 {
		t.Errorf("only %d tools that read were tried", len(tried))
	}
}

// B65: over the protocol null and an empty text take a due date away, and leaving it
// out sends none.
func TestB65ADueDateIsClearedOverMCP(t *testing.T) {
	needPlugins(t)
	for _, list := range []string{"short", "full"} {
		w := newProxyWorld(t, nil, "--list", list)
		for name, c := range map[string]struct {
			due  any
			sent bool
		}{"null": {nil, true}, "empty": {"", true}, "left out": {0, false}} {
			args := map[string]any{"tasklistId": "l1", "taskId": "t1", "title": "x"}
			if c.due != 0 {
				args["due"] = c.due
			}
			res, said := w.call(t, "tasks_update_task", args)
			got := w.take()
			if res.IsError || len(got) != 1 {
				t.Fatalf("%s: %s, %v", name, said, got)
			}
			due, there := got[0].Params["due"]
			if there != c.sent || there && due != nil && due != "" {
				t.Errorf("%s: due is %v, sent %v", name, due, there)
			}
		}
	}
}

// B30: a server calls with the token of the account that was named, before or after
// the command or by the environment; a name that means nobody sends nothing.
func TestB30AccountOfAServer(t *testing.T) {
	needPlugins(t)
	w := newSignInWorld(t)
	w.signIn("first")
	w.signIn("second")
	for name, c := range map[string]struct {
		args []string
		env  map[string]string
		want string // "" is no call
	}{
		"default":             {[]string{"mcp"}, nil, "ya29.access-first"},
		"before":              {[]string{"--account", "second", "mcp"}, nil, "ya29.access-second"},
		"after":               {[]string{"mcp", "--account", "second"}, nil, "ya29.access-second"},
		"environment":         {[]string{"mcp"}, map[string]string{"WSLITE_ACCOUNT": "second"}, "ya29.access-second"},
		"unknown by flag":     {[]string{"mcp", "--account", "third"}, nil, ""},
		"unknown by variable": {[]string{"mcp"}, map[string]string{"WSLITE_ACCOUNT": "third"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w.vars = c.env
			e := testEnv(t, w.home, c.env)
			e.Transport = w
			got := said(t, agent(t, e, nil, c.args...), "tasks_list_tasklists", nil)
			if c.want == "" {
				if calls := w.called(); len(calls) > 0 || !strings.HasPrefix(got, "[NOT_SIGNED_IN] ") {
					t.Errorf("%q %s", calls, got)
				}
				return
			}
			if calls := w.called(); len(calls) != 1 || !strings.HasPrefix(calls[0], "tasks.googleapis.com "+c.want) {
				t.Errorf("%q %s", calls, got)
			}
		})
	}
}
