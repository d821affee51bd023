package mcp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// strictKeywords are those that clients' validators and models' makers all take, with
// the same meaning in draft-07 and 2020-12.
var strictKeywords = []string{
	"type", "title", "description", "properties", "required", "additionalProperties", "items", "anyOf", "oneOf", "enum", "const", "default",
	"examples", "pattern", "uniqueItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "deprecated",
}

var (
	strictName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,60}$`)
	strictKey  = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
)

// Every tool, in every mode and listing, is one that strict clients take.
func TestToolsThatStrictClientsTake(t *testing.T) {
	tools := embedded(t, Selection{})
	for _, mode := range []Mode{Elicit, Argument} {
		for _, listing := range []Listing{Full, Short} {
			for _, roots := range [][]string{nil, {"/srv/out"}} {
				o := Options{Tools: tools, Mode: mode, Listing: listing, UploadRoots: roots}
				_, list := listOf(t, o)
				if len(list) < 200 {
					t.Fatalf("%d tools", len(list))
				}
				seen := map[string]bool{}
				for _, tool := range list {
					if seen[tool.Name] {
						t.Errorf("two tools are %s", tool.Name)
					}
					seen[tool.Name] = true
					checkTool(t, fmt.Sprintf("%s %s %s", mode, listing, tool.Name), tool)
				}
			}
		}
	}
}

func checkTool(t *testing.T, at string, tool *sdk.Tool) {
	t.Helper()
	// B82: with the longest prefix that clients put in front.
	if name := "mcp__wslite__" + tool.Name; !strictName.MatchString(tool.Name) || len(name) > 64 {
		t.Errorf("B82 %s: %d characters with its prefix", at, len(name))
	}
	if tool.Description == "" || len(tool.Description) > 4096 {
		t.Errorf("%s: a description of %d bytes", at, len(tool.Description))
	}
	raw, err := json.Marshal(tool.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("urn:tool", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("urn:tool")
	if err != nil {
		t.Errorf("%s: no schema of 2020-12: %v", at, err)
		return
	}
	top := doc.(map[string]any)
	if top["type"] != "object" || top["anyOf"] != nil || top["oneOf"] != nil || top["enum"] != nil {
		t.Errorf("%s: the top is no plain object", at)
	}
	if _, ok := top["properties"].(map[string]any); !ok {
		t.Errorf("%s: no properties", at)
	}
	checkSchema(t, at, top)
	// What a client's own checks would let through must not be more than nothing.
	if required, _ := top["required"].([]any); len(required) > 0 && compiled.Validate(map[string]any{}) == nil {
		t.Errorf("%s: required keys are not", at)
	}
}

// checkSchema goes through one schema and those in it.
func checkSchema(t *testing.T, at string, s map[string]any) {
	t.Helper()
	for key := range s {
		if strings.HasPrefix(key, "$") { // B77, B78
			t.Errorf("B77/B78 %s: %s", at, key)
		}
		if !slices.Contains(strictKeywords, key) {
			t.Errorf("%s: the keyword %s, which not all clients take", at, key)
		}
	}
	props, _ := s["properties"].(map[string]any)
	for name, v := range props {
		if !strictKey.MatchString(name) {
			t.Errorf("%s: the name %q", at, name)
		}
		checkSchema(t, at+"."+name, v.(map[string]any))
	}
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, there := props[name.(string)]; !there {
			t.Errorf("%s: %s is required and is none", at, name)
		}
	}
	if s["type"] == "array" {
		if _, ok := s["items"].(map[string]any); !ok {
			t.Errorf("%s: a list of nothing", at)
		}
	}
	if len(s) > 0 && s["type"] == nil && s["anyOf"] == nil && s["oneOf"] == nil && s["enum"] == nil && s["const"] == nil {
		t.Errorf("%s: no type", at)
	}
	if list, ok := s["enum"].([]any); ok && len(list) == 0 {
		t.Errorf("%s: no value is allowed", at)
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if inner, ok := s[key].(map[string]any); ok {
			checkSchema(t, at+"/"+key, inner)
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		for i, v := range list {
			checkSchema(t, fmt.Sprintf("%s/%s/%d", at, key, i), v.(map[string]any))
		}
	}
}
