package sqlstore

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/wslite/wslite/host/store"
)

// ownerID is the digest by which an owner is looked up.
func ownerID(o store.Owner) string {
	sum := sha256.Sum256([]byte(o.Key()))
	return hex.EncodeToString(sum[:])
}

const claimColumns = `id, owner, tenant, account, "user", principal, "key", operation, tool, class, digest,
	status, attempt, version, token, draft, resource, code, reference, actor, created, updated, expires`

// due is the condition on a claim whose lifetime is over, or whose begin lies
// in the future because the clock was set back. It is store.Claim.Due; a damaged
// expiry is left for whoever reads the row.
const due = `(status = 'in_progress' AND expires > 0 AND (expires <= {now} OR updated > {now} + 60000))`

type scanner interface{ Scan(...any) error }

// claim reads a row of claimColumns, and more columns into the rest. A row that
// breaks a rule is an error, never a claim. Source: W144.
func (s *Store) claim(r scanner, rest ...any) (store.Claim, error) {
	var c store.Claim
	var id, owner string
	var attempt, created, updated, expires int64
	err := r.Scan(append([]any{
		&id, &owner, &c.Owner.Tenant, &c.Owner.Account, &c.Owner.User, &c.Owner.Principal, &c.Key, &c.Operation, &c.Tool, &c.Class, &c.Digest,
		&c.Status, &attempt, &c.Version, &c.Token, &c.Draft, &c.Resource, &c.Code, &c.Reference, &c.Actor, &created, &updated, &expires,
	}, rest...)...)
	if err != nil {
		return store.Claim{}, err
	}
	c.Attempt = int(attempt)
	c.Created, c.Updated, c.Expires = fromMS(created), fromMS(updated), fromMS(expires)
	err = c.CheckRow()
	if id != c.ID() || owner != ownerID(c.Owner) {
		err = errors.New("its owner or key is not the one that it is kept under")
	}
	if err != nil {
		return store.Claim{}, store.Damaged(s.d.Name, "claim "+short(c.ID()), err)
	}
	return c, nil
}

// one is claim for a query that may give no row: found is false then.
func (s *Store) one(r *sql.Row, rest ...any) (c store.Claim, found bool, err error) {
	c, err = s.claim(r, rest...)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Claim{}, false, nil
	}
	return c, err == nil, err
}

// shown is the claim without the right to end it, which is its beginner's.
func shown(c store.Claim) store.Claim {
	c.Token = ""
	return c
}

const draftColumns = `id, owner, tenant, account, "user", principal, state, revision, version, value, body, created, updated, expires`

// draft is claim for drafts.
func (s *Store) draft(r scanner) (store.Draft, error) {
	var d store.Draft
	var owner string
	var revision, created, updated, expires int64
	err := r.Scan(&d.ID, &owner, &d.Owner.Tenant, &d.Owner.Account, &d.Owner.User, &d.Owner.Principal,
		&d.State, &revision, &d.Version, &d.Value, &d.Body, &created, &updated, &expires)
	if err != nil {
		return store.Draft{}, err
	}
	d.Revision = int(revision)
	d.Created, d.Updated, d.Expires = fromMS(created), fromMS(updated), fromMS(expires)
	err = d.CheckRow()
	if owner != ownerID(d.Owner) {
		err = errors.New("its owner is not the one that it is kept under")
	}
	if err != nil {
		return store.Draft{}, store.Damaged(s.d.Name, fmt.Sprintf("draft %.40q", d.ID), err)
	}
	if d.Value == nil {
		d.Value = []byte{}
	}
	return d, nil
}

// short is enough of a digest for a person.
func short(id string) string { return id[:12] }

func millis(d time.Duration) int64 { return d.Milliseconds() }
