package config

import (
	"maps"
	"slices"
	"strings"
)

// setting is one value and where it came from. The value is a string, bool,
// int64 or []string; nil means not set.
type setting struct {
	value  any
	origin Origin
	line   int
	col    int
}

// Two settings that are no keys of the file, but belong into the list.
const (
	chosenProfile = "profile"
	cacheDir      = "cache.dir"
)

// settings are all values that anybody gave, by full key
// ("profile.work.backend"). Later layers replace earlier ones.
type settings map[string]setting

func (s settings) text(key string) string {
	v, _ := s[key].value.(string)
	return v
}

func (s settings) flag(key string) bool {
	v, _ := s[key].value.(bool)
	return v
}

func (s settings) words(key string) []string {
	v, _ := s[key].value.([]string)
	return slices.Clone(v)
}

// below lists the names that stand directly below prefix, sorted: the profiles
// below "profile.", the kinds of things below "policy.allow.".
func (s settings) below(prefix string) []string {
	names := map[string]bool{}
	for key := range s {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			name, _, _ := strings.Cut(rest, ".")
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// entries are the rows of `config show`: every key of the table in its order,
// once for each name where the name is the user's own.
func (s settings) entries() []Entry {
	var out []Entry
	add := func(path string) {
		e := Entry{Key: path, Origin: Origin{Kind: "default"}}
		if v, ok := s[path]; ok {
			e.Value, e.Origin = v.value, v.origin
			if list, ok := v.value.([]string); ok {
				e.Value = slices.Clone(list)
			}
		}
		out = append(out, e)
	}
	add(chosenProfile)
	for _, k := range keys {
		for _, path := range s.expand("", k.path) {
			add(path)
		}
	}
	add(cacheDir)
	// The keys of one profile stand together.
	slices.SortStableFunc(out, func(a, b Entry) int {
		return strings.Compare(profileOf(a.Key), profileOf(b.Key))
	})
	return out
}

// expand puts the user's names in the place of each "*" of a key.
func (s settings) expand(head, tail string) []string {
	before, after, wild := strings.Cut(tail, "*")
	if !wild {
		return []string{head + tail}
	}
	var out []string
	for _, name := range s.below(head + before) {
		out = append(out, s.expand(head+before+name, after)...)
	}
	return out
}

// profileOf is the name of the profile that a key belongs to; empty for the
// keys that stand in no profile, so that these come first.
func profileOf(key string) string {
	rest, ok := strings.CutPrefix(key, "profile.")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, ".")
	return name
}
