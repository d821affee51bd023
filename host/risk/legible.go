package risk

import "fmt"

// Legible tells whether parameters have the form that classes are told by:
// operations are a list of objects, each with the name of an action and an
// object of parameters, and what a dynamic rule looks at has the type that the
// rule compares. The error says which part has not; it repeats no value.
//
// Resolve sees nothing in what is not so, as the peer's rule has it, and a
// lenient service may see more: sendUpdates: ["all"] in a URL is the text all.
// Arguments that passed a tool's schema always are; this is for what a plugin
// made of them.
func (t *Tables) Legible(service, action string, params map[string]any) error {
	if row, ok := t.Row(service, action); ok {
		if err := legibleRule(row.Dynamic, params); err != nil {
			return err
		}
	}
	if action != Batch {
		return nil
	}
	list, ok := params["operations"].([]any)
	if !ok {
		return fmt.Errorf("operations is not a list")
	}
	for i, entry := range list {
		op, _ := entry.(map[string]any)
		name, ok := op["action"].(string)
		if !ok {
			return fmt.Errorf("operation %d names no action", i)
		}
		inner, given := op["params"]
		p, ok := inner.(map[string]any)
		if given && !ok {
			return fmt.Errorf("operation %d: params is not an object", i)
		}
		if err := t.Legible(service, name, p); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	return nil
}

// legibleRule looks at the parameters that a dynamic rule compares.
func legibleRule(rule string, params map[string]any) error {
	for _, key := range comparedBy(rule) {
		switch params[key].(type) {
		case nil, string, bool:
		default:
			return fmt.Errorf("%s is neither a text nor a boolean", key)
		}
	}
	return nil
}
