// A program that makes one change and one read by a backend, and tells what
// happens: "asked" by the guard, "sent" by the service, "told" by the backend.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

type service struct{}

func (service) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
	}
	fmt.Println("sent")
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"success":true,"data":{}}`)), Request: r}, nil
}

type plan struct{}

func (plan) Plan(_ context.Context, in abi.PlanInput) (*abi.PlanOutput, error) {
	if in.Responses != nil {
		return &abi.PlanOutput{Result: &abi.Result{Data: abi.Raw(`{}`)}}, nil
	}
	req := abi.Request{Route: "tasks.tasklists.list"}
	if in.Action == "taskListsCreate" {
		req = abi.Request{Route: "tasks.tasklists.insert", Body: abi.Raw(`{"title":"x"}`)}
	}
	return &abi.PlanOutput{Requests: []abi.Request{req}}, nil
}

// rules know two actions.
type rules struct{}

func (rules) Row(_, action string) (risk.Row, bool) {
	if action == "taskListsCreate" {
		return risk.Row{Class: risk.Write, Routes: []string{"tasks.tasklists.insert"}}, true
	}
	return risk.Row{Class: risk.Read, Routes: []string{"tasks.tasklists.list"}}, true
}

func (r rules) Resolve(service, action string, _ map[string]any) risk.Class {
	row, _ := r.Row(service, action)
	return row.Class
}

func main() {
	routes, err := route.Load()
	if err != nil {
		panic(err)
	}
	var b backend.Backend = rest.New(rest.Options{Name: "google", Routes: routes, Risk: rules{}, Transport: service{}, Limits: limits.Default()})
	if os.Args[1] == "appsscript" {
		vars := map[string]string{appsscript.URLName("tasks"): "https://script.google.com/macros/s/x/exec", appsscript.TokenName("tasks", "TOKEN"): "secret-token"}
		b = appsscript.New(appsscript.Options{Getenv: func(name string) string { return vars[name] }, Client: &http.Client{Transport: service{}}, Limits: limits.Default()})
	}
	for _, action := range []string{"taskListsList", "taskListsCreate"} {
		class := rules{}.Resolve("tasks", action, nil)
		res, err := b.Do(context.Background(), backend.Call{Service: "tasks", Tool: "t", Action: action, Class: string(class), Params: map[string]any{}, Planner: plan{},
			Guard: func(context.Context, backend.Effect) error { fmt.Println("asked"); return nil }})
		if err != nil || !res.Success {
			panic(fmt.Sprint(res, err))
		}
		fmt.Println("told")
	}
}
