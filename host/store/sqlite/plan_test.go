package sqlite

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/internal/sqlstore"
)

// No statement of the everyday walks through a whole table, however many records
// there are: SQLite itself says how it would go about each.
func TestStatementsUseIndices(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "records.db"), Options{}).(*sqlstore.Store)
	everyday(t, s)
	texts := statements(s)
	if len(texts) < 15 {
		t.Fatalf("%d statements ran", len(texts))
	}
	for _, text := range texts {
		for _, step := range plan(t, s, text) {
			// The counts are those of some days, a few each; the clock is one row.
			if strings.HasPrefix(step, "SCAN ") && step != "SCAN counts" && step != "SCAN clock" && !strings.Contains(step, " USING ") && !strings.Contains(step, "CONSTANT ROW") {
				t.Errorf("%s\n  %s", step, text)
			}
		}
	}
}

// statements are those that ran, without the steps that made the schema.
func statements(s *sqlstore.Store) []string {
	return slices.DeleteFunc(s.Texts(), func(text string) bool { return strings.Contains(text, "CREATE TABLE") })
}

// What wants a look is found by its state: sorting a handful costs less than
// going through what has ended.
func TestUnknownClaimsAreFoundByState(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "records.db"), Options{}).(*sqlstore.Store)
	asked := 0
	for _, status := range [][]store.Status{{store.Unknown}, {store.Unknown, store.InProgress}, {store.InProgress}} {
		if _, err := s.Claims(t.Context(), store.ClaimFilter{Status: status}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range statements(s) {
		if !strings.Contains(text, "ORDER BY created DESC") {
			continue
		}
		asked++
		if steps := strings.Join(plan(t, s, text), "; "); !strings.Contains(steps, "claims_expires (status=?") {
			t.Errorf("%s\n  %s", steps, text)
		}
	}
	if asked != 3 {
		t.Errorf("%d statements listed claims", asked)
	}
}

// everyday runs what commands run, without what searches by a word that has no
// index: a key, the beginning of an id.
func everyday(t *testing.T, s store.Store) {
	t.Helper()
	ctx, o := t.Context(), store.Owner{Tenant: "google"}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	taken := []store.Cap{{Name: "send", Day: "2026-11-30", Amount: 1, Limit: 9}}
	b := store.Beginning{Owner: o, Key: "k", Operation: "gmail.send", Digest: "d", TTL: time.Minute, Attempts: 3, Caps: taken}
	for _, status := range []store.Status{store.FailedRetryable, store.Unknown} {
		c, acquired, err := s.Begin(ctx, b)
		check(err)
		if !acquired {
			t.Fatal("not acquired")
		}
		_, _, err = s.Begin(ctx, b) // of one that stands
		check(err)
		_, err = s.End(ctx, store.Ending{Owner: o, Key: "k", Token: c.Token, Version: c.Version, Status: status, Code: "X", Keep: time.Hour, Release: taken})
		check(err)
	}
	c, err := s.Claim(ctx, o, "k")
	check(err)
	_, err = s.Resolve(ctx, o, "k", c.Version, store.FailedTerminal, "X", time.Hour)
	check(err)
	_, err = s.Claims(ctx, store.ClaimFilter{})
	check(err)
	_, err = s.Claims(ctx, store.ClaimFilter{Status: []store.Status{store.Unknown, store.InProgress}, Owner: &o})
	check(err)
	_, err = s.Count(ctx, o, "send", "2026-11-30")
	check(err)
	check(s.PutBody(ctx, "sha256:"+strings.Repeat("0", 64), []byte("{}")))
	d, err := s.AddDraft(ctx, store.Draft{ID: "d1", Owner: o, State: "pending", Revision: 1, Value: []byte("{}"), Body: "sha256:" + strings.Repeat("0", 64)})
	check(err)
	_, err = s.SetDraft(ctx, d)
	check(err)
	_, err = s.Draft(ctx, "d1")
	check(err)
	_, err = s.Drafts(ctx, store.DraftFilter{States: []string{"pending"}})
	check(err)
	_, err = s.Cleanup(ctx, nil, []string{"pending"}, 10)
	check(err)
	_, err = s.Cleanup(ctx, &o, nil, 10)
	check(err)
}

var number = regexp.MustCompile(`\?(\d+)`)

// plan are the steps of a statement.
func plan(t *testing.T, s *sqlstore.Store, text string) []string {
	t.Helper()
	most := 0
	for _, m := range number.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, n)
	}
	rows, err := s.DB().Query("EXPLAIN QUERY PLAN "+text, make([]any, most)...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		out = append(out, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
