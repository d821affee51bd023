package rest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// Every request in the cases of wslite's own plugins stays within what its action
// was agreed to for: the guard refuses strangers, and none of ours.
func TestOwnPlansStayWithin(t *testing.T) {
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := New(Options{Routes: routes, Risk: tables, Limits: limits.Default()})
	files, err := filepath.Glob("../../../plugins/*/testdata/cases/plan_*.json")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	blobs := blob.New(blob.Options{})
	defer blobs.Close()
	looked, mails := 0, 0
	for _, file := range files {
		service := strings.Split(filepath.ToSlash(file), "/")[4]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases struct {
			Plan []struct {
				Name, Action string
				Params       map[string]any
				Steps        [][]struct{ Request abi.Request }
			}
		}
		if err := json.Unmarshal(text, &cases); err != nil {
			t.Fatal(file, err)
		}
		for _, c := range cases.Plan {
			call := backend.Call{Service: service, Action: c.Action, Params: c.Params, Class: string(tables.Resolve(service, c.Action, c.Params))}
			used := newProgress(call, 0)
			for _, step := range c.Steps {
				for _, s := range step {
					r, err := b.confine(call, s.Request.Route)
					if err != nil {
						t.Errorf("%s, %s: %v", file, c.Name, err)
						continue
					}
					body, err := b.body(r, s.Request.Body)
					if p := (prepared{route: r, blobs: blobs}); err == nil {
						err = p.checkAnswer(s.Request)
					}
					if err == nil {
						err = b.within(call, s.Request, prepared{route: r, body: body}, used)
					}
					if err != nil {
						t.Errorf("%s, %s: %v", file, c.Name, err)
					}
					if looked++; r.ID == sendRoute {
						mails++
					}
				}
			}
		}
	}
	if looked < 500 || mails < 15 {
		t.Errorf("only %d requests, %d mails", looked, mails)
	}
}
