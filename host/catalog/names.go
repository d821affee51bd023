package catalog

import (
	"errors"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Why a tool's name has no place on the command line; the causes of the
// errors of CLIPath and Index.Path.
var (
	ErrNoService      = errors.New("the name has no service in front")
	ErrNoRest         = errors.New("nothing follows the service's name")
	ErrUnknownService = errors.New("no such service")
)

// CLIPath splits a tool's name into its service and the word of its command:
// "tasks_list_tasks" is "wslite tasks list-tasks". It does not ask whether the
// service exists; Index.Path does. The error is USAGE with one of this
// package's causes.
func CLIPath(toolName string) (service, sub string, err error) {
	service, rest, found := strings.Cut(toolName, "_")
	switch {
	case !found || service == "":
		return "", "", fault.Wrap(ErrNoService, fault.Usage, "%q is no tool's name: it has no service in front", text.Line(toolName)).
			WithHint("a tool's name looks like tasks_list_tasks")
	case rest == "":
		return "", "", fault.Wrap(ErrNoRest, fault.Usage, "%q is no tool's name: nothing follows the service", text.Line(toolName))
	}
	return service, strings.ReplaceAll(rest, "_", "-"), nil
}

// Flag gives the flag of an argument, without the dashes in front: camelCase
// and snake_case become words with dashes, in lower case. A new word begins
// at a capital behind a small letter or digit; a run of capitals is one word
// ("fileIDs" is file-ids, "URLFetchHost" is urlfetch-host).
func Flag(key string) string {
	var b strings.Builder
	b.Grow(len(key) + 4)
	prev := rune(0)
	for _, r := range key {
		if r >= 'A' && r <= 'Z' && (prev >= 'a' && prev <= 'z' || prev >= '0' && prev <= '9') {
			b.WriteByte('-')
		}
		prev = r
		if r == '_' {
			r = '-'
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

// Flag gives the flag that help shows for one of the tool's arguments: the
// tool's alias for it where there is one (of several the first by alphabet),
// else the flag made from the key.
func (t *Tool) Flag(key string) string {
	best := ""
	if t.CLI != nil {
		for alias, k := range t.CLI.Aliases {
			if k == key && (best == "" || alias < best) {
				best = alias
			}
		}
	}
	if best != "" {
		return best
	}
	return Flag(key)
}
