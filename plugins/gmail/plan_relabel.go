package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// labelChange is a call that adds and takes off labels of several names. It
// resolves all of them before it creates any, so that a mistake leaves nothing
// behind.
type labelChange struct {
	add, remove resolved
	err         error
}

func labelChangeOf(s *plugin.Step, set labelSet) (c labelChange) {
	if c.remove, c.err = set.resolve(s.Params.Get("removeLabels"), "removeLabels", false); c.err != nil {
		return c
	}
	if c.add, c.err = set.resolve(s.Params.Get("addLabels"), "addLabels", true); c.err != nil {
		return c
	}
	for _, id := range c.add.ids {
		if id != "" && contains(c.remove.ids, id) {
			c.err = plugin.Invalid("removeLabels", "The label "+set.name(id)+" is in addLabels and in removeLabels. Nothing was changed.")
		}
	}
	return c
}

// state is what the step after the creation needs.
func (c labelChange) state() value.Value {
	return value.Object(
		value.M("add", value.Strings(c.add.ids)),
		value.M("missing", value.Strings(c.add.missing)),
		value.M("remove", value.Strings(c.remove.ids)),
	)
}

// resolveLabels runs the steps up to where all labels exist: it gives either the
// next step or the ids. A label that another program has created meanwhile is
// found by its name: the list is read after the creations.
func resolveLabels(s *plugin.Step, answer plugin.Response) (next *plugin.Next, ids *labelIDs, err error) {
	switch s.Name {
	case "labels":
		c := labelChangeOf(s, labelsOf(answer.Body))
		if c.err != nil {
			return nil, nil, c.err
		}
		if len(c.add.missing) == 0 {
			return nil, &labelIDs{add: c.add.ids, remove: c.remove.ids, set: labelsOf(answer.Body)}, nil
		}
		var requests []plugin.Request
		for _, name := range c.add.missing {
			requests = append(requests, createLabel(name))
		}
		return s.Ask("created", append(requests, allLabels())...).Keep(c.state()), nil, nil
	case "created":
		ids, err := createdLabels(s, labelsOf(s.Responses[len(s.Responses)-1].Body))
		return nil, ids, err
	}
	next, err = s.Stray()
	return next, nil, err
}

// labelIDs are the labels of a call by id, and those that it created by name.
type labelIDs struct {
	add, remove, created []string
	set                  labelSet
}

// createdLabels reads the answers to the creations. One that was refused because
// the name is taken counts where the list now has it.
func createdLabels(s *plugin.Step, set labelSet) (*labelIDs, error) {
	r := resolved{ids: stringsOf(s.State.Get("add")), missing: stringsOf(s.State.Get("missing"))}
	out := labelIDs{remove: stringsOf(s.State.Get("remove")), set: set}
	var made []string
	for i, name := range r.missing {
		if i >= len(s.Responses)-1 {
			break
		}
		id := s.Responses[i].Body.Get("id").Text()
		if s.Responses[i].Is(conflict) {
			found := false
			if id, found = set.find(name); !found {
				return nil, nameTaken("addLabels", name)
			}
		} else {
			out.created = append(out.created, name)
		}
		if id == "" || takesAway(id) {
			return nil, plugin.Fail(plugin.Malformed, "Gmail's answer lacks the id of a label that was created.")
		}
		made = append(made, id)
	}
	out.add = r.fill(made)
	return &out, nil
}

// planBatchModify changes messages, not conversations. Each id counts once.
func planBatchModify(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		if !anySaid(s.Params, "addLabels", "removeLabels") {
			return nil, plugin.Fail(plugin.BadRequest, "There is nothing to change: give addLabels, removeLabels or both.")
		}
		return s.Ask("labels", allLabels()), nil
	case "labels", "created":
		next, ids, err := resolveLabels(s, s.Responses[0])
		if ids == nil {
			return next, err
		}
		var messages []string
		for _, id := range s.Params.Get("messageIds").Items() {
			if !contains(messages, id.Text()) {
				messages = append(messages, id.Text())
			}
		}
		body := labelBody(ids.add, ids.remove)
		body.Set("ids", value.Strings(messages))
		return s.Ask("modified", mine(routeBatchModify).Body(body)).Keep(value.Object(
			value.M("ids", value.Strings(messages)),
			value.M("add", value.Strings(ids.add)),
			value.M("remove", value.Strings(ids.remove)),
			value.M("created", value.Strings(ids.created)),
		)), nil
	case "modified":
		return plugin.Done(value.Object(
			value.M("modified", value.Int(int64(s.State.Get("ids").Len()))),
			value.M("messageIds", s.State.Get("ids")),
			value.M("addedLabels", given(s, "addLabels")),
			value.M("removedLabels", given(s, "removeLabels")),
			value.M("addedLabelIds", s.State.Get("add")),
			value.M("removedLabelIds", s.State.Get("remove")),
			value.M("createdLabels", s.State.Get("created")),
		)).Warn("Gmail does not say whether each of the messages exists."), nil
	}
	return s.Stray()
}

// given is a list as it was given, [] where it was not.
func given(s *plugin.Step, key string) value.Value {
	if v := s.Params.Get(key); v.Exists() {
		return v
	}
	return value.Array()
}
