package setup

import (
	"strings"
	"testing"
)

const deployed = "Found 3 deployments.\n- AKfyHEADid @HEAD \n- AKfyOld-1_x @2 - v2\n- AKfyNew @11 - newest\n"

func TestDeploymentOf(t *testing.T) {
	const base = "https://script.google.com/macros/s/"
	for _, c := range []struct {
		url, output string
		want        DeploymentStatus
		version     string
	}{
		{base + "AKfyNew/exec", deployed, DeployCurrent, "11"},
		{base + "AKfyOld-1_x/exec", deployed, DeployStale, "2"},
		{base + "AKfyHEADid/exec", deployed, DeployHead, "HEAD"},
		{base + "AKfyNewer/exec", deployed, DeployNotFound, ""},
		{base + "AKfyNe/exec", deployed, DeployNotFound, ""}, // a part of an id is none
		{base + "AKfyNew/exec?x=1", deployed, DeployCurrent, "11"},
		{" " + base + "AKfyNew/exec\n", deployed, DeployCurrent, "11"},
		{base + "AKfyNew/exec", strings.ReplaceAll(deployed, "\n", "\r\n"), DeployCurrent, "11"},
		{base + "AKfyNew/exec", "2 Deployments.\n- AKfyNew @1\n", DeployCurrent, "1"},
		{base + "AKfyNew/exec", "Found 0 deployments.\n\n", DeployNotFound, ""},
		{base + "AKfyNew/exec", "No deployments.\n", DeployNotFound, ""},
		{base + "AKfyNew/exec", "Could not read API credentials.", DeployUnparseable, ""},
		{base + "AKfyNew/exec", "- AKfyNew @99999999999999999999\n", DeployUnparseable, ""},
		{base + "AKfyNew/exec", "- AKfyNew @1.5\n- AKfyNew @3\n", DeployCurrent, "3"},
		{"", deployed, DeployMissingURL, ""},
		{" ", deployed, DeployMissingURL, ""},
		{"https://example.com/?u=/macros/s/AKfyNew/exec", deployed, DeployMalformedURL, ""},
		{"https://script.google.com/macros/s//exec", deployed, DeployMalformedURL, ""},
		{"https://[::1", deployed, DeployMalformedURL, ""},
	} {
		d := DeploymentOf(c.url, c.output)
		if d.Status != c.want || d.Version != c.version || (d.Advice == "") != (d.Status == DeployCurrent) {
			t.Errorf("%s with %.40q: %+v, want %s %s", c.url, c.output, d, c.want, c.version)
		}
	}
}

// Defect 25: the addresses that users of a domain see are web apps' addresses,
// and one that ends in /dev is that of no version.
func TestDefect25Addresses(t *testing.T) {
	for path, want := range map[string]DeploymentStatus{
		"/macros/s/AKfyNew/exec":               DeployCurrent,
		"/a/macros/example.com/s/AKfyNew/exec": DeployCurrent,
		"/a/example.com/macros/s/AKfyNew/exec": DeployCurrent,
		"/macros/u/1/s/AKfyNew/exec":           DeployCurrent,
		"/macros/s/AKfyNew/dev":                DeployHead,
		"/a/macros/example.com/s/AKfyNew/dev":  DeployHead,
		"/macros/s/AKfyHEADid/dev":             DeployHead,
		"/macros/s/AKfyNone/dev":               DeployNotFound,
	} {
		if d := DeploymentOf("https://script.google.com"+path, deployed); d.Status != want {
			t.Errorf("%s: %s, want %s", path, d.Status, want)
		}
	}
}

func TestWhatFailsDoctor(t *testing.T) {
	for status, fails := range map[DeploymentStatus]bool{
		DeployCurrent: false, DeployUnavailable: false, DeployStale: true, DeployHead: true,
		DeployNotFound: true, DeployMissingURL: true, DeployMalformedURL: true, DeployUnparseable: true,
	} {
		if status.Fails() != fails {
			t.Errorf("%s: %v", status, !fails)
		}
	}
}
