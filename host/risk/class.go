// Package risk says how dangerous a call is: the class of an action with its
// parameters, the routes it may reach, the fields that policy looks at.
//
// It owns the tables (tables/<service>.toml), the dynamic rules and the
// promotion of batches. It never asks anybody, sends anything or reads the
// environment; host/confirm, host/policy and the backends act on what it says.
// Start reading at Tables.Resolve.
package risk

import "slices"

// Class is a risk class. The zero value is no class.
type Class string

// The classes, from harmless to dangerous. Admin is never the class of an
// action: only a batch that mixes gated classes is promoted to it, so that one
// token can cover it.
const (
	Read        Class = "read"
	Write       Class = "write"
	Send        Class = "send"
	Share       Class = "share"
	Destructive Class = "destructive"
	Admin       Class = "admin"
)

// Classes lists all classes, the least dangerous first.
func Classes() []Class {
	return []Class{Read, Write, Send, Share, Destructive, Admin}
}

// ClassNames lists the names of all classes, the least dangerous first.
func ClassNames() []string {
	var names []string
	for _, c := range Classes() {
		names = append(names, string(c))
	}
	return names
}

// rank orders classes; 0 for what is no class.
func rank(c Class) int { return slices.Index(Classes(), c) + 1 }

// NeedsConfirm says whether an action of the class is asked about before it
// runs. A batch of class admin is not in here: its operations are asked about
// one by one, each by its own class.
func NeedsConfirm(c Class) bool {
	return c == Send || c == Share || c == Destructive
}

// weight is the cost of one call in the proxies' rate budget (100 units per
// minute), by its class before dynamic rules.
func weight(c Class) int {
	switch c {
	case Write:
		return 3
	case Send, Share:
		return 6
	case Destructive:
		return 8
	}
	return 1
}

// Candidates gives the endings of the variables that may hold the token for a
// class, best first; the name is "GOOGLE_WORKSPACE_<SERVICE>_PROXY_" and the
// ending. What is no class gets the candidates of destructive.
//
// The admin token stands before the primary one above read because the peer
// has it so, and deployments rely on it; a profile can forbid the admin token.
func Candidates(c Class) []string {
	const primary, admin = "TOKEN", "ADMIN_TOKEN"
	switch c {
	case Read:
		return []string{"READ_TOKEN", primary, admin}
	case Write:
		return []string{"WRITE_TOKEN", admin, primary}
	case Send:
		return []string{"SEND_TOKEN", admin, primary}
	case Share:
		return []string{"SHARE_TOKEN", admin, primary}
	case Admin:
		return []string{admin, primary}
	}
	return []string{"DESTRUCTIVE_TOKEN", admin, primary}
}
