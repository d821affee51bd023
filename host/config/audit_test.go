package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAuditDefaults(t *testing.T) {
	m := newMachine(t)
	want := Audit{Dir: filepath.Join(m.home, ".local", "state", "wslite", "audit"), RotateBytes: 16 << 20}
	if got := m.load().Audit; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	m.home = ""
	if got := m.load().Audit; got.Dir != "" {
		t.Errorf("without a home the log would go to %q", got.Dir)
	}
}

func TestAuditOfTheFile(t *testing.T) {
	m := newMachine(t)
	m.write("[audit]\ndir = \"log\"\nrotate_mib = 2\nkeep_files = 3\nreads = true\n")
	want := Audit{Dir: filepath.Join(m.home, ".config", "wslite", "log"), RotateBytes: 2 << 20, Keep: 3, Reads: true}
	if got := m.load().Audit; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestAuditRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"rotate_mib = 0":        "above zero",
		"rotate_mib = 257":      "at most 256",
		"keep_files = -1":       "above zero",
		"reads = \"sometimes\"": "true or false",
		"dir = \"\"":            "must not be empty",
		"rotate_mb = 1":         "did you mean \"rotate_mib\"",
	} {
		m := newMachine(t)
		m.write("[audit]\n" + text + "\n")
		if _, err := Load(m.options()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
