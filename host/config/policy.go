package config

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/policy"
)

// policy joins [policy] with the policy of the profile in use. A profile can
// only tighten: what either forbids is forbidden, and of two allow-lists only
// what both name is allowed. Two lists of tool patterns have no common part
// that could be written down, so they may not both stand.
func (b *builder) policy(c *Config) {
	base := b.onePolicy("policy.")
	prefix := "profile." + c.Profile.Name + ".policy."
	own := b.onePolicy(prefix)
	if base.AllowTools != nil && own.AllowTools != nil {
		b.bad(prefix+"allow_tools", prefix+"allow_tools: [policy] has allow_tools already; keep one of the two")
	}
	c.Policy = policy.Policy{
		ReadOnly:         base.ReadOnly || own.ReadOnly,
		ForbidAdminToken: base.ForbidAdminToken || own.ForbidAdminToken,
		AllowClasses:     b.common(prefix+"allow_classes", base.AllowClasses, own.AllowClasses),
		AllowTools:       slices.Concat(base.AllowTools, own.AllowTools),
		DenyClasses:      slices.Concat(base.DenyClasses, own.DenyClasses),
		DenyTools:        slices.Concat(base.DenyTools, own.DenyTools),
		Allow:            base.Allow,
		InternalDomains:  b.insiders(prefix+"internal_domains", base.InternalDomains, own.InternalDomains),
		External:         b.stricter(prefix+"external", externals, base.External, own.External),
		PublicSharing:    b.stricter(prefix+"public_sharing", publics, base.PublicSharing, own.PublicSharing),
		Daily:            base.Daily,
		Quiet:            b.quiet(prefix),
		SecondPerson:     slices.Concat(base.SecondPerson, own.SecondPerson),
		DraftOnly:        slices.Concat(base.DraftOnly, own.DraftOnly),
		File:             c.File,
		Keys:             b.policyKeysSet(prefix),
	}
	if c.Policy.File == "" {
		c.Policy.File = c.DefaultFile
	}
	for name, both := range map[string]bool{
		"external":       own.External != "" && strictest(externals, base.External),
		"public_sharing": own.PublicSharing != "" && strictest(publics, base.PublicSharing),
	} {
		if both {
			if c.Policy.BaseToo == nil {
				c.Policy.BaseToo = map[string]bool{}
			}
			c.Policy.BaseToo[name] = true
		}
	}
	for class, limit := range own.Daily {
		if other, capped := base.Daily[class]; !capped || limit < other {
			c.Policy.Daily[class] = limit
		}
	}
	for kind, list := range own.Allow {
		if kind != policy.KindRecipients && kind != policy.KindDomains {
			c.Policy.Allow[kind] = b.common(prefix+"allow."+kind, base.Allow[kind], list)
		}
	}
	// Lists of a profile alone only restrict: an address in them would else pass
	// where [policy] denies those outside.
	c.Policy.ListedExternal = named(own.Allow) && !named(base.Allow) && base.External != policy.ExternalAllow
	b.people(prefix+"allow", c.Policy.Allow, own.Allow)
}

// named says that lists of recipients or domains are set.
func named(lists map[string][]string) bool {
	return lists[policy.KindRecipients] != nil || lists[policy.KindDomains] != nil
}

// people tightens the lists of recipients and domains in base by those of own.
// An address passes if one of the two lists has it, so they count together:
// a profile that names a domain must not let more through than [policy] does.
func (b *builder) people(key string, base, own map[string][]string) {
	const addrs, domains = policy.KindRecipients, policy.KindDomains
	switch {
	case !named(own):
		return
	case !named(base):
		for _, kind := range []string{addrs, domains} {
			if own[kind] != nil {
				base[kind] = own[kind]
			}
		}
		return
	}
	passes := func(addr string, lists map[string][]string) bool {
		return within(addr, lists[addrs]) || withinDomains(addr[strings.LastIndex(addr, "@")+1:], lists[domains])
	}
	var both, shared []string
	for _, side := range [][2]map[string][]string{{base, own}, {own, base}} {
		for _, addr := range side[0][addrs] {
			if passes(addr, side[1]) && !within(addr, both) {
				both = append(both, addr)
			}
		}
	}
	for _, d := range base[domains] {
		if withinDomains(d, own[domains]) {
			shared = append(shared, d)
		}
	}
	if both == nil && shared == nil {
		for _, kind := range []string{addrs, domains} {
			if own[kind] != nil {
				b.bad(key+"."+kind, key+": no recipient passes both this and [policy], so nothing could be sent")
				return
			}
		}
	}
	delete(base, addrs)
	delete(base, domains)
	if both != nil {
		base[addrs] = both
	}
	if shared != nil {
		base[domains] = shared
	}
}

func within(s string, list []string) bool {
	return slices.ContainsFunc(list, func(e string) bool { return address.Same(e) == address.Same(s) })
}

func withinDomains(s string, list []string) bool {
	return slices.ContainsFunc(list, func(e string) bool { return address.Same("@"+e) == address.Same("@"+s) })
}

func (b *builder) onePolicy(prefix string) policy.Policy {
	p := policy.Policy{
		ReadOnly:         b.settings.flag(prefix + "read_only"),
		ForbidAdminToken: b.settings.flag(prefix + "forbid_admin_token"),
		AllowClasses:     b.settings.words(prefix + "allow_classes"),
		DenyClasses:      b.settings.words(prefix + "deny_classes"),
		AllowTools:       b.settings.words(prefix + "allow_tools"),
		DenyTools:        b.settings.words(prefix + "deny_tools"),
		Allow:            map[string][]string{},
		InternalDomains:  bare(b.settings.words(prefix + "internal_domains")),
		External:         b.settings.text(prefix + "external"),
		PublicSharing:    b.settings.text(prefix + "public_sharing"),
		Daily:            map[string]int{},
		SecondPerson:     b.settings.words(prefix + "second_person"),
		DraftOnly:        b.settings.words(prefix + "draft_only"),
	}
	for _, class := range b.settings.below(prefix + "daily.") {
		n, _ := b.settings[prefix+"daily."+class].value.(int64)
		p.Daily[class] = int(n)
	}
	for _, kind := range b.settings.below(prefix + "allow.") {
		list := b.settings.words(prefix + "allow." + kind)
		if kind == policy.KindDomains {
			list = bare(list)
		}
		p.Allow[kind] = list
	}
	return p
}

// common is what both lists hold; nil is a list that was not given. Lists with
// nothing in common are a mistake rather than a way to forbid everything: an
// empty result must not be taken for "no limit" by whoever reads it.
func (b *builder) common(key string, base, own []string) []string {
	switch {
	case base == nil:
		return own
	case own == nil:
		return base
	}
	var out []string
	for _, s := range base {
		if slices.Contains(own, s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		b.bad(key, key+": nothing of it is in the list of [policy], so nothing would be allowed")
	}
	return out
}
