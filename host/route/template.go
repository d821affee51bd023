package route

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// segment is one part of a path between two slashes: either a literal, or a
// variable with an optional custom verb (":append") behind it.
type segment struct {
	literal string
	param   string
	verb    string
}

var (
	literalSegment  = pattern(`^[A-Za-z0-9@_~.-]+(:[A-Za-z]+)?$`)
	variableSegment = pattern(`^\{([A-Za-z_][A-Za-z0-9_]*)\}(:[A-Za-z]+)?$`)
)

// pattern compiles an expression when it is first needed: most commands read
// no route.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

const maxPath = 500 // characters of a path template

// parseTemplate splits a path template into its segments and gives the names
// of its variables in order. Literals need no escaping, so what the table
// says is what is sent.
func parseTemplate(path string) (segments []segment, names []string, err error) {
	rest, ok := strings.CutPrefix(path, "/")
	if !ok || len(path) > maxPath {
		return nil, nil, fmt.Errorf("path %s does not begin with / or is longer than %d characters", show(path), maxPath)
	}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(rest, "/") {
		if m := variableSegment().FindStringSubmatch(part); m != nil {
			if seen[m[1]] {
				return nil, nil, fmt.Errorf("path %s has the variable %s twice", show(path), m[1])
			}
			seen[m[1]] = true
			names = append(names, m[1])
			segments = append(segments, segment{param: m[1], verb: m[2]})
			continue
		}
		if !literalSegment().MatchString(part) || strings.Trim(part, ".") == "" {
			return nil, nil, fmt.Errorf("path %s: segment %s is neither a plain word nor one {variable}", show(path), show(part))
		}
		segments = append(segments, segment{literal: part})
	}
	return segments, names, nil
}
