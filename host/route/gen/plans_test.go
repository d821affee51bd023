package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	hostroute "github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/sandbox"
	"github.com/wslite/wslite/host/sandbox/sandboxtest"
	"github.com/wslite/wslite/internal/answerkeys"
	"github.com/wslite/wslite/sdk/abi"
)

// planned are the services whose plugins have plans.
var planned = []string{"calendar", "drive", "gmail", "tasks"}

// TestPlansKeepTheirRules runs every plan, in the sandbox and below the host's
// own loop, against a service that answers with anything that its Discovery
// document allows. However odd the answers, a plan ends within the limits, with a
// result or an error that says what is wrong; each request is one that the
// document describes and the risk table grants; a read changes nothing; and no
// change goes beyond what the parameters ask for (see rules in plans_rules_test.go).
//
// WSLITE_PLAN_SEEDS is how many answers each call gets; 2 unless it is set.
func TestPlansKeepTheirRules(t *testing.T) {
	seeds := 2
	if s := os.Getenv("WSLITE_PLAN_SEEDS"); s != "" {
		var err error
		if seeds, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	mod, err := moduleDir()
	if err != nil {
		t.Fatal(err)
	}
	box := sandboxtest.New(t)
	for _, name := range planned {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, box, mod, name)
			calls := b.calls()
			b.coversActions(calls)
			ends, reached := map[string]int{}, map[string]bool{}
			for _, c := range calls {
				for seed := range seeds {
					end := b.call(c, uint64(seed))
					ends[end]++
					reached[c.action] = reached[c.action] || end == "result"
				}
			}
			t.Logf("%d calls: %v", len(calls)*seeds, ends)
			// An action whose answers were all too odd was not tested to its end.
			for _, c := range calls {
				for seed := seeds; seed < seeds+20 && !reached[c.action]; seed++ {
					reached[c.action] = b.call(c, uint64(seed)) == "result"
				}
			}
			for _, c := range calls {
				if !reached[c.action] {
					t.Errorf("no call of %s came to a result", c.action)
					reached[c.action] = true
				}
			}
		})
	}
}

// bench is what a service's plans run on.
type bench struct {
	t       *testing.T
	name    string
	module  *sandbox.Module
	catalog *abi.Catalog
	tables  *risk.Tables
	service *service
	backend *rest.Backend
	check   conformer
	keys    *answerkeys.Keys
}

func newBench(t *testing.T, box *sandbox.Sandbox, mod, name string) *bench {
	t.Helper()
	c, tab := conformerOf(t, mod, name)
	routes, err := hostroute.Load()
	if err != nil {
		t.Fatal(err)
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, name: name, tables: tables, check: c, service: newService(tab, c.schemas)}
	b.module = sandboxtest.Load(t, box, filepath.Join("..", "..", "..", "plugins", name))
	inv := b.begin()
	defer inv.End()
	if b.catalog, err = guest.Catalog(t.Context(), inv); err != nil {
		t.Fatal(err)
	}
	toolOf := map[string]string{}
	for _, known := range b.catalog.Tools {
		for _, action := range known.Actions {
			toolOf[action] = known.Name
		}
	}
	if b.keys, err = answerkeys.Read("../../../test/rehearsal/testdata/keys/"+name+".txt", toolOf); err != nil {
		t.Fatal(err)
	}
	b.backend = rest.New(rest.Options{
		Name: "google", Routes: routes, Risk: tables, Transport: b.service, Limits: limits.Default(),
		Wait: func(context.Context, time.Duration) error { return nil },
	})
	return b
}

var clock = abi.Clock{Now: "2026-11-30T12:00:00Z", TimeZone: "Europe/Berlin", Nonce: "000102030405060708090a0b0c0d0e0f", Offsets: []abi.Offset{
	{From: "2025-10-26T01:00:00Z", Minutes: 60, Name: "CET"}, {From: "2026-03-29T01:00:00Z", Minutes: 120, Name: "CEST"}, {From: "2026-10-25T01:00:00Z", Minutes: 60, Name: "CET"},
}}

func (b *bench) begin() *sandbox.Invocation {
	b.t.Helper()
	inv, err := b.module.Begin(b.t.Context(), clock)
	if err != nil {
		b.t.Fatal(err)
	}
	return inv
}

// call runs a plan to its end and tells how it ended.
func (b *bench) call(c planCall, seed uint64) string {
	b.t.Helper()
	inv := b.begin()
	defer inv.End()
	var params map[string]any
	d := json.NewDecoder(bytes.NewReader(c.params))
	d.UseNumber()
	if err := d.Decode(&params); err != nil {
		b.t.Fatal(err)
	}
	confirmed(params)
	blobs := blob.New(blob.Options{})
	if c.toFile {
		blobs = blob.New(blob.Options{Output: filepath.Join(b.t.TempDir(), "out"), Force: true})
	}
	defer blobs.Close()
	w := &watcher{bench: b, caller: inv, title: fmt.Sprintf("%s %s (seed %d)", c.action, c.name, seed)}
	b.service.begin(seed, c.action+c.name)
	res, err := b.backend.Do(b.t.Context(), backend.Call{
		Service: b.name, Tool: c.tool, Action: c.action, Class: string(b.tables.Resolve(b.name, c.action, params)),
		Params: params, Clock: clock, Planner: w, Blobs: blobs, Files: b.files(c, blobs), ToFile: c.toFile,
	})
	if err != nil {
		return w.failed(err)
	}
	if !res.Success {
		if res.Error.Message == "" || fault.Code(res.Error.Code) == "" {
			w.problem("an error that says nothing: %+v", res.Error)
		}
		return res.Error.Code
	}
	if p := res.Pagination; p != nil && p.NextPageToken != nil && *p.NextPageToken != "" && (p.HasMore == nil || !*p.HasMore) {
		w.problem("a next page token and no more")
	}
	if c.tool != "" {
		if !res.Partial && !b.service.answers.sparse {
			w.checkKeys(c.tool, res.Data)
		}
		w.render(c, map[string]any{"data": res.Data, "results": res.Results, "partial": res.Partial})
	}
	return "result"
}

// confirmed says yes to what asks, in a batch too.
func confirmed(params map[string]any) {
	params["confirm"] = true
	list, _ := params["operations"].([]any)
	for _, op := range list {
		o, _ := op.(map[string]any)
		if p, ok := o["params"].(map[string]any); ok {
			p["confirm"] = true
		}
	}
}
