package mcp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
)

// shorten makes of a described tool what the short list shows.
func (s *shortener) shorten(full *sdk.Tool, t Tool) (*sdk.Tool, error) {
	schema, err := inputSchema(full)
	if err != nil {
		return nil, err
	}
	s.tool, s.service, s.proxied = t.Name, t.Service, t.Proxied
	short := *full
	short.Title = ""
	short.Description = shortDescription(full.Description, t.Proxied)
	switch {
	case t.IsBatchTool:
		short.Description = batchDescription
		schema = s.batch(schema, t)
	case schema["$defs"] == nil && schema["$schema"] == nil:
		schema = s.object(schema, t.RestOnly)
	}
	// A schema with definitions or a dialect stays as its author wrote it: whoever
	// names a dialect means its words.
	if short.InputSchema, err = raw(schema); err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be written", t.Name)
	}
	return &short, nil
}

// inputSchema is the schema of a described tool as an object of its own.
func inputSchema(t *sdk.Tool) (map[string]any, error) {
	given, err := compact(t.InputSchema)
	if err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be written", t.Name)
	}
	d := json.NewDecoder(bytes.NewReader(given))
	d.UseNumber()
	var schema map[string]any
	if err := d.Decode(&schema); err != nil {
		return nil, fault.Wrap(err, fault.PluginFault, "the input schema of %s can't be read", t.Name)
	}
	return schema, nil
}

func raw(v any) (json.RawMessage, error) { return compact(v) }

// shortener makes schemas small. What it takes away, the host checks: a schema
// that it made allows at least what the whole one allows, or names the usual
// one of several types. It serves one list: what several tools of a service say
// of an argument in the same words stands with the first of them.
type shortener struct {
	// Of the tool that is being shortened.
	service, tool string
	proxied       bool

	said map[wording]bool
}

// wording is what a service says of an argument.
type wording struct{ service, argument, hint string }

func newShortener() *shortener { return &shortener{said: map[wording]bool{}} }

// hint is what is said of an argument here; "" where it was said before.
func (s *shortener) hint(name, description string, required bool) string {
	hint := shortHint(s.tool, name, description, required, s.proxied)
	if required && example.MatchString(hint) {
		return hint // the form of what has to be given stands wherever it is needed
	}
	if at := (wording{s.service, name, hint}); !s.said[at] {
		s.said[at] = true
		return hint
	}
	return ""
}

// object keeps of a tool's schema what is needed to write the arguments.
func (s *shortener) object(schema map[string]any, restOnly []string) map[string]any {
	out := s.value(schema)
	props, _ := out["properties"].(map[string]any)
	// The key that counts is in a request's _meta; the one among the arguments is
	// the model's own word.
	delete(props, catalog.KeyIdempotencyKey)
	if s.proxied { // a proxy's call is refused with one of them
		for _, name := range restOnly {
			delete(props, name)
		}
	}
	return out
}

// value keeps type, choices and members.
func (s *shortener) value(schema map[string]any) map[string]any {
	out := map[string]any{}
	if one := oneType(schema["type"]); one != nil {
		out["type"] = one
	}
	for _, key := range []string{"const", "required"} {
		if v, ok := schema[key]; ok {
			out[key] = v
		}
	}
	if enum, ok := schema["enum"].([]any); ok {
		out["enum"] = spelledOnce(enum)
	}
	if props, ok := schema["properties"].(map[string]any); ok {
		required, _ := schema["required"].([]any)
		out["properties"] = s.members(props, required)
	}
	if items, ok := schema["items"].(map[string]any); ok {
		out["items"] = s.value(items)
	}
	if more, ok := schema["additionalProperties"].(map[string]any); ok {
		out["additionalProperties"] = s.value(more)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, ok := schema[key].([]any); ok && out["type"] == nil {
			out[key] = s.choices(list)
		}
	}
	return out
}

// members keeps the arguments of an object, with a hint where one is needed.
func (s *shortener) members(props map[string]any, required []any) map[string]any {
	out := make(map[string]any, len(props))
	for name, v := range props {
		schema, ok := v.(map[string]any)
		if !ok {
			out[name] = v
			continue
		}
		short := s.value(schema)
		text, _ := schema["description"].(string)
		if hint := s.hint(name, text, slices.Contains(required, any(name))); hint != "" {
			short["description"] = hint
		}
		out[name] = short
	}
	return out
}

func (s *shortener) choices(list []any) []any {
	var out []any
	for _, v := range list {
		if schema, ok := v.(map[string]any); ok {
			v = s.value(schema)
		}
		out = append(out, v)
	}
	return out
}

// oneType is the type to write where a number may be text as well, or null: a
// list of types is what many clients stumble over. Where the types mean
// different things, as in the cells of a table, all stay.
func oneType(v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	list = slices.DeleteFunc(slices.Clone(list), func(t any) bool { return t == "null" })
	if len(list) == 1 {
		return list[0]
	}
	if len(list) == 2 && slices.Contains(list, any("string")) && (slices.Contains(list, any("number")) || slices.Contains(list, any("integer"))) {
		return "string"
	}
	return v
}

// spelledOnce keeps of choices that differ in capitals alone the first.
func spelledOnce(enum []any) []any {
	var out []any
	for _, v := range enum {
		word, _ := v.(string)
		if word == "" || !slices.ContainsFunc(out, func(o any) bool { s, _ := o.(string); return strings.EqualFold(s, word) }) {
			out = append(out, v)
		}
	}
	return out
}
