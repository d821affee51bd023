package mcp

import "testing"

// A tool that is reached through another one asks in the same way, and counts the
// same yes and the same key.
func TestCallToolAsksToo(t *testing.T) {
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			d := newDesk(t, Elicit)
			d.options.Discover = true
			var seen []string
			s := d.connect(version, saysTo(&seen, "accept", yes))
			args := map[string]any{"name": "gmail_send", "arguments": mail}
			for range 2 {
				res := call(t, s, CallTool, args, map[string]any{metaKey: "k1"})
				if res.IsError || d.count() != 1 || len(seen) != 1 {
					t.Fatalf("%v, sent %d, asked %d", res.StructuredContent, d.count(), len(seen))
				}
			}
		})
	}
}
