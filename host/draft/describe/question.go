package describe

import "github.com/wslite/wslite/host/draft"

// Question describes a call that a person is asked about at once, without its
// being stored: Lines, but for what only a stored draft has.
func Question(d *draft.Draft) []Line {
	l := listing{what: "This call"}
	l.stakes(d)
	l.effects(d)
	l.params(d)
	return l.done()
}
