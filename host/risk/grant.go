package risk

import (
	"fmt"
	"maps"
	"strings"

	"github.com/wslite/wslite/sdk/abi"
)

// With gives tables that also know the actions which an operator granted to a
// third party's plugin. They stand in the plugin's own service, which must be
// new here; the host's rows can be neither changed nor joined.
//
// An action without a class is destructive. The class admin is refused: no
// action has it, and it is not asked about. A read may name only routes with
// the method GET, since the host knows of no other that they change nothing.
// An action named batch must be a read without routes: it reaches what its
// operations reach, and is classed by them.
//
// Every fault is reported, PLUGIN_REFUSED.
func (t *Tables) With(name string, reqs []abi.ActionRequest) (*Tables, error) {
	var faults []string
	refuse := func(format string, args ...any) {
		faults = append(faults, fmt.Sprintf(format, args...))
	}
	if _, taken := t.services[name]; taken || name == "" {
		refuse("a plugin can't add actions to the service %q: it is not its own", name)
	}
	rows := make(map[string]Row, len(reqs))
	for _, req := range reqs {
		if _, twice := rows[req.Action]; twice || req.Action == "" {
			refuse("the plugin of %q asks for the action %q twice or without a name", name, req.Action)
			continue
		}
		class := Class(req.Class)
		switch {
		case class == "" && req.Action == Batch:
			class = Read
		case class == "":
			class = Destructive
		}
		if rank(class) == 0 || class == Admin {
			refuse("action %q of %q asks for the class %q; there are read, write, send, share and destructive", req.Action, name, req.Class)
		}
		if req.Action == Batch && (class != Read || len(req.Routes) > 0) {
			refuse("the batch of %q must be a read without routes: it is classed by its operations and reaches what they reach", name)
		}
		row := Row{Class: class, Weight: weight(class), Granted: true}
		for _, r := range req.Routes {
			if !strings.HasPrefix(r.ID, name+".") {
				refuse("action %q of %q names the route %q, which is not of its service", req.Action, name, r.ID)
			}
			if class == Read && r.Method != "GET" {
				refuse("action %q of %q is a read, but the route %q has the method %q", req.Action, name, r.ID, r.Method)
			}
			row.Routes = append(row.Routes, r.ID)
		}
		rows[req.Action] = row
	}
	if len(faults) > 0 {
		return nil, refused(faults)
	}
	services := maps.Clone(t.services)
	services[name] = &service{rows: func() (map[string]Row, error) { return rows, nil }}
	return &Tables{services: services}, nil
}
