package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func planFileAddEditor(s *plugin.Step) (*plugin.Next, error) { return addPerson(s, "writer") }

func planFileAddViewer(s *plugin.Step) (*plugin.Next, error) { return addPerson(s, "reader") }

func planFileRemoveEditor(s *plugin.Step) (*plugin.Next, error) {
	return removePerson(s, func(role int) bool { return role >= rankWriter })
}

func planFileRemoveViewer(s *plugin.Step) (*plugin.Next, error) {
	return removePerson(s, func(role int) bool { return role > 0 && role < rankWriter })
}

func address(p value.Value) string { return text.Trim(p.Get("email").Text()) }

// ofPerson finds the grant of an address; of several the one that allows most.
func ofPerson(all []grant, email string) (found grant, ok bool) {
	for _, g := range all {
		if g.counts() && g.personal() && text.Lower(g.text("emailAddress")) == text.Lower(email) &&
			(!ok || rank(g.text("role")) > rank(found.text("role"))) {
			found, ok = g, true
		}
	}
	return found, ok
}

// addPerson gives an address at least this role. Nobody loses anything: who has
// more keeps it.
//
// Whether an address is a person's or a group's can't be seen. It is tried as a
// person's first; Drive refuses a group's then, before anything is shared.
func addPerson(s *plugin.Step, role string) (*plugin.Next, error) {
	switch s.Name {
	case "", "grants":
		all, next, err := grantsOf(s)
		if next != nil || err != nil {
			return next, err
		}
		has, ok := ofPerson(all, address(s.Params))
		switch {
		case !ok:
			return s.Ask("created", newGrant(s.Params, "user", role).Tolerate(400)), nil
		case rank(has.text("role")) >= rank(role):
			return added(s, has.v, false), nil
		}
		return s.Ask("raised", onGrant(routePermissionsUpdate, s.Params, has).
			Body(value.Object(value.M("role", value.String(role)))).Keep("id,role")), nil
	case "created":
		if r := s.Responses[0]; r.Error != nil {
			return s.Ask("group", newGrant(s.Params, "group", role).Tolerate(400)).Keep(value.Object(
				value.M("code", value.String(r.Error.Code)), value.M("message", value.String(r.Error.Message)), value.M("reason", value.String(r.Error.Reason)))), nil
		}
		return addedBy(s)
	case "group":
		if s.Responses[0].Error != nil {
			// What Drive said about the address as a person's tells more.
			return nil, &plugin.Error{Code: s.State.Get("code").Text(), Field: "email",
				Message: text.Join(text.Or(s.State.Get("message").Text(), "Drive refused the address."), " ", text.After("Reason: ", s.State.Get("reason").Text()))}
		}
		return addedBy(s)
	case "raised":
		return addedBy(s)
	}
	return s.Stray()
}

// newGrant shares with an address. Whether Google tells the person by mail is
// stated each time; it does unless the call says no, as the peer's proxies do.
func newGrant(p value.Value, kind, role string) plugin.Request {
	notify := true
	if b, given := p.Get("sendNotificationEmail").AsBool(); given {
		notify = b
	}
	return everywhere(onFile(routePermissionsCreate, p)).
		Query("sendNotificationEmail", value.Bool(notify)).
		Body(value.Object(
			value.M("type", value.String(kind)),
			value.M("role", value.String(role)),
			value.M("emailAddress", value.String(address(p))),
		)).Keep("id,role")
}

func onGrant(route string, p value.Value, g grant) plugin.Request {
	return everywhere(onFile(route, p)).Path("permissionId", g.text("id"))
}

func addedBy(s *plugin.Step) (*plugin.Next, error) {
	g, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return added(s, g, true), nil
}

func added(s *plugin.Step, g value.Value, changed bool) *plugin.Next {
	next := plugin.Done(value.Object(
		value.M("added", value.Bool(true)),
		value.M("email", value.String(address(s.Params))),
		value.M("permissionId", g.Get("id")),
		value.M("role", g.Get("role")),
		value.M("changed", value.Bool(changed)),
	))
	if !changed {
		next.Warn("The address has this access already, so nothing was changed.")
	}
	return next
}

// removePerson takes the address's own access away if its role is one that the
// action is about.
func removePerson(s *plugin.Step, about func(role int) bool) (*plugin.Next, error) {
	if s.Name == "deleted" {
		return removed(s, true).Warn(s.State.Text()), nil
	}
	all, next, err := grantsOf(s)
	if next != nil || err != nil {
		return next, err
	}
	has, ok := ofPerson(all, address(s.Params))
	role := rank(has.text("role"))
	own, above, from := has.parts()
	switch {
	case ok && role == rankOwner:
		return nil, plugin.Invalid("email", "The address is the owner's, whose access can't be removed.")
	case !ok || !about(role):
		return removed(s, false).Warn("The address has no such access of its own, so nothing was removed.", stillOpen(all)), nil
	case !about(rank(own)):
		return nil, &plugin.Error{Code: plugin.ActionNotAllowed, Field: "email",
			Message: "The access comes from above" + text.After(", from ", from) + ", and can be removed only there."}
	}
	keeps := ""
	if above != "" {
		keeps = "The address keeps what it has from above" + text.After(", from ", from) + ": " + permissionWord(above) + "."
	}
	return s.Ask("deleted", onGrant(routePermissionsDelete, s.Params, has)).
		Keep(value.String(text.Join(keeps, " ", stillOpen(all)))), nil
}

func removed(s *plugin.Step, was bool) *plugin.Next {
	return plugin.Done(value.Object(
		value.M("removed", value.Bool(was)),
		value.M("email", value.String(address(s.Params))),
	))
}

// stillOpen warns where a removal closes less than it seems to.
func stillOpen(all []grant) string {
	if accessWord, permission := widest(all); accessWord != "PRIVATE" {
		return "The file stays open by link or domain: " + accessWord + " / " + permission + "."
	}
	return ""
}
