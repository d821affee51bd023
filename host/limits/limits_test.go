package limits

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

func TestDefaultsAreUsable(t *testing.T) {
	if err := Default().Check(); err != nil {
		t.Fatal(err)
	}
}

// Walks the fields, so that a new limit can't be left out of Check.
func TestNoLimitCanBeSwitchedOff(t *testing.T) {
	for i := range reflect.TypeFor[Limits]().NumField() {
		for _, v := range []int64{0, -1, math.MinInt64} {
			l := Default()
			reflect.ValueOf(&l).Elem().Field(i).SetInt(v)
			err := l.Check()
			if fault.CodeOf(err) != fault.Usage {
				t.Errorf("%s = %d: %v", reflect.TypeFor[Limits]().Field(i).Name, v, err)
			}
		}
	}
}

func TestMemoryIsAddressable(t *testing.T) {
	l := Default()
	l.GuestMemory = 4<<30 + 1
	if err := l.Check(); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
	l.GuestMemory--
	if err := l.Check(); err != nil {
		t.Error(err)
	}
}

func TestCheckNamesEveryMistake(t *testing.T) {
	l := Default()
	l.Input, l.Log = 0, -5
	err := l.Check()
	if err == nil || !strings.Contains(err.Error(), "input is 0") || !strings.Contains(err.Error(), "log is -5") {
		t.Fatal(err)
	}
}

func TestFuelGrowsWithTheInputAndNeverWraps(t *testing.T) {
	l := Limits{FuelBase: 1000, FuelPerByte: 10}
	for n, want := range map[int]int64{0: 1000, 1: 1010, 4 << 20: 1000 + 10*4<<20} {
		if got := l.Fuel(n); got != want {
			t.Errorf("Fuel(%d) = %d, want %d", n, got, want)
		}
	}
	for _, l := range []Limits{{FuelBase: math.MaxInt64 / 4, FuelPerByte: math.MaxInt32}, {FuelBase: 1, FuelPerByte: math.MaxInt64}} {
		if got := l.Fuel(64 << 20); got <= l.FuelBase {
			t.Errorf("%+v: %d", l, got)
		}
	}
}
