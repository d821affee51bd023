package tz

import (
	"archive/zip"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/sdk/date"
)

// zones loads the zone data of Go, which data.go was made from.
func zones(t testing.TB) map[string]*time.Location {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("this Go has no zone data to compare with: ", err)
	}
	defer func() { _ = archive.Close() }()
	out := map[string]*time.Location{}
	for _, f := range archive.File {
		if strings.HasSuffix(f.Name, "/") || f.Name == "Factory" {
			continue
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if out[f.Name], err = time.LoadLocationFromTZData(f.Name, data); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// Every zone has the offsets that package time knows, every three weeks and
// around each change. Where it fails after an update of Go, run go generate.
func TestEveryZoneIsAsInPackageTime(t *testing.T) {
	all := zones(t)
	if n := strings.Count(names, "\n"); n != len(all) {
		t.Errorf("%d names, want %d", n, len(all))
	}
	for name, at := range all {
		z, ok := Load(name)
		if !ok || z.Name() != name {
			t.Errorf("%s is not known", name)
			continue
		}
		var looks []int64
		for moment := first; moment < end; moment += 22*day + 3600 {
			looks = append(looks, moment)
		}
		changed := first
		for rest := z.history[2:]; rest != ""; rest = rest[6:] {
			changed += 60 * number(rest[:4])
			looks = append(looks, changed-1, changed)
		}
		for _, look := range looks {
			_, seconds := time.Unix(look, 0).In(at).Zone()
			if got := z.Offset(look); got*60 != seconds {
				t.Errorf("%s at %s: %d minutes, want %d seconds", name, time.Unix(look, 0).UTC(), got, seconds)
				break
			}
		}
	}
}

// B37: a name that is none is no zone, and never UTC.
func TestB37UnknownNames(t *testing.T) {
	for _, name := range []string{"", " ", "Mars/Olympus", "Europe", "Berlin", "CEST", "+02:00", "Europe/Berlin 1", "../etc/passwd", "Europe/Berlin\n", "Factory"} {
		if z, ok := Load(name); ok || z != (Zone{}) {
			t.Errorf("%q is %+v", name, z)
		}
	}
	for _, name := range []string{"europe/berlin", "EUROPE/BERLIN"} {
		if z, ok := Load(name); !ok || z.Name() != "Europe/Berlin" {
			t.Errorf("%q: %q %v", name, z.Name(), ok)
		}
	}
}

func TestInstant(t *testing.T) {
	for _, c := range []struct{ zone, local, want string }{
		{"Europe/Berlin", "2026-07-01T12:00:00", "2026-07-01T10:00:00Z"},
		{"Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"}, // the day has 23 hours
		{"Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z"},
		{"Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z"}, // and this one 25
		{"Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00Z"},
		{"Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:30:00Z"}, // skipped
		{"Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00Z"}, // twice
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"},      // the day begins at 1:00
		{"Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"},           // so does this one
		{"America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"},         // midnight comes twice
		{"Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"},           // no 30 December
		{"Asia/Kathmandu", "2026-01-01T05:45:00", "2026-01-01T00:00:00Z"},
		{"Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z"},
		{"America/New_York", "2050-07-04T12:00:00", "2050-07-04T16:00:00Z"},
		{"America/New_York", "1985-01-04T12:00:00", "1985-01-04T17:00:00Z"},
		{"UTC", "2026-01-01T00:00:00", "2026-01-01T00:00:00Z"},
		{"Europe/Berlin", "2026-07-01T12:00:00-05:00", "2026-07-01T17:00:00Z"},
	} {
		z, ok := Load(c.zone)
		local, read := date.Parse(c.local)
		if !ok || !read {
			t.Fatalf("%+v", c)
		}
		if got := date.Unix(z.Instant(local)).RFC3339(); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.local, c.zone, got, c.want)
		}
	}
}

// FuzzInstant: what the clocks show at the instant is what was asked for,
// unless they skip it; package time agrees.
func FuzzInstant(f *testing.F) {
	all := zones(f)
	f.Add("Europe/Berlin", int64(1_774_747_800))
	f.Add("Pacific/Apia", int64(1_325_200_000))
	f.Add("Australia/Lord_Howe", int64(1_000_000_000))
	f.Fuzz(func(t *testing.T, name string, seconds int64) {
		at, ok := all[name]
		if !ok || seconds < first+2*day || seconds > end-2*day {
			return
		}
		z, _ := Load(name)
		want := time.Unix(seconds, 0).In(at)
		if got := z.Show(seconds).RFC3339(); got != want.Format(time.RFC3339) {
			t.Fatalf("%s shows %s, want %s", name, got, want)
		}
		local := z.Show(seconds)
		local.HasOffset, local.Offset = false, 0
		// Of two instants with this time the first is meant.
		if again := z.Show(z.Instant(local)); again.Date != local.Date || again.Hour != local.Hour || again.Minute != local.Minute || z.Instant(local) > seconds {
			t.Fatalf("%s in %s became %s", local.RFC3339(), name, again.RFC3339())
		}
	})
}
