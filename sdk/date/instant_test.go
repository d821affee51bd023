package date

import (
	"testing"
	"time"
)

func TestSecondsAndWeekday(t *testing.T) {
	for _, text := range []string{"0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2031-05-04T09:30:00+02:00", "9999-12-31T23:59:59-23:59"} {
		want, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := Parse(text)
		if !ok || got.Seconds() != want.Unix() {
			t.Errorf("%s: %d, want %d", text, got.Seconds(), want.Unix())
		}
		if day := (int(want.Weekday()) + 6) % 7; got.Date.Weekday() != day {
			t.Errorf("%s: weekday %d, want %d", text, got.Date.Weekday(), day)
		}
	}
	if got := Unix(1_000_000_007); got.Seconds() != 1_000_000_007 {
		t.Errorf("%d", got.Seconds())
	}
}
