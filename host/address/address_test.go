package address

import (
	"slices"
	"testing"
)

func TestIn(t *testing.T) {
	for _, c := range []struct {
		in   any
		want []string
	}{
		{"a@x.example", []string{"a@x.example"}},
		{"Ann <A@X.Example>, b@x.example; c@x.example", []string{"a@x.example", "b@x.example", "c@x.example"}},
		{`"b c"@x.example`, []string{"b c@x.example"}},
		{"Team: a@x.example, b@x.example;", []string{"a@x.example", "b@x.example"}},
		{"é@bücher.example", []string{"é@xn--bcher-kva.example"}},
		{[]any{map[string]any{"email": "a@x.example"}, "b@x.example", 1, nil, true}, []string{"a@x.example", "b@x.example"}},
		{"=?x-unknown?q?A=FF?= <a@x.example>", []string{"a@x.example"}},
		{"nobody", nil}, {nil, nil}, {"", nil},
	} {
		got := In(c.in)
		for _, a := range c.want {
			if !slices.Contains(got, a) {
				t.Errorf("%v: %q is not in %q", c.in, a, got)
			}
		}
		if c.want == nil && got != nil {
			t.Errorf("%v: %q", c.in, got)
		}
	}
}

func TestSame(t *testing.T) {
	for in, want := range map[string]string{
		" A@X.Example. ": "a@x.example", "a@BÜCHER.example": "a@xn--bcher-kva.example", "anyone": "anyone",
		"\u212aim@x.example": "\u212aim@x.example", "a@\u0445.example": "a@xn--u1a.example", // what looks like k and x is not
	} {
		if got := Same(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
