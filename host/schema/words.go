package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/text"
)

// How long a value may be in a message, in cells, and how many allowed values
// or names are listed. Content never belongs in an error.
const (
	maxShown = 40
	maxNamed = 12
)

// wrong completes a message: "must be ..., not ...".
func wrong(at location, rule Rule) string {
	msg := "must be " + want(at.node) + ", not "
	switch v := at.value.(type) {
	case []any:
		if rule == RuleLength {
			return msg + strconv.Itoa(len(v))
		}
	case string:
		if rule == RuleLength {
			msg += strconv.Itoa(units(v))
			if units(v) != utf8.RuneCountInString(v) {
				msg += " (an emoji counts as 2)"
			}
			return msg
		}
		msg += given(at)
		if rule == RuleEnum && at.node != nil {
			return msg + meantValue(v, names(at.node.enum))
		}
		if rule == RuleType {
			msg += brokenJSON(at, v)
		}
		return msg
	}
	return msg + given(at)
}

// want says in words what a schema asks for.
func want(n *node) string {
	switch {
	case n == nil:
		return "something else"
	case n.isConstant:
		return show(n.constant)
	case len(n.enum) > 0:
		return "one of " + list(names(n.enum))
	case len(n.alternatives()) > 0:
		parts := []string{}
		for _, alt := range n.alternatives() {
			if w := want(alt); !slices.Contains(parts, w) {
				parts = append(parts, w)
			}
		}
		return strings.Join(parts, " or ")
	case len(n.types) == 0:
		return "something else"
	}
	parts := make([]string, len(n.types))
	for i, t := range n.types {
		parts[i] = n.wantType(t)
	}
	return strings.Join(parts, " or ")
}

func (n *node) wantType(t string) string {
	b := n.bounds
	switch t {
	case "integer":
		return "a whole number" + b.numbers()
	case "number":
		return "a number" + b.numbers()
	case "boolean":
		return "true or false"
	case "array":
		return "a list" + counted(" of ", b.minItems, b.maxItems, "item")
	case "object":
		return "an object" + counted(" of ", b.minProps, b.maxProps, "entry")
	case "string":
		w := "text"
		if f, ok := formats[n.format]; ok {
			w = f.want
		} else if n.pattern != "" {
			w = n.patternWords()
		}
		return w + counted(" of ", b.minLen, b.maxLen, "character")
	}
	return t
}

