// Package draft keeps mutations that wait for a yes: what exactly would happen,
// who asked for it, who agreed, and what became of it.
//
// It owns the states of a draft and what an approval is bound to. It never
// runs a draft (host/invoke does) and never judges one (host/policy does): it
// makes sure that what runs is what was agreed to, and that it runs once. Where
// the records lie is the business of host/store.
//
// Start reading at Drafts.
package draft

import (
	"encoding/json"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/sdk/abi"
)

// State is where a draft stands.
type State string

// The states. Source: W111.
const (
	Pending   State = "pending_approval"
	Approved  State = "approved"
	Executing State = "executing"
	Executed  State = "executed"
	Failed    State = "failed"
	Unknown   State = "unknown"
	Rejected  State = "rejected"
	// Expired is derived and never stored: a draft that was pending or approved
	// when its time ended. It can be edited, which renews it, and nothing else.
	Expired State = "expired"
)

// Draft is one stored mutation.
type Draft struct {
	ID string `json:"draftId"`
	// Revision counts the payloads, from 1.
	Revision int    `json:"revision"`
	Digest   string `json:"payloadDigest"`
	State    State  `json:"status"`
	// Owner is whose data the draft would touch. It never changes.
	Owner store.Owner `json:"identity"`
	// Author is who stored it, Editor who changed it last, Editors all who did,
	// each once; FrontEnd is "cli" or
	// "mcp".
	Author   string   `json:"author"`
	Editor   string   `json:"editor,omitempty"`
	Editors  []string `json:"editors,omitempty"`
	FrontEnd string   `json:"frontEnd"`
	Payload  Payload  `json:"payload"`
	// Body names where the payload lies when it is too large for the record.
	Body     *Body     `json:"payloadBody,omitempty"`
	Approval *Approval `json:"approval,omitempty"`
	// Decided tells who rejected it and why.
	Decided *Decision `json:"decision,omitempty"`
	// Code is the failure of the last run; Resource what the run made.
	Code     string    `json:"failureCode,omitempty"`
	Resource string    `json:"resourceId,omitempty"`
	Created  time.Time `json:"createdAt"`
	Updated  time.Time `json:"updatedAt"`
	// Expires is when it can't be approved or run any more; of an ended draft,
	// when it ended.
	Expires time.Time `json:"expiresAt"`

	// Problem tells why a draft in a list can't be used; it is never stored.
	Problem string `json:"problem,omitempty"`

	// version and stored are what the store holds, so that a change of state
	// writes the payload back byte for byte.
	version int64
	stored  json.RawMessage
}

// Body is the place of a payload outside its record.
type Body struct {
	// Name is the digest of the bytes, Size how many they are.
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Payload is what would happen. Digest binds all of it that reaches a service;
// the rest tells a person, or the run, how it came about.
type Payload struct {
	Service string     `json:"service"`
	Tool    string     `json:"tool"`
	Action  string     `json:"action"`
	Class   risk.Class `json:"class"`
	// Args are the tool's arguments as they were given and checked, Params what
	// the plugin made of them, without confirm.
	Args   map[string]any `json:"args"`
	Params map[string]any `json:"params"`
	Files  []File         `json:"files,omitempty"`
	// Clock is the time, zone and nonce with which Params and Effects were made.
	// The run uses the same, so that it makes the same.
	Clock abi.Clock `json:"clock"`
	// Effects are the first requests that would change something, one list for
	// all operations of a batch; empty where only a proxy knows.
	Effects []Effect `json:"effects,omitempty"`
	// Recipients are all whom it would reach, as far as they can be known.
	Recipients []Recipient `json:"recipients,omitempty"`
	// Changes says in words what will change, a line each.
	Changes  []string `json:"changes,omitempty"`
	Warnings []string `json:"warnings,omitempty"`

	// Where it runs: the profile, whether --local was given, the backend and the
	// account by the name that people use.
	Profile string `json:"profile"`
	Local   bool   `json:"local,omitempty"`
	Backend string `json:"backend"`
	Account string `json:"account,omitempty"`
	// Bearer tells apart the tokens of an account that nobody has named; "" for
	// all others. It is a digest, and no part of Digest.
	Bearer string `json:"bearer,omitempty"`
}

// File is a local file that the draft would send.
type File struct {
	// Arg is where it is named; in a batch, inside the params of Operation.
	Arg       string `json:"arg"`
	Operation int    `json:"operation"`
	// Path is absolute. It is no part of the digest: the bytes are.
	Path   string `json:"path"`
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Effect is a request that would change something.
type Effect struct {
	// Operation is the index in a batch; 0 for a single action.
	Operation int `json:"operation"`
	// Digest is of the request's canonical form.
	Digest string `json:"digest"`
	// Hidden says that it reaches people, and that nobody can tell whom.
	Hidden  bool            `json:"hidden,omitempty"`
	Request backend.Planned `json:"request"`
}

// Recipient is one address that the draft would reach.
type Recipient struct {
	Address string `json:"address"`
	// External says that it is not of the account's own domains.
	External bool `json:"external"`
}

// Approval is a yes. All of it binds. Source: W109.
type Approval struct {
	DraftID        string    `json:"draftId"`
	Revision       int       `json:"revision"`
	Digest         string    `json:"payloadDigest"`
	IdentityKey    string    `json:"identityKey"`
	Approver       string    `json:"approver"`
	ApprovedAt     time.Time `json:"approvedAt"`
	ExpiresAt      time.Time `json:"expiresAt"`
	PolicyRevision string    `json:"policyRevision"`
}

// Decision is a no.
type Decision struct {
	By     string    `json:"by"`
	Reason string    `json:"reason,omitempty"`
	At     time.Time `json:"at"`
}
