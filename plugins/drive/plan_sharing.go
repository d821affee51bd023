package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// wanted is what everybody is to have after the change. audience 0 is nobody.
type wanted struct {
	audience int
	role     string
	domain   string
}

// asGrant is the target as a permission.
func (w wanted) asGrant() grant {
	v := value.Object(value.M("role", value.String(w.role)), value.M("type", value.String("anyone")),
		value.M("allowFileDiscovery", value.Bool(w.audience%2 == 0)))
	if w.audience < 3 {
		v.Set("type", value.String("domain"))
		v.Set("domain", value.String(w.domain))
	}
	return grant{v}
}

// same tells whether a grant is the target's, but for the role.
func (w wanted) same(g grant) bool {
	return g.audience() == w.audience && text.Lower(g.text("domain")) == text.Lower(w.domain)
}

// covers tells whether nobody whom g lets in would be shut out, or allowed
// less, by the target.
func (w wanted) covers(g grant) bool {
	return w.audience >= g.audience() && rank(w.role) >= rank(g.text("role")) &&
		(w.audience > 2 || text.Lower(g.text("domain")) == text.Lower(w.domain))
}

// wantedOf reads the call. What is not known is refused: no word may fall
// through to sharing with everyone.
func wantedOf(p value.Value) (w wanted, err error) {
	word, permission := text.Upper(text.Trim(p.Get("access").Text())), p.Get("permission").Text()
	w.audience = -1
	for i, a := range accessWords {
		if a == word {
			w.audience = i
		}
	}
	switch {
	case w.audience < 0:
		return w, plugin.Invalid("access", "access must be ANYONE, ANYONE_WITH_LINK, DOMAIN, DOMAIN_WITH_LINK or PRIVATE.")
	case w.audience == 0:
		return w, nil
	}
	switch permission {
	case "VIEW":
		w.role = "reader"
	case "COMMENT":
		w.role = "commenter"
	case "EDIT":
		w.role = "writer"
	default:
		return w, plugin.Invalid("permission", "With "+word+" the permission must be VIEW, COMMENT or EDIT. Access PRIVATE ends sharing by link.")
	}
	return w, nil
}

// The kinds of change; each is one request.
const (
	doCreate = "create"
	doUpdate = "update"
	doDelete = "delete"
)

// changesTo lists the requests that lead from the grants to the target. What
// lets more people in than the target, or lets them do more, goes first: if the
// rest fails the file is less open than it was to be, and not more. What the
// target covers goes last, so that a file that is only opened further shuts
// nobody out in between.
//
// after are the grants that will then be there. stays names the folders from
// which more access comes than the target gives: it can't be taken away here.
func changesTo(w wanted, all []grant) (ops []value.Value, after []grant, stays string) {
	var covered []value.Value
	met := w.audience == 0
	for _, g := range all {
		if !g.counts() || !g.byLink() {
			continue
		}
		own, above, from := g.parts()
		left := above // what the grant still gives when all is done
		switch {
		case !met && w.same(g) && (own != "" || above == w.role):
			met = true
			if own != "" && own != w.role {
				covered = append([]value.Value{operation(doUpdate, g, w.role)}, covered...)
			}
			left = higher(w.role, above)
		case own == "":
		case w.covers(g):
			covered = append(covered, operation(doDelete, g, ""))
		default:
			ops = append(ops, operation(doDelete, g, ""))
		}
		if left == "" {
			continue
		}
		after = append(after, g.as(left))
		if !w.covers(g.as(left)) {
			stays = text.Join(stays, ", ", text.Or(from, "a folder above"))
		}
	}
	if !met {
		ops = append(ops, operation(doCreate, w.asGrant(), w.role))
		after = append(after, w.asGrant())
	}
	return append(ops, covered...), after, stays
}

func operation(do string, g grant, role string) value.Value {
	op := value.Object(value.M("do", value.String(do)))
	switch do {
	case doCreate:
		op.Set("body", g.v)
		return op
	case doUpdate:
		op.Set("body", value.Object(value.M("role", value.String(role))))
	}
	op.Set("id", g.v.Get("id"))
	return op
}

