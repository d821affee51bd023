package scope

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
)

func tables(t *testing.T) (*risk.Tables, *route.Table) {
	t.Helper()
	rules, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	routes, err := route.Load()
	if err != nil {
		t.Fatal(err)
	}
	return rules, routes
}

// want are the exact scopes of each service: all actions, then reads alone.
var want = map[string][2]string{
	"gmail":    {"gmail.modify gmail.settings.basic", "gmail.readonly"},
	"drive":    {"drive", "drive.readonly"},
	"calendar": {"calendar.calendarlist.readonly calendar.calendars calendar.events calendar.freebusy calendar.settings.readonly", "calendar.calendarlist.readonly calendar.calendars.readonly calendar.events.readonly calendar.freebusy calendar.settings.readonly"},
	"tasks":    {"tasks", "tasks.readonly"},
}

func short(list []string) string {
	var out []string
	for _, s := range list {
		out = append(out, Short(s))
	}
	return strings.Join(out, " ")
}

// The scopes of the real tables are exactly these. A service whose actions have
// no routes yet is not offered at all.
func TestScopesOfTheTables(t *testing.T) {
	rules, routes := tables(t)
	services := Services(rules, routes)
	if !slices.Contains(services, "tasks") {
		t.Fatalf("tasks is not among %v", services)
	}
	for _, s := range services {
		for i, classes := range []Classes{All, reads} {
			got, err := For(rules, routes, []string{s}, classes)
			if err != nil || short(got) != want[s][i] {
				t.Errorf("%s, read only %v: %s %v\nwant %s", s, i == 1, short(got), err, want[s][i])
			}
		}
	}
	all, err := For(rules, routes, services, All)
	if err != nil || len(all) > Max {
		t.Errorf("%d %v", len(all), err)
	}
}

// The guide's table names exactly these scopes.
func TestGuideNamesTheScopes(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/accounts.md")
	if err != nil {
		t.Fatal(err)
	}
	for service, sets := range want {
		found := false
		for line := range strings.Lines(string(guide)) {
			cells := strings.Split(line, "|")
			if len(cells) != 5 || !strings.EqualFold(strings.TrimSpace(cells[1]), service) {
				continue
			}
			found = true
			for i, set := range sets {
				names := strings.Fields(strings.ReplaceAll(cells[2+i], "`", ""))
				slices.Sort(names)
				if strings.Join(names, " ") != set {
					t.Errorf("%s: the guide says %v, it is %s", service, names, set)
				}
			}
		}
		if !found {
			t.Errorf("%s is not in the guide's table", service)
		}
	}
}

// Each action can run with the scopes that are asked for, and what is asked
// for can't be made smaller.
func TestEveryActionIsCovered(t *testing.T) {
	rules, routes := tables(t)
	for _, s := range Services(rules, routes) {
		for i, classes := range []Classes{All, reads} {
			got, err := For(rules, routes, []string{s}, classes)
			if err != nil {
				t.Fatal(err)
			}
			met := func(with []string) bool {
				for _, any := range needs(rules, routes, s, classes) {
					if !slices.ContainsFunc(any, func(x string) bool { return slices.Contains(with, x) }) {
						return false
					}
				}
				return true
			}
			if !met(got) {
				t.Errorf("%s, read only %v: %v is not enough", s, i == 1, got)
			}
			for j := range got {
				if met(slices.Delete(slices.Clone(got), j, j+1)) {
					t.Errorf("%s, read only %v: %s is not needed", s, i == 1, got[j])
				}
			}
			for _, x := range got {
				if i == 1 && !strings.HasSuffix(x, ".readonly") && !strings.HasSuffix(x, ".freebusy") {
					t.Errorf("%s, read only: %s", s, x)
				}
			}
		}
	}
}

// fakeRules are rows of a test over the real routes.
type fakeRules map[string]map[string]risk.Row

