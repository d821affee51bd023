package config

import "time"

// Store is [store], without its path, which is StateDir.
type Store struct {
	// Driver is SQLite or Postgres.
	Driver string
	// Schema is the one of PostgreSQL that holds the tables.
	Schema string
}

// Idempotency is [idempotency]: how long a call that changes something may be
// under way, how often it may be tried with one key, and how long is known what
// became of it.
type Idempotency struct {
	Claim    time.Duration
	Attempts int
	Keep     time.Duration
}

// Drafts is [drafts]: how long a draft waits, and how long a yes holds.
type Drafts struct {
	Expire, Approval time.Duration
}

// The defaults and bounds. Source: W126, W143, W119.
const (
	claimMinutes, maxClaimMinutes       = 15, 60
	attempts, maxAttempts               = 3, 5
	keepDays, maxKeepDays               = 30, 3650
	expireHours, maxExpireHours         = 72, 24 * 30
	approvalMinutes, maxApprovalMinutes = 15, 24 * 60
)

// records settles [store], [idempotency] and [drafts].
func (b *builder) records(c *Config) {
	b.fallback("store.driver", SQLite)
	if b.settings.text("store.driver") == Postgres {
		b.fallback("store.schema", app)
	}
	c.Store = Store{Driver: b.settings.text("store.driver"), Schema: b.settings.text("store.schema")}
	number := func(key string, fallback int64) int64 {
		b.fallback(key, fallback)
		n, _ := b.settings[key].value.(int64)
		return n
	}
	c.Idempotency = Idempotency{
		Claim:    time.Duration(number("idempotency.claim_minutes", claimMinutes)) * time.Minute,
		Attempts: int(number("idempotency.attempts", attempts)),
		Keep:     time.Duration(number("idempotency.keep_days", keepDays)) * 24 * time.Hour,
	}
	c.Drafts = Drafts{
		Expire:   time.Duration(number("drafts.expire_hours", expireHours)) * time.Hour,
		Approval: time.Duration(number("drafts.approval_minutes", approvalMinutes)) * time.Minute,
	}
}
