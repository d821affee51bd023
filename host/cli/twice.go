package cli

import (
	"encoding/json"
	"fmt"

	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// maxDropped is how much of a value that does not count is shown, in cells:
// enough to know it by.
const maxDropped = 40

// set takes a flag's value. The last one counts, as scripts that append flags
// expect; that an earlier one with another value went is told, for a person
// who writes --cc twice means both.
func (p *argParser) set(flag, key string, v schema.FlagValue) {
	if old, twice := p.out.flags.Values[key]; twice && typed(old) != typed(v) {
		p.drop(flag, typed(old))
	}
	p.out.flags.Values[key] = v
}

// setItem takes one more value of a flag for a list of texts. What is no item,
// but a list or its source, replaces what was there.
func (p *argParser) setItem(flag, key, value string) {
	all, added := p.addItem(key, value)
	var before []string
	if old := p.out.flags.Values[key].Text; added && (old == "" || json.Unmarshal([]byte(old), &before) == nil) {
		p.out.flags.Values[key] = schema.FlagValue{Text: all}
		return
	}
	p.set(flag, key, schema.FlagValue{Text: all})
}

func (p *argParser) drop(flag, value string) {
	p.out.dropped = append(p.out.dropped,
		fmt.Sprintf("--%s is given more than once: the last value counts, not %q", flag, text.Cut(text.Line(value), maxDropped)))
}

// typed is what a value says, however it is written.
func typed(v schema.FlagValue) string {
	switch {
	case v.Bare:
		return "true"
	case v.Negated:
		return "false"
	}
	return v.Text
}
