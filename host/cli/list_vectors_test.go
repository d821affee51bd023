package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/vectors"
)

// ownNouns are better words than the peer's, which calls calendars events.
// What a person reads without --json is ours to make better.
var ownNouns = map[string][2]string{
	"calendar_list_calendars":      {"calendar", "calendars"},
	"calendar_get_event_instances": {"event", "events"},
	"calendar_search_events":       {"event", "events"},
	"calendar_find_freebusy":       {"busy time", "busy times"},
}

// TestListVectors shows the recorded answers of list tools to a person: the
// count with its noun, whether there is more, the token for it, warnings. The
// lines themselves are our own (tables), and hold every id.
func TestListVectors(t *testing.T) {
	needPlugins(t)
	args := minimalArguments(t)
	vectors.Run(t, "envelope", []string{"formatList"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Tool     string
			Response json.RawMessage
		}
		decodeInto(t, v.Input, &in)
		var want struct {
			Count         int
			Noun          string
			MoreAvailable bool
			Footer        []string
		}
		decodeInto(t, v.Expected, &want)
		r := withProxy(t, string(expandRepeats(t, in.Response)), "run", in.Tool, "--params-json", string(args[in.Tool]))
		if r.exit != 0 {
			return fmt.Sprintf("exit %d: %s", r.exit, r.stderr)
		}
		if own, ok := ownNouns[in.Tool]; ok {
			want.Noun = own[0]
			if want.Count != 1 {
				want.Noun = own[1]
			}
		}
		switch v.ID {
		case "list-43":
			want.Count, want.Noun = 1, ownNouns[in.Tool][0] // the peer reads a key that no server sends
		case "list-44", "list-50":
			// Without the key of the list the answer is shown whole, not as an
			// empty list: nothing is lost.
			if !json.Valid([]byte(r.stdout)) {
				return "the answer is not shown: " + r.stdout
			}
			return ""
		}
		head := fmt.Sprintf("%d %s", want.Count, want.Noun)
		if want.MoreAvailable {
			head += " (more available)"
		}
		if first, _, _ := strings.Cut(r.stdout, "\n"); first != head {
			return fmt.Sprintf("the head is %q, want %q", first, head)
		}
		for _, f := range want.Footer {
			kind, value, _ := strings.Cut(f, ":")
			switch kind {
			case "nextPageToken":
				if !strings.Contains(r.stdout, "next page: --") || !strings.Contains(r.stdout, " "+value+"\n") {
					return "the next page is not named: " + r.stdout
				}
			case "warning":
				if !strings.Contains(r.stderr, value) {
					return "no warning: " + r.stderr
				}
			}
		}
		for _, id := range idsOf(in.Response) {
			if !strings.Contains(r.stdout, id) {
				return fmt.Sprintf("the id %s is lost:\n%s", id, r.stdout)
			}
		}
		return ""
	})
}

// minimalArguments are the recorded smallest arguments of each tool.
func minimalArguments(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	args := map[string]json.RawMessage{}
	for _, v := range vectors.Load(t, "invoke") {
		var in invokeInput
		decodeInto(t, v.Input, &in)
		if _, known := args[in.Tool]; !known && (v.Kind == "minimal" || v.Kind == "full") {
			args[in.Tool] = in.Arguments
		}
	}
	for _, v := range vectors.Load(t, "envelope") {
		if v.Kind == "formatList" {
			var in invokeInput
			decodeInto(t, v.Input, &in)
			if args[in.Tool] == nil {
				args[in.Tool] = json.RawMessage(`{}`)
			}
		}
	}
	return args
}

// idsOf collects the ids of the items of a recorded answer.
func idsOf(response json.RawMessage) (ids []string) {
	var r struct{ Data any }
	if json.Unmarshal(response, &r) != nil {
		return nil
	}
	items, _ := r.Data.([]any)
	if m, ok := r.Data.(map[string]any); ok {
		items, _ = m["items"].([]any)
	}
	for _, it := range items {
		m, _ := it.(map[string]any)
		for _, key := range []string{"id", "itemId", "responseId"} {
			if s, ok := m[key].(string); ok {
				ids = append(ids, s)
			}
		}
	}
	return ids
}

// expandRepeats writes out the vectors' short form for long texts.
func expandRepeats(t *testing.T, raw json.RawMessage) []byte {
	t.Helper()
	var v any
	decodeInto(t, raw, &v)
	var expand func(v any) any
	expand = func(v any) any {
		switch x := v.(type) {
		case map[string]any:
			if s, ok := x["$repeat"].(string); ok {
				n, _ := x["times"].(json.Number).Int64()
				return strings.Repeat(s, int(n))
			}
			for k := range x {
				x[k] = expand(x[k])
			}
		case []any:
			for i := range x {
				x[i] = expand(x[i])
			}
		}
		return v
	}
	b, err := json.Marshal(expand(v))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
