package catalog

import (
	"errors"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// Tool is one tool with its place: service and command word.
type Tool struct {
	abi.Tool
	// Service is the name of the service that offers the tool.
	Service string
	// Sub is the tool's word below the service's command, as "list-tasks".
	Sub string
}

// Service is what one catalog offers.
type Service struct {
	Name, Title, Provider, Version string
	// Tools stand in the catalog's order.
	Tools []*Tool
}

// Index finds tools. It is read-only after Build, so any number of goroutines
// may use it.
type Index struct {
	services []*Service
	byName   map[string]*Service
	tools    []*Tool
	byTool   map[string]*Tool
	byPath   map[pair]*Tool
	byAction map[pair][]*Tool
	batch    map[string]*Tool
}

// pair is a service with a word of its own: a command or an action.
type pair struct{ service, word string }

// CollisionError says that two tools claim one place on the command line.
type CollisionError struct {
	// Path is "<service>/<sub>".
	Path string
	// First and Second are the tools' names.
	First, Second string
}

func (e *CollisionError) Error() string {
	return "the tools " + text.Line(e.First) + " and " + text.Line(e.Second) + " both claim the command " +
		strings.Replace(text.Line(e.Path), "/", " ", 1)
}

// Build makes the index of all catalogs, services in the order given. It
// checks names, actions and collisions, not the schemas: it runs at each
// start. Every mistake is reported, joined; each is PLUGIN_REFUSED and names
// the tool or service at fault.
func Build(cats []*abi.Catalog) (*Index, error) {
	n := 0
	for _, c := range cats {
		n += len(c.Tools)
	}
	x := &Index{
		byName:   make(map[string]*Service, len(cats)),
		tools:    make([]*Tool, 0, n),
		byTool:   make(map[string]*Tool, n),
		byPath:   make(map[pair]*Tool, n),
		byAction: make(map[pair][]*Tool, n),
		batch:    make(map[string]*Tool, len(cats)),
	}
	var errs []error
	for _, c := range cats {
		errs = append(errs, x.add(c)...)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return x, nil
}

func (x *Index) add(c *abi.Catalog) []error {
	errs := checkService(c)
	if _, twice := x.byName[c.Service]; twice {
		errs = append(errs, refuse("two plugins offer the service %q; a service has one plugin", text.Line(c.Service)))
		return errs
	}
	s := &Service{Name: c.Service, Title: c.Title, Provider: c.Provider, Version: c.Version, Tools: make([]*Tool, 0, len(c.Tools))}
	x.byName[c.Service] = s
	x.services = append(x.services, s)
	// One block for all tools of a service: fewer allocations at each start.
	block := make([]Tool, len(c.Tools))
	for i := range c.Tools {
		t := &block[i]
		t.Tool, t.Service = c.Tools[i], c.Service
		errs = append(errs, checkTool(t)...)
		errs = append(errs, x.place(t)...)
		s.Tools = append(s.Tools, t)
		x.tools = append(x.tools, t)
	}
	return errs
}

// place enters the tool under its name, its path and its actions. The path
// has already been checked, so a tool without one is left out in silence.
func (x *Index) place(t *Tool) (errs []error) {
	service, sub, err := CLIPath(t.Name)
	if err != nil {
		return nil
	}
	t.Sub = sub
	at := pair{service, sub}
	if first, taken := x.byPath[at]; taken {
		c := &CollisionError{Path: service + "/" + sub, First: first.Name, Second: t.Name}
		return []error{fault.Wrap(c, fault.PluginRefused, "%s", c.Error())}
	}
	x.byPath[at], x.byTool[t.Name] = t, t
	for _, a := range t.Actions {
		at := pair{t.Service, a}
		x.byAction[at] = append(x.byAction[at], t)
	}
	if t.IsBatchTool {
		if first, taken := x.batch[t.Service]; taken {
			errs = append(errs, refuse("the tools %s and %s both claim to be the batch tool of %s", text.Line(first.Name), text.Line(t.Name), text.Line(t.Service)))
		}
		x.batch[t.Service] = t
	}
	return errs
}

// Services gives all services in the order in which they were built.
func (x *Index) Services() []*Service { return x.services }

// Service finds a service; nil where there is none.
func (x *Index) Service(name string) *Service { return x.byName[name] }

// Tools gives all tools, service by service.
func (x *Index) Tools() []*Tool { return x.tools }

// Tool finds a tool by its name; nil where there is none.
func (x *Index) Tool(name string) *Tool { return x.byTool[name] }

// ByPath finds a tool by its command; nil where there is none.
func (x *Index) ByPath(service, sub string) *Tool { return x.byPath[pair{service, sub}] }

// ByAction gives the tools that may resolve to the action, in catalog order.
// Names are compared as they are, case included.
func (x *Index) ByAction(service, action string) []*Tool { return x.byAction[pair{service, action}] }

// Batch gives the service's batch tool; nil where it has none.
func (x *Index) Batch(service string) *Tool { return x.batch[service] }

// Path is CLIPath for a service that must exist. The error is USAGE, with a
// near service as a hint.
func (x *Index) Path(toolName string) (service, sub string, err error) {
	service, _, found := strings.Cut(toolName, "_")
	if _, known := x.byName[service]; found && service != "" && !known {
		e := fault.Wrap(ErrUnknownService, fault.Usage, "%q: there is no service %q", text.Line(toolName), text.Line(service))
		names := make([]string, len(x.services))
		for i, s := range x.services {
			names[i] = s.Name
		}
		if near, ok := text.Suggest(service, names); ok {
			return "", "", e.WithHint("did you mean %s?", near)
		}
		return "", "", e.WithHint("wslite tools lists what there is")
	}
	return CLIPath(toolName)
}
