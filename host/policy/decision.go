package policy

import (
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// Decision is what a policy says about one call. It is made by Policy.Decide.
type Decision struct {
	// Allowed is false where there is a reason against the call.
	Allowed bool
	// Reasons are all that stand against it, in the order of the rules.
	Reasons []Reason
	// Confirm says that a person has to be asked also where the class alone
	// would not.
	Confirm bool
	// Recipients are those that the parameters name, each once per field.
	Recipients []Recipient
	// SecondPerson says that the approval must come from somebody else than the
	// author; DraftOnly that the call runs only as an approved draft.
	SecondPerson, DraftOnly bool
	// Caps are what the call takes from the daily caps, by class.
	Caps []Cap
	// Notes tell a person what the decision could not look at, or what will
	// be looked at later.
	Notes []string
}

// Reason is one thing that stands against a call.
type Reason struct {
	// Rule is a stable word, one of the Rule constants.
	Rule string
	// Place is the operation of a batch, as `operation 1 ("send")`; "" for
	// a single action.
	Place string
	// Text says it in words. Texts of the call in it are quoted and cut.
	Text string
	// Key is the configuration key that would have to change; "" where no
	// key helps.
	Key string
	// Line is the line to add or change there; "" where the list or the word
	// that stands there has to be changed.
	Line string
	// Base says that the line has to stand under [policy], too, since a profile
	// can only tighten what stands there.
	Base bool
}

// Lines are the lines that would let the call pass this rule, each with its
// table; nil where there is none to write down.
func (r Reason) Lines() []string {
	at := strings.LastIndexByte(r.Key, '.')
	if r.Line == "" || at < 0 {
		return nil
	}
	lines := []string{"[" + r.Key[:at] + "] " + r.Line}
	if r.Base {
		lines = append([]string{"[policy] " + r.Line}, lines...)
	}
	return lines
}

// String is the place and the text.
func (r Reason) String() string {
	if r.Place == "" {
		return r.Text
	}
	return r.Place + ": " + r.Text
}

// The rules, as Reason.Rule has them.
const (
	// RulePolicy: the policy itself holds a word that means nothing.
	RulePolicy       = "policy"
	RuleReadOnly     = "read_only"
	RuleAllowClasses = "allow_classes"
	RuleDenyClasses  = "deny_classes"
	RuleAllowTools   = "allow_tools"
	RuleDenyTools    = "deny_tools"
	// RuleResources: the lists of files, folders, calendars and so on.
	RuleResources = "resources"
	// RuleRecipients: the lists of addresses and domains.
	RuleRecipients = "recipients"
	// RuleRecipientList: the parameter holds no list that anybody could judge.
	// It is the caller's mistake rather than a matter of policy.
	RuleRecipientList = "recipient_list"
	RuleExternal      = "external"
	RulePublicSharing = "public_sharing"
	RuleDaily         = "daily"
	RuleQuietHours    = "quiet_hours"
	RuleSecondPerson  = "second_person"
	RuleDraftOnly     = "draft_only"
)

// Recipient is one address that a call names.
type Recipient struct {
	// Field is the parameter; in a batch with the operation's place before it,
	// as "operations.1.to".
	Field string
	// Address is in the form of host/address.Same; "@example.com" is everybody
	// of a domain, Anyone the whole world.
	Address string
	// External says that it belongs neither to the account nor to an internal
	// domain, and stands in no list that allows it.
	External bool
}

// Anyone is the address of a share with the whole world, as the backends
// report it.
const Anyone = "anyone"

// Cap is what a call takes from a daily cap.
type Cap struct {
	// Name is the class.
	Name string
	// Amount is how many the call takes, Limit how many a day has.
	Amount, Limit int
}

// Refusal is the decision as an error: nil where the call is allowed, USAGE
// where nothing but malformed lists of recipients stands against it, else
// ACTION_NOT_ALLOWED. It gives every reason, and its hint the lines that would
// have to change and the file that holds them.
func (p Policy) Refusal(d Decision, in Input) error {
	if d.Allowed {
		return nil
	}
	name := in.Tool
	if name == "" {
		name = in.Service + " " + in.Action
	}
	texts := make([]string, len(d.Reasons))
	for i, r := range d.Reasons {
		texts[i] = r.String()
	}
	all := strings.Join(texts, "; ")
	if !slices.ContainsFunc(d.Reasons, func(r Reason) bool { return r.Rule != RuleRecipientList }) {
		return fault.New(fault.Usage, "%s: %s", quote(name), all).
			WithHint("give plain addresses with commas between them, as ana@example.com, \"Bob B.\" <bob@example.com>")
	}
	return fault.New(fault.ActionNotAllowed, "the policy forbids %s: %s", quote(name), all).WithHint("%s", p.hint(d.Reasons))
}
