package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/sdk/abi"
)

// planCall is a call of an action. tool is empty where only the action is known.
type planCall struct {
	name, tool, action string
	args, params       json.RawMessage
	files              int
	toFile             bool
}

// calls are those of the recorded vectors, by way of transform, and those of the
// plugin's own cases, which know more than the peer did.
func (b *bench) calls() (out []planCall) {
	b.t.Helper()
	var vectors []struct {
		ID    string
		Input struct {
			Tool      string
			Arguments json.RawMessage
		}
	}
	readJSON(b.t, "../../../testdata/vectors/invoke.json", &vectors)
	for _, v := range vectors {
		if !strings.HasPrefix(v.Input.Tool, b.name+"_") || !bytes.HasPrefix(v.Input.Arguments, []byte("{")) {
			continue
		}
		args, ok := b.checked(v.Input.Tool, v.Input.Arguments)
		if !ok {
			continue
		}
		action, params := b.transform(v.Input.Tool, args)
		if action != "" {
			out = append(out, planCall{name: v.ID, tool: v.Input.Tool, action: action, args: args, params: params})
		}
	}
	files, err := filepath.Glob("../../../plugins/" + b.name + "/testdata/cases/*.json")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, name := range files {
		var suite struct {
			Plan []struct {
				Name, Action string
				Params       json.RawMessage
				Files        []json.RawMessage
				ToFile       bool
			}
		}
		readJSON(b.t, name, &suite)
		for _, p := range suite.Plan {
			out = append(out, planCall{name: p.Name, action: p.Action, params: p.Params, files: len(p.Files), toFile: p.ToFile})
		}
	}
	return out
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// coversActions fails for an action that no call runs.
func (b *bench) coversActions(calls []planCall) {
	b.t.Helper()
	for _, action := range b.tables.Actions(b.name) {
		if !slices.ContainsFunc(calls, func(c planCall) bool { return c.action == action }) {
			b.t.Errorf("no call of %s", action)
		}
	}
}

// checked gives the arguments as the host does, with defaults, and whether they fit
// the tool's schema.
func (b *bench) checked(tool string, raw json.RawMessage) (json.RawMessage, bool) {
	b.t.Helper()
	i := slices.IndexFunc(b.catalog.Tools, func(t abi.Tool) bool { return t.Name == tool })
	if i < 0 {
		b.t.Fatalf("there is no tool %s", tool)
	}
	s, err := schema.Compile(b.catalog.Tools[i].Input)
	if err != nil {
		b.t.Fatal(err)
	}
	var args map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&args); err != nil {
		b.t.Fatal(err)
	}
	if args, err = s.Check(args); err != nil {
		return nil, false
	}
	out, err := json.Marshal(args)
	if err != nil {
		b.t.Fatal(err)
	}
	return out, true
}

// transform gives the action and the parameters of a tool call, none where the
// plugin refuses it.
func (b *bench) transform(tool string, args json.RawMessage) (string, json.RawMessage) {
	inv := b.begin()
	defer inv.End()
	out, err := guest.Transform(b.t.Context(), inv, abi.TransformInput{Tool: tool, Args: abi.Raw(args), Clock: clock, Rest: true})
	if err != nil {
		b.t.Errorf("%s %s: transform: %v", tool, args, err)
		return "", nil
	}
	return out.Action, json.RawMessage(out.Params)
}

// files opens as many files as the case has, of a size that fits.
func (b *bench) files(c planCall, blobs *blob.Store) (out []backend.File) {
	b.t.Helper()
	for i := range c.files {
		path := filepath.Join(b.t.TempDir(), "Plan ünï.pdf")
		if err := os.WriteFile(path, []byte("%PDF-1.7"), 0o600); err != nil {
			b.t.Fatal(err)
		}
		f, err := blobs.OpenFile(path)
		if err != nil {
			b.t.Fatal(err)
		}
		arg := "file"
		if b.name == "gmail" {
			arg = fmt.Sprintf("attachments.%d", i)
		}
		out = append(out, backend.File{File: f.File(arg)})
	}
	return out
}
