package config

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
)

// stricter gives a profile's word where it says one, else that of [policy]. A
// word that would let more through than [policy] does is a mistake. Where
// [policy] says nothing that is every word but the strictest: without one the
// answer depends on the front end, and agents get the strictest.
func (b *builder) stricter(key string, words []string, base, own string) string {
	if own == "" {
		return base
	}
	if slices.Index(words, own) > max(slices.Index(words, base), 0) {
		name := key[strings.LastIndexByte(key, '.')+1:]
		b.bad(key, key+": a profile can only tighten [policy]; write "+name+" = "+quote(own)+
			" there, and "+quote(words[0])+" in the profiles that must not have it")
	}
	return own
}

// strictest says that a profile may say nothing looser than base, the word of
// [policy] or "" for none.
func strictest(words []string, base string) bool { return slices.Index(words, base) <= 0 }

// insiders joins lists of internal domains: what both name. Fewer are stricter,
// and none is the strictest.
func (b *builder) insiders(key string, base, own []string) []string {
	if own == nil {
		return base
	}
	both := []string{}
	for _, d := range own {
		if withinDomains(d, base) {
			both = append(both, d)
		} else {
			b.bad(key, key+": a profile can only tighten [policy], and its internal_domains do not have "+quote(d))
		}
	}
	return both
}

// quietByDefault are the classes of quiet hours where nobody names others.
func quietByDefault() []string {
	return []string{string(risk.Send), string(risk.Share), string(risk.Destructive)}
}

// quiet gathers the quiet hours of [policy] and of the profile: all of them
// hold. Where one of the two names hours or classes alone it takes the other's.
func (b *builder) quiet(own string) []policy.Quiet {
	const base = "policy."
	hours := func(prefix string) string { return b.settings.text(prefix + "quiet_hours") }
	classes := func(prefixes ...string) []string {
		for _, prefix := range prefixes {
			if list := b.settings.words(prefix + "quiet_classes"); list != nil {
				return list
			}
		}
		return quietByDefault()
	}
	var all []policy.Quiet
	add := func(text string, classes []string) {
		if from, until, err := policy.ParseQuiet(text); err == nil {
			all = append(all, policy.Quiet{From: from, Until: until, Classes: classes})
		}
	}
	add(hours(base), classes(base))
	switch _, given := b.settings[own+"quiet_hours"]; {
	case given && hours(own) == "" && hours(base) != "":
		b.bad(own+"quiet_hours", own+"quiet_hours: a profile can only tighten [policy], which has quiet hours")
	case hours(own) != "":
		add(hours(own), classes(own, base))
	case b.settings.words(own+"quiet_classes") != nil:
		add(hours(base), classes(own))
	}
	for _, prefix := range []string{base, own} {
		_, said := b.settings[prefix+"quiet_hours"]
		if b.settings.words(prefix+"quiet_classes") != nil && !said && hours(base) == "" {
			b.bad(prefix+"quiet_classes", prefix+"quiet_classes: there are no quiet_hours, so it would do nothing")
		}
	}
	return all
}

// policyKeysSet tells where each key of the policy is set: the full name by the
// name below [policy], and by that name and a value where a list is the sum of
// two. Of a key in both places it is the profile's, which is the tighter one.
func (b *builder) policyKeysSet(own string) map[string]string {
	set := map[string]string{}
	for _, prefix := range []string{"policy.", own} {
		for full, s := range b.settings {
			name, ok := strings.CutPrefix(full, prefix)
			if !ok || s.origin.Kind != "file" {
				continue
			}
			if n, ok := s.value.(int64); ok && set[name] != "" { // a daily cap
				if first, _ := b.settings[set[name]].value.(int64); first < n {
					continue
				}
			}
			set[name] = full
			switch name {
			case "deny_classes", "deny_tools", "second_person", "draft_only":
				for _, value := range s.value.([]string) {
					set[name+" "+value] = full
				}
			}
		}
	}
	return set
}
