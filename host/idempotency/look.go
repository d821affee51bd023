package idempotency

import (
	"context"
	"errors"

	"github.com/wslite/wslite/host/store"
)

// Look reads a claim; found is false where there is none. One whose time is
// over reads unknown. The error is STORE_UNAVAILABLE.
func (c *Claims) Look(ctx context.Context, o store.Owner, key string) (claim store.Claim, found bool, err error) {
	claim, err = c.store.Claim(ctx, o, key)
	switch {
	case errors.Is(err, store.ErrAbsent):
		return store.Claim{}, false, nil
	case err != nil:
		return store.Claim{}, false, c.storeFault(err, o, key)
	}
	return claim, true, nil
}
