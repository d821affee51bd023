// Package scope computes which OAuth scopes a sign-in asks for: the narrowest
// ones by which every action of the chosen services and classes can run. It
// reads the host's own tables (which routes an action reaches, which scopes a
// route takes) and this package's list of scopes that wslite asks for at all
// (known.go). It sends nothing.
//
// Start reading at For.
package scope

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/text"
)

// Max is how many scopes one sign-in may ask for. Google refuses apps that it
// has not verified beyond about that many.
const Max = 25

// Rules is what is asked of the risk tables; *risk.Tables has it.
type Rules interface {
	Services() []string
	Actions(service string) []string
	Row(service, action string) (risk.Row, bool)
}

// Routes is what is asked of the route tables; *route.Table has it.
type Routes interface {
	Get(id string) (*route.Route, bool)
}

// Services lists the services that have pinned routes with scopes, so that it
// makes sense to sign in for them.
func Services(rules Rules, routes Routes) []string {
	var out []string
	for _, s := range rules.Services() {
		if len(needs(rules, routes, s, All)) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Classes says of which classes actions are wanted.
type Classes func(risk.Class) bool

// All wants every action.
func All(risk.Class) bool { return true }

// For gives the scopes for the actions of services that are of the wanted
// classes, sorted; none where no action is. The error is USAGE for a service
// that does not exist, NOT_SUPPORTED for one that nobody can sign in for.
func For(rules Rules, routes Routes, services []string, want Classes) ([]string, error) {
	var out []string
	for _, s := range services {
		if err := checkService(rules, routes, s); err != nil {
			return nil, err
		}
		set, err := cover(s, needs(rules, routes, s, want))
		if err != nil {
			return nil, err
		}
		out = append(out, set...)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > Max {
		return nil, fault.New(fault.Usage, "these services need %d scopes, and one sign-in may ask for %d", len(out), Max).
			WithHint("name fewer with --services; later sign-ins add to what is granted")
	}
	return out, nil
}

func checkService(rules Rules, routes Routes, service string) error {
	known := Services(rules, routes)
	if slices.Contains(known, service) {
		return nil
	}
	if slices.Contains(rules.Services(), service) {
		return fault.New(fault.NotSupported, "%s can't be reached by signing in yet; it runs over its Apps Script proxy", service).
			WithHint("services to sign in for: %s", strings.Join(known, ", "))
	}
	err := fault.New(fault.Usage, "there is no service %q to sign in for", text.Cut(text.Line(service), 60))
	if like, ok := text.Suggest(service, known); ok {
		return err.WithHint("did you mean %s?", like)
	}
	return err.WithHint("it is one of %s", strings.Join(known, ", "))
}

// needs lists what has to be granted: for each route of the actions the scopes
// of which one is enough. Equal lists stand once.
func needs(rules Rules, routes Routes, service string, want Classes) [][]string {
	seen := map[string]bool{}
	var out [][]string
	for _, action := range rules.Actions(service) {
		row, _ := rules.Row(service, action)
		if !want(row.Class) {
			continue
		}
		for _, id := range row.Routes {
			r, ok := routes.Get(id)
			if !ok || !r.Pinned || len(r.Scopes) == 0 {
				continue
			}
			any := slices.Sorted(slices.Values(r.Scopes))
			if key := strings.Join(any, " "); !seen[key] {
				seen[key] = true
				out = append(out, any)
			}
		}
	}
	return out
}

// Check says whether a scope that a person names may be asked for.
func Check(s string) error {
	const google = "https://www.googleapis.com/auth/"
	word := text.Cut(text.Line(s), 100)
	switch {
	case s == "https://mail.google.com/" || s == "https://mail.google.com":
		return fault.New(fault.Usage, "the scope %s is not asked for: it lets mail be deleted for good", word).
			WithHint("%sgmail.modify is enough for every tool", google)
	case strings.HasPrefix(s, google+"admin.") || strings.HasPrefix(s, google+"cloud-") || strings.HasPrefix(s, google+"apps."):
		return fault.New(fault.Usage, "the scope %s is for administrators; no tool needs it", word)
	case s == "openid" || s == "email" || s == "profile" || s == "offline_access":
		return nil
	case !strings.HasPrefix(s, "https://") || len(s) > 200 || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }):
		return fault.New(fault.Usage, "%q is no scope", word).WithHint("write it in full, as %stasks.readonly", google)
	}
	return nil
}

// Says tells in a few words what a scope allows.
func Says(s string) string {
	if k, ok := find(s); ok {
		return k.says
	}
	return "what its name says (not one that wslite asks for by itself)"
}
