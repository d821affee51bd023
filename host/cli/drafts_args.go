package cli

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
)

// storedArgs is a copy of a draft's arguments in which files stand with their
// whole paths: they were named from the directory of whoever stored it.
func storedArgs(d *draft.Draft) map[string]any {
	args := map[string]any{}
	if copied, ok := copyOf(d.Payload.Args).(map[string]any); ok && copied != nil {
		args = copied
	}
	for _, f := range d.Payload.Files {
		place := args
		if ops, ok := args["operations"].([]any); ok && f.Operation < len(ops) {
			o, _ := ops[f.Operation].(map[string]any)
			place, _ = o["params"].(map[string]any)
		}
		if f.Path != "" && place != nil {
			setAt(place, strings.Split(f.Arg, "."), f.Path)
		}
	}
	return args
}

// setAt replaces the text at a way of keys and indexes; what is no text stays.
func setAt(v any, way []string, with string) {
	last := len(way) == 1
	switch t := v.(type) {
	case map[string]any:
		if _, isText := t[way[0]].(string); isText && last {
			t[way[0]] = with
		} else if !last {
			setAt(t[way[0]], way[1:], with)
		}
	case []any:
		i, err := strconv.Atoi(way[0])
		if err != nil || i < 0 || i >= len(t) {
			return
		}
		if _, isText := t[i].(string); isText && last {
			t[i] = with
		} else if !last {
			setAt(t[i], way[1:], with)
		}
	}
}

// copyOf copies objects and lists of a JSON value.
func copyOf(v any) any {
	switch t := v.(type) {
	case map[string]any:
		t = maps.Clone(t)
		for k, e := range t {
			t[k] = copyOf(e)
		}
		return t
	case []any:
		out := make([]any, len(t))
		for i, e := range t {
			out[i] = copyOf(e)
		}
		return out
	}
	return v
}

func jsonText(args map[string]any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(args); err != nil {
		return "", fault.Wrap(err, fault.Client, "the arguments can't be written as JSON")
	}
	return b.String(), nil
}
