package setup

import (
	"encoding/json"
	"reflect"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/vectors"
)

func TestDeploymentVectors(t *testing.T) {
	vectors.Run(t, "exit", []string{"deploymentStatus"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			URL         *string `json:"url"`
			ClaspOutput string  `json:"claspOutput"`
		}
		v.In(t, &in)
		address := ""
		if in.URL != nil {
			address = *in.URL
		}
		d := DeploymentOf(address, in.ClaspOutput)
		got := map[string]any{"status": string(d.Status)}
		if d.Fingerprint != "" {
			got["fingerprint"] = d.Fingerprint
		}
		if d.Latest > 0 {
			got["latestVersion"] = json.Number(strconv.Itoa(d.Latest))
		}
		if _, err := strconv.Atoi(d.Version); err == nil {
			got["envVersion"] = json.Number(d.Version)
		} else if d.Version != "" {
			got["envVersion"] = d.Version
		}
		var want map[string]any
		v.Want(t, &want)
		// What the peer says must be said; to say more is no difference.
		for k := range got {
			if _, ok := want[k]; !ok {
				delete(got, k)
			}
		}
		return cmp.Diff(want, got)
	})
}

func TestEnvFileVectors(t *testing.T) {
	type finding struct {
		Kind   string `json:"kind"`
		Action string `json:"action"`
	}
	type want struct {
		Findings   []finding `json:"findings"`
		Lines      []int     `json:"lines"`
		Normalized string    `json:"normalized"`
	}
	vectors.Run(t, "exit", []string{"envFile"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Content string `json:"content"`
		}
		v.In(t, &in)
		var w want
		v.Want(t, &w)
		f := EnvFile(in.Content)
		got := want{Findings: []finding{}, Lines: f.Check().Malformed, Normalized: string(f.Normalize())}
		if got.Lines == nil {
			got.Lines = []int{}
		}
		for _, x := range envFindings(nil, f) {
			got.Findings = append(got.Findings, finding{x.Kind, x.Action})
		}
		if reflect.DeepEqual(w, got) {
			return ""
		}
		return cmp.Diff(w, got)
	})
}
