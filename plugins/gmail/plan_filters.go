package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const keepFilter = "id,criteria,action"

// filterJSON adds the names of labels; one that is gone keeps its id.
func filterJSON(f value.Value, set labelSet) value.Value {
	does := f.Get("action")
	out := value.Object()
	for _, k := range [...]struct{ ids, names string }{{"addLabelIds", "addLabels"}, {"removeLabelIds", "removeLabels"}} {
		if ids := does.Get(k.ids); ids.Exists() {
			out.Set(k.ids, ids)
			out.Set(k.names, ids.Map(func(id value.Value) value.Value { return value.String(set.name(id.Text())) }))
		}
	}
	out.Set("forward", does.Get("forward"))
	criteria := f.Get("criteria")
	if !criteria.Exists() {
		criteria = value.Object()
	}
	return value.Object(value.M("id", f.Get("id")), value.M("criteria", criteria), value.M("action", out))
}

func planFiltersList(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("listed", mine(routeFilters).Keep("filter("+keepFilter+")"), allLabels()), nil
	case "listed":
		set := labelsOf(s.Responses[1].Body)
		return plugin.Done(s.Responses[0].Body.Get("filter").Map(func(f value.Value) value.Value { return filterJSON(f, set) })), nil
	}
	return s.Stray()
}

func oneFilter(s *plugin.Step) plugin.Request {
	return theOne(s, routeFilter, "filterId").Keep(keepFilter)
}

// gotFilter is the filter that oneFilter and allLabels, asked in this order, tell
// of.
func gotFilter(s *plugin.Step) (value.Value, error) {
	f, err := s.Responses[0].Object()
	if err != nil {
		return value.Value{}, err
	}
	return filterJSON(f, labelsOf(s.Responses[1].Body)), nil
}

func planFiltersGet(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", oneFilter(s), allLabels()), nil
	case "got":
		f, err := gotFilter(s)
		if err != nil {
			return nil, err
		}
		return plugin.Done(value.Object(value.M("filter", f))), nil
	}
	return s.Stray()
}

// planFiltersDelete reads the filter first: what it gives back is all that it
// can be made again from.
func planFiltersDelete(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("got", oneFilter(s), allLabels()), nil
	case "got":
		f, err := gotFilter(s)
		if err != nil {
			return nil, err
		}
		return s.Ask("deleted", one(routeFilterDelete, param(s, "filterId"))).Keep(f), nil
	case "deleted":
		data := did("deleted", s, "filterId")
		data.Set("filter", s.State)
		return plugin.Done(data), nil
	}
	return s.Stray()
}

// filterCriteria are the criteria that are given; a blank text is none.
func filterCriteria(p value.Value) value.Value {
	out := value.Object()
	for _, key := range criteria {
		if v := p.Get(key); v.Exists() && !empty(v) {
			out.Set(key, v)
		}
	}
	if out.Has("size") {
		out.Set("sizeComparison", p.Get("sizeComparison"))
	}
	return out
}

// planFiltersCreate finds every fault before it creates a label. Forwarding is
// asked for only where the class of the call was resolved from it.
func planFiltersCreate(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		if s.Params.Has("size") && !s.Params.Has("sizeComparison") {
			// Without the size the filter would be for more mail than was meant.
			return nil, plugin.Invalid("sizeComparison", "size needs sizeComparison: smaller or larger. Nothing was created.")
		}
		return s.Ask("labels", allLabels()), nil
	case "labels":
		if err := ownLabels(s, labelsOf(s.Responses[0].Body)); err != nil {
			return nil, err
		}
		return createFilterWith(s)
	case "created":
		return createFilterWith(s)
	case "made":
		return madeFilter(s)
	case "listed":
		return sameFilter(s)
	}
	return s.Stray()
}

// ownLabels refuses more than one label of the user's own, as Gmail does.
func ownLabels(s *plugin.Step, set labelSet) error {
	r, err := set.resolve(s.Params.Get("addLabels"), "addLabels", true)
	if err != nil {
		return err
	}
	own := 0
	for _, id := range r.ids {
		if id == "" || !isSystemID(set, id) {
			own++
		}
	}
	if own > 1 {
		return plugin.Invalid("addLabels", "A filter can add one label of the user's own, and these are "+text.Int(own)+". Make one filter for each. Nothing was created.")
	}
	return nil
}

func isSystemID(set labelSet, id string) bool {
	for _, l := range set {
		if l.Get("id").Text() == id {
			return l.Get("type").Text() == "system"
		}
	}
	return false
}

func createFilterWith(s *plugin.Step) (*plugin.Next, error) {
	next, ids, err := resolveLabels(s, s.Responses[0])
	if ids == nil {
		return next, err
	}
	action := value.Object()
	if len(ids.add) > 0 {
		action.Set("addLabelIds", value.Strings(ids.add))
	}
	if len(ids.remove) > 0 {
		action.Set("removeLabelIds", value.Strings(ids.remove))
	}
	if forward := text.Trim(param(s, "forward")); forward != "" {
		action.Set("forward", value.String(forward))
	}
	body := value.Object(value.M("criteria", filterCriteria(s.Params)), value.M("action", action))
	names := value.Object()
	for _, id := range append(append([]string{}, ids.add...), ids.remove...) {
		names.Set(id, value.String(ids.set.name(id)))
	}
	return s.Ask("made", mine(routeFilterCreate).Body(body).Keep(keepFilter).Tolerate(400, conflict)).Keep(value.Object(
		value.M("body", body),
		value.M("names", names),
		value.M("created", value.Strings(ids.created)),
	)), nil
}

// namesOf makes a set of the labels whose names the state keeps.
func namesOf(names value.Value) labelSet {
	var set labelSet
	for _, m := range names.Members() {
		set = append(set, value.Object(value.M("id", value.String(m.Key)), value.M("name", m.Value)))
	}
	return set
}

func madeFilter(s *plugin.Step) (*plugin.Next, error) {
	if s.Responses[0].Error != nil {
		// Gmail refuses a filter that exists already; only the list tells which
		// of its refusals this one is.
		s.State.Set("code", value.String(s.Responses[0].Error.Code))
		s.State.Set("message", value.String(s.Responses[0].Error.Message))
		return s.Ask("listed", mine(routeFilters).Keep("filter("+keepFilter+")")).Keep(s.State), nil
	}
	f, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	return plugin.Done(value.Object(
		value.M("filter", filterJSON(f, namesOf(s.State.Get("names")))),
		value.M("createdLabels", s.State.Get("created")),
	)), nil
}

// sameFilter gives the filter that exists already, or the refusal.
func sameFilter(s *plugin.Step) (*plugin.Next, error) {
	want := s.State.Get("body")
	for _, f := range s.Responses[0].Body.Get("filter").Items() {
		if f.Get("criteria").Equal(want.Get("criteria")) && f.Get("action").Equal(want.Get("action")) {
			return plugin.Done(value.Object(
				value.M("filter", filterJSON(f, namesOf(s.State.Get("names")))),
				value.M("createdLabels", s.State.Get("created")),
			)).Warn("The filter was there already: nothing was created."), nil
		}
	}
	return nil, &plugin.Error{Code: s.State.Get("code").Text(), Message: s.State.Get("message").Text()}
}
