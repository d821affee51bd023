package route

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// AnyBody is the BodySchema of a third party's route that takes a body: the
// host knows no schema for it.
const AnyBody = "any"

// With gives a table that also has the routes which an operator granted to a
// third-party plugin. The receiver stays as it is.
//
// Each route is checked: id of a service that has no pinned table, method,
// host, path template and query names. A route that is there already, and a
// host that belongs to the pinned tables, are refused, so that no plugin can
// reach under another name what the risk tables guard. All mistakes come in
// one PLUGIN_REFUSED error.
//
// Every method but GET counts as one that changes something. Such a route
// never gets a token.
func (t *Table) With(routes []abi.Route) (*Table, error) {
	// What belongs to the host must be known in full before others get a place.
	if err := t.Verify(); err != nil {
		return nil, err
	}
	next := &Table{pinned: t.pinned, granted: make(map[string]*Route, len(t.granted)+len(routes))}
	maps.Copy(next.granted, t.granted)
	var faults []error
	for _, x := range routes {
		r, err := t.thirdParty(x)
		if err == nil {
			if _, taken := next.Get(r.ID); taken {
				err = errors.New("there is a route of this name already")
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("route %s: %w", show(x.ID), err))
			continue
		}
		next.granted[r.ID] = r
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fault.Wrap(err, fault.PluginRefused, "the plugin's routes break the rules: %s",
			strings.ReplaceAll(err.Error(), "\n", "; ")).WithHint("ask its author to correct them")
	}
	return next, nil
}

func (t *Table) thirdParty(x abi.Route) (*Route, error) {
	service, _, _ := strings.Cut(x.ID, ".")
	r := &Route{
		ID: x.ID, Service: service, Method: x.Method, Host: x.Host, Path: x.Path,
		Mutates: x.Method != "GET",
	}
	if x.Body {
		r.BodySchema = AnyBody
	}
	segments, names, err := parseTemplate(x.Path)
	if err != nil {
		return nil, err
	}
	for _, s := range segments {
		if s.param != "" && s.verb != "" {
			return nil, fmt.Errorf("path %s: a variable stands for one whole segment", show(x.Path))
		}
	}
	for _, n := range names {
		r.PathParams = append(r.PathParams, PathParam{Name: n, Type: "string"})
	}
	for _, q := range x.Query {
		r.Query = append(r.Query, QueryParam{Name: q.Name, Type: q.Type, Repeated: q.Repeated, Required: q.Required})
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if _, own := t.pinned[service]; own {
		return nil, fmt.Errorf("the service %q is the host's own", service)
	}
	name, _, _ := splitHost(r.Host)
	if slices.Contains(t.Hosts(), name) {
		return nil, fmt.Errorf("host %s belongs to the host's own tables", show(r.Host))
	}
	return r, nil
}
