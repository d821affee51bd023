package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// planFileGetPermissions counts those who may comment as viewers, as the peer
// does, and names them once more.
func planFileGetPermissions(s *plugin.Step) (*plugin.Next, error) {
	all, next, err := grantsOf(s)
	if next != nil || err != nil {
		return next, err
	}
	var editors, viewers, commenters, shown []value.Value
	holder := value.Null()
	for _, g := range all {
		shown = append(shown, grantJSON(g))
		address := g.v.Get("emailAddress")
		if !g.counts() || !g.personal() || address.Text() == "" {
			continue
		}
		switch r := rank(g.text("role")); {
		case r == rankOwner:
			holder = address
		case r >= rankWriter:
			editors = append(editors, address)
		case r == rankCommenter:
			commenters, viewers = append(commenters, address), append(viewers, address)
		default:
			viewers = append(viewers, address)
		}
	}
	accessWord, permission := widest(all)
	return plugin.Done(value.Object(
		value.M("sharingAccess", value.String(accessWord)),
		value.M("sharingPermission", value.String(permission)),
		value.M("editors", value.Array(editors...)),
		value.M("viewers", value.Array(viewers...)),
		value.M("owner", holder),
		value.M("commenters", value.Array(commenters...)),
		value.M("permissions", value.Array(shown...)),
	)), nil
}

func grantJSON(g grant) value.Value {
	is, from := g.inherited()
	out := value.Object(
		value.M("id", g.v.Get("id")),
		value.M("type", g.v.Get("type")),
		value.M("role", g.v.Get("role")),
	)
	for _, key := range [...]string{"emailAddress", "domain", "displayName", "allowFileDiscovery", "deleted", "pendingOwner", "expirationTime", "view"} {
		out.Set(key, g.v.Get(key))
	}
	out.Set("inherited", value.Bool(is))
	if is && from != "" {
		out.Set("inheritedFrom", value.String(from))
	}
	return out
}