// numbers says the bounds of a number.
func (b bounds) numbers() string {
	var parts []string
	switch {
	case b.min != "" && b.max != "":
		parts = append(parts, fmt.Sprintf("from %s to %s", b.min, b.max))
	case b.min != "":
		parts = append(parts, fmt.Sprintf("from %s on", b.min))
	case b.max != "":
		parts = append(parts, fmt.Sprintf("up to %s", b.max))
	}
	if b.above != "" {
		parts = append(parts, fmt.Sprintf("above %s", b.above))
	}
	if b.below != "" {
		parts = append(parts, fmt.Sprintf("below %s", b.below))
	}
	if b.step != "" {
		parts = append(parts, fmt.Sprintf("in steps of %s", b.step))
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

// counted says the bounds of a size: " of 1 to 20 items".
func counted(of string, lo, hi int, noun string) string {
	plural := noun + "s"
	if noun == "entry" {
		plural = "entries"
	}
	switch {
	case lo > 0 && hi == lo:
		return fmt.Sprintf("%s%d %s", of, lo, plural)
	case lo > 0 && hi >= 0:
		return fmt.Sprintf("%s%d to %d %s", of, lo, hi, plural)
	case hi >= 0:
		return fmt.Sprintf("%sat most %d %s", of, hi, plural)
	case lo == 1:
		return fmt.Sprintf("%sat least 1 %s", of, noun)
	case lo > 1:
		return fmt.Sprintf("%sat least %d %s", of, lo, plural)
	}
	return ""
}

// patternWords explains the common pattern ^[class]+$ in words. For others the
// argument's description says it better than a regular expression.
func (n *node) patternWords() string {
	class, ok := strings.CutPrefix(n.pattern, "^[")
	if ok {
		class, ok = strings.CutSuffix(class, "]+$")
	}
	if !ok || class == "" || strings.ContainsAny(class, `[]\^`) {
		if about := firstSentence(n.description); about != "" {
			return `text as described ("` + about + `")`
		}
		return "text of the form " + text.Cut(text.Line(n.pattern), 120)
	}
	var parts []string
	for r := []rune(class); len(r) > 0; {
		if len(r) > 2 && r[1] == '-' {
			parts, r = append(parts, string(r[:3])), r[3:]
			continue
		}
		parts, r = append(parts, string(r[:1])), r[1:]
	}
	return "text made of " + strings.Join(parts, " ")
}

// firstSentence is the beginning of a description, at most 120 cells.
func firstSentence(s string) string {
	s = text.Line(s)
	if i := strings.Index(s, ". "); i > 0 {
		s = s[:i]
	}
	return text.Cut(strings.TrimSuffix(s, "."), 120)
}

// given shows a value: its kind, and little of it. Secrets are never shown.
func given(at location) string {
	switch v := at.value.(type) {
	case string:
		if v == "" {
			return "empty text"
		}
		if at.secret() {
			return "the text given"
		}
		return show(v)
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	default:
		if at.secret() {
			return "the value given"
		}
		return show(v)
	}
}

func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return `"` + text.Cut(text.Line(v), maxShown) + `"`
	case json.Number:
		return text.Cut(v.String(), maxShown)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "this value"
	}
	return text.Cut(text.Line(string(b)), maxShown)
}

// names writes allowed values as a person types them.
func names(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		if s, ok := v.(string); ok && s != "" {
			out[i] = s
		} else {
			out[i] = show(v)
		}
	}
	return out
}

// list joins names, the first few where there are many.
func list(names []string) string {
	if len(names) <= maxNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), len(names)-maxNamed)
}

// meant is a suggestion in brackets, or nothing.
func meant(word string, known []string) string {
	if near, ok := text.Suggest(word, known); ok {
		return " (did you mean " + near + "?)"
	}
	return ""
}

// meantValue is meant for allowed values. A batch's actions are often written as
// the tools that do them: "gmail_star" for "star".
func meantValue(word string, known []string) string {
	if m := meant(word, known); m != "" {
		return m
	}
	_, action, ok := strings.Cut(word, "_")
	switch {
	case !ok:
		return ""
	case slices.Contains(known, action):
		return " (did you mean " + action + "?)"
	}
	return meant(action, known)
}

// brokenJSON tells where text that was meant to be a list or an object breaks off
// from JSON; "" where it was not meant so.
func brokenJSON(at location, s string) string {
	if at.node == nil || !only(at.node.kinds(), "array", "object") || at.secret() || !strings.ContainsAny(s[:min(1, len(s))], "[{") {
		return ""
	}
	if _, err := ParseJSON([]byte(s)); err != nil {
		return " (text that is no JSON: " + text.Cut(text.Line(err.Error()), 120) + ")"
	}
	return ""
}

// advice tells what to do about a key that the node doesn't have: the key that
// was meant, the place where it belongs, or what there is.
func advice(n *node, key string) string {
	if n == nil {
		return ""
	}
	known := make([]string, 0, len(n.props))
	for _, p := range n.props {
		if p.key != catalog.KeyConfirm { // nobody gives it as an argument
			known = append(known, p.key)
		}
	}
	for _, p := range n.props {
		if p.child(key) != nil {
			return " (it belongs inside " + p.key + ")"
		}
	}
	if m := meant(key, known); m != "" {
		return m
	}
	if len(known) == 0 {
		return " (none is taken)"
	}
	return " (known: " + list(known) + ")"
}
