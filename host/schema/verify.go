package schema

import (
	"errors"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Verify does for one tool all that a start leaves out: it compiles the whole
// schema, branches included, checks that each default is allowed, that flags
// don't collide and hints name arguments, and that a batch tool's operations
// are told apart by action. It is for when a plugin is built or added. Every
// mistake is reported, joined, as PLUGIN_REFUSED.
func Verify(t *catalog.Tool) error {
	s, err := Compile(t.Input)
	if err != nil {
		return about(t, err)
	}
	var errs []error
	errs = append(errs, verifyCompiled(s.root))
	keys, boolean := []string{}, map[string]bool{}
	for _, p := range s.Properties() {
		keys = append(keys, p.Key)
		boolean[p.Key] = p.IsBoolean()
	}
	errs = append(errs, catalog.CheckFlags(t, keys, boolean)...)
	if n := s.root.child(catalog.KeyConfirm); n != nil && !only(n.kinds(), "boolean") {
		errs = append(errs, fault.New(fault.PluginRefused, "confirm must be a boolean: the host sets it after a person's yes"))
	}
	if t.IsBatchTool {
		if s.refers { // lists show a batch's operations by what is written in it
			errs = append(errs, fault.New(fault.PluginRefused, "a batch tool's schema must be written out, without $schema, $defs and $ref"))
		}
		errs = append(errs, verifyBatch(s.root))
	}
	errs = append(errs, verifyNode(s.root))
	return about(t, errors.Join(errs...))
}

func about(t *catalog.Tool, err error) error {
	if err == nil {
		return nil
	}
	return fault.Wrap(err, fault.PluginRefused, "the tool %s: %s", text.Line(t.Name), err.Error())
}

func verifyBatch(root *node) error {
	ops := root.child(keyOperations)
	if ops == nil || ops.items == nil || ops.items.choice == nil || ops.items.choice.key != "action" {
		return fault.New(fault.PluginRefused, "a batch tool's operations must be a list whose items are a oneOf of objects, each with a required constant action")
	}
	return nil
}

// verifyNode compiles the branches and tries the defaults below a node.
func verifyNode(n *node) error {
	var errs []error
	try := func(child *node) {
		if child == nil {
			return
		}
		// params of an operation may stand for "no params": required keys
		// are asked for when the operation is used.
		if child.hasDefault && !isEmptyObject(child.standard) {
			errs = append(errs, verifyDefault(child))
		}
		errs = append(errs, verifyNode(child))
	}
	for _, p := range n.props {
		try(p.node)
	}
	try(n.extra)
	try(n.items)
	for _, alt := range n.alternatives() {
		try(alt)
	}
	if n.choice != nil {
		for _, name := range n.choice.names {
			errs = append(errs, verifyCompiled(n.choice.branches[name].node))
		}
	}
	return errors.Join(errs...)
}

// verifyCompiled compiles a node with the check against the meta-schema.
func verifyCompiled(n *node) error {
	if _, err := compileAs(checkedURL, n); err != nil {
		return fault.Wrap(err, fault.PluginRefused, "the input schema can't be compiled: %v", err)
	}
	return nil
}

func isEmptyObject(v any) bool {
	m, ok := v.(map[string]any)
	return ok && len(m) == 0
}

func verifyDefault(n *node) error {
	compiled, err := (&lazy{}).compile(n)
	if err != nil {
		return err
	}
	if compiled.Validate(n.standard) != nil {
		return fault.New(fault.PluginRefused, "the default %s must be %s", show(n.standard), want(n))
	}
	return nil
}
