package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/vectors"
)

// invokeInput is the input of an invoke vector: what an MCP client sends.
type invokeInput struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
}

type invokeWant struct {
	Rejected string         `json:"rejected"`
	Keys     []string       `json:"keys"`
	Action   string         `json:"action"`
	Params   map[string]any `json:"params"`
	Risk     string         `json:"risk"`
}

// TestInvokeVectors sends the recorded arguments through the command line, the
// sandbox and the backend to a recording server. The recordings are of MCP,
// where a client may give confirm itself; on the command line only --yes sets
// it, so the test says yes and looks for confirm where it belongs.
func TestInvokeVectors(t *testing.T) {
	needPlugins(t)
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	// The recordings hold shares with everyone and published forms, which the peer
	// lets through and the policy here denies unless it is told otherwise.
	public := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(public, []byte("[policy]\npublic_sharing = \"allow\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	vectors.Run(t, "invoke", callKinds(t), func(t *testing.T, v vectors.Vector) string {
		var in invokeInput
		decodeInto(t, v.Input, &in)
		var want invokeWant
		decodeInto(t, v.Expected, &want)
		service, _, _ := strings.Cut(in.Tool, "_")
		prefix := "GOOGLE_WORKSPACE_" + strings.ToUpper(service) + "_PROXY_"
		got := runVector(t, exitInput{
			Argv: []string{"--json", "--yes", "run", in.Tool, "--params-json", string(in.Arguments)},
			Env:  map[string]string{prefix + "URL": "$PROXY", prefix + "TOKEN": "tok", config.EnvConfig: public},
		})
		if slices.Equal(want.Keys, []string{"confirm"}) {
			return confirmCountsNowhere(t, in, prefix)
		}
		if want.Rejected != "" {
			return compareRejection(want, got)
		}
		return compareCall(tables, service, want, got)
	})
}

// confirmCountsNowhere is for arguments whose confirm an MCP server refuses: on
// the command line it is taken out, and the question stands.
func confirmCountsNowhere(t *testing.T, in invokeInput, prefix string) string {
	got := runVector(t, exitInput{
		Argv: []string{"--json", "run", in.Tool, "--params-json", string(in.Arguments)},
		Env:  map[string]string{prefix + "URL": "$PROXY", prefix + "TOKEN": "tok"},
	})
	if got.exit != 2 || len(got.requests) > 0 {
		return fmt.Sprintf("exit %d, %d requests without a yes", got.exit, len(got.requests))
	}
	return ""
}

func compareRejection(want invokeWant, got ran) string {
	switch {
	case got.exit != 4 || len(got.requests) > 0:
		return fmt.Sprintf("exit %d, %d requests; a rejection was expected\n%s", got.exit, len(got.requests), got.stdout)
	case len(want.Keys) > 0 && !strings.Contains(got.stdout, want.Keys[0]):
		return fmt.Sprintf("the message does not name %s: %s", want.Keys[0], got.stdout)
	}
	return ""
}

func compareCall(tables *risk.Tables, service string, want invokeWant, got ran) string {
	if got.exit != 0 || len(got.requests) != 1 {
		return fmt.Sprintf("exit %d, %d requests\n%s%s", got.exit, len(got.requests), got.stdout, got.stderr)
	}
	req := got.requests[0]
	if class := tables.Resolve(service, req.Action, req.Params); string(class) != want.Risk {
		return fmt.Sprintf("class %s, want %s", class, want.Risk)
	}
	if msg := checkConfirms(tables, service, req.Action, req.Params); msg != "" {
		return msg
	}
	return cmp.Diff(normalRequests([]sent{{Action: want.Action, Params: withoutConfirm(want.Params), Token: "tok"}}),
		normalRequests([]sent{{Action: req.Action, Params: withoutConfirm(req.Params), Token: req.Token}}))
}

// checkConfirms wants confirm true on exactly the gated parts.
func checkConfirms(tables *risk.Tables, service, action string, params map[string]any) string {
	if action != risk.Batch {
		gated := risk.NeedsConfirm(tables.Resolve(service, action, params))
		if (params["confirm"] == true) != gated {
			return fmt.Sprintf("%s: confirm is %v, gated %v", action, params["confirm"], gated)
		}
		return ""
	}
	for op := range risk.Operations(params) {
		if msg := checkConfirms(tables, service, op.Action, op.Params); msg != "" {
			return fmt.Sprintf("operation %d: %s", op.Index, msg)
		}
	}
	return ""
}

// withoutConfirm copies params without any confirm.
func withoutConfirm(params map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range params {
		if k == "confirm" {
			continue
		}
		if ops, ok := v.([]any); ok && k == "operations" {
			var list []any
			for _, op := range ops {
				o, _ := op.(map[string]any)
				p, _ := o["params"].(map[string]any)
				list = append(list, map[string]any{"action": o["action"], "params": withoutConfirm(p)})
			}
			v = list
		}
		out[k] = v
	}
	return out
}

// callKinds are the kinds of vectors that record what a call sends. The others
// record what an MCP client sees of the answer: TestMCPOutcome.
func callKinds(t *testing.T) []string {
	t.Helper()
	var kinds []string
	for _, v := range vectors.Load(t, "invoke") {
		if v.Kind != "outcome" && !slices.Contains(kinds, v.Kind) {
			kinds = append(kinds, v.Kind)
		}
	}
	return kinds
}
