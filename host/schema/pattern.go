package schema

import (
	"regexp/syntax"

	"github.com/wslite/wslite/host/text"
)

// maxPatternWork bounds all patterns of one schema, in states of the machine
// that they are compiled to. Counted repeats multiply: "(a{1,30}){1,30}" has
// nine hundred, and a schema full of such takes minutes of the host's time to
// compile, which no fuel bounds. A pattern for an id or a time has some ten.
const maxPatternWork = 20_000

// pattern reads a pattern; one that stands in many places counts once.
func (r *reader) pattern(at string, v any) string {
	p := r.str(at, v)
	if p == "" || r.patterns[p] {
		return p
	}
	if r.patterns == nil {
		r.patterns = map[string]bool{}
	}
	r.patterns[p] = true
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		r.refuse(at, "the pattern %q can't be compiled: %s", text.Cut(text.Line(p), 60), text.Cut(text.Line(err.Error()), 200))
		return p
	}
	over := r.patternWork > maxPatternWork
	if r.patternWork = min(r.patternWork+states(re), 2*maxPatternWork); r.patternWork > maxPatternWork && !over {
		r.refuse(at, "the patterns are too large together; shorten them, or their counted repeats")
	}
	return p
}

// states estimates how many states a pattern compiles to, without doing so.
// It stops counting far above what is allowed.
func states(re *syntax.Regexp) int {
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpCharClass:
		n += len(re.Rune) / 64
	}
	for _, sub := range re.Sub {
		n += states(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, 2*maxPatternWork)
}
