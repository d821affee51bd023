package policy

import (
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/risk"
)

// rulesVersion counts the changes of what Decide makes of the same policy. Raise it
// with such a change: approvals given under other rules end.
const rulesVersion = 1

// Revision is a digest of all that a decision depends on beside the call: the
// policy, the risk tables and the rules themselves. File and Keys are not in it.
func (p Policy) Revision() string {
	p.File, p.Keys = "", nil
	d, err := canon.Digest(map[string]any{"rules": rulesVersion, "tables": risk.Version(), "policy": p})
	if err != nil {
		// All numbers of a policy are small; without a digest nothing that is
		// bound to one may pass.
		return "none: " + err.Error()
	}
	return d
}
