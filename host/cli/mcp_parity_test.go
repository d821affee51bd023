package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/vectors"
)

// TestMCPParity sends the recorded arguments of every invoke vector through a
// real client and through the command line, to the same recording proxy: both
// must send the same action with the same parameters to the same service, or
// both nothing, and what is sent must be what the peer sent.
func TestMCPParity(t *testing.T) {
	needPlugins(t)
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	// As in TestInvokeVectors: the peer lets through whatever reaches others, which
	// the policy for agents denies unless it is told otherwise.
	public := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(public, []byte("[policy]\npublic_sharing = \"allow\"\nexternal = \"allow\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{config.EnvConfig: public}
	w := newProxyWorld(t, vars, "--confirm", "argument")
	kinds := callKinds(t)
	seen := map[string]bool{}
	vectors.Run(t, "invoke", kinds, func(t *testing.T, v vectors.Vector) string {
		var in invokeInput
		decodeInto(t, v.Input, &in)
		var want invokeWant
		decodeInto(t, v.Expected, &want)
		service, _, _ := strings.Cut(in.Tool, "_")

		w.take()
		res, said := w.call(t, in.Tool, in.Arguments)
		byMCP := w.take()
		if strings.HasPrefix(said, "["+string(fault.ConfirmationRequired)+"] ") && len(byMCP) == 0 {
			// The agent asks, hears yes, and says so, where the person typed --yes.
			res, said = w.call(t, in.Tool, withYes(t, tables, service, want.Action, in.Arguments))
			byMCP = w.take()
		}
		if typed, ok := readOtherwise[v.ID]; ok {
			code, out := w.cli(t, vars, "--json", "--yes", "run", in.Tool, "--params-json", typed)
			if d := cmp.Diff(bare(w.take()), bare(byMCP)); d != "" || code != 0 {
				t.Errorf("%s is not read as %s (-cli +mcp):\n%s\n%s\n%s", in.Arguments, typed, d, out, said)
			}
			seen[v.ID] = true
			return ""
		}
		code, out := w.cli(t, vars, "--json", "--yes", "run", in.Tool, "--params-json", string(in.Arguments))
		byCLI := w.take()

		if res.IsError != (len(byMCP) == 0) {
			t.Errorf("isError %v with %d requests: %s", res.IsError, len(byMCP), said)
		}
		// A yes that stands in the wrong place is refused where an agent gives it,
		// and dropped where a person has given theirs by --yes.
		if !slices.Equal(want.Keys, []string{"confirm"}) {
			if d := cmp.Diff(bare(byCLI), bare(byMCP)); d != "" {
				t.Errorf("MCP and command line differ (-cli +mcp):\n%s\nexit %d %s\n%s", d, code, out, said)
			}
		}
		if want.Rejected != "" {
			switch {
			case len(byMCP) > 0:
				return fmt.Sprintf("%d requests; a rejection was expected", len(byMCP))
			case len(want.Keys) > 0 && !strings.Contains(said, want.Keys[0]):
				return fmt.Sprintf("the message does not name %s: %s", want.Keys[0], said)
			}
			return ""
		}
		if len(byMCP) != 1 {
			return fmt.Sprintf("%d requests: %s", len(byMCP), said)
		}
		req := byMCP[0]
		if class := tables.Resolve(service, req.Action, req.Params); string(class) != want.Risk {
			return fmt.Sprintf("class %s, want %s", class, want.Risk)
		}
		if msg := unconfirmed(tables, service, req.Action, req.Params); msg != "" {
			return msg
		}
		return cmp.Diff(bare([]received{{service, sent{Action: want.Action, Params: want.Params, Token: "tok"}}}), bare(byMCP))
	})
	if len(seen) != len(readOtherwise) {
		t.Errorf("of readOtherwise only %v are vectors", seen)
	}
}

// readOtherwise are the vectors whose arguments the peer refuses, and so does the
// command line, while an agent's are read where they leave one reading (B79): by
// their id, the arguments as they should have been written. They are no rows of
// the table of deviations, which holds for every front end.
var readOtherwise = map[string]string{
	"drive_list_files/noCoercion-2":     `{"pageSize": 10}`,
	"docs_insert_page_break/noCoercion": `{"documentId": "d1", "append": true}`,
	"tasks_list_tasklists/noCoercion":   `{}`,
}

// withYes gives arguments in which each gated part has its confirm.
func withYes(t *testing.T, tables *risk.Tables, service, action string, raw []byte) map[string]any {
	t.Helper()
	args := decodeAny(t, raw).(map[string]any)
	if action != risk.Batch {
		args["confirm"] = true
		return args
	}
	for op := range risk.Operations(args) {
		if risk.NeedsConfirm(tables.Resolve(service, op.Action, op.Params)) {
			op.Params["confirm"] = true
		}
	}
	return args
}

// unconfirmed names a gated part without its confirm; "" where there is none.
func unconfirmed(tables *risk.Tables, service, action string, params map[string]any) string {
	if action != risk.Batch {
		if risk.NeedsConfirm(tables.Resolve(service, action, params)) && params["confirm"] != true {
			return action + " left without a confirm"
		}
		return ""
	}
	for op := range risk.Operations(params) {
		if msg := unconfirmed(tables, service, op.Action, op.Params); msg != "" {
			return fmt.Sprintf("operation %d: %s", op.Index, msg)
		}
	}
	return ""
}

// bare writes requests so that they can be compared, without what tells who said
// yes.
func bare(list []received) string {
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "%s %s\n", r.Service, normalRequests([]sent{{Action: r.Action, Params: withoutConfirm(r.Params), Token: r.Token}}))
	}
	return b.String()
}

// TestMCPOutcome is what a client sees of a proxy's answer.
func TestMCPOutcome(t *testing.T) {
	needPlugins(t)
	w := newProxyWorld(t, nil)
	vectors.Run(t, "invoke", []string{"outcome"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			invokeInput
			Proxy struct {
				Response any `json:"response"`
			} `json:"proxy"`
		}
		decodeInto(t, v.Input, &in)
		var want struct {
			IsError      bool    `json:"isError"`
			Code         *string `json:"code"`
			ShowsMessage *bool   `json:"showsMessage"`
		}
		decodeInto(t, v.Expected, &want)
		w.answer(200, normalJSON(t, in.Proxy.Response))
		res, said := w.call(t, in.Tool, in.Arguments)
		structured, _ := res.StructuredContent.(map[string]any)
		failed, _ := structured["error"].(map[string]any)
		switch {
		case want.Code != nil && (failed["code"] != *want.Code || !strings.HasPrefix(said, "["+*want.Code+"] ")):
			return fmt.Sprintf("the code is not %s: %s", *want.Code, said)
		case want.Code == nil && failed != nil:
			return "a failure: " + said
		case want.ShowsMessage != nil && *want.ShowsMessage:
			answer, _ := in.Proxy.Response.(map[string]any)
			message, _ := answer["error"].(map[string]any)["message"].(string)
			if message == "" || !strings.Contains(said, message) {
				return fmt.Sprintf("%q does not show %q", said, message)
			}
		}
		if res.IsError != want.IsError {
			return fmt.Sprintf("isError %v: %s", res.IsError, said)
		}
		return ""
	})
}
