package answerkeys

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const list = `# a comment
ITEM id name? note~
x_list items[].ITEM total
x_get item.ITEM item.parts[].size?
x_batch results[].action results[].data
`

func read(t *testing.T) *Keys {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.txt")
	if err := os.WriteFile(file, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := Read(file, map[string]string{"list": "x_list", "get": "x_get"})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ tool, data, want string }{
		{"x_list", `{"items":[],"total":0,"more":1}`, ""},
		{"x_list", `{"items":[{"id":1,"note":null}],"total":0}`, ""},
		{"x_list", `{"items":[{"id":1,"note":"n"},{"note":"n"}],"total":0}`, "no key id"},
		{"x_list", `{"items":null,"total":0}`, "is no list"},
		{"x_list", `{"items":[]}`, "no key total"},
		{"x_list", `{"items":[],"total":null}`, "total is null"},
		{"x_list", `{"items":[],"total":0,"other":null}`, "other is null"},
		{"x_list", `[]`, "no object"},
		{"x_get", `{"item":{"id":1,"note":null}}`, ""},
		{"x_get", `{"item":{"id":1,"name":null,"note":null}}`, "item.name is null"},
		{"x_batch", `{"results":[{"action":"list","data":{"items":[],"total":0}}]}`, ""},
		{"x_batch", `{"results":[{"action":"list","data":{"items":[]}}]}`, "in a batch, x_list"},
		{"x_batch", `{"results":[{"action":"no","data":{}}]}`, "no keys are listed"},
		{"x_none", `{}`, "no keys are listed"},
	} {
		var data any
		if err := json.Unmarshal([]byte(c.data), &data); err != nil {
			t.Fatal(err)
		}
		if got := read(t).Check(c.tool, data); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %q, want %q", c.tool, c.data, got, c.want)
		}
	}
}

func TestUnmet(t *testing.T) {
	k := read(t)
	k.Check("x_list", map[string]any{"items": []any{}, "total": 1.0})
	if got := k.Unmet(); !slices.Contains(got, "x_list items[].id") || slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "parts") }) {
		t.Errorf("%q", got)
	}
	k.Check("x_list", map[string]any{"items": []any{map[string]any{"id": "1", "note": "n"}}, "total": 1.0})
	if got := k.Unmet(); slices.Contains(got, "x_list items[].id") {
		t.Errorf("%q", got)
	}
}
