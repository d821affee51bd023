package main

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// FuzzCalls gives the plugin inputs that no schema has seen. It may refuse
// them; it must not panic, and what it gives must be JSON of the ABI's shape.
func FuzzCalls(f *testing.F) {
	f.Add("docs_insert_table", `{"documentId":"d","values":[null,[0,{}],7],"rows":3,"cols":-1}`)
	f.Add("docs_format_text", `{"documentId":"d","findText":"x","linkUrl":"a:","foregroundColor":"#","backgroundColor":"#12345678"}`)
	f.Add("docs_insert_image", `{"documentId":"d","imageUrl":"https://"}`)
	f.Add("docs_batch", `{"documentId":"d","operations":[{"action":"tableInsert","params":[1]},null,7]}`)
	f.Add("docs_get_document", `{"document":{"id":1,"paragraphs":[{"index":-1,"text":"a\r","heading":"HEADING9"},3]}}`)
	f.Add("docs_list_named_ranges", `{"namedRanges":[{"id":"x","range":{"elements":[{"startOffset":0,"endOffsetInclusive":1}]}},null]}`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		if !json.Valid([]byte(args)) {
			return
		}
		raw := json.RawMessage(args)
		for export, input := range map[string]map[string]any{
			abi.ExportTransform: {"tool": tool, "args": raw},
			abi.ExportRender:    {"tool": tool, "args": raw, "response": map[string]any{"data": raw, "results": raw}},
		} {
			text, err := json.Marshal(input)
			if err != nil {
				t.Skip(err)
			}
			out, err := docs().Call(export, text)
			if err != nil {
				continue // the input can't be read: the host never sends such
			}
			var shape map[string]json.RawMessage
			if err := json.Unmarshal(out, &shape); err != nil {
				t.Fatalf("%s gave %s: %v", export, out, err)
			}
			if export == abi.ExportTransform && (shape["error"] == nil) == (shape["action"] == nil) {
				t.Fatalf("transform gave neither or both: %s", out)
			}
		}
	})
}

var hexColour = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{3}[fF]|[0-9a-fA-F]{6}|[0-9a-fA-F]{6}[fF]{2})$`)

// FuzzColour: what is taken for a colour is one in numbers, or a word of the
// list; nothing is both opaque and transparent.
func FuzzColour(f *testing.F) {
	for _, s := range []string{"#3366cc", "#36c", "#36cf", "#36c0", "#3366cc00", "#33669", "teal", "Teal", "aqua marine", "", "#", "#\x10\x11\x12", "transparent", "ﬀ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		word := strings.ToLower(s)
		listed := word != "" && !strings.Contains(word, " ") && strings.Contains(" "+colourNames, " "+word+" ")
		if strings.IndexFunc(s, func(r rune) bool { return r > 0x7f }) >= 0 {
			listed = false // no name has such letters; lower keeps them as they are
		}
		if got, want := opaque(s), hexColour.MatchString(s) || listed; got != want {
			t.Fatalf("opaque(%q) is %t", s, got)
		}
		if opaque(s) && transparent(s) {
			t.Fatalf("%q is opaque and transparent", s)
		}
	})
}

// FuzzScheme: where the URL parser of Go finds a scheme, so does ours; a
// browser's leniency only adds some.
func FuzzScheme(f *testing.F) {
	for _, s := range []string{"https://e.com", "MAILTO:a", "a+b.c-d1:x", "1a:x", "//a:b", "#a:b", " java\tscript:x", ":", "é:x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := url.Parse(s)
		if err == nil && u.Scheme != "" && scheme(s) != u.Scheme {
			t.Fatalf("scheme(%q) is %q, want %q", s, scheme(s), u.Scheme)
		}
		if got := scheme(" \n" + strings.Join(strings.Split(s, ""), "\t")); got != scheme(s) {
			t.Fatalf("white space hides a scheme: %q, want %q", got, scheme(s))
		}
	})
}
