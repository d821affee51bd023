// Package answerkeys holds answers of tools against lists of the keys that
// workspace-lite gives, for tests.
//
// A list (test/rehearsal/testdata/keys) has a line per tool: its name and paths
// into the data. "[]" stands for each element of a list; a path that ends in "?"
// may be missing, one that ends in "~" may be null. Beside those no value is null
// (bug B86): an empty list is [], an absent value no key. A line that begins with a
// word in capitals names paths that others take in by that word.
package answerkeys

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// Keys are those that the tools of a service give.
type Keys struct {
	paths map[string][]string
	// toolOf names the tool of an action.
	toolOf map[string]string
	// met are the lists that had an element; the others prove nothing.
	met map[string]bool
}

// Read reads a list. toolOf names the tool of each action, for what batches give.
func Read(file string, toolOf map[string]string) (*Keys, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	k := &Keys{paths: map[string][]string{}, met: map[string]bool{}, toolOf: toolOf}
	shapes := map[string][]string{}
	for _, line := range strings.Split(string(b), "\n") {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		// A shape is a word in capitals; "file.FILE" stands for its keys below file.
		var paths []string
		for _, p := range f[1:] {
			at, name := "", p
			if i := strings.LastIndex(p, "."); i >= 0 {
				at, name = p[:i+1], p[i+1:]
			}
			bare := strings.TrimSuffix(name, "?")
			shape, ok := shapes[bare]
			if !ok {
				paths = append(paths, p)
			}
			for _, key := range shape {
				paths = append(paths, at+key+name[len(bare):])
			}
		}
		if f[0] == strings.ToUpper(f[0]) {
			shapes[f[0]] = paths
		} else {
			k.paths[f[0]] = paths
		}
	}
	return k, nil
}

// Check says what is wrong with the data of a tool's answer, as encoding/json
// decodes it; empty where nothing is. What a batch's operations gave is held to the
// keys of their own tools.
func (k *Keys) Check(tool string, data any) string {
	paths, ok := k.paths[tool]
	if !ok {
		return "no keys are listed for " + tool
	}
	for _, p := range paths {
		bare := strings.TrimRight(p, "?~")
		if why := k.walk(tool+" "+bare, data, strings.Split(bare, "."), strings.Contains(p[len(bare):], "?")); why != "" {
			return p + ": " + why
		}
	}
	if strings.HasSuffix(tool, "_batch") {
		for _, r := range data.(map[string]any)["results"].([]any) {
			of := k.toolOf[r.(map[string]any)["action"].(string)]
			if why := k.Check(of, r.(map[string]any)["data"]); why != "" {
				return "in a batch, " + of + ": " + why
			}
		}
		return ""
	}
	for _, at := range nulls("", data) {
		if !slices.ContainsFunc(paths, func(p string) bool { return strings.TrimRight(p, "?~") == at && strings.Contains(p, "~") }) {
			return at + " is null"
		}
	}
	return ""
}

// walk follows a path.
func (k *Keys) walk(id string, v any, path []string, optional bool) string {
	if len(path) == 0 {
		return ""
	}
	name, each := strings.CutSuffix(path[0], "[]")
	if name != "" {
		if v == nil && optional {
			return ""
		}
		m, ok := v.(map[string]any)
		if !ok {
			return fmt.Sprintf("no object has %s", name)
		}
		if v, ok = m[name]; !ok {
			if optional {
				return ""
			}
			return "there is no key " + name
		}
	}
	if !each {
		return k.walk(id, v, path[1:], optional)
	}
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprintf("%q is no list", name)
	}
	k.met[id] = k.met[id] || len(list) > 0
	for _, item := range list {
		if why := k.walk(id, item, path[1:], optional); why != "" {
			return why
		}
	}
	return ""
}

// Unmet names the lists, but for those that may be missing, of which no checked
// answer had an element.
func (k *Keys) Unmet() (out []string) {
	for tool, paths := range k.paths {
		for _, p := range paths {
			bare := strings.TrimRight(p, "?~")
			if strings.Contains(bare, "[]") && !strings.Contains(p, "?") && !k.met[tool+" "+bare] {
				out = append(out, tool+" "+bare)
			}
		}
	}
	slices.Sort(out)
	return out
}

// nulls gives the paths of null values.
func nulls(at string, v any) (out []string) {
	switch x := v.(type) {
	case nil:
		return []string{at}
	case map[string]any:
		for name, member := range x {
			out = append(out, nulls(strings.TrimPrefix(at+"."+name, "."), member)...)
		}
	case []any:
		for _, item := range x {
			out = append(out, nulls(at+"[]", item)...)
		}
	}
	return out
}
