package invoke

import (
	"bytes"
	"encoding/json"
	"errors"
)

// confirmations remembers which confirm values stood in the arguments while
// the plugin works without them.
type confirmations struct {
	top   any
	ops   map[int]operationConfirm
	count int // operations in the batch
}

type operationConfirm struct {
	action any
	value  any
}

// takeConfirms removes confirm from an object and, for the batch tool, from
// each operation's params at any depth of nested batches.
func takeConfirms(obj map[string]any, batch bool) confirmations {
	var c confirmations
	if v, ok := obj["confirm"]; ok {
		c.top = v
		delete(obj, "confirm")
	}
	if !batch {
		return c
	}
	ops, _ := obj["operations"].([]any)
	c.count = len(ops)
	for i, op := range ops {
		o, _ := op.(map[string]any)
		params, _ := o["params"].(map[string]any)
		if params == nil {
			continue
		}
		inner := takeConfirms(params, true)
		if inner.top != nil {
			if c.ops == nil {
				c.ops = map[int]operationConfirm{}
			}
			c.ops[i] = operationConfirm{o["action"], inner.top}
		}
	}
	return c
}

// restore puts the remembered values back where they stood. If the plugin
// added, dropped or changed the action of an operation, the yes was given to
// something else: it is not restored there, so the gate asks again.
func (c confirmations) restore(params map[string]any) {
	if c.top != nil && params != nil {
		params["confirm"] = c.top
	}
	ops, _ := params["operations"].([]any)
	if len(ops) != c.count {
		return
	}
	for i, v := range c.ops {
		o, _ := ops[i].(map[string]any)
		if p, ok := o["params"].(map[string]any); ok && o["action"] == v.action {
			p["confirm"] = v.value
		}
	}
}

// decodeObject reads a JSON object without losing digits.
func decodeObject(raw []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errors.New("null is not an object")
	}
	return m, nil
}