// planFileSetSharing changes one grant after the other: Drive loses changes of
// one file that run at the same time.
func planFileSetSharing(s *plugin.Step) (*plugin.Next, error) {
	w, err := wantedOf(s.Params)
	if err != nil {
		return nil, err
	}
	switch s.Name {
	case "", "grants":
		all, next, err := grantsOf(s)
		if next != nil || err != nil {
			return next, err
		}
		if w.audience == 1 || w.audience == 2 {
			return s.Ask("domain", plugin.To(routeAbout).Keep("user(emailAddress)")).Keep(grantsState(all)), nil
		}
		return startChanges(s, w, all)
	case "domain":
		if w.domain = domainOf(s.Responses[0].Body.Get("user").Get("emailAddress").Text()); w.domain == "" {
			return nil, plugin.Invalid("access", "The account belongs to no organisation, so there is no domain to share with. Use ANYONE_WITH_LINK, or add people by address.")
		}
		var all []grant
		for _, v := range s.State.Items() {
			all = append(all, grant{v})
		}
		return startChanges(s, w, all)
	case "change":
		return nextChange(s)
	case "shown":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		data := theFileJSON(f)
		data.Set("sharingAccess", s.State.Get("access"))
		data.Set("sharingPermission", s.State.Get("permission"))
		return plugin.Done(data).Warn(s.State.Get("warning").Text()), nil
	}
	return s.Stray()
}

// domainOf is the domain of an organisation's account; "" of one of Google's
// own, where the domain is everyone's.
func domainOf(email string) string {
	at := text.Index(email, "@")
	if at < 0 {
		return ""
	}
	switch domain := text.Lower(email[at+1:]); domain {
	case "gmail.com", "googlemail.com":
		return ""
	default:
		return domain
	}
}

func grantsState(all []grant) value.Value {
	list := make([]value.Value, len(all))
	for i, g := range all {
		list[i] = g.v
	}
	return value.Array(list...)
}

func startChanges(s *plugin.Step, w wanted, all []grant) (*plugin.Next, error) {
	ops, after, stays := changesTo(w, all)
	accessWord, permission := widest(after)
	warning := ""
	if stays != "" {
		warning = "The file stays open by link or domain through " + stays + ": that can be ended only there."
	}
	return ask(s, value.Object(
		value.M("ops", value.Array(ops...)),
		value.M("at", value.Int(0)),
		value.M("access", value.String(accessWord)),
		value.M("permission", value.String(permission)),
		value.M("warning", value.String(warning)),
	)), nil
}

// nextChange goes on after one change. A failure behind the first one says that
// the sharing is now neither the old nor the new.
func nextChange(s *plugin.Step) (*plugin.Next, error) {
	at, _ := s.State.Get("at").AsInt()
	if r := s.Responses[0]; r.Error != nil && !r.Is(404) {
		return nil, failed(r, "Part of the sharing was changed ("+text.Count(int(at), "step", "steps")+" of "+
			text.Int(s.State.Get("ops").Len())+"); look with drive_get_permissions.")
	}
	state := s.State
	state.Set("at", value.Int(at+1))
	return ask(s, state), nil
}

// ask sends the change that is next, or asks for the file after the last one.
func ask(s *plugin.Step, state value.Value) *plugin.Next {
	at, _ := state.Get("at").AsInt()
	ops := state.Get("ops").Items()
	if int(at) >= len(ops) {
		return s.Ask("shown", item(s.Params.Get("fileId").Text(), keepFile)).Keep(state.Without("ops", "at"))
	}
	op := ops[at]
	var r plugin.Request
	var handled []int
	switch g := (grant{op}); op.Get("do").Text() {
	case doCreate:
		r = everywhere(onFile(routePermissionsCreate, s.Params)).Body(op.Get("body")).Keep("id")
	case doUpdate:
		r = onGrant(routePermissionsUpdate, s.Params, g).Body(op.Get("body")).Keep("id")
	default:
		// What is gone already need not be removed.
		r, handled = onGrant(routePermissionsDelete, s.Params, g), []int{404}
	}
	if at > 0 {
		handled = append(handled, 400, 403, 409)
	}
	if len(handled) > 0 {
		r = r.Tolerate(handled...)
	}
	return s.Ask("change", r).Keep(state)
}
