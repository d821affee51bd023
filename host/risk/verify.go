package risk

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// Verify checks a service's table against its plugin's actions and the pinned
// routes: the table can be read, each action has a row, each route exists, and
// a read reaches only routes that change nothing. route tells whether a route
// exists and whether it mutates. Every fault is reported, PLUGIN_REFUSED.
func (t *Tables) Verify(service string, actions []string, route func(id string) (mutates, ok bool)) error {
	rows, err := t.of(service)
	if err != nil {
		return fault.Wrap(err, fault.PluginRefused, "%v", err)
	}
	var faults []string
	refuse := func(format string, args ...any) {
		faults = append(faults, fmt.Sprintf(format, args...))
	}
	for _, a := range actions {
		if _, ok := rows[a]; !ok {
			refuse("the plugin of %s has the action %q, which no risk table knows", service, a)
		}
	}
	for _, a := range t.Actions(service) {
		for _, id := range rows[a].Routes {
			switch mutates, ok := route(id); {
			case !ok:
				refuse("action %s of %s names the route %s, which does not exist", a, service, id)
			case mutates && rows[a].Class == Read:
				refuse("action %s of %s is a read, but the route %s changes something", a, service, id)
			}
		}
	}
	return refused(faults)
}

// refused makes one error of all faults; nil where there are none.
func refused(faults []string) error {
	if len(faults) == 0 {
		return nil
	}
	return fault.New(fault.PluginRefused, "%s", strings.Join(faults, "; "))
}
