package vectors

import "testing"

// ranBy names, for every file and kind of vector, the test that runs it, or why
// none does yet. Nothing is skipped in silence: a kind that is not listed here
// fails.
var ranBy = map[string]map[string]string{
	"naming": {"cliPath": "host/catalog", "cliPathEdge": "host/catalog", "flag": "host/catalog", "flagEdge": "host/catalog", "unique": "host/catalog"},
	"risk":   {"*": "host/risk"}, "confirm": {"*": "host/confirm"}, "token": {"*": "host/backend/appsscript"},
	"parse":  {"*": "host/schema, on the peer's schemas and on our own catalogs"},
	"invoke": {"*": "host/cli TestInvokeVectors and TestMCPParity, plugins/*", "outcome": "host/cli TestMCPOutcome"},
	"envelope": {
		"malformed": "host/envelope", "valid": "host/envelope", "formatBytes": "host/size",
		"formatList": "host/cli TestListVectors", "formatPermissions": "plugins/drive",
		"formatResponse": "host/mcp TestFormatVectors",
		"limits":         "host/mcp TestFormatVectors",
	},
	"exit": {
		"outcome": "host/cli", "transport": "host/cli", "usage": "host/cli", "confirm": "host/cli", "argv": "host/cli", "flags": "host/cli",
		"run": "host/cli", "call": "host/cli", "raw": "host/cli", "tools": "host/cli", "doctor": "host/cli", "tty": "host/cli", "bin": "host/cli",
		"validator": "host/cli", "doctorLive": "host/cli", "doctorDeployments": "host/cli", "repair": "host/cli", "audit": "host/cli",
		"repairFlow": "host/cli", "deploymentStatus": "host/setup", "envFile": "host/setup",
		"exitCodeFor": "host/envelope", "codes": "host/fault", "envelopeShape": "host/cli TestEnvelopeShape",
	},
}

func TestEveryKindIsRunOrNamed(t *testing.T) {
	for _, file := range []string{"naming", "risk", "parse", "confirm", "token", "envelope", "exit", "invoke"} {
		for _, v := range Load(t, file) {
			if ranBy[file][v.Kind] == "" && ranBy[file]["*"] == "" {
				t.Errorf("%s: nothing runs the kind %s", file, v.Kind)
			}
		}
	}
}
