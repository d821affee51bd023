package schema

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/value"
)

// Omit takes an argument out of a batch's operations.
type Omit struct {
	Key string
	// Action is the one whose operation lacks the argument. "" is every
	// action, because the batch itself has the argument, for all of its
	// operations; a tool that does not require it can't be in such a batch.
	Action string
}

// Operations is the schema of a batch tool's argument "operations": between 1
// and max objects {action, params}, one form per action of the batch-eligible
// tools, so that a batch can never hold another batch. Params has the schema of
// the tool itself, but for what is omitted; a change of the tool changes the
// batch. A tool whose Input is not JSON makes it panic: that is a fault of the
// program.
func Operations(tools []abi.Tool, max int64, omit ...Omit) Schema {
	var forms []Schema
	for _, t := range tools {
		if !t.BatchEligible {
			continue
		}
		params, err := value.Parse(string(t.Input))
		if err != nil {
			panic("schema: input of " + t.Name + ": " + err.Error())
		}
		actions := t.Actions
		if len(actions) == 0 {
			actions = []string{t.Action}
		}
		for _, action := range actions {
			if form, ok := operation(action, params, omit); ok {
				forms = append(forms, form)
			}
		}
	}
	return Array(OneOf(forms...)).Items(1, max)
}

// operation is the form of one action; false if the action has no place in the
// batch.
func operation(action string, params value.Value, omit []Omit) (Schema, bool) {
	for _, o := range omit {
		required, is := without(params.Get("required"), o.Key)
		switch {
		case o.Action != "" && o.Action != action:
			continue
		case o.Action == "" && !is:
			return Schema{}, false
		case is:
			params.Set("required", required)
		}
		params.Set("properties", params.Get("properties").Without(o.Key))
	}
	return Object(
		Required("action", Const(action)),
		Optional("params", Schema{params}.Default(value.Object())),
	), true
}

// without gives the list without the word, absent if nothing is left, and
// tells whether the word was there.
func without(list value.Value, word string) (rest value.Value, found bool) {
	var kept []value.Value
	for _, w := range list.Items() {
		if w.Text() == word {
			found = true
			continue
		}
		kept = append(kept, w)
	}
	if kept == nil {
		return value.Value{}, found
	}
	return value.Array(kept...), found
}
