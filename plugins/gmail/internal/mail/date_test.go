package mail

import (
	netmail "net/mail"
	"testing"
	"time"

	"github.com/wslite/wslite/sdk/abi"
)

// The date is the clock's instant, with the offset that the user's zone has then.
func TestB05Date(t *testing.T) {
	newYork := []abi.Offset{{From: "2025-11-02T06:00:00Z", Minutes: -300}, {From: "2026-03-08T07:00:00Z", Minutes: -240}, {From: "2026-11-01T06:00:00Z", Minutes: -300}}
	for _, c := range []struct {
		now     string
		offsets []abi.Offset
		want    string
	}{
		{"2026-07-01T14:00:00.000000000Z", newYork, "Wed, 01 Jul 2026 10:00:00 -0400"},
		{"2026-12-01T02:00:00.9Z", newYork, "Mon, 30 Nov 2026 21:00:00 -0500"},
		{"2026-07-01T14:00:00Z", nil, "Wed, 01 Jul 2026 14:00:00 +0000"},
		{"2026-12-31T20:00:00Z", []abi.Offset{{From: "2026-01-01T00:00:00Z", Minutes: 345}}, "Fri, 01 Jan 2027 01:45:00 +0545"},
		{"no time", nil, ""},
	} {
		got := Date(abi.Clock{Now: c.now, Offsets: c.offsets})
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.now, got, c.want)
			continue
		}
		if got == "" {
			continue
		}
		at, err := netmail.ParseDate(got)
		now, _ := time.Parse(time.RFC3339Nano, c.now)
		if err != nil || !at.Equal(now.Truncate(time.Second)) {
			t.Errorf("%s is %v: %v", got, at, err)
		}
	}
}
