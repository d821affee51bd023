package plugin

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// ownDomains are those of the providers whose services wslite itself speaks
// to. No third party's plugin gets a route there: it would be the place to use
// a token or a signed-in session that was meant for the host.
var ownDomains = []string{
	"googleapis.com", "google.com", "googleusercontent.com",
	"microsoft.com", "microsoftonline.com", "office.com", "office365.com", "live.com", "sharepoint.com", "outlook.com",
}

// check holds a third party's catalog against every rule and gives the rows
// to be granted. All mistakes come together, PLUGIN_REFUSED.
func (r *Registry) check(c *abi.Catalog) ([]abi.ActionRequest, error) {
	var errs []error
	refuse := func(format string, args ...any) {
		errs = append(errs, fault.New(fault.PluginRefused, format, args...))
	}
	service := text.Line(c.Service)
	if r.embedded[c.Service] != nil {
		refuse("the service %s is an embedded plugin's; a plugin can't take its place", service)
	}
	if err := sound(c); err != nil {
		errs = append(errs, err)
	}
	for _, req := range c.Requests {
		if !slices.ContainsFunc(c.Tools, func(t abi.Tool) bool { return slices.Contains(t.Actions, req.Action) }) {
			refuse("it asks for the action %q, which none of its tools has", text.Line(req.Action))
		}
	}
	granted := rows(c)
	errs = append(errs, grantable(c.Service, granted)...)
	if err := errors.Join(errs...); err != nil {
		return nil, fault.Wrap(err, fault.PluginRefused, "the plugin %q is refused:\n  %s", service, strings.Join(messages(err), "\n  ")).
			WithHint("ask its author to correct it")
	}
	return granted, nil
}

// sound holds a catalog against the rules for every plugin, embedded or not:
// names, places and schemas. It runs when a plugin is built or added, so that
// no start has to.
func sound(c *abi.Catalog) error {
	index, err := catalog.Build([]*abi.Catalog{c})
	if err != nil {
		return err
	}
	var errs []error
	for _, t := range index.Tools() {
		errs = append(errs, schema.Verify(t))
	}
	return errors.Join(errs...)
}

// maxMessages and maxMessage bound what is told of a catalog's mistakes: its
// author may have put a schema's worth of text into each name.
const (
	maxMessages = 40
	maxMessage  = 400
)

// messages lists what the errors joined in err say, without their hints: the
// advice is the same for all.
func messages(err error) []string {
	out := allMessages(err)
	for i := range out {
		out[i] = cut(out[i], maxMessage)
	}
	if more := len(out) - maxMessages; more > 0 {
		out = append(out[:maxMessages], fmt.Sprintf("and %d more", more))
	}
	return out
}

func allMessages(err error) (out []string) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			out = append(out, allMessages(e)...)
		}
		return out
	}
	if e := fault.Of(err); e != nil {
		return []string{e.Message}
	}
	return []string{err.Error()}
}

// grantable holds rows against the host's rules: what an action of which class
// may reach, and where. It also asks the packages that will enforce the grant
// whether they accept it, so that nothing is granted that can't be loaded. It
// runs again at each start, because the rules of a newer wslite may be stricter.
func grantable(service string, granted []abi.ActionRequest) (errs []error) {
	refuse := func(format string, args ...any) {
		errs = append(errs, fault.New(fault.PluginRefused, format, args...))
	}
	routes := routesOf(granted)
	for _, rt := range routes {
		if !strings.HasPrefix(rt.ID, service+".") {
			refuse("the route %q is not of its service %s", text.Line(rt.ID), text.Line(service))
		}
		if d := ownDomain(rt.Host); d != "" {
			refuse("the route %q goes to %q: hosts of %s are wslite's own, no plugin may use them", text.Line(rt.ID), text.Line(rt.Host), d)
		}
	}
	tables, err := risk.Load()
	if err == nil {
		_, err = tables.With(service, granted)
	}
	if err != nil {
		errs = append(errs, err)
	}
	pinned, err := route.Load()
	if err == nil {
		_, err = pinned.With(routes)
	}
	if err != nil {
		errs = append(errs, err)
	}
	return errs
}

// ownDomain gives the domain of wslite's own that a host belongs to.
func ownDomain(host string) string {
	name, _, _ := strings.Cut(strings.ToLower(host), ":")
	name = strings.TrimSuffix(name, ".")
	for _, d := range ownDomains {
		if name == d || strings.HasSuffix(name, "."+d) {
			return d
		}
	}
	return ""
}

// rows are the rows that a grant of everything asked for would have: one per
// action of the catalog's tools, in their order. They may hold what the rules
// refuse, also an action twice.
//
// An action without class is destructive. An action that nobody asked for is
// destructive and has no routes, except for a batch: that reaches what its
// operations reach and is classed by them. A write that sends DELETE counts as
// destructive, whatever its author calls it.
func rows(c *abi.Catalog) []abi.ActionRequest {
	var out []abi.ActionRequest
	seen := map[string]bool{}
	for _, t := range c.Tools {
		for _, a := range t.Actions {
			if seen[a] {
				continue
			}
			seen[a] = true
			asked := false
			for _, req := range c.Requests {
				if req.Action == a {
					asked = true
					req.Class = grantedClass(req)
					out = append(out, req)
				}
			}
			if !asked {
				out = append(out, abi.ActionRequest{Action: a, Class: grantedClass(abi.ActionRequest{Action: a})})
			}
		}
	}
	return out
}

// grantedClass is the class that the operator is shown and that is stored.
func grantedClass(req abi.ActionRequest) string {
	deletes := slices.ContainsFunc(req.Routes, func(r abi.Route) bool { return r.Method == "DELETE" })
	switch {
	case req.Class == "" && req.Action == risk.Batch:
		return string(risk.Read)
	case req.Class == "", req.Class == string(risk.Write) && deletes:
		return string(risk.Destructive)
	}
	return req.Class
}

// severity orders classes; what is no class stands above all.
func severity(class string) int {
	if i := slices.Index(risk.ClassNames(), class); i >= 0 {
		return i
	}
	return len(risk.ClassNames())
}

// classNote says how the granted class differs from the one asked for.
func classNote(c *abi.Catalog, row abi.ActionRequest) string {
	for _, req := range c.Requests {
		if req.Action == row.Action {
			switch {
			case req.Class == row.Class:
				return ""
			case req.Class == "":
				return "the plugin states no class"
			}
			return fmt.Sprintf("the plugin asked for %s, but it deletes", text.Line(req.Class))
		}
	}
	return "not asked for: it can reach nothing"
}
