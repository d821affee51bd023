package rest

import (
	"encoding/json"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// within refuses a request that does more than the action's class was agreed to
// for: by a query value, by a member of the body, by sending one mail more, or to
// someone whom nobody named.
func (b *Backend) within(c backend.Call, req abi.Request, r prepared, used *progress) error {
	if risk.Once(r.route.ID) {
		if used.once[r.route.ID] {
			return violation(r.route, "one action sends one mail, and the plan asked for another")
		}
		used.once[r.route.ID] = true
	}
	if !risk.Watched(r.route.ID) && r.route.ID != sendRoute {
		return nil
	}
	if r.route.ID == draftRoute && req.Media != nil {
		return violation(r.route, "the request would send another mail than the stored draft")
	}
	query := values(req.Query)
	body, err := r.object()
	if err != nil {
		return err
	}
	class := risk.Class(c.Class)
	if class == "" {
		class = b.o.Risk.Resolve(c.Service, c.Action, c.Params)
	}
	if what := risk.Exceeds(class, r.route.ID, query, body); what != "" {
		return violation(r.route, "the request would %s, which the action %s of class %s does not", what, show(c.Action), class)
	}
	return b.reaches(c, req, r, body)
}

// values are query values by name; prepare has checked names and types.
func values(query map[string]abi.Raw) map[string]any {
	out := map[string]any{}
	for name, raw := range query {
		var v any
		if json.Unmarshal(raw, &v) == nil {
			out[name] = v
		}
	}
	return out
}

// object gives the members of the request's body.
func (r prepared) object() (map[string]any, error) {
	if r.body == nil {
		return nil, nil
	}
	v, err := decode(r.body)
	if err != nil {
		return nil, violation(r.route, "the body is not JSON")
	}
	return object(v), nil
}
