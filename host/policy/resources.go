package policy

import (
	"fmt"
	"slices"

	"github.com/wslite/wslite/host/risk"
)

// resources compares what the parameters name with the operator's lists.
func (c *check) resources(place, action string, params map[string]any) {
	if len(c.policy.Allow) == 0 {
		return
	}
	row, known := c.in.Risk.Row(c.in.Service, action)
	if !known {
		c.refuse(place, "it restricts resources, and no table says what this action touches")
		return
	}
	for _, res := range row.Allow {
		if list, ok := c.policy.Allow[res.Kind]; ok {
			c.resource(place, res, list, params[res.Param])
		}
	}
	c.recipients(place, row, action, params)
}

// resource compares one parameter: a text, or a list of texts. The whole text
// must stand in the list; nothing is split, folded or resolved, so an alias
// such as @default passes only where the list names it.
func (c *check) resource(place string, res risk.Resource, list []string, v any) {
	values, ok := words(v)
	switch {
	case !ok:
		c.refuse(place, "%s must be text to be compared with the allowed %s", res.Param, res.Kind)
		return
	case len(values) == 0 && res.Default != "":
		values = []string{res.Default}
	case len(values) == 0 && res.Required:
		c.refuse(place, "%s is missing, and only some %s are allowed", res.Param, res.Kind)
	}
	for _, value := range values {
		if !slices.Contains(list, value) {
			c.refuse(place, "%s %s is not among the allowed %s", res.Param, quote(value), res.Kind)
		}
	}
}

// words reads a parameter that holds one text or a list of texts. Absent, null
// and "" hold none. ok is false for anything else.
func words(v any) (list []string, ok bool) {
	switch v := v.(type) {
	case nil:
		return nil, true
	case string:
		if v == "" {
			return nil, true
		}
		return []string{v}, true
	case []any:
		for _, entry := range v {
			s, ok := entry.(string)
			if !ok {
				return nil, false
			}
			list = append(list, s)
		}
		return list, true
	}
	return nil, false
}

// quote shows a text from the call: quoted, so that it can't steer a terminal
// or pass for our own words, and cut.
func quote(s string) string { return fmt.Sprintf("%.60q", s) }
