package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
)

// Rule names the kind of a problem.
type Rule string

// The kinds of problems.
const (
	RuleMissing Rule = "missing" // a required argument is absent
	RuleUnknown Rule = "unknown" // no such argument
	RuleType    Rule = "type"    // text for a number and the like
	RuleEnum    Rule = "enum"    // not one of the allowed values
	RuleRange   Rule = "range"   // a number outside its bounds
	RuleLength  Rule = "length"  // a text, list or object that is too short or too long
	RulePattern Rule = "pattern" // text with characters or a form that is not allowed
	RuleFormat  Rule = "format"  // no date, address, link, formula
	RuleChoice  Rule = "choice"  // none of several alternatives
	RuleJSON    Rule = "json"    // text that is no JSON
	RuleFile    Rule = "file"    // a file that can't be read
)

// Problem is one thing that is wrong with the arguments.
type Problem struct {
	// Field is the argument, with dots and indexes ("operations.2.params.due").
	Field string
	Rule  Rule
	// Message is one clause that begins with the field.
	Message string

	rank []int
	// node is the schema of the place, inside the object whose keys are wrong;
	// either may be nil.
	node   *node
	inside *keyed
}

// invalid is the cause of Check's and Parse's errors.
type invalid struct{ problems []Problem }

func (e *invalid) Error() string { return fmt.Sprintf("%d problems", len(e.problems)) }

// Problems takes an error of Check or Parse apart; nil for another error.
func Problems(err error) []Problem {
	var e *invalid
	if errors.As(err, &e) {
		return e.problems
	}
	return nil
}

// maxReported bounds a message: whoever got everything wrong needs the first
// few, not a page.
const maxReported = 8

// quoting helps where JSON arrives broken: shells eat the quotes of JSON on the command
// line, Windows PowerShell always.
const quoting = "a shell may have removed quotes: put the JSON into a file and give @FILE, or - for standard input"

// report joins problems into one error; nil where there are none.
func report(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	parts := make([]string, 0, maxReported+1)
	for i, p := range problems {
		if i == maxReported {
			parts = append(parts, fmt.Sprintf("and %d more", len(problems)-i))
			break
		}
		parts = append(parts, p.Message)
	}
	msg := strings.Join(parts, "; ")
	if len(problems) > 1 {
		msg = fmt.Sprintf("%d arguments are wrong: %s", len(problems), msg)
	}
	e := fault.Wrap(&invalid{problems}, fault.Usage, "%s", msg).WithField(problems[0].Field)
	if slices.ContainsFunc(problems, func(p Problem) bool { return p.Rule == RuleJSON }) {
		e.Hint = quoting
	}
	return e
}

func (c *checker) add(at location, rule Rule, clause string) {
	c.problems = append(c.problems, problem(at, rule, clause))
}

// addKey is add for a key of the object at a place: missing, or unknown.
func (c *checker) addKey(at location, key string, rule Rule, clause string) {
	p := problem(at.step(key), rule, clause)
	p.inside = &keyed{at.node, at.field(), at.branch}
	c.problems = append(c.problems, p)
}

// addWrong says what the value must be, and what it is.
func (c *checker) addWrong(at location, rule Rule) {
	c.add(at, rule, wrong(at, rule))
}

func problem(at location, rule Rule, clause string) Problem {
	field := at.field()
	name := field
	switch field {
	case fieldParams, fieldOperations: // people know these two by their flags
		name = "--" + catalog.Flag(field)
	}
	if at.branch != "" {
		name += " (" + at.branch + ")"
	}
	return Problem{Field: field, Rule: rule, Message: name + " " + clause, rank: at.rank, node: at.node}
}
