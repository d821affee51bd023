package policy

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// Reaches holds the addresses that a request really reaches against the rules
// about recipients, right before it leaves. in is the call, or the operation of
// a batch, that the request belongs to. known is false for a request that
// reaches people of whom nobody knows who they are; such a one is refused where
// recipients are restricted.
//
// reached holds addresses, domains with or without an @ before them, and
// Anyone. The error is ACTION_NOT_ALLOWED. An approval changes nothing.
func (p Policy) Reaches(in Input, reached []string, known bool) error {
	c := &check{policy: p, in: in, external: p.ExternalFor(in.FrontEnd)}
	op := operation{action: in.Action, class: in.Class, params: in.Params}
	op.row, op.known = in.Risk.Row(in.Service, in.Action)
	if op.class == risk.Admin { // a batch of several gated classes
		op.class = risk.Send
	}
	if !known {
		c.hidden(op, "whom the request reaches can't be told", true)
	}
	for _, a := range reached {
		a = address.Same(a)
		switch {
		case a == Anyone:
			c.public(op, "", "the request opens it to everyone")
			continue
		case !strings.Contains(a, "@"):
			a = address.Same("@" + a)
		}
		c.listed("", "", a)
		if (op.reaches() || mentions(in)) && p.outside(in.Account, a) {
			c.outsider("", "", a)
		}
	}
	if len(c.d.Reasons) == 0 {
		return nil
	}
	d := Decision{Reasons: c.d.Reasons}
	e := fault.Of(p.Refusal(d, in))
	e.Message = "nothing was sent: " + e.Message
	return e
}

// mentions: whoever is mentioned in a comment gets a mail with it, though a comment
// is a mere write.
func mentions(in Input) bool {
	switch in.Action {
	case "commentCreate", "commentsUpdate", "repliesCreate", "repliesUpdate":
		return in.Service == "drive"
	}
	return false
}

// RestrictsRecipients says that a rule may refuse a call for whom it reaches,
// beside public sharing, so that this has to be known before anything leaves.
func (p Policy) RestrictsRecipients(frontEnd string) bool {
	return p.lists() || p.ExternalFor(frontEnd) == ExternalDeny
}

// key is the full name of a key: where it is set, or where it would be.
func (p Policy) key(name string) string {
	if full, ok := p.Keys[name]; ok {
		return full
	}
	name, _, _ = strings.Cut(name, " ")
	if full, ok := p.Keys[name]; ok {
		return full
	}
	return "policy." + name
}

// hint tells what would have to change, each thing once.
func (p Policy) hint(reasons []Reason) string {
	file := p.File
	if file == "" {
		file = "wslite.toml"
	}
	var steps, flags []string
	for _, r := range reasons {
		if strings.HasPrefix(r.Key, "--") { // this run was begun with it
			if !slices.Contains(flags, r.Key) {
				flags = append(flags, r.Key)
			}
			continue
		}
		lines := r.Lines()
		if lines == nil && r.Key != "" {
			lines = []string{r.Key}
		}
		for _, step := range lines {
			if !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
	}
	if len(flags) > 0 {
		begun := "this server was started with " + strings.Join(flags, " and ")
		if len(steps) == 0 {
			return begun
		}
		file += " (" + begun + ")"
	}
	if len(steps) == 0 {
		return "wslite policy show prints the policy in force"
	}
	return "the operator may change in " + file + ": " + strings.Join(steps, ", ")
}

// IsExternal says whether an address, in the form of host/address.Same, belongs
// neither to the account of the call nor to an internal domain, and stands in no
// list that allows it.
func (p Policy) IsExternal(in Input, addr string) bool { return p.outside(in.Account, addr) }
