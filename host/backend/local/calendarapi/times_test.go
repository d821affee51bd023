package calendarapi

import (
	"reflect"
	"testing"
)

// FuzzMoment: what is accepted is stored in a form that means the same.
func FuzzMoment(f *testing.F) {
	f.Add("", "2026-03-29T02:30:00", "Europe/Berlin")
	f.Add("", "2026-03-29T02:30:00.5+02:00", "")
	f.Add("2026-03-29", "", "UTC")
	f.Add("2026-02-30", "x", "Local")
	f.Fuzz(func(t *testing.T, date, dateTime, zone string) {
		m, err := readMoment(obj{"date": date, "dateTime": dateTime, "timeZone": zone}, "start")
		if err != nil {
			return
		}
		again, err := readMoment(m.tree(), "start")
		if err != nil || !again.at.Equal(m.at) || again.allDay != m.allDay || again.zone != m.zone {
			t.Fatalf("%q %q %q: %+v became %+v, %v", date, dateTime, zone, m, again, err)
		}
	})
}

// FuzzInstanceID: the parts of an id make the same id.
func FuzzInstanceID(f *testing.F) {
	for _, s := range []string{"abc_20260302T080000Z", "abc_20260302", "a_b_20260302", "_20260302", "abc_", "abc_20260230"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, id string) {
		master, original, start, ok := splitInstanceID(id)
		if !ok {
			return
		}
		if instanceID(master, original) != id || originalOf(start, len(original) == len(dateSuffix)) != original || master == "" {
			t.Fatalf("%q: %q, %q, %s", id, master, original, start)
		}
	})
}

// TestDifference: the difference is the patch that leads from one tree to the
// other, and merging changes neither argument.
func TestDifference(t *testing.T) {
	trees := []obj{{}, {"a": "1", "b": obj{"x": "1", "y": "2"}, "l": []any{"1"}}, {"a": "2", "b": obj{"y": "2", "z": "3"}}, {"b": "text", "l": []any{}}}
	for _, from := range trees {
		for _, to := range trees {
			before, err := encodeTree(from)
			if err != nil {
				t.Fatal(err)
			}
			if got := merge(from, difference(from, to)); !reflect.DeepEqual(got, to) {
				t.Errorf("from %v: got %v, want %v", from, got, to)
			}
			if after, err := encodeTree(from); err != nil || after != before {
				t.Errorf("%s became %s, %v", before, after, err)
			}
		}
	}
}
