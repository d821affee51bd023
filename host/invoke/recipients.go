package invoke

import (
	"github.com/wslite/wslite/host/address"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// keepRecipients holds a plugin to the addresses in the caller's arguments: what
// it makes of them may drop or rewrite one, and adds none. The person who says
// yes has seen the arguments, not what a plugin made of them.
func (p *Pipeline) keepRecipients(service, action string, args, params map[string]any) error {
	var named map[string]bool
	check := func(action string, params map[string]any) error {
		row, _ := p.Risk.Row(service, action)
		for _, field := range row.Recipients {
			for _, a := range address.In(params[field]) {
				if named == nil {
					named = map[string]bool{}
					for _, known := range address.In(args) {
						named[known] = true
					}
				}
				if !named[a] {
					return fault.New(fault.PluginViolation, "the plugin of %s put an address into %s of %s that the arguments do not have", service, field, action).
						WithHint("nothing was sent")
				}
			}
		}
		return nil
	}
	if err := check(action, params); err != nil || action != risk.Batch {
		return err
	}
	for op := range risk.Operations(params) {
		if err := check(op.Action, op.Params); err != nil {
			return err
		}
	}
	return nil
}
