package config

import (
	"strings"
	"testing"
	"time"
)

func TestRecordsSettings(t *testing.T) {
	c := newMachine(t).load()
	if c.Store != (Store{Driver: SQLite}) {
		t.Errorf("default store: %+v", c.Store)
	}
	if c.Idempotency != (Idempotency{15 * time.Minute, 3, 30 * 24 * time.Hour}) || c.Drafts != (Drafts{72 * time.Hour, 15 * time.Minute}) {
		t.Errorf("defaults: %+v %+v", c.Idempotency, c.Drafts)
	}
	c, err := load(t, "[idempotency]\nclaim_minutes = 60\nattempts = 5\nkeep_days = 1\n[drafts]\nexpire_hours = 1\napproval_minutes = 1440\n")
	if err != nil {
		t.Fatal(err)
	}
	if c.Idempotency != (Idempotency{time.Hour, 5, 24 * time.Hour}) || c.Drafts != (Drafts{time.Hour, 24 * time.Hour}) {
		t.Errorf("%+v %+v", c.Idempotency, c.Drafts)
	}
	if c, err = load(t, "[store]\ndriver = \"postgres\""); err != nil || c.Store != (Store{Postgres, "wslite"}) {
		t.Errorf("%+v %v", c, err)
	}
	if c, err = load(t, "[store]\ndriver = \"postgres\"\nschema = \"team_1\""); err != nil || c.Store != (Store{Postgres, "team_1"}) {
		t.Errorf("%+v %v", c, err)
	}
	for _, bad := range []string{
		"[idempotency]\nclaim_minutes = 61", "[idempotency]\nattempts = 6", "[idempotency]\nattempts = 0", "[drafts]\nexpire_hours = 721",
		"[drafts]\napproval_minutes = 1441", "[drafts]\napproval_minutes = -1",
		"[store]\ndriver = \"mysql\"", "[store]\nschema = \"a\\\"b\"", "[store]\nschema = \"1a\"", "[store]\nschema = \"A\"",
	} {
		if _, err := load(t, bad); err == nil || !strings.Contains(err.Error(), strings.Split(bad, "\n")[1][:5]) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
