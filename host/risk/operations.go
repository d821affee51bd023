package risk

import "iter"

// Operation is one entry of a batch.
type Operation struct {
	// Index is the place in the list, from 0.
	Index  int
	Action string
	// Params is nil where the entry has no object there.
	Params map[string]any
}

// Operations walks the operations of a batch. Entries that are no object or
// name no action are left out: no service runs them. The operations of a batch
// inside the batch are not walked.
func Operations(params map[string]any) iter.Seq[Operation] {
	return func(yield func(Operation) bool) {
		list, _ := params["operations"].([]any)
		for i, entry := range list {
			op, _ := entry.(map[string]any)
			action, ok := op["action"].(string)
			if !ok {
				continue
			}
			p, _ := op["params"].(map[string]any)
			if !yield(Operation{Index: i, Action: action, Params: p}) {
				return
			}
		}
	}
}
