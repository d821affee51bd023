package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/text"
)

// keyed is the object in which a key is missing, or is one that nobody knows.
type keyed struct {
	node          *node
	field, branch string
}

// maxTaken is how many bytes a line of Takes may have before the arguments that
// can be left out are no longer explained.
const maxTaken = 1200

// Takes tells what an error of Check leaves open, a sentence each, in the order of
// its problems: what an object takes that lacks a key or has an unknown one, each
// with its kind; all values where the message names but the first of many; what
// stands in a list that was none; where an id comes from. Keys in hidden are not named. nil where the
// message says it all, and for another error.
func Takes(err error, hidden ...string) []string {
	hidden = append(slices.Clip(hidden), catalog.KeyConfirm) // as in advice
	var lines []string
	for i, p := range Problems(err) {
		if i == maxReported {
			break
		}
		line := ""
		switch {
		case p.inside != nil && p.inside.node != nil:
			line = p.inside.takes(hidden)
		case p.Rule == RuleEnum && p.node != nil && len(p.node.enum) > maxNamed:
			line = p.Field + " is one of " + strings.Join(names(p.node.enum), ", ") + "."
		case p.Rule == RuleType && p.node != nil && p.node.items != nil:
			line = p.Field + " is " + p.node.taken(0) + "."
		case (p.Rule == RulePattern || p.Rule == RuleFormat) && p.node != nil:
			// Often a name stands where an id belongs: the description says where
			// ids come from.
			if about := firstSentence(p.node.description); about != "" && !strings.Contains(p.Message, about) {
				line = p.Field + `: "` + about + `".`
			}
		}
		if line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		if p.Rule == RuleMissing && p.node != nil && len(p.node.enum) > maxNamed {
			lines = append(lines, p.Field+" is one of "+strings.Join(names(p.node.enum), ", ")+".")
		}
	}
	return lines
}

// takes lists the keys of an object, those that are needed first.
func (o keyed) takes(hidden []string) string {
	at := "It"
	if o.field != "" {
		at = o.field
	}
	if o.branch != "" {
		at += " (" + o.branch + ")"
	}
	var needed, others []string
	size, short := 0, 0
	for _, p := range o.node.props {
		switch {
		case slices.Contains(hidden, p.key):
			continue
		case o.node.requires(p.key):
			line := p.key + " (needed): " + p.taken(0)
			if about := firstSentence(p.description); about != "" && !strings.Contains(line, about) {
				line += ` ("` + about + `")`
			}
			needed, size = append(needed, line), size+len(line)
			continue
		}
		line := p.key + ": " + p.taken(0)
		if size+len(line) > maxTaken {
			line, short = p.key, short+1
		}
		others, size = append(others, line), size+len(line)
	}
	if len(needed)+len(others) == 0 {
		return at + " takes nothing."
	}
	said := at + " takes " + strings.Join(append(needed, others...), "; ") + "."
	if len(said) > 2*maxTaken {
		said = text.Cut(said, 2*maxTaken)
	}
	return said
}

// taken says what a value is, and what stands in it.
func (n *node) taken(depth int) string {
	w := want(n)
	switch {
	case len(n.enum) > maxNamed:
		return fmt.Sprintf("one of %d words, such as %s", len(n.enum), names(n.enum)[0])
	case depth > 1:
		return w
	case only(n.kinds(), "array") && n.items != nil:
		if c := n.items.choice; c != nil {
			return w + ", each an object with " + list(keysOf(c.branches[c.names[0]].node))
		}
		return w + ", each " + n.items.taken(depth+1)
	case only(n.kinds(), "object") && len(n.props) > 0:
		return w + " with " + list(keysOf(n))
	}
	return w
}

func keysOf(n *node) []string {
	keys := make([]string, len(n.props))
	for i, p := range n.props {
		keys[i] = p.key
	}
	return keys
}
