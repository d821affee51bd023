package invoke

import (
	"fmt"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
)

// refuseRestOnly refuses arguments that a proxy does not know: it would drop
// them in silence, and the caller would believe that they counted.
func (p *Pipeline) refuseRestOnly(t *catalog.Tool, args map[string]any, prefix string) error {
	for _, key := range t.RestOnly {
		if _, set := args[key]; set {
			return fault.New(fault.NotSupported, "%s%s can't be honoured over an Apps Script proxy", prefix, key).
				WithField(prefix + key).
				WithHint("leave it out, or use a profile with a REST backend")
		}
	}
	if !t.IsBatchTool {
		return nil
	}
	ops, _ := args["operations"].([]any)
	for i, op := range ops {
		o, _ := op.(map[string]any)
		action, _ := o["action"].(string)
		params, _ := o["params"].(map[string]any)
		for _, tool := range p.Catalog.ByAction(t.Service, action) {
			if err := p.refuseRestOnly(tool, params, fmt.Sprintf("operations.%d.params.", i)); err != nil {
				return err
			}
		}
	}
	return nil
}
