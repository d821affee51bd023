package storetest

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
)

// brokenClaims and brokenDrafts are changes after which a row is no record any
// more.
var brokenClaims = []string{
	`status = 'done'`, `status = ''`, `status = 'completed'`, `status = 'unknown'`, `status = 'failed_terminal'`,
	`token = ''`, `code = 'SECRET'`, `resource = 'SECRET'`, `reference = 'SECRET'`,
	`attempt = 0`, `attempt = 6`, `attempt = 2`, `version = 0`, `version = -1`,
	`expires = 0`, `expires = -5`, `created = 0`, `updated = -1`, `created = 9000000000000000`,
	`tenant = 'SECRET'`, `account = ''`, `"user" = 'x'`, `principal = 'x'`, `"key" = 'SECRET'`, `owner = 'x'`,
	`operation = ''`, `digest = ''`,
}

var brokenDrafts = []string{
	`state = ''`, `revision = 0`, `version = 0`, `tenant = 'SECRET'`, `owner = 'x'`, `created = 0`, `updated = -1`, `expires = -1`,
}

var brokenScenarios = []scenario{
	{"W144 a damaged claim is an error, never data", func(t *testing.T, h Harness) {
		if h.Break == nil {
			t.Skip("this store has no tables")
		}
		for _, set := range brokenClaims {
			c := begin(t, h.Store, beginning("k"))
			h.Break(t, `UPDATE {claims} SET `+set+` WHERE id = '`+c.ID()+`'`)
			_, err := h.Store.Claim(t.Context(), ana, "k")
			damaged(t, set, err)
			list, err := h.Store.Claims(t.Context(), store.ClaimFilter{})
			damaged(t, set, err)
			if list != nil {
				t.Errorf("%s: a list of %d", set, len(list))
			}
			_, acquired, err := h.Store.Begin(t.Context(), beginning("k"))
			damaged(t, set, err)
			if acquired {
				t.Errorf("%s: acquired", set)
			}
			if got, err := h.Store.End(t.Context(), ending(c)); err == nil && got.CheckRow() != nil {
				t.Errorf("%s: ended as %+v", set, got)
			}
			h.Break(t, `DELETE FROM {claims}`)
		}
	}},
	{"W144 a damaged draft is an error, never data", func(t *testing.T, h Harness) {
		if h.Break == nil {
			t.Skip("this store has no tables")
		}
		for _, set := range brokenDrafts {
			add(t, h.Store, draft("d"))
			h.Break(t, `UPDATE {drafts} SET `+set)
			_, err := h.Store.Draft(t.Context(), "d")
			damaged(t, set, err)
			_, err = h.Store.Drafts(t.Context(), store.DraftFilter{})
			damaged(t, set, err)
			h.Break(t, `DELETE FROM {drafts}`)
		}
	}},
}

func damaged(t *testing.T, what string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", what)
		return
	}
	t.Run(what, func(t *testing.T) {
		wantErr(t, err, store.ErrCorrupt)
		wantCode(t, err, fault.StoreUnavailable)
		if strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), "ana@example.com") {
			t.Errorf("the error shows the row: %v", err)
		}
	})
}
