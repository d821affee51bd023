package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/vectors"
)

// TestEnvelopeShape holds the JSON envelopes against the recorded shapes: which
// keys there are, in which order, and when they are left out.
func TestEnvelopeShape(t *testing.T) {
	needPlugins(t)
	get := []string{"--json", "tasks", "get-task", "--tasklist-id", "l", "--task-id", "t"}
	for _, v := range vectors.Load(t, "exit") {
		if v.Kind != "envelopeShape" {
			continue
		}
		var in struct{ When string }
		var want struct {
			Keys, ErrorKeys      []string
			OmittedWhenUndefined []string
			ErrorCodeByExit      map[string]string
			Never                []string
		}
		if err := json.Unmarshal(v.Input, &in); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(v.Expected, &want); err != nil {
			t.Fatal(err)
		}
		var runs []ran
		if strings.Contains(in.When, "was received") {
			runs = []ran{
				withProxy(t, `{"success":true,"data":1}`, get...),
				withProxy(t, `{"success":true,"data":{},"partial":true,"results":[]}`, get...),
				withProxy(t, `{"success":false,"error":{"code":"X","message":"m"}}`, get...),
				withProxy(t, `{"success":true,"data":1,"pagination":{"hasMore":true},"warnings":["w"]}`, get...),
			}
			// Better than the peer (quirk json-drops-pagination): the keys that
			// it never gives, where there is something to say.
			want.Keys = slices.Insert(want.Keys, len(want.Keys)-1, want.Never...)
		} else {
			runs = []ran{
				withProxy(t, "", "--json", "tasks", "get-task"),
				withProxy(t, "", "--json", "tasks", "clear-completed", "--tasklist-id", "l"),
				withProxy(t, `{"success":"no"}`, get...),
			}
		}
		for _, r := range runs {
			keys := keysOf(t, r.stdout)
			at := -1
			for _, k := range keys {
				i := slices.Index(want.Keys, k)
				if i <= at {
					t.Errorf("%s: keys %q are not in the order of %q", v.ID, keys, want.Keys)
				}
				at = i
			}
			var doc struct {
				Error    json.RawMessage
				ExitCode int
			}
			if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || doc.ExitCode != r.exit {
				t.Errorf("%s: exit %d: %s", v.ID, r.exit, r.stdout)
			}
			if len(want.ErrorKeys) > 0 && !slices.Equal(keysOf(t, string(doc.Error)), want.ErrorKeys) {
				t.Errorf("%s: the error is %s", v.ID, doc.Error)
			}
		}
	}
}

// keysOf lists the keys of a JSON object in the order in which they stand.
func keysOf(t *testing.T, doc string) (keys []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(doc))
	if _, err := d.Token(); err != nil {
		t.Fatalf("%v: %s", err, doc)
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, k.(string))
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}
