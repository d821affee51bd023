package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// Times in a zone that nobody knows would be off by hours without a word.
func TestAnUnknownZoneIsTold(t *testing.T) {
	d := newDesk(t)
	for tz, told := range map[string]int{"Mars/Base": 1, "Local": 1, "Europe/Berlin": 0, ":Europe/Berlin": 0, "UTC": 0, "": 0} {
		for _, quiet := range []bool{false, true} {
			var out, errs bytes.Buffer
			e := testEnv(t, d.home, map[string]string{"TZ": tz})
			e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
			argv := []string{"--local", "calendar", "list-events"}
			want := told
			if quiet {
				argv, want = append(argv, "-q"), 0
			}
			if exit := Main(context.Background(), argv, e); exit != 0 {
				t.Fatal(errs.String())
			}
			if got := strings.Count(errs.String(), "names no time zone"); got != want {
				t.Errorf("TZ=%q, quiet %v: told %d times: %q", tz, quiet, got, errs.String())
			}
		}
	}
}

func TestZoneName(t *testing.T) {
	for tz, want := range map[string]string{"Europe/Berlin": "Europe/Berlin", ":Europe/Berlin": "Europe/Berlin", "UTC": "UTC"} {
		if got, known := zoneName(tz, new(zones).load); got != want || !known {
			t.Errorf("%q: %q, %v", tz, got, known)
		}
	}
	var z zones
	if first, err := z.load("Asia/Tokyo"); err != nil || first.String() != "Asia/Tokyo" {
		t.Errorf("%v, %v", first, err)
	} else if again, _ := z.load("Asia/Tokyo"); again != first {
		t.Error("a zone was read twice")
	}
	system, known := zoneName("", new(zones).load)
	if got, stillKnown := zoneName("Mars/Base", new(zones).load); !known || stillKnown || got != system {
		t.Errorf("%q, %v; the system's is %q", got, stillKnown, system)
	}
}
