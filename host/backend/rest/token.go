package rest

import (
	"context"
	"net/http"
	"strings"

	"github.com/wslite/wslite/host/fault"
)

// credential is the token of one request, over all its attempts.
type credential struct {
	token string
	// fresh says that the token was renewed because the service refused the one
	// before, and that it has not accepted this one yet.
	fresh bool
	// own says that the token came from a renewal.
	own bool
}

// authorize sees to it that the credential has a token where the route is the
// host's own. Each attempt asks, since tokens end while a call waits.
func (b *Backend) authorize(ctx context.Context, r prepared, c *credential) error {
	if b.o.Token == nil || !r.route.Pinned || len(r.route.Scopes) == 0 || c.own {
		return nil
	}
	t, err := b.o.Token(ctx, r.route.Service, r.route.Scopes)
	if err != nil {
		return noToken(ctx, r, err)
	}
	return c.set(t, r)
}

// renew gets a new token after a refusal of the old one, once, and says whether
// the request may be sent again. A service that answers 401 has not done
// anything, so that holds for changes as well.
func (b *Backend) renew(ctx context.Context, r prepared, c *credential, ans *answer) (bool, error) {
	if ans == nil {
		return false, nil
	}
	if ans.status != http.StatusUnauthorized {
		c.fresh = false // accepted
		return false, nil
	}
	if b.o.Renew == nil || c.token == "" || c.fresh {
		return false, nil
	}
	t, err := b.o.Renew(ctx, r.route.Service, r.route.Scopes, c.token)
	if err != nil {
		return false, noToken(ctx, r, err)
	}
	c.fresh, c.own = true, true
	return true, c.set(t, r)
}

func (c *credential) set(token string, r prepared) error {
	if strings.ContainsFunc(token, func(x rune) bool { return x <= ' ' || x > '~' }) {
		return fault.New(fault.NotSignedIn, "the token for %s holds characters that a header can't carry", r.route.Service).
			WithHint("sign in again")
	}
	c.token = token
	return nil
}

func noToken(ctx context.Context, r prepared, err error) error {
	switch {
	case fault.Of(err) != nil:
		return unsent(err) // a request without a token has not left
	case ctx.Err() != nil:
		return stopped(ctx, r.route.ID)
	}
	return fault.Wrap(err, fault.NotSignedIn, "there is no token for %s", r.route.Service).WithHint("sign in first")
}
