package setup

import "context"

// The kinds of findings, in the order in which repair reports them.
const (
	EnvCRLF            = "env-crlf"
	EnvMalformed       = "env-malformed"
	ClaspConfigMissing = "clasp-config-missing"
	HealthFailing      = "health-failing"
	TokenMissing       = "token-missing"
	SecretMissing      = "bootstrap-secret-missing"
	DeploymentStale    = "deployment-stale"
	DeploymentNotFound = "deployment-not-found"
)

// What repair can do about a finding.
const (
	ActionConfirm = "confirm" // it can, once a person agrees
	ActionManual  = "manual"  // only a person can
)

// Finding is one thing that is wrong.
type Finding struct {
	Kind string
	// Service is empty for what concerns the whole checkout.
	Service string
	// Summary says what is wrong, Proposal what would set it right.
	Summary, Proposal string
	Action            string
	// Applied says that it was set right; Outcome is one line on what became
	// of it, empty where nothing was tried.
	Applied bool
	Outcome string

	apply func(context.Context, Repair) (outcome string, err error)
}
