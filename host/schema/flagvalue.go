package schema

import (
	"slices"
	"strings"
)

// BooleanWord reads true, 1, yes, y, false, 0, no, n in any case, with blanks
// around; ok is false for anything else.
func BooleanWord(s string) (value, ok bool) {
	switch strings.ToLower(trim(s)) {
	case "true", "1", "yes", "y":
		return true, true
	case "false", "0", "no", "n":
		return false, true
	}
	return false, false
}

// IsBooleanWord says whether BooleanWord reads the text.
func IsBooleanWord(s string) bool {
	_, ok := BooleanWord(s)
	return ok
}

// fromText reads text, as the command line has it, as a value of the node:
//
//	true or false       the words of BooleanWord
//	number              what JavaScript's Number() reads, but blank, NaN and Infinity
//	list, object        JSON
//	text                as it is, whatever it begins with
//	text or a number    a plainly written number is the number; JSON true, false, null and
//	                    quoted text are what they are in JSON; the rest is the text
//
// The second result is the rule that the text breaks, "" where it could be read;
// the third says more about it.
func (n *node) fromText(s string, asJSON bool) (any, Rule, string) {
	kinds := n.kinds()
	if len(kinds) > 1 && slices.Contains(kinds, "null") && !slices.Contains(kinds, "string") && trim(s) == "null" {
		return nil, "", ""
	}
	switch {
	case asJSON || only(kinds, "array", "object"):
		v, err := ParseJSON([]byte(s))
		if err != nil {
			return nil, RuleJSON, err.Error()
		}
		return v, "", ""
	case only(kinds, "boolean"):
		if b, ok := BooleanWord(s); ok {
			return b, "", ""
		}
		return nil, RuleType, ""
	case only(kinds, "integer", "number"):
		num, err := jsNumber(s)
		if err != nil {
			return nil, RuleType, err.Error()
		}
		return num, "", ""
	case only(kinds, "string"):
		return s, "", ""
	}
	return mixed(kinds, s)
}

// mixed reads text for an argument that may have several types.
func mixed(kinds []string, s string) (any, Rule, string) {
	text := len(kinds) == 0 || slices.Contains(kinds, "string")
	v, err := ParseJSON([]byte(s))
	if err != nil {
		if text {
			return s, "", ""
		}
		return nil, RuleJSON, err.Error()
	}
	switch typ := typeOf(v); typ {
	case "integer", "number":
		// 007, 1e5 and 1.50 are rather ids and versions than numbers.
		if text && !isPlainNumber(trim(s)) {
			return s, "", ""
		}
	case "array", "object":
		if text && len(kinds) > 0 && !slices.Contains(kinds, typ) {
			return s, "", ""
		}
	}
	return v, "", ""
}
