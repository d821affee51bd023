package auth

import (
	"errors"
	"strings"

	"github.com/wslite/wslite/host/auth/oauth"
	"github.com/wslite/wslite/host/fault"
)

// RefusedScopes explains a provider's no to a sign-in; other errors pass
// through.
func RefusedScopes(err error, asked []string) error {
	switch oauth.CodeOf(err) {
	case "":
		var r *oauth.Refusal
		if !errors.As(err, &r) || fault.Of(err) != nil {
			return err
		}
	case "access_denied":
		return fault.Wrap(err, fault.NotSignedIn, "the sign-in was refused at the provider; nobody was signed in").
			WithHint("run the command again and agree, or ask for less: --services NAME, --read-only; in a test project add the address to its test users")
	case "invalid_scope":
		named := []string{}
		for _, s := range asked {
			if mentions(err.Error(), s) {
				named = append(named, s)
			}
		}
		if len(named) == 0 {
			named = asked
		}
		return fault.Wrap(err, fault.NotSignedIn, "the provider does not grant the scope %s to this client", strings.Join(named, ", ")).
			WithHint("ask for less: --services NAME for one service, --read-only, or --scopes; enable the service's API in the client's project")
	case "expired_token":
		return fault.Wrap(err, fault.NotSignedIn, "nobody agreed before the code ended; nobody was signed in").WithHint("run the command again")
	case "invalid_grant":
		return fault.Wrap(err, fault.NotSignedIn, "the provider did not take the code: it has ended or was used before").WithHint("run the command again")
	case "invalid_client", "unauthorized_client", "deleted_client":
		return fault.Wrap(err, fault.NotSignedIn, "the provider does not take this OAuth client (%s)", oauth.CodeOf(err)).
			WithHint("download the client's JSON file again and run: wslite auth credentials FILE")
	}
	return fault.Wrap(err, fault.NotSignedIn, "the provider refused the sign-in (%s)", oauth.Mask(err.Error()))
}

// mentions says whether a provider's text names a scope as a whole word.
func mentions(s, scope string) bool {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,;'\"[](){}<>", r) }) {
		if strings.TrimRight(w, ".:") == scope {
			return true
		}
	}
	return false
}
