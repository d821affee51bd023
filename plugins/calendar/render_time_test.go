package main

import (
	"testing"

	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/date"
)

// The host tells the user's offsets for two years. A meeting in the summer of the
// third was shown at the time of winter.
func TestTimesBeyondTheHostsOffsets(t *testing.T) {
	clock := abi.Clock{Now: "2026-11-30T21:00:00Z", TimeZone: "Europe/Berlin", Offsets: []abi.Offset{
		{From: "2025-11-30T21:00:00Z", Minutes: 60, Name: "CET"}, {From: "2028-03-26T01:00:00Z", Minutes: 120, Name: "CEST"}, {From: "2028-10-29T01:00:00Z", Minutes: 60, Name: "CET"},
	}}
	unnamed, unknown := clock, clock
	unnamed.Offsets, unknown.TimeZone = clock.Offsets[:1], "Mars/Olympus"
	for _, c := range []struct {
		clock    abi.Clock
		at, want string
	}{
		{clock, "2031-07-01T10:00:00Z", "2031-07-01 12:00 CEST"},
		{clock, "2031-12-31T23:30:00Z", "2032-01-01 00:30 CET"},
		{clock, "2028-07-01T10:00:00Z", "2028-07-01 12:00 CEST"},
		{clock, "2020-07-01T10:00:00Z", "2020-07-01 10:00 UTC"}, // before all that is known
		{unnamed, "2031-07-01T10:00:00Z", "2031-07-01 12:00 +02:00"},
		{unknown, "2031-07-01T10:00:00Z", "2031-07-01 11:00 CET"},
		{abi.Clock{TimeZone: "Europe/Berlin"}, "2031-07-01T10:00:00Z", "2031-07-01 10:00 UTC"},
	} {
		at, ok := date.Parse(c.at)
		if got := inZone(at, c.clock); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.at, got, c.want)
		}
	}
}
