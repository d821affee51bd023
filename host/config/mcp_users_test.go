package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUsers(t *testing.T) {
	m := newMachine(t)
	if c := m.load(); c.MCP.Users != nil || c.MCP.User("ana") != nil {
		t.Errorf("without a word of anybody: %+v", c.MCP.Users)
	}
	m.write("[profile.work]\nbackend = \"google\"\n[mcp.users.bo]\n[mcp.users.ana]\nprofile = \"work\"\naccount = \"ana@corp.example\"\n" +
		"subject = \"s-1\"\nupload_roots = [\"~/out\"]\n")
	c := m.load()
	want := []MCPUser{{Name: "ana", Profile: "work", Account: "ana@corp.example", Subject: "s-1", UploadRoots: []string{filepath.Join(m.home, "out")}}, {Name: "bo"}}
	if diff := cmp.Diff(want, c.MCP.Users); diff != "" {
		t.Error(diff)
	}
	if u := c.MCP.User("bo"); u == nil || u.Name != "bo" || c.MCP.User("b") != nil {
		t.Errorf("bo is %+v", u)
	}
	for bad, says := range map[string]string{
		"[mcp.users.ana]\nprofile = \"wrok\"":                               "unknown profile",
		"[mcp.users.\"a b\"]":                                               "user name",
		"[mcp.users.\"a@b\"]\naccount = \"x\"":                              "user name",
		"[mcp.users.ana]\n[mcp.users.Ana]":                                  "case alone",
		"[mcp.users.ana]\nsubject = \"S\"\n[mcp.users.bo]\nsubject = \"s\"": "same one",
		"[mcp.users.ana]\nsubject = \"a\\u0007\"":                           "control characters",
		"[mcp.users.ana]\nupload_roots = [\"/\"]":                           "whole machine",
		"[mcp.users.ana]\npolicy = 1":                                       "unknown key",
		"[mcp.users]\nana = \"work\"":                                       "must be a table",
	} {
		m.write(bad + "\n")
		if _, err := Load(m.options()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// A profile may have an embedded workspace of its own.
func TestProfilesLocalPath(t *testing.T) {
	m := newMachine(t)
	m.write("[local]\npath = \"/srv/all.db\"\n[profile.ana.local]\npath = \"~/ana.db\"\n[profile.bo]\n")
	for profile, want := range map[string]string{"ana": filepath.Join(m.home, "ana.db"), "bo": "/srv/all.db"} {
		o := m.options()
		o.Profile, o.Local = profile, true
		c, err := Load(o)
		if err != nil || c.LocalFile != want {
			t.Errorf("%s: %+v, %v", profile, c, err)
		}
	}
}
