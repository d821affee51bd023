package draft

import (
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/risk"
)

// bound is what a digest is made of: all that reaches a service, and nothing
// that only tells how it came about. Where a file lay, when it was stored and
// in which words it is shown may change without a new approval.
type bound struct {
	Service string         `json:"service"`
	Tool    string         `json:"tool"`
	Action  string         `json:"action"`
	Class   risk.Class     `json:"class"`
	Args    map[string]any `json:"args"`
	Params  map[string]any `json:"params"`
	Files   []boundFile    `json:"files"`
	Effects []string       `json:"effects"`
}

type boundFile struct {
	Arg       string `json:"arg"`
	Operation int    `json:"operation"`
	Name      string `json:"name"`
	Size      int64  `json:"size"`
	SHA256    string `json:"sha256"`
}

// Digest is the "sha256:" digest of the canonical form (host/canon) of what
// would happen. BAD_REQUEST: a number that JSON can't carry exactly.
func (p Payload) Digest() (string, error) {
	b := bound{
		Service: p.Service, Tool: p.Tool, Action: p.Action, Class: p.Class,
		Args: object(p.Args), Params: object(p.Params), Files: []boundFile{}, Effects: []string{},
	}
	for _, f := range p.Files {
		b.Files = append(b.Files, boundFile{f.Arg, f.Operation, f.Name, f.Size, f.SHA256})
	}
	for _, e := range p.Effects {
		b.Effects = append(b.Effects, e.Digest)
	}
	return canon.Digest(b)
}

// object makes no difference between no arguments and none given.
func object(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
