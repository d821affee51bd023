package store

import "time"

// Bounds of a claim's life. Source: W126, W143.
const (
	MaxTTL      = time.Hour
	MaxAttempts = 5
	// Setback is how far the store's clock may stand before the begin of a
	// claim. Beyond it the clock was set back, and the claim counts as due: its
	// lifetime would never seem to end.
	Setback = time.Minute
	// BodyGrace is how long a body that no draft names is left alone: the draft
	// may be on its way.
	BodyGrace = time.Hour
	// List is how many records a list has where the filter does not say; Clean
	// and MaxClean are the same for a cleanup.
	List     = 1000
	Clean    = 100
	MaxClean = 500
	// maxID bounds ids, names and states.
	maxID = 128
	// maxMS is the last millisecond of the year 9999.
	maxMS = 253402300799999
)

// Max gives the number of records of the list.
func (f ClaimFilter) Max() int { return listMax(f.Limit) }

// Max gives the number of records of the list.
func (f DraftFilter) Max() int { return listMax(f.Limit) }

func listMax(limit int) int {
	if limit <= 0 {
		return List
	}
	return limit
}

// CleanMax gives the bound of a cleanup: Clean where limit says nothing, at
// most MaxClean.
func CleanMax(limit int) int {
	if limit <= 0 {
		return Clean
	}
	return min(limit, MaxClean)
}

// PastDay is the first day whose counts are kept: a user's day may be
// behind the store's, by less than one.
func PastDay(now time.Time) string { return now.UTC().Add(-24 * time.Hour).Format(time.DateOnly) }
