//go:build unix

package setup

import (
	"strings"
	"testing"
)

func find(found []Advisory, area, severity string) *Advisory {
	for i := range found {
		if found[i].Area == area && found[i].Severity == severity {
			return &found[i]
		}
	}
	return nil
}

// Defect 16: while no list is set every host is allowed, and the audit says so.
func TestDefect16ImageHosts(t *testing.T) {
	for _, service := range []string{"docs", "slides"} {
		a := find(Audit([]Presence{{Service: service, URL: true}}, nil), "images", SeverityInfo)
		if a == nil || !strings.Contains(a.Summary, "every https host") || !strings.Contains(a.Summary, "redirects") || !strings.Contains(a.Advice, "ALLOWED_IMAGE_HOSTS") {
			t.Errorf("%s: %+v", service, a)
		}
	}
	if a := find(Audit([]Presence{{Service: "gmail", URL: true}}, nil), "images", SeverityInfo); a != nil {
		t.Errorf("gmail: %+v", a)
	}
}

func TestAuditScopes(t *testing.T) {
	for text, want := range map[string]struct{ severity, says string }{
		`{"oauthScopes":["https://www.googleapis.com/auth/tasks"]}`: {SeverityInfo, "auth/tasks"},
		`{"oauthScopes":["x\u001b[2J"]}`:                            {SeverityInfo, "x"},
		`{}`:                                                        {SeverityInfo, "lists no scopes"},
		`{"oauthScopes":"x"}`:                                       {SeverityWarn, "can't be read"},
		`nonsense`:                                                  {SeverityWarn, "can't be read"},
	} {
		c := checkout(t, map[string]string{tasksDir + "appsscript.json": text})
		a := find(Audit([]Presence{{Service: "tasks"}}, c), "scopes", want.severity)
		if a == nil || !strings.Contains(a.Summary, want.says) || strings.Contains(a.Summary, "\x1b") {
			t.Errorf("%s: %+v", text, a)
		}
	}
	c := checkout(t, map[string]string{tasksDir + "Code.gs": ""})
	for _, at := range []*Checkout{c, nil} {
		if a := find(Audit([]Presence{{Service: "tasks"}}, at), "scopes", SeverityInfo); a == nil {
			t.Error("a missing manifest is not told")
		}
	}
}

func TestAuditTokens(t *testing.T) {
	for _, c := range []struct {
		p    Presence
		want string
	}{
		{Presence{Service: "tasks", URL: true}, "info"},
		{Presence{Service: "tasks", Primary: true}, "warn"},
		{Presence{Service: "tasks", Classes: []string{"READ"}}, "ok"},
		{Presence{Service: "tasks", Primary: true, Classes: []string{"READ"}}, "ok"},
		{Presence{Service: "tasks", Classes: []string{"ADMIN"}}, "ok warn"},
		{Presence{Service: "gmail", Classes: []string{"READ"}}, "ok"},
		{Presence{Service: "gmail", Classes: []string{"SEND"}}, "ok +mail"},
		{Presence{Service: "gmail", Primary: true}, "warn +mail"},
	} {
		var got []string
		for _, a := range Audit([]Presence{c.p}, nil) {
			if a.Area == "tokens" {
				got = append(got, a.Severity)
			}
			if a.Area == "allowlists" && a.Severity == SeverityWarn {
				got = append(got, "+mail")
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v: %v, want %s", c.p, got, c.want)
		}
	}
}
