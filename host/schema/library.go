package schema

import (
	"regexp"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/wslite/wslite/host/fault"
)

// lazy compiles a node with the library when it is first needed: most
// commands check the arguments of one tool, help those of none. Any number of
// goroutines may use it.
type lazy struct {
	once   sync.Once
	schema *jsonschema.Schema
	err    error
}

func (l *lazy) compile(n *node) (*jsonschema.Schema, error) {
	l.once.Do(func() {
		l.schema, l.err = compile(n)
		if l.err != nil {
			l.err = fault.Wrap(l.err, fault.PluginRefused, "the input schema can't be compiled: %v", l.err)
		}
	})
	return l.schema, l.err
}

// The library knows a schema by a URL. Nothing is ever loaded from there: the
// document is handed over, and references are refused.
//
// Below json-schema.org the library takes documents for its own and does not
// check them against the meta-schema, which is half of the work. That is right at
// run time: Verify did it when the plugin was built or added, and what is
// checked here was written by document from values of known types. Should the
// library change its mind, only time is lost.
const (
	trustedURL = "https://json-schema.org/wslite/input"
	checkedURL = "wslite:input"
)

func compile(n *node) (*jsonschema.Schema, error) { return compileAs(trustedURL, n) }

func compileAs(url string, n *node) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	c.UseRegexpEngine(regexps{}.compile)
	d := document{compiler: c}
	if err := c.AddResource(url, d.of(n)); err != nil {
		return nil, err
	}
	return c.Compile(url)
}

// regexps compiles each pattern of a schema once: a tool has the same one in
// many places. RE2 takes time linear in the text, whatever the pattern.
type regexps map[string]*regexp.Regexp

func (r regexps) compile(pattern string) (jsonschema.Regexp, error) {
	if re, ok := r[pattern]; ok {
		return re, nil
	}
	re, err := regexp.Compile(pattern)
	if err == nil {
		r[pattern] = re
	}
	return re, err
}

// document writes the assertions of a node as the library reads them.
//
// A text's length and format are asserted by a format of its own, made for the
// node: the library counts code points where the peer and JavaScript count
// UTF-16 units, and a format can say what is wrong.
type document struct {
	compiler *jsonschema.Compiler
	made     int
}

func (d *document) of(n *node) map[string]any {
	m := map[string]any{}
	put := func(key string, set bool, v any) {
		if set {
			m[key] = v
		}
	}
	b := n.bounds
	switch len(n.types) {
	case 0:
	case 1:
		m["type"] = n.types[0]
	default:
		m["type"] = anys(n.types)
	}
	put("enum", n.enum != nil, n.enum)
	put("const", n.isConstant, n.constant)
	put("pattern", n.pattern != "", n.pattern)
	put("minimum", b.min != "", b.min)
	put("maximum", b.max != "", b.max)
	put("exclusiveMinimum", b.above != "", b.above)
	put("exclusiveMaximum", b.below != "", b.below)
	put("multipleOf", b.step != "", b.step)
	put("minItems", b.minItems >= 0, b.minItems)
	put("maxItems", b.maxItems >= 0, b.maxItems)
	put("minProperties", b.minProps >= 0, b.minProps)
	put("maxProperties", b.maxProps >= 0, b.maxProps)
	put("uniqueItems", n.unique, true)
	put("required", len(n.needed) > 0, anys(n.needed))
	if n.format != "" || b.minLen >= 0 || b.maxLen >= 0 {
		m["format"] = d.format(n)
	}
	if n.index != nil {
		props := make(map[string]any, len(n.props))
		for _, p := range n.props {
			props[p.key] = d.of(p.node)
		}
		m["properties"] = props
	}
	switch {
	case n.closed:
		m["additionalProperties"] = false
	case n.extra != nil:
		m["additionalProperties"] = d.of(n.extra)
	}
	// The elements of a choice are checked one by one against their branch.
	if n.items != nil && n.items.choice == nil {
		m["items"] = d.of(n.items)
	}
	put("anyOf", len(n.anyOf) > 0, d.list(n.anyOf))
	put("oneOf", len(n.oneOf) > 0, d.list(n.oneOf))
	return m
}

func (d *document) list(nodes []*node) []any {
	out := make([]any, len(nodes))
	for i, n := range nodes {
		out[i] = d.of(n)
	}
	return out
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
