package config

import (
	"strings"

	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
)

// maxDaily is the largest daily cap: beyond any account's own quota, so that a
// slip of the pen is noticed.
const maxDaily = 1_000_000

// The words of two keys, the strictest first.
var (
	externals = []string{policy.ExternalDeny, policy.ExternalConfirm, policy.ExternalAllow}
	publics   = []string{policy.PublicDeny, policy.PublicAllow}
)

func policyKeys(prefix string) []key {
	return []key{
		{path: prefix + "read_only", kind: yesno},
		{path: prefix + "allow_classes", kind: words, check: checkClass, filled: true},
		{path: prefix + "deny_classes", kind: words, check: checkClass},
		{path: prefix + "allow_tools", kind: words, check: checkGlob, filled: true},
		{path: prefix + "deny_tools", kind: words, check: checkGlob},
		{path: prefix + "forbid_admin_token", kind: yesno},
		{path: prefix + "external", kind: word, check: checkExternal},
		{path: prefix + "internal_domains", kind: words, check: checkDomain},
		{path: prefix + "public_sharing", kind: word, check: checkPublic},
		{path: prefix + "quiet_hours", kind: word, check: checkQuiet, blank: true},
		{path: prefix + "quiet_classes", kind: words, check: checkChanging, filled: true},
		{path: prefix + "second_person", kind: words, check: checkChanging},
		{path: prefix + "draft_only", kind: words, check: checkChanging},
		{path: prefix + "daily.*", kind: number, name: checkChanging, max: maxDaily},
		{path: prefix + "allow.*", kind: words, name: checkKind, filled: true},
	}
}

// checkKind is for the name in the place of "allow.*": a kind that nobody
// compares would look like a limit and be none.
func checkKind(name string) string { return oneOf("kind", name, policy.Kinds()) }

func checkClass(s string) string { return oneOf("class", s, risk.ClassNames()) }

// checkChanging takes the classes that change something: reads wait for nobody
// and are not counted, and admin is the class of no action.
func checkChanging(s string) string {
	return oneOf("class", s, []string{string(risk.Write), string(risk.Send), string(risk.Share), string(risk.Destructive)})
}

func checkExternal(s string) string { return oneOf("word", s, externals) }

func checkPublic(s string) string { return oneOf("word", s, publics) }

func checkQuiet(s string) string {
	if _, _, err := policy.ParseQuiet(s); err != nil {
		return quote(s) + " " + err.Error()
	}
	return ""
}

func checkDomain(s string) string {
	d := strings.TrimPrefix(s, "@")
	if d == "" || len(d) > 253 || strings.ContainsAny(d, "@*/\\:,;<>()[]\"' \t\r\n") || strings.HasPrefix(d, ".") || strings.HasSuffix(d, ".") {
		return quote(s) + ` is no domain, as "corp.example"; a domain below it is another and is named on its own`
	}
	return ""
}

// bare takes the @ off domains: "@example.com" is the same domain.
func bare(domains []string) []string {
	for i := range domains {
		domains[i] = strings.TrimPrefix(domains[i], "@")
	}
	return domains
}
