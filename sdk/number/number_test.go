package number

import (
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"
)

var literal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$`)

func exact(t *testing.T, s string) (*big.Rat, bool) {
	if !literal.MatchString(s) || len(s) > 60 {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatal(s)
	}
	return r, true
}

// FuzzRead reads literals as package math/big does.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"0", "-0.00", "1e-3", "1e9", "-0e7", "1E+9", "0.0001e4", "1000000000", "999999999.99", "0.1e10", "-1e9"} {
		f.Add(s)
	}
	billion := new(big.Rat).SetInt64(1_000_000_000)
	f.Fuzz(func(t *testing.T, s string) {
		want, ok := exact(t, s)
		if !ok {
			return
		}
		n := Read(s)
		if n.IsZero() != (want.Sign() == 0) || n.IsPositive() != (want.Sign() > 0) {
			t.Fatalf("%s: %+v", s, n)
		}
		if n.Within(9) != (new(big.Rat).Abs(want).Cmp(billion) < 0) {
			t.Fatalf("%s within 10^9: %v", s, n.Within(9))
		}
	})
}

// FuzzLess compares with exact arithmetic.
func FuzzLess(f *testing.F) {
	for _, p := range [][2]string{{"-1.50", "2"}, {"10", "9.99"}, {"-0", "0.0"}, {"-2", "-1.5"}, {"-1.5", "-2"}, {"1e2", "99"}, {"100", "1E2"},
		{"0.001", "1e-3"}, {"0", "1e-9"}, {"-1e-9", "0"}, {"1.10", "1.1"}, {"12e-1", "1.21"}, {"5", "5"}, {"-5", "5"}} {
		f.Add(p[0], p[1])
		f.Add(p[1], p[0])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, ok := exact(t, a)
		y, also := exact(t, b)
		if !ok || !also {
			return
		}
		if got := Read(a).Less(Read(b)); got != (x.Cmp(y) < 0) {
			t.Errorf("%s < %s is %t", a, b, got)
		}
	})
}

// A literal may have more digits than any number type.
func TestEndlessExponents(t *testing.T) {
	nines := strings.Repeat("9", 400)
	if n := Read("1e" + nines); n.Within(1000) || !n.IsPositive() || !Read("7").Less(n) {
		t.Errorf("%+v", n)
	}
	if n := Read("-1e-" + nines); !n.Within(-1000) || n.IsZero() || !n.Less(Read("0")) {
		t.Errorf("%+v", n)
	}
}

// FuzzRound: the result is near and short.
func FuzzRound(f *testing.F) {
	for _, s := range []string{"0", "-0.00", "-1.995", "99.995", "-9.999", "0.005", "-0.004", "123456789.125", "1e9", "120"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, ok := exact(t, s)
		if !ok {
			return
		}
		out := Round(s)
		got, ok := new(big.Rat).SetString(out)
		if !ok || strings.ContainsAny(s, "eE") && out != s {
			t.Fatalf("%s became %s", s, out)
		}
		if diff, _ := new(big.Rat).Abs(new(big.Rat).Sub(got, want)).Float64(); math.Abs(diff) > 0.005+1e-12 {
			t.Fatalf("%s became %s", s, out)
		}
		if _, decimals, _ := strings.Cut(out, "."); !strings.ContainsAny(s, "eE") && (len(decimals) > 2 || strings.HasSuffix(decimals, "0") || out == "-0") {
			t.Fatalf("%s became %s", s, out)
		}
	})
}
