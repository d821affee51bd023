package schema

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// reader builds nodes and collects what is wrong with a schema.
type reader struct {
	errs []error
	// within counts the anyOf and oneOf around: inside them the library
	// decides, so nothing there is a choice of ours.
	within int
	// patterns are those read so far, patternWork what they cost together.
	patterns    map[string]bool
	patternWork int
}

func (r *reader) refuse(at, format string, args ...any) {
	where := "the input schema"
	if at != "" {
		where += " at " + text.Line(at)
	}
	e := fault.New(fault.PluginRefused, format, args...)
	e.Message = where + ": " + e.Message
	r.errs = append(r.errs, e)
}

// node reads one schema; at is its place as a JSON pointer.
func (r *reader) node(at string, v any) *node {
	n := &node{bounds: unbounded}
	o, ok := v.(object)
	if !ok {
		r.refuse(at, "an object is wanted here")
		return n
	}
	for _, m := range o {
		if !r.keyword(n, at+"/"+m.key, m.key, m.value) {
			r.unknown(at, m.key)
		}
	}
	for _, k := range n.needed {
		if n.child(k) == nil {
			r.refuse(at, "%q is required and is no property", text.Line(k))
		}
	}
	if r.within == 0 {
		n.choice = choiceOf(n)
	}
	return n
}

// unknown refuses what is no keyword of the subset: an unknown or misspelt
// rule would be no rule.
func (r *reader) unknown(at, k string) {
	if strings.HasPrefix(k, "$") {
		r.refuse(at, "%q is not allowed here: only $schema and $defs at the top, and $ref to one of these", text.Line(k))
		return
	}
	r.refuse(at, "the keyword %q is unknown or not supported", text.Line(k))
}

// keyword reads one keyword into the node and says whether it is of the
// subset: keywords that mean the same in draft-07 and 2020-12, since clients of
// either kind read these schemas.
func (r *reader) keyword(n *node, at, k string, v any) bool {
	b := &n.bounds
	switch k {
	case "title", "examples", "deprecated":
	case "description":
		n.description = r.str(at, v)
	case "type":
		n.types = r.types(at, v)
	case "properties":
		r.properties(n, at, v)
	case "required":
		n.needed = r.strs(at, v)
	case "additionalProperties":
		if open, ok := v.(bool); ok {
			n.closed = !open
		} else {
			n.extra = r.node(at, v)
		}
	case "items":
		n.items = r.node(at, v)
	case "anyOf":
		n.anyOf = r.nodes(at, v)
	case "oneOf":
		n.oneOf = r.nodes(at, v)
	case "enum":
		if n.enum, _ = plain(v).([]any); len(n.enum) == 0 {
			r.refuse(at, "a list of values is wanted here")
		}
	case "const":
		n.constant, n.isConstant = plain(v), true
	case "default":
		n.standard, n.hasDefault = plain(v), true
	case "format":
		n.format = r.str(at, v)
		if _, ok := formats[n.format]; !ok && n.format != "" {
			r.refuse(at, "the format %q is unknown", text.Line(n.format))
		}
	case "pattern":
		n.pattern = r.pattern(at, v)
	case "uniqueItems":
		n.unique, _ = v.(bool)
	case "minimum":
		b.min = r.num(at, v)
	case "maximum":
		b.max = r.num(at, v)
	case "exclusiveMinimum":
		b.above = r.num(at, v)
	case "exclusiveMaximum":
		b.below = r.num(at, v)
	case "multipleOf":
		if b.step = r.num(at, v); b.step == "0" || strings.HasPrefix(b.step.String(), "-") {
			r.refuse(at, "a number above 0 is wanted here")
		}
	case "minLength":
		b.minLen = r.count(at, v)
	case "maxLength":
		b.maxLen = r.count(at, v)
	case "minItems":
		b.minItems = r.count(at, v)
	case "maxItems":
		b.maxItems = r.count(at, v)
	case "minProperties":
		b.minProps = r.count(at, v)
	case "maxProperties":
		b.maxProps = r.count(at, v)
	default:
		return false
	}
	return true
}

func (r *reader) properties(n *node, at string, v any) {
	o, ok := v.(object)
	if !ok {
		r.refuse(at, "an object is wanted here")
		return
	}
	n.index = make(map[string]int, len(o))
	n.props = make([]prop, 0, len(o))
	for i, m := range o {
		if m.key == "" || text.Line(m.key) != m.key {
			r.refuse(at, "%q can't be the name of an argument", text.Line(m.key))
		}
		n.index[m.key] = i
		n.props = append(n.props, prop{m.key, r.node(at+"/"+m.key, m.value)})
	}
}

var jsonTypes = []string{"string", "integer", "number", "boolean", "array", "object", "null"}

func (r *reader) types(at string, v any) []string {
	list := []string{}
	if s, ok := v.(string); ok {
		list = append(list, s)
	} else {
		list = r.strs(at, v)
	}
	if len(list) == 0 {
		r.refuse(at, "at least one type is wanted here")
	}
	for _, t := range list {
		if !slices.Contains(jsonTypes, t) {
			r.refuse(at, "%q is no type", text.Line(t))
		}
	}
	return list
}

func (r *reader) nodes(at string, v any) []*node {
	list, _ := v.([]any)
	if len(list) == 0 {
		r.refuse(at, "a list of schemas is wanted here")
	}
	r.within++
	defer func() { r.within-- }()
	out := make([]*node, 0, len(list))
	for i, s := range list {
		out = append(out, r.node(at+"/"+strconv.Itoa(i), s))
	}
	return out
}

func (r *reader) str(at string, v any) string {
	s, ok := v.(string)
	if !ok {
		r.refuse(at, "text is wanted here")
	}
	return s
}

func (r *reader) strs(at string, v any) []string {
	list, ok := v.([]any)
	if !ok {
		r.refuse(at, "a list of texts is wanted here")
	}
	out := make([]string, 0, len(list))
	for _, s := range list {
		out = append(out, r.str(at, s))
	}
	return out
}

func (r *reader) num(at string, v any) json.Number {
	n, ok := v.(json.Number)
	if !ok {
		r.refuse(at, "a number is wanted here")
	}
	return n
}

func (r *reader) count(at string, v any) int {
	n, _ := v.(json.Number)
	i, err := strconv.Atoi(n.String())
	if err != nil || i < 0 {
		r.refuse(at, "a whole number from 0 on is wanted here")
		return -1
	}
	return i
}

// plain turns ordered objects into maps.
func plain(v any) any {
	switch v := v.(type) {
	case object:
		m := make(map[string]any, len(v))
		for _, e := range v {
			m[e.key] = plain(e.value)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = plain(e)
		}
		return list
	}
	return v
}
