package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/vectors"
	"github.com/wslite/wslite/sdk/abi"
)

// peerCatalogs reads the peer's catalog as catalogs of ours, one per service.
func peerCatalogs(t testing.TB) []*abi.Catalog {
	t.Helper()
	var tools []struct {
		Name, Service, Action, Group string
		Actions                      []string
		IsBatchTool, BatchEligible   bool
		InputSchema                  abi.Raw
		CLI                          struct{ ParamsJSONOnly bool }
	}
	if err := json.Unmarshal(vectors.Read(t, "parity/tools.json"), &tools); err != nil {
		t.Fatal(err)
	}
	var cats []*abi.Catalog
	byName := map[string]*abi.Catalog{}
	for _, p := range tools {
		c := byName[p.Service]
		if c == nil {
			c = &abi.Catalog{ABI: abi.Version, Service: p.Service}
			byName[p.Service] = c
			cats = append(cats, c)
		}
		c.Tools = append(c.Tools, abi.Tool{Name: p.Name, Action: p.Action, Actions: p.Actions, Group: p.Group,
			Input: p.InputSchema, IsBatchTool: p.IsBatchTool, BatchEligible: p.BatchEligible, CLI: &abi.CLI{ParamsJSONOnly: p.CLI.ParamsJSONOnly}})
	}
	return cats
}

func peerIndex(t testing.TB) *Index {
	t.Helper()
	x, err := Build(peerCatalogs(t))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The peer's own words for why a name has no path.
func kindOf(err error) string {
	switch {
	case errors.Is(err, ErrNoService):
		return "missing_prefix"
	case errors.Is(err, ErrNoRest):
		return "empty_rest"
	case errors.Is(err, ErrUnknownService):
		return "unknown_service"
	}
	return fmt.Sprint(err)
}

func TestPathVectors(t *testing.T) {
	x := peerIndex(t)
	vectors.Run(t, "naming", []string{"cliPath", "cliPathEdge"}, func(t *testing.T, v vectors.Vector) string {
		var in struct{ Name string }
		var want struct {
			Service, MCPName, Error string
			Path                    []string
		}
		v.In(t, &in)
		v.Want(t, &want)
		service, sub, err := x.Path(in.Name)
		if err != nil {
			return differ(kindOf(err), want.Error)
		}
		if v.Kind == "cliPath" && x.ByPath(service, sub) != x.Tool(in.Name) {
			t.Errorf("the path does not lead to the tool")
		}
		return differ(fmt.Sprint(service, sub, in.Name), fmt.Sprint(want.Service, strings.Join(want.Path, " "), want.MCPName))
	})
}

func TestFlagVectors(t *testing.T) {
	vectors.Run(t, "naming", []string{"flag", "flagEdge"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Key     string
			Aliases map[string]string // argument -> flag, as the peer has it
		}
		var want struct{ Flag string }
		v.In(t, &in)
		v.Want(t, &want)
		tool := &Tool{Tool: abi.Tool{CLI: &abi.CLI{Aliases: map[string]string{}}}}
		for key, flag := range in.Aliases {
			tool.CLI.Aliases[flag] = key
		}
		return differ(tool.Flag(in.Key), want.Flag)
	})
}

func TestUniqueVectors(t *testing.T) {
	vectors.Run(t, "naming", []string{"unique"}, func(t *testing.T, v vectors.Vector) string {
		var in struct{ Names []string }
		var want struct {
			OK                         bool
			Error, Path, First, Second string
		}
		v.In(t, &in)
		v.Want(t, &want)
		// A name of no known service can only stand in another's catalog.
		var cats []*abi.Catalog
		known := map[string]*abi.Catalog{}
		for _, s := range []string{"drive", "gmail", "docs"} {
			known[s] = &abi.Catalog{ABI: abi.Version, Service: s}
			cats = append(cats, known[s])
		}
		for _, n := range in.Names {
			service, _, _ := strings.Cut(n, "_")
			c := known[service]
			if c == nil {
				c = cats[0]
			}
			c.Tools = append(c.Tools, abi.Tool{Name: n, Action: "x", Actions: []string{"x"}})
		}
		for _, c := range cats {
			if len(c.Tools) == 0 {
				c.Tools = []abi.Tool{{Name: c.Service + "_filler", Action: "x", Actions: []string{"x"}}}
			}
		}
		_, err := Build(cats)
		if err == nil {
			return differ("built", map[bool]string{true: "built"}[want.OK])
		}
		var c *CollisionError
		if errors.As(err, &c) {
			return differ(fmt.Sprint("collision ", c.Path, c.First, c.Second), fmt.Sprint(want.Error, " ", want.Path, want.First, want.Second))
		}
		return differ(kindOf(err), want.Error)
	})
}

func differ(got, want string) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("got %q, want %q", got, want)
}
