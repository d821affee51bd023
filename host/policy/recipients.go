package policy

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/risk"
)

// maxRecipients is how many addresses one action may name. Source: W162.
const maxRecipients = 100

// people judges whom an action names. What is stored for later (a mail kept as
// Gmail's draft, an event whose guests are not told) reaches nobody, so it is
// compared with the lists alone.
func (c *check) people(op operation) {
	if !op.known {
		c.unknown(op)
		return
	}
	found, legible := 0, true
	for _, field := range op.row.Recipients {
		list, ok := c.named(op, field)
		found, legible = found+len(list), legible && ok
		for _, a := range list {
			c.reach(op, field, a)
		}
	}
	switch {
	case found > maxRecipients:
		c.refuse(RuleRecipientList, op.place, "", "", "it names %d recipients; at most %d may be named at once", found, maxRecipients)
	case found > 0 || !legible || !op.reaches():
	case op.row.Granted:
		c.hidden(op, "the host can't tell whom a plugin's own action reaches", true)
	case answersStrangers(op):
		c.hidden(op, "it answers whoever writes", true)
	case op.row.KnownRecipients && len(op.row.Recipients) > 0:
		c.refuse(RuleRecipientList, op.place, "", "", "it names no recipient")
	case op.row.KnownRecipients:
		c.hidden(op, "its parameters do not name whom it reaches", c.in.Proxied)
	}
}

// named reads the addresses of one parameter; ok is false where they can't be
// read. A list that reaches nobody and is compared with nothing is not read.
func (c *check) named(op operation, field string) (all []string, ok bool) {
	if !op.reaches() && !c.policy.lists() {
		return nil, true
	}
	values, ok := words(op.params[field])
	if !ok {
		c.refuse(RuleRecipientList, op.place, "", "", "%s must be text to be read as a list of recipients", field)
	}
	for _, value := range values {
		list, err := address.List(value)
		if err != nil {
			c.refuse(RuleRecipientList, op.place, "", "", "%s %s: %s", field, err, quote(value))
			ok = false
		}
		all = append(all, list...)
	}
	return all, ok
}

// reach judges one address, "@domain" or Anyone.
func (c *check) reach(op operation, field, addr string) {
	r := Recipient{Field: op.field + field, Address: addr, External: c.policy.outside(c.in.Account, addr)}
	if !slices.Contains(c.d.Recipients, r) {
		c.d.Recipients = append(c.d.Recipients, r)
	}
	c.listed(op.place, field+" ", addr)
	if r.External && op.reaches() {
		c.outsider(op.place, field+" ", addr)
	}
}

// listed compares an address with the lists, where there are some.
func (c *check) listed(place, field, addr string) {
	if p := c.policy; p.lists() && !p.inLists(addr) {
		c.refuse(RuleRecipients, place, p.listKey(), "", "%s%s is not among the allowed recipients", field, quote(addr))
	}
}

// outsider judges an address that is external.
func (c *check) outsider(place, field, addr string) {
	switch c.external {
	case ExternalDeny:
		c.refuse(RuleExternal, place, "external", externalLine, "%s%s is external, and external recipients are denied", field, quote(addr))
	case ExternalConfirm:
		c.d.Confirm = true
	}
}

// externalLine is what lets external recipients pass, with a question.
const externalLine = `external = "confirm"`

// hidden judges an action that reaches people whom its parameters do not name.
// Where the host learns them before the request leaves, Reaches judges them;
// never says that it does not.
func (c *check) hidden(op operation, why string, never bool) {
	if c.external == ExternalConfirm {
		c.d.Confirm = true
	}
	lists, deny := c.policy.lists(), c.external == ExternalDeny
	if !never && (lists || deny) {
		c.note(op.place, "%s: the addresses are compared when they are known, before anything is sent", why)
		return
	}
	if lists {
		c.refuse(RuleRecipients, op.place, c.policy.listKey(), "", "recipients are restricted, and %s", why)
	}
	if deny {
		c.refuse(RuleExternal, op.place, "external", externalLine, "external recipients are denied, and %s", why)
	}
}

// unknown judges an action that no table knows: nobody can tell whom it reaches.
// The lists have refused it already. Where nobody said anything about external
// recipients the command line sends it, as the operator allowed raw calls.
func (c *check) unknown(op operation) {
	switch {
	case c.external == ExternalDeny:
		c.refuse(RuleExternal, op.place, "external", externalLine, "external recipients are denied, and no table says whom this action reaches")
	case c.policy.External == ExternalConfirm:
		c.d.Confirm = true
	}
}

// answersStrangers: a vacation responder that is on answers whoever writes, and
// restrictToContacts and restrictToDomain narrow that to people whom no
// parameter names.
func answersStrangers(op operation) bool {
	return op.class == risk.Send && op.row.Dynamic == "answersMail"
}

// lists says that lists of recipients or domains are set.
func (p Policy) lists() bool {
	_, addresses := p.Allow[KindRecipients]
	_, domains := p.Allow[KindDomains]
	return addresses || domains
}

// listKey is the list that an operator would rather extend.
func (p Policy) listKey() string {
	if _, ok := p.Allow[KindRecipients]; ok {
		return "allow." + KindRecipients
	}
	return "allow." + KindDomains
}

// inLists says that one of the two lists has an address.
func (p Policy) inLists(addr string) bool {
	same := func(a string) bool { return address.Same(a) == addr }
	return slices.ContainsFunc(p.Allow[KindRecipients], same) || hasDomain(p.Allow[KindDomains], addr)
}

// outside says that an address is external.
func (p Policy) outside(account, addr string) bool {
	own := strings.Contains(account, "@") && address.Same(account) == addr
	listed := !p.ListedExternal && p.inLists(addr)
	return !own && !listed && !hasDomain(p.InternalDomains, addr)
}

// hasDomain compares the part behind the last @: "a@b"@c is a mailbox at c. A
// domain below one of the list is another domain.
func hasDomain(domains []string, addr string) bool {
	at := strings.LastIndexByte(addr, '@')
	return at >= 0 && slices.ContainsFunc(domains, func(d string) bool {
		d = strings.TrimPrefix(d, "@")
		return d != "" && address.Same("@"+d) == addr[at:]
	})
}
