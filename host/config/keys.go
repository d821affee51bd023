package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/text"
)

// kind is the type of a value in the file.
type kind int

const (
	word   kind = iota // a string, not empty
	yesno              // true or false
	count              // a whole number above zero
	number             // a whole number, zero too
	words              // a list of strings, none empty
)

// key is one setting. A "*" in its path stands for a name that the user
// chooses.
type key struct {
	path  string
	names []string // path, split
	kind  kind
	// check says what is wrong with a string, or with one of a list; nil
	// where every string will do.
	check func(string) string
	// name does the same for the name in the place of a last "*".
	name func(string) string
	// blank lets a string be empty, which then means none.
	blank bool
	// max is the largest number.
	max int64
	// filled refuses an empty list: it reads like "no limit", and would be
	// "nothing at all".
	filled bool
}

// keys is every setting, in the order of the default file.
var keys = cut(slices.Concat(
	[]key{
		{path: "default_profile", kind: word, check: checkName},
		{path: "profile.*.backend", kind: word, check: checkBackend},
		{path: "profile.*.account", kind: word, check: checkAccount},
		{path: "profile.*.mcp.confirm", kind: word, check: checkConfirm},
		{path: "profile.*.local.path", kind: word},
	},
	policyKeys("profile.*.policy."),
	policyKeys("policy."),
	limitKeys(),
	[]key{
		{path: "mcp.upload_roots", kind: words, check: checkRoot},
		{path: "mcp.users.*.profile", kind: word, check: checkName},
		{path: "mcp.users.*.account", kind: word, check: checkAccount},
		{path: "mcp.users.*.subject", kind: word, check: checkSubject},
		{path: "mcp.users.*.upload_roots", kind: words, check: checkRoot},
	},
	oauthKeys(),
	[]key{
		{path: "plugins.dir", kind: word},
		{path: "store.driver", kind: word, check: checkDriver},
		{path: "store.path", kind: word},
		{path: "store.schema", kind: word, check: checkSchema},
		{path: "idempotency.claim_minutes", kind: count, max: maxClaimMinutes},
		{path: "idempotency.attempts", kind: count, max: maxAttempts},
		{path: "idempotency.keep_days", kind: count, max: maxKeepDays},
		{path: "drafts.expire_hours", kind: count, max: maxExpireHours},
		{path: "drafts.approval_minutes", kind: count, max: maxApprovalMinutes},
		{path: "audit.dir", kind: word},
		{path: "audit.rotate_mib", kind: count, max: maxRotateMiB},
		{path: "audit.keep_files", kind: count, max: maxCount},
		{path: "audit.reads", kind: yesno},
		{path: "local.path", kind: word},
		{path: "auth.store", kind: word, check: checkSecretStore},
		{path: "auth.provider.auth_url", kind: word, check: checkEndpoint},
		{path: "auth.provider.token_url", kind: word, check: checkEndpoint},
		{path: "auth.provider.device_url", kind: word, check: checkEndpoint},
		{path: "auth.provider.revoke_url", kind: word, check: checkEndpoint},
		{path: "auth.provider.userinfo_url", kind: word, check: checkEndpoint},
		{path: "auth.provider.client_auth", kind: word, check: checkClientAuth},
	},
))

// cut splits the paths once: each key of a file is compared with all of them.
func cut(ks []key) []key {
	for i := range ks {
		ks[i].names = strings.Split(ks[i].path, ".")
	}
	return ks
}

// find gives the key at a path. Where there is none it says which name of the
// path is the first that nobody knows, and which names could stand there.
func find(path []string) (k key, at int, known []string) {
	for i := range path {
		var next []string
		fits := false
		for _, k := range keys {
			if len(k.names) <= i || !matches(k.names[:i], path[:i]) {
				continue
			}
			if k.names[i] == "*" || k.names[i] == path[i] {
				fits = true
				if len(k.names) == len(path) && i == len(path)-1 {
					return k, -1, nil
				}
			} else if !fits {
				next = append(next, k.names[i])
			}
		}
		if !fits {
			slices.Sort(next)
			return key{}, i, slices.Compact(next)
		}
	}
	return key{}, -1, nil
}

func matches(pattern, path []string) bool {
	for i, p := range pattern {
		if p != "*" && p != path[i] {
			return false
		}
	}
	return true
}

// isTable says whether keys exist below path.
func isTable(path []string) bool {
	for _, k := range keys {
		if len(k.names) > len(path) && matches(k.names[:len(path)], path) {
			return true
		}
	}
	return false
}

const (
	small  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
	letter = small + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// made says that s has 1 to 64 bytes, all of them from the given set.
func made(s, of string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, of) == ""
}

func checkName(s string) string {
	if !made(s, letter+digits+"-_") || strings.ContainsAny(s[:1], "-_") {
		return "a name has 1 to 64 letters, digits, - and _, and starts with a letter or digit"
	}
	return ""
}

// laterBackends are names that the design reserves.
var laterBackends = []string{"graph", "cli"}

func checkBackend(s string) string {
	if slices.Contains(laterBackends, s) {
		return fmt.Sprintf("the backend %s is not yet supported by this version; it knows %s, %s and %s", quote(s), AppsScript, Google, Local)
	}
	return oneOf("backend", s, []string{AppsScript, Google, Local})
}

func checkDriver(s string) string { return oneOf("store driver", s, []string{SQLite, Postgres}) }

func checkSchema(s string) string {
	if !made(s, small+digits+"_") || len(s) > 63 || strings.Trim(s[:1], small+"_") != "" || strings.HasPrefix(s, "pg_") {
		return "a schema's name has 1 to 63 small letters, digits and _, starts with a letter or _, and not with pg_"
	}
	return ""
}

func checkConfirm(s string) string {
	return oneOf("way of confirming", s, []string{"argument", "elicit", "draft"})
}

func checkAccount(s string) string {
	if len(s) > 320 || text.Line(s) != s {
		return "an account has at most 320 bytes and no control characters"
	}
	return ""
}

func checkGlob(s string) string {
	if !made(s, small+digits+"_*") {
		return quote(s) + ` is no tool name or pattern: small letters, digits, _ and * for any run of them, as "gmail_*"`
	}
	return ""
}

// oneOf checks a word of a fixed list. Such a word is no secret, so the
// message repeats it.
func oneOf(what, s string, known []string) string {
	if slices.Contains(known, s) {
		return ""
	}
	if like, ok := text.Suggest(s, known); ok {
		return fmt.Sprintf("unknown %s %s; did you mean %s?", what, quote(s), quote(like))
	}
	return fmt.Sprintf("unknown %s %s; it is one of %s", what, quote(s), strings.Join(known, ", "))
}
