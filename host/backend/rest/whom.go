package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/route"
	"github.com/wslite/wslite/sdk/abi"
)

// reach says whom a request reaches, sorted, and whether that is known. Where
// the call wants it and the request does not tell, the service is asked right
// then, with the account's own token and over the host's own routes: what a plan
// saw, kept or changed in a step before has no part in it. With whom it reaches
// comes the version of what it sends, where that lies with the service.
func (b *Backend) reach(ctx context.Context, r prepared, p *progress) (all []string, known bool, version string) {
	all, known, version = b.reached(ctx, r, p)
	slices.Sort(all)
	return slices.Compact(all), known, version
}

func (b *Backend) reached(ctx context.Context, r prepared, p *progress) (all []string, known bool, version string) {
	body, err := r.object()
	if err != nil {
		return nil, false, ""
	}
	if r.route.ID == sendRoute {
		list, ok := mailTo(r.from.Media, body)
		return sameAll(list), ok, ""
	}
	if !r.route.Pinned {
		// What a stranger's route does stands in no table but its grant's class.
		return nil, !risk.ReachesPeople(risk.Class(p.call.Class)), ""
	}
	to := risk.Reaches(r.route.ID, values(r.from.Query), body)
	if to.Ask == "" {
		return to.Addresses, to.Known, ""
	}
	if !p.call.WantReached {
		return to.Addresses, false, ""
	}
	told, ok := b.look(ctx, r, to.Ask, body)
	all = slices.DeleteFunc(append(to.Addresses, told.others...), func(a string) bool { return slices.Contains(told.own, a) })
	return all, ok && to.Known, told.version
}

func sameAll(list []string) []string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = address.Same(a)
	}
	return out
}

// told is what a service says of whom a request reaches: others, and which
// addresses are the account's own. version is that of a stored mail.
type told struct {
	others, own []string
	version     string
}

// look reads what tells whom a request reaches; false where it can't be told.
func (b *Backend) look(ctx context.Context, r prepared, what risk.Ask, body map[string]any) (told, bool) {
	path := r.from.Path
	switch what {
	case risk.AskDraft:
		id, _ := body["id"].(string)
		if id == "" || len(body) != 1 { // a server might take another spelling of id
			return told{}, false
		}
		var draft struct {
			Message struct {
				ID      string
				Payload struct{ Headers []header }
			}
		}
		ok := b.get(ctx, "gmail.users.drafts.get", map[string]string{"userId": path["userId"], "id": id},
			map[string]string{"format": "metadata", "fields": "message(id,payload/headers)"}, &draft)
		if !ok || draft.Message.ID == "" {
			return told{}, false
		}
		// Each change of a draft puts another message in its place.
		list, ok := recipients(draft.Message.Payload.Headers)
		return told{others: sameAll(list), version: draft.Message.ID}, ok
	case risk.AskOrganizer, risk.AskGuests:
		return b.guests(ctx, path, what == risk.AskGuests)
	case risk.AskGrant:
		var grant map[string]any
		ok := b.get(ctx, "drive.permissions.get", map[string]string{"fileId": path["fileId"], "permissionId": path["permissionId"]},
			map[string]string{"fields": "type,emailAddress,domain", "supportsAllDrives": "true"}, &grant)
		to := risk.Grantee(grant)
		return told{others: to.Addresses}, ok && to.Known
	}
	return told{}, false
}

// header is one of a mail's, as Gmail gives it.
type header struct{ Name, Value string }

func recipients(headers []header) ([]string, bool) {
	var all []string
	for _, h := range headers {
		is := func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(h.Name)) }
		if !slices.ContainsFunc(recipientHeaders, is) || strings.TrimSpace(h.Value) == "" {
			continue
		}
		list, err := address.Parser.ParseList(h.Value)
		if err != nil {
			return nil, false
		}
		for _, a := range list {
			all = append(all, a.Address)
		}
	}
	return all, len(all) > 0
}

// seenEvent is what tells whom a change of an event reaches.
type seenEvent struct {
	Attendees        []person
	AttendeesOmitted bool
	Organizer        person
	Recurrence       []string
	ICalUID          string
	SeesOthers       *bool `json:"guestsCanSeeOtherGuests"`
}

type person struct {
	Email string
	Self  bool
}

const (
	people      = "attendees(email,self),attendeesOmitted,organizer(email,self),guestsCanSeeOtherGuests"
	eventFields = people + ",recurrence,iCalUID"
	listFields  = "nextPageToken,items(" + people + ")"
)

// guests reads whom a change of an event reaches: its organizer, and with all
// those who are invited. Single days of a series may have guests of their own,
// and a change of the series is mailed to them as well.
func (b *Backend) guests(ctx context.Context, path map[string]string, all bool) (told, bool) {
	var event seenEvent
	at := map[string]string{"calendarId": path["calendarId"], "eventId": path["eventId"]}
	if !b.get(ctx, "calendar.events.get", at, map[string]string{"fields": eventFields}, &event) {
		return told{}, false
	}
	seen := []seenEvent{event}
	if all && len(event.Recurrence) > 0 {
		var days struct {
			Items         []seenEvent
			NextPageToken string
		}
		if event.ICalUID == "" || !b.get(ctx, "calendar.events.list", map[string]string{"calendarId": path["calendarId"]},
			map[string]string{"iCalUID": event.ICalUID, "maxResults": "2500", "fields": listFields}, &days) || days.NextPageToken != "" {
			return told{}, false
		}
		seen = append(seen, days.Items...)
	}
	var t told
	ok := true
	for _, e := range seen {
		ok = t.add(e.Organizer) && ok
		for _, guest := range e.Attendees {
			if all || guest.Self {
				ok = t.add(guest) && ok
			}
		}
		hidden := e.SeesOthers != nil && !*e.SeesOthers && !e.Organizer.Self
		ok = ok && !(all && (e.AttendeesOmitted || hidden))
	}
	return t, ok
}

// add notes a person of an event; false where nothing says who it is.
func (t *told) add(p person) bool {
	switch {
	case p.Self && p.Email != "":
		t.own = append(t.own, address.Same(p.Email))
	case p.Self:
	case p.Email == "":
		return false
	default:
		t.others = append(t.others, address.Same(p.Email))
	}
	return true
}

// get is a read of the host's own: no plan asked for it and none sees the
// answer. It says whether there was one that can be read.
func (b *Backend) get(ctx context.Context, id string, path, query map[string]string, into any) bool {
	r, ok := b.o.Routes.Get(id)
	if !ok || !r.Pinned || r.Mutates {
		return false
	}
	u, err := r.URL(path, quoted(r, query))
	if err != nil {
		return false
	}
	p := prepared{route: r, url: u}
	ans, err := b.persist(ctx, p, p.outgoing(), &credential{})
	if err != nil || ans.status != http.StatusOK || ans.tooLarge || strict(ans.body) != nil || keyTwice(ans.body) {
		return false
	}
	return json.Unmarshal(ans.body, into) == nil
}

// quoted writes query values as a plan would.
func quoted(r *route.Route, query map[string]string) map[string]abi.Raw {
	out := map[string]abi.Raw{}
	for name, v := range query {
		out[name] = abi.Raw(v)
		if i := slices.IndexFunc(r.Query, func(q route.QueryParam) bool { return q.Name == name }); i >= 0 && r.Query[i].Type == "string" {
			text, _ := json.Marshal(v)
			out[name] = text
		}
	}
	return out
}
