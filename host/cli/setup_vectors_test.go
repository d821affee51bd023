package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wslite/wslite/host/risk"
)

// setupKinds are the kinds of exit vectors of doctor, repair and audit.
var setupKinds = []string{"doctorLive", "doctorDeployments", "repair", "audit"}

// healthInput is how the recorded proxy answers a GET: healthy, by the name
// of the service, unless it says otherwise.
type healthInput struct {
	Svc          string          `json:"svc"`
	Health       json.RawMessage `json:"health"`
	HealthStatus int             `json:"healthStatus"`
}

func (h healthInput) answerHealth(w http.ResponseWriter) {
	if h.HealthStatus != 0 {
		w.WriteHeader(h.HealthStatus)
	}
	var raw string
	switch {
	case h.Health == nil:
		io.WriteString(w, healthyAnswer(h.Svc))
	case json.Unmarshal(h.Health, &raw) == nil:
		io.WriteString(w, raw)
	default:
		w.Write(h.Health)
	}
}

func healthyAnswer(service string) string {
	if service == "" {
		service = "tasks"
	}
	return `{"success":true,"data":{"status":"healthy","service":"google-workspace-proxy-` + service + `"}}`
}

// prepareSetup makes what repair was recorded in: a checkout whose scripts
// clasp does not know yet.
func prepareSetup(t *testing.T, home string, argv []string) {
	t.Helper()
	if !slices.Contains(argv, "repair") {
		return
	}
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range tables.Services() {
		if err := os.MkdirAll(filepath.Join(home, "packages", s, "apps-script"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// setupExcerpt brings an answer into the form that the vectors record.
func setupExcerpt(kind string, want, got any) any {
	m, _ := got.(map[string]any)
	switch kind {
	case "doctorLive", "doctorDeployments":
		return installedExcerpt(want.(map[string]any), m)
	case "repair":
		for _, f := range listOf(m["findings"]) {
			f := f.(map[string]any)
			delete(f, "summary")
			delete(f, "proposal")
			delete(f, "outcome")
		}
	case "audit":
		tuples := []any{}
		for _, f := range listOf(m["findings"]) {
			f := f.(map[string]any)
			tuples = append(tuples, []any{f["severity"], f["area"], f["service"]})
		}
		m["findings"] = tuples
	}
	return got
}

// installedExcerpt keeps the keys of want; live and deployment are those of
// the one service that is installed, if any is.
func installedExcerpt(want, got map[string]any) map[string]any {
	out := map[string]any{}
	for k := range want {
		out[k] = got[k]
	}
	for _, s := range listOf(got["services"]) {
		s := s.(map[string]any)
		if s["installed"] != true {
			continue
		}
		for k, v := range s {
			if _, ok := want[k]; ok {
				out[k] = v
			}
		}
	}
	if live, ok := out["live"].(map[string]any); ok && live["advice"] != nil {
		live["hasAdvice"] = live["advice"] != ""
		delete(live, "advice")
	}
	if d, ok := out["deployment"].(map[string]any); ok {
		delete(d, "advice")
	}
	return out
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}
