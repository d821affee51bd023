package sqlstore

import (
	"context"
	"crypto/rand"

	"github.com/wslite/wslite/host/store"
)

// Begin makes a claim in progress; see store.Store. Its steps are those of
// W141, each one statement on the store's time: insert if there is none; else
// make unknown what is due; else take what may be repeated; else read.
func (s *Store) Begin(ctx context.Context, b store.Beginning) (c store.Claim, acquired bool, err error) {
	if err := b.Check(); err != nil {
		return store.Claim{}, false, err
	}
	id, token := store.RecordID(b.Owner, b.Key), rand.Text()
	var verdict error
	err = s.write(ctx, func(t *tx) (err error) {
		c, acquired, verdict = store.Claim{}, false, nil
		if c, acquired, err = t.begin(id, token, b); err != nil {
			return err
		}
		if !acquired {
			if c.Operation != b.Operation || c.Digest != b.Digest {
				verdict = store.ErrConflict
			}
			return nil
		}
		return t.take(b.Owner, b.Caps)
	}, func(t *tx) (bool, error) {
		// The token is new and random: a row that has it is this call's.
		got, found, err := s.one(t.row(`SELECT `+claimColumns+` FROM {claims} WHERE id = $1`, id))
		if !acquired || !found {
			return false, err
		}
		c = got
		return got.Token == token, nil
	})
	if err != nil {
		return store.Claim{}, false, err
	}
	if !acquired {
		c = shown(c)
	}
	return c, acquired, verdict
}

// begin gives the claim, and whether this call has made it one in progress.
func (t *tx) begin(id, token string, b store.Beginning) (store.Claim, bool, error) {
	o := b.Owner
	// The time is asked for once in each statement (clock.now), since a server's
	// goes on between two words. A claim that is removed between two of the
	// statements is inserted in the next round.
	for range 5 {
		c, found, err := t.s.one(t.row(`INSERT INTO {claims} (id, owner, tenant, account, "user", principal, "key", operation, tool, class, digest,
				status, attempt, version, token, draft, resource, code, reference, actor, stamp, created, updated, expires)
			SELECT $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'in_progress', 1, 1, $13, $14, '', '', '', $15, $13, clock.now, clock.now, clock.now + $16
			FROM (SELECT {now} AS now) AS clock WHERE true
			ON CONFLICT (id) DO NOTHING RETURNING `+claimColumns,
			id, ownerID(o), o.Tenant, o.Account, o.User, o.Principal, b.Key, b.Operation, b.Tool, b.Class, b.Digest,
			token, b.Draft, b.Actor, millis(b.TTL)))
		if err != nil || found {
			return c, found, err
		}
		if err := t.expire(id); err != nil {
			return store.Claim{}, false, err
		}
		c, found, err = t.s.one(t.row(`UPDATE {claims} SET status = 'in_progress', attempt = attempt + 1, version = version + 1,
				token = $2, stamp = $2, tool = $3, class = $4, draft = $5, actor = $6, resource = '', code = '', reference = '',
				updated = clock.now, expires = clock.now + $7
			FROM (SELECT {now} AS now) AS clock
			WHERE id = $8 AND status = 'failed_retryable' AND operation = $9 AND digest = $10 AND attempt < $11
			RETURNING `+claimColumns,
			token, b.Tool, b.Class, b.Draft, b.Actor, millis(b.TTL), id, b.Operation, b.Digest, b.Attempts))
		if err != nil || found {
			return c, found, err
		}
		c, found, err = t.s.one(t.row(`SELECT `+claimColumns+` FROM {claims} WHERE id = $1`, id))
		if err != nil || found {
			return c, false, err
		}
	}
	return store.Claim{}, false, store.ErrConflict
}

// expire makes a claim that is due an unknown one. It is store.Claim.AsUnknown.
func (t *tx) expire(id string) error {
	_, err := t.exec(`UPDATE {claims} SET `+unknown+` WHERE id = $3 AND {due}`, rand.Text(), id)
	return err
}

// unknown is what a claim that is due becomes; its parameter is the stamp.
const unknown = `status = 'unknown', version = version + 1, token = '', resource = '', code = '` + store.CodeExpired + `',
	reference = '', updated = {now}, expires = 0, stamp = $2`