func (f fakeRules) Services() []string {
	var out []string
	for s := range f {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func (f fakeRules) Actions(service string) []string {
	var out []string
	for a := range f[service] {
		out = append(out, a)
	}
	slices.Sort(out)
	return out
}

func (f fakeRules) Row(service, action string) (risk.Row, bool) {
	r, ok := f[service][action]
	return r, ok
}

func row(class risk.Class, routes ...string) risk.Row { return risk.Row{Class: class, Routes: routes} }

// B29: a sign-in asks for the scopes of the chosen services alone, never for
// those of administrators, and for as narrow ones as their actions allow.
func TestB29ScopesAreNarrow(t *testing.T) {
	_, routes := tables(t)
	rules := fakeRules{
		"gmail": {
			"search": row(risk.Read, "gmail.users.messages.list", "gmail.users.messages.get"),
			"labels": row(risk.Read, "gmail.users.labels.list"),
			"filter": row(risk.Write, "gmail.users.settings.filters.create"),
			"trash":  row(risk.Destructive, "gmail.users.messages.trash"),
			"send":   row(risk.Send, "gmail.users.messages.send"),
		},
		"drive": {
			"list":   row(risk.Read, "drive.files.list", "drive.files.get"),
			"delete": row(risk.Destructive, "drive.files.delete"),
		},
		"calendar": {
			"events":   row(risk.Read, "calendar.events.list"),
			"lists":    row(risk.Read, "calendar.calendarList.list", "calendar.colors.get"),
			"settings": row(risk.Read, "calendar.settings.get"),
			"get":      row(risk.Read, "calendar.calendars.get"),
			"busy":     row(risk.Read, "calendar.freebusy.query"),
			"create":   row(risk.Write, "calendar.events.insert"),
			"calendar": row(risk.Write, "calendar.calendars.insert"),
		},
		"tasks":  {"list": row(risk.Read, "tasks.tasks.list"), "insert": row(risk.Write, "tasks.tasks.insert")},
		"mailer": {"send": row(risk.Send, "gmail.users.messages.send")},
		"none":   {"x": row(risk.Read)},
	}
	for s, w := range want {
		for i, classes := range []Classes{All, reads} {
			got, err := For(rules, routes, []string{s}, classes)
			if err != nil || short(got) != w[i] {
				t.Errorf("%s, read only %v: %s %v\nwant %s", s, i == 1, short(got), err, w[i])
			}
		}
	}
	if got, err := For(rules, routes, []string{"mailer"}, All); err != nil || short(got) != "gmail.send" {
		t.Errorf("who only sends: %v %v", got, err)
	}
	// A policy that forbids sending and destroying asks for less.
	quiet := func(c risk.Class) bool { return c != risk.Send && c != risk.Destructive }
	if got, err := For(rules, routes, []string{"gmail", "drive"}, quiet); err != nil || short(got) != "drive.readonly gmail.readonly gmail.settings.basic" {
		t.Errorf("without sending: %v %v", got, err)
	}
	got, err := For(rules, routes, []string{"drive", "gmail", "calendar"}, All)
	if err != nil || len(got) != 8 || strings.Contains(strings.Join(got, " "), "tasks") {
		t.Errorf("%v %v", got, err)
	}
	for _, k := range scopes {
		if strings.Contains(k.name, "admin") || strings.Contains(k.name, "mail.google.com") || Check(k.name) != nil || k.says == "" {
			t.Errorf("%s is asked for", k.name)
		}
	}
	for service, code := range map[string]fault.Code{"none": fault.NotSupported, "gmial": fault.Usage, "": fault.Usage} {
		if _, err := For(rules, routes, []string{service}, All); fault.CodeOf(err) != code {
			t.Errorf("%q: %v", service, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, good := range []string{"openid", prefix + "tasks", "https://www.googleapis.com/auth/contacts.readonly"} {
		if err := Check(good); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"", "tasks", "https://mail.google.com/", prefix + "admin.directory.user", prefix + "cloud-platform", "https://x y", "https://x\x1b"} {
		if err := Check(bad); fault.CodeOf(err) != fault.Usage {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if !strings.Contains(Says(prefix+"drive"), "delete all files") || Says("https://x/") == "" {
		t.Error(Says(prefix + "drive"))
	}
}

// reads wants the actions that change nothing.
func reads(c risk.Class) bool { return c == risk.Read }
