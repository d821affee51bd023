package catalog

import (
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// HasFlag says whether an argument gets a flag of its own. confirm never has
// one, idempotencyKey shares the host's, and a tool may keep arguments, or all
// of them, for params-json.
func (t *Tool) HasFlag(key string) bool {
	if key == KeyConfirm || key == KeyIdempotencyKey {
		return false
	}
	return t.CLI == nil || !t.CLI.ParamsJSONOnly && !contains(t.CLI.AdvancedKeys, key)
}

// CheckFlags refuses a tool whose arguments' flags would collide with each
// other, with the negation of one (--no-x) or with a flag of the host, and
// hints that name no argument. boolean maps each argument, in schema order, to
// whether it is a boolean. Each mistake is PLUGIN_REFUSED.
func CheckFlags(t *Tool, keys []string, boolean map[string]bool) (errs []error) {
	name := text.Line(t.Name)
	add := func(e error) { errs = append(errs, e) }
	known := make(map[string]bool, len(keys))
	for _, k := range keys {
		known[k] = true
	}
	owner := map[string]string{} // flag -> argument
	claim := func(flag, key string) {
		switch first, taken := owner[flag]; {
		case !isFlag(flag):
			add(refuse("the argument %q of %s gives the flag --%s: a flag is made of a-z, 0-9 and single dashes", text.Line(key), name, text.Line(flag)))
		case reservedFlags[flag]:
			add(refuse("the argument %q of %s would take the flag --%s, which is the host's", text.Line(key), name, flag))
		case taken:
			add(refuse("the arguments %q and %q of %s both claim the flag --%s", text.Line(first), text.Line(key), name, flag))
		default:
			owner[flag] = key
		}
	}
	for _, k := range keys {
		if t.HasFlag(k) {
			claim(Flag(k), k)
		}
	}
	hints := t.CLI
	if hints == nil {
		hints = &abi.CLI{}
	}
	for _, alias := range sortedKeys(hints.Aliases) {
		key := hints.Aliases[alias]
		if !known[key] || !t.HasFlag(key) {
			add(refuse("the flag alias %q of %s stands for %q, which is no argument with a flag", text.Line(alias), name, text.Line(key)))
			continue
		}
		claim(alias, key)
	}
	for _, k := range keys {
		if !t.HasFlag(k) || !boolean[k] {
			continue
		}
		if other, taken := owner["no-"+Flag(k)]; taken {
			add(fault.New(fault.PluginRefused, "the argument %q of %s would take the flag --no-%s, which negates %q", text.Line(other), name, Flag(k), text.Line(k)))
		}
	}
	for _, list := range []struct {
		hint string
		keys []string
	}{{"positionals", hints.Positionals}, {"fileInputs", hints.FileInputs}, {"jsonKeys", hints.JSONKeys}, {"advancedKeys", hints.AdvancedKeys}} {
		for i, k := range list.keys {
			if !known[k] {
				add(refuse("the hint %s of %s names %q, which is no argument", list.hint, name, text.Line(k)))
			}
			if contains(list.keys[:i], k) {
				add(refuse("the hint %s of %s names %q twice", list.hint, name, text.Line(k)))
			}
		}
	}
	return errs
}

// isFlag wants words of small letters and digits with a dash between them, so
// that a flag can't begin with a dash or look like another one.
func isFlag(s string) bool {
	dash := true
	for _, r := range s {
		switch {
		case r == '-' && dash:
			return false
		case r == '-':
			dash = true
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			dash = false
		default:
			return false
		}
	}
	return !dash
}
