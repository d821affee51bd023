package catalog

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// Lengths of names, in characters. MCP clients put a server's name before a
// tool's and cut at 64, so 60 is the ABI's bound for tools.
const (
	maxServiceName = 24
	maxToolName    = 60
	maxActionName  = 80
)

func refuse(format string, args ...any) error {
	return fault.New(fault.PluginRefused, format, args...)
}

func checkService(c *abi.Catalog) (errs []error) {
	name := text.Line(c.Service)
	if c.ABI != abi.Version {
		errs = append(errs, refuse("the plugin of service %q speaks ABI %d, this host speaks ABI %d", name, c.ABI, abi.Version))
	}
	switch {
	case !isServiceName(c.Service):
		errs = append(errs, refuse("%q can't be a service's name: a small letter, then small letters and digits, at most %d", name, maxServiceName))
	case reservedServices[c.Service]:
		errs = append(errs, refuse("a service can't be named %q: this is a command of wslite", name))
	}
	if len(c.Tools) == 0 {
		errs = append(errs, refuse("the catalog of service %q holds no tool", name))
	}
	return errs
}

func checkTool(t *Tool) (errs []error) {
	name := text.Line(t.Name)
	add := func(format string, args ...any) { errs = append(errs, refuse(format, args...)) }

	if len(t.Name) > maxToolName {
		add("the tool name %q has %d characters, at most %d are allowed", name, len(t.Name), maxToolName)
	}
	if i := strings.IndexFunc(t.Name, func(r rune) bool { return !isToolRune(r) }); i >= 0 {
		add("the tool name %q holds a character other than a-z, 0-9 and _", name)
	}
	if service, sub, err := CLIPath(t.Name); err != nil {
		errs = append(errs, fault.Wrap(err, fault.PluginRefused, "%s", err.Error()))
	} else {
		if service != t.Service {
			e := fault.Wrap(ErrUnknownService, fault.PluginRefused, "the tool %s stands in the catalog of %s: a plugin offers tools of its own service only", name, text.Line(t.Service))
			errs = append(errs, e)
		}
		if reservedSubs[sub] {
			add("the tool %s would hide the command %q of wslite", name, sub)
		}
	}
	if t.Action == "" || !slices.Contains(t.Actions, t.Action) {
		add("the tool %s names the action %q, which its list of actions does not hold", name, text.Line(t.Action))
	}
	for i, a := range t.Actions {
		if !isActionName(a) {
			add("the tool %s has the action %q: a letter, then letters, digits, dots, dashes and _, at most %d", name, text.Line(a), maxActionName)
		}
		if slices.Contains(t.Actions[:i], a) {
			add("the tool %s lists the action %q twice", name, text.Line(a))
		}
	}
	return errs
}

func isServiceName(s string) bool {
	if s == "" || len(s) > maxServiceName || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return !isToolRune(r) || r == '_' }) < 0
}

func isToolRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_'
}

func isActionName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !isToolRune(r) && r != '.' && r != '-') {
			return false
		}
	}
	return s != "" && len(s) <= maxActionName
}
