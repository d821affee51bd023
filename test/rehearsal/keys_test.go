package rehearsal

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// keys are the keys that the tools of a service give, as testdata/keys/<service>.txt
// lists them: a tool and paths into its data. "[]" stands for each element of a
// list; a path that ends in "?" may be missing, one that ends in "~" may be null.
// Beside those no value is null (B86): an empty list is [], an absent value no key.
type keys struct {
	paths map[string][]string
	// byAction names the tool of an action.
	byAction map[string]string
	// met are the lists that had an element; the others prove nothing.
	met map[string]bool
}

func readKeys(t *testing.T, service string, tools []tool) *keys {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "keys", service+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	k := &keys{paths: map[string][]string{}, met: map[string]bool{}, byAction: map[string]string{}}
	for _, known := range tools {
		for _, action := range known.Actions {
			k.byAction[action] = known.Name
		}
	}
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
	return k
}

// check says what is wrong with a tool's answer.
func (k *keys) check(tool, doc string) string {
	var answer struct{ Data any }
	if err := json.Unmarshal([]byte(doc), &answer); err != nil {
		return "not JSON: " + err.Error()
	}
	return k.data(tool, answer.Data)
}

// data says what is wrong with the data of a tool. What a batch's operations gave
// is held to the keys of their own tools.
func (k *keys) data(tool string, data any) string {
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
			of := k.byAction[r.(map[string]any)["action"].(string)]
			if why := k.data(of, r.(map[string]any)["data"]); why != "" {
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
func (k *keys) walk(id string, v any, path []string, optional bool) string {
	if len(path) == 0 {
		return ""
	}
	name, each := strings.CutSuffix(path[0], "[]")
	if name != "" {
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

// allMet fails for a list of which no call had an element.
func (k *keys) allMet(t *testing.T) {
	t.Helper()
	for tool, paths := range k.paths {
		for _, p := range paths {
			bare := strings.TrimRight(p, "?~")
			if strings.Contains(bare, "[]") && !k.met[tool+" "+bare] {
				t.Errorf("%s: no call gave a list with elements at %s", tool, bare)
			}
		}
	}
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
