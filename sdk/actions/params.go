package actions

import (
	"github.com/wslite/wslite/sdk/date"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// Params are one action's params under check. The first fault counts; checks
// go on after one without harm.
type Params struct {
	value.Value
	// Outer is the batch's own arguments, where a batch names once what all of
	// its operations are about; absent in a single call.
	Outer value.Value
	// Rest says that a plan gets the params. A proxy, which gets them
	// otherwise, refuses some of what a service takes.
	Rest bool
	// KeyKept says that the host keeps the idempotency key of the call. Those of
	// a batch's operations it does not.
	KeyKept bool
	// at stands before a key in an error's field: "operations.0.params.".
	at  string
	err *plugin.Error
	// warnings are for every backend, proxyWarnings for proxies alone.
	warnings, proxyWarnings []string
}

// run checks one action.
func (p *Params) run(t *Table, row *Row) error {
	for _, key := range row.Required {
		if v := p.Find(key); !v.Exists() || v.IsNull() || blank(v) {
			p.empty(key)
		}
	}
	for _, key := range t.IDs {
		if s := p.Find(key).Text(); s != "" && !IsSegment(s) {
			p.Invalid(key, key+" can't be an id. Give one as a list returned it: on one line, without slashes, and not of dots alone.")
		}
	}
	if p.Rest && !p.KeyKept && !row.Keyed && p.Get("idempotencyKey").Text() != "" {
		p.Warn("idempotencyKey is not kept here: a repeat of the call does it again.")
	}
	if p.err == nil && row.Check != nil {
		row.Check(p)
	}
	if p.err != nil {
		return p.err
	}
	return nil
}

// Find gives a param, the operation's own before the batch's.
//
//go:noinline
func (p *Params) Find(key string) value.Value {
	if v := p.Get(key); v.Exists() {
		return v
	}
	return p.Outer.Get(key)
}

// Set rewrites a param, for proxies and plans alike: what is sent, and what the
// checks after it see, has v instead. An absent v takes the param out.
//
//go:noinline
func (p *Params) Set(key string, v value.Value) { p.Value.Set(key, v) }

// Fail refuses the call because of the param key (dots and indexes reach into
// it: "rows.0.name"); "" is no single param. Codes are the constants of package
// plugin.
//
//go:noinline
func (p *Params) Fail(code, key, message string) {
	if p.err == nil {
		p.err = &plugin.Error{Code: code, Field: p.field(key), Message: message}
	}
}

// Invalid is Fail with BAD_REQUEST, which is what nearly every check refuses with.
//
//go:noinline
func (p *Params) Invalid(key, message string) { p.Fail(plugin.BadRequest, key, message) }

// field names a param in the arguments as a whole.
func (p *Params) field(key string) string {
	switch {
	case p.at == "":
		return key
	case key == "":
		return p.at[:len(p.at)-1]
	case p.Outer.Has(key) && !p.Has(key):
		return key
	}
	return p.at + key
}

// Failed tells whether a check has refused the call.
func (p *Params) Failed() bool { return p.err != nil }

// Warn adds a sentence that is shown with the result.
//
//go:noinline
func (p *Params) Warn(sentence string) { p.warnings = append(p.warnings, sentence) }

// WarnProxy adds a sentence on what an Apps Script proxy does otherwise than was
// asked; it is shown with the result of a proxy, and of no other backend.
//
//go:noinline
func (p *Params) WarnProxy(sentence string) { p.proxyWarnings = append(p.proxyWarnings, sentence) }

// Bound refuses a text of more than max UTF-16 units.
//
//go:noinline
func (p *Params) Bound(key string, max int) {
	if n := text.Units(p.Get(key).Text()); n > max {
		p.Fail(plugin.LimitExceeded, key, key+" may have "+text.Int(max)+" characters and has "+text.Int(n)+". Shorten it.")
	}
}

// NotBlank refuses texts that are given and hold nothing but white space.
//
//go:noinline
func (p *Params) NotBlank(keys ...string) {
	for _, key := range keys {
		if blank(p.Get(key)) {
			p.empty(key)
		}
	}
}

//go:noinline
func (p *Params) empty(key string) { p.Invalid(key, key+" must not be empty.") }

//go:noinline
func blank(v value.Value) bool {
	s, isText := v.AsString()
	return isText && text.Blank(s)
}

// Date reads a date or date-time; ok is false where there is none, and where
// there is one that does not exist, which is refused.
//
//go:noinline
func (p *Params) Date(key string) (t date.Time, ok bool) {
	v := p.Get(key)
	if !v.Exists() {
		return t, false
	}
	if t, ok = date.Parse(v.Text()); !ok {
		p.Invalid(key, key+" must be a date (2031-05-04) or a date-time (2031-05-04T09:00:00Z) that exists.")
	}
	return t, ok
}

// Interval refuses an upper bound that lies before the lower one. Either may be
// absent; a bare date is midnight UTC, a missing offset is UTC.
//
//go:noinline
func (p *Params) Interval(minKey, maxKey string) {
	low, hasLow := p.Date(minKey)
	high, hasHigh := p.Date(maxKey)
	if hasLow && hasHigh && high.Before(low) {
		p.Invalid(maxKey, maxKey+" must not be earlier than "+minKey+".")
	}
}
