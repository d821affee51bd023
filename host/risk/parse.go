package risk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// parse reads one table. It reports every fault at once; a table with one is
// not used at all, so its actions are unknown and thereby destructive.
func parse(text, service string) (map[string]Row, error) {
	var f file
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return nil, fmt.Errorf("risk table %s: %w", service, err)
	}
	var faults []error
	fail := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf("risk table %s: "+format, append([]any{service}, args...)...))
	}
	for _, key := range meta.Undecoded() {
		fail("unknown key %s", key)
	}
	for name, r := range f.Resources {
		if !slices.Contains(Kinds(), r.Kind) || r.Param == "" {
			fail("resource %s needs a param and a kind out of %v", name, Kinds())
		}
	}
	dynamic := rules()
	rows := make(map[string]Row, len(f.Actions))
	for action, e := range f.Actions {
		if rank(e.Class) == 0 || e.Class == Admin {
			fail("action %s: class %q is none of read, write, send, share, destructive", action, e.Class)
		}
		row := Row{Class: e.Class, Routes: e.Routes, Weight: e.Weight, Dynamic: e.Dynamic,
			Recipients: e.Recipients, KnownRecipients: e.KnownRecipients}
		if row.Weight == 0 {
			row.Weight = weight(e.Class)
		}
		if e.Dynamic != "" {
			switch r, ok := dynamic[e.Dynamic]; {
			case !ok:
				fail("action %s: no dynamic rule %q", action, e.Dynamic)
			case rank(r.raise) <= rank(e.Class):
				fail("action %s: rule %s raises to %s, which is not above %s", action, e.Dynamic, r.raise, e.Class)
			}
		}
		for _, id := range e.Routes {
			if !strings.HasPrefix(id, service+".") {
				fail("action %s: route %s is not of the service", action, id)
			}
		}
		for _, name := range e.Allow {
			r, ok := f.Resources[name]
			if !ok {
				fail("action %s: no resource %q", action, name)
			}
			row.Allow = append(row.Allow, r)
		}
		rows[action] = row
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return rows, nil
}
