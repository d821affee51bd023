package zone_test

import (
	"fmt"
	"testing"

	"github.com/wslite/wslite/sdk/zone"
)

func Example() {
	z, ok := zone.Load("Europe/Berlin")
	fmt.Println(ok, z.Show("2031-05-04T09:30:00Z"), z.Day("2031-05-04T23:30:00Z"))
	// Output: true 2031-05-04 11:30 CEST 2031-05-05
}

func TestUnknownZoneIsUTC(t *testing.T) {
	z, ok := zone.Load("Mars/Olympus")
	if got := z.Show("2031-05-04T11:30:00+02:00"); ok || got != "2031-05-04 09:30 UTC" {
		t.Errorf("%v %s", ok, got)
	}
	if got := (zone.Zone{}).Show("2031-12-04T11:30:00+01:00"); got != "2031-12-04 10:30 UTC" {
		t.Errorf("the zero zone: %s", got)
	}
	for _, text := range []string{"", "tomorrow", "2031-05-04"} {
		if z.Show(text) != text || z.Day(text) != text {
			t.Errorf("%q was changed", text)
		}
	}
}
