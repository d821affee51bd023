package schema

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Check validates arguments strictly and gives a copy with defaults filled in,
// also inside a batch's operations: an operation without params is the same as
// one with empty params. Nothing is converted but the spelling of numbers
// (5.0 becomes 5) and blanks around links, so Check of a result gives the
// result.
//
// The error is a *fault.Error USAGE that tells every mistake, in the schema's
// order; its Field is the first one. Problems takes it apart. A schema that
// can't be compiled is PLUGIN_REFUSED.
func (s *Schema) Check(args map[string]any) (map[string]any, error) {
	out, problems, err := s.check(args)
	if err != nil {
		return nil, err
	}
	if err := report(problems); err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Schema) check(args map[string]any) (map[string]any, []Problem, error) {
	if args == nil {
		args = map[string]any{}
	}
	c := checker{}
	copied, ok := c.copy(location{node: s.root, value: args}, 0).(map[string]any)
	if len(c.problems) > 0 || !ok {
		return nil, c.sorted(), nil
	}
	complete(s.root, copied, false)
	if err := c.assert(&s.lazy, location{node: s.root, value: copied}); err != nil {
		return nil, nil, err
	}
	if len(c.problems) > 0 {
		return nil, c.sorted(), nil
	}
	return tidy(s.root, copied).(map[string]any), nil, nil
}

// checker collects the problems of one set of arguments.
type checker struct{ problems []Problem }

// assert lets the library check the value at the location, then the elements
// of the lists below it that are choices, which the library did not see.
func (c *checker) assert(l *lazy, at location) error {
	compiled, err := l.compile(at.node)
	if err != nil {
		return err
	}
	err = compiled.Validate(at.value)
	var invalid *jsonschema.ValidationError
	switch {
	case errors.As(err, &invalid):
		c.convert(invalid, at, 0)
	case err != nil:
		c.add(at, RuleType, "can't be checked")
	}
	return c.choices(at)
}

func (c *checker) choices(at location) error {
	if at.node == nil {
		return nil
	}
	switch v := at.value.(type) {
	case map[string]any:
		for _, p := range at.node.props {
			if _, there := v[p.key]; !there {
				continue
			}
			if err := c.choices(at.step(p.key)); err != nil {
				return err
			}
		}
	case []any:
		if at.node.items == nil {
			return nil
		}
		for i := range v {
			if err := c.element(at.step(strconv.Itoa(i)), at.node.items.choice); err != nil {
				return err
			}
		}
	}
	return nil
}

// element checks one element of a list, against the branch that it chooses
// where the list is one of choices.
func (c *checker) element(at location, ch *choice) error {
	if ch == nil {
		return c.choices(at)
	}
	if b := ch.of(at.value); b != nil {
		return c.assert(&b.lazy, at)
	}
	c.noBranch(at, ch)
	return nil
}

// noBranch tells why an element chooses no branch.
func (c *checker) noBranch(at location, ch *choice) {
	m, ok := at.value.(map[string]any)
	if !ok {
		c.add(at, RuleType, "must be an object with "+ch.key+", not "+given(at))
		return
	}
	name, there := m[ch.key]
	at = location{node: &node{enum: anys(ch.names)}, value: name, path: append(slices.Clip(at.path), ch.key), rank: append(slices.Clip(at.rank), 0)}
	if !there {
		c.add(at, RuleMissing, "is missing")
		return
	}
	c.addWrong(at, RuleEnum)
}

func (c *checker) sorted() []Problem {
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		if n := slices.Compare(a.rank, b.rank); n != 0 {
			return n
		}
		return strings.Compare(a.Field, b.Field)
	})
	return c.problems
}
