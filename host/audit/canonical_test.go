package audit

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wslite/wslite/host/canon"
)

// A line is written as host/canon writes it, whatever it holds.
func TestLinesAreCanonicalJSON(t *testing.T) {
	// Every member alone, so that none is missing or out of its order.
	fields := reflect.TypeFor[line]()
	for _, f := range reflect.VisibleFields(fields) {
		if f.Anonymous {
			continue
		}
		l := line{Record: Record{Time: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)}}
		switch v := reflect.ValueOf(&l).Elem().FieldByIndex(f.Index); v.Kind() {
		case reflect.String:
			v.SetString("word")
		case reflect.Int, reflect.Int64:
			v.SetInt(7)
		case reflect.Slice:
			v.Set(reflect.ValueOf([]string{"a", "b"}))
		case reflect.Struct:
		default:
			t.Fatalf("%s: no rule for %s", f.Name, v.Kind())
		}
		sameAsCanon(t, l)
		if l.plain() == nil {
			t.Errorf("%s is not plain", f.Name)
		}
	}
	texts := rapid.OneOf(rapid.SampledFrom([]string{"", "", "word", "a b", `a"b`, `a\b`, "a\nb", "\x7f", "ü", "\u2028", "<&>", "\xff", "\ufffd", strings.Repeat("x", 600)}), rapid.String())
	numbers := rapid.OneOf(rapid.SampledFrom([]int64{0, 0, 1, -1, 999_999_999_999_999, 1_000_000_000_000_000, maxNumber, maxNumber + 1}), rapid.Int64())
	times := rapid.Custom(func(t *rapid.T) time.Time {
		at := time.Unix(rapid.Int64Range(-62_135_596_800, 253_402_300_799).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))
		return at.In(rapid.SampledFrom([]*time.Location{time.UTC, time.UTC, time.FixedZone("", 0), time.FixedZone("X", 3600)}).Draw(t, "zone"))
	})
	short := 0
	rapid.Check(t, func(t *rapid.T) {
		var l line
		texts, numbers, times := texts, numbers, times
		if rapid.Bool().Draw(t, "plain") { // else an odd member among so many is nearly sure
			texts = rapid.SampledFrom([]string{"", "word", "a b", "<&>", "~", strings.Repeat("x", 600)})
			numbers = rapid.Int64Range(0, 999_999_999_999_999)
			times = rapid.Map(times, time.Time.UTC)
		}
		v := reflect.ValueOf(&l).Elem()
		for _, f := range reflect.VisibleFields(fields) {
			if f.Anonymous {
				continue
			}
			switch v := v.FieldByIndex(f.Index); v.Kind() {
			case reflect.String:
				v.SetString(texts.Draw(t, f.Name))
			case reflect.Int, reflect.Int64:
				v.SetInt(numbers.Draw(t, f.Name))
			case reflect.Slice:
				v.Set(reflect.ValueOf(rapid.SliceOfN(texts, 0, 3).Draw(t, f.Name)))
			case reflect.Struct:
				v.Set(reflect.ValueOf(times.Draw(t, f.Name)))
			}
		}
		sameAsCanon(t, l)
		if l.plain() != nil {
			short++
		}
	})
	if short == 0 {
		t.Error("no line was written the short way")
	}
}

func sameAsCanon(t rapid.TB, l line) {
	t.Helper()
	want, wantErr := canon.Of(&l)
	got, err := l.canonical()
	if (err == nil) != (wantErr == nil) || !bytes.Equal(got, want) {
		t.Errorf("\n%s %v, want\n%s %v", got, err, want, wantErr)
	}
}

// What a call writes is written the short way: else it would be of no use.
func TestRecordsArePlain(t *testing.T) {
	for i := range 2 {
		l := line{Record: clean(sample(i), time.Now()), Seq: 7, Prev: noHash, Hash: noHash}
		if l.plain() == nil {
			t.Errorf("%+v", l)
		}
	}
}
