package text

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestTrim(t *testing.T) {
	const space = " \t\n\v\f\r\u00a0\u1680\u2000\u2006\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
	for _, s := range []string{"", "x", "a b", "a\u200bb", "\u200b", "é", "\xff"} {
		if got := Trim(space + s + space); got != s {
			t.Errorf("got %q, want %q", got, s)
		}
	}
	if !Blank(space) || Blank("\u200b") {
		t.Error("blank")
	}
}

func FuzzUnits(f *testing.F) {
	f.Add("a😀é\xff")
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Units(s), len(utf16.Encode([]rune(s))); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
	})
}

func TestInt(t *testing.T) {
	for _, n := range []int{0, 7, -7, 10, 1234567890, math.MaxInt, math.MinInt} {
		if got := Int(n); got != strconv.Itoa(n) {
			t.Errorf("got %s, want %d", got, n)
		}
	}
}

func TestDetails(t *testing.T) {
	got := Details(Line{"Due", "2031-05-04"}, Line{"Longer", ""}, Line{"Id", "x"}, Line{"Notes", "one\r\ntwo\nthree"})
	const want = "  Due    2031-05-04\n  Id     x\n  Notes\n    one\n    two\n    three\n"
	if got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if got := Details(Line{"A", ""}); got != "" {
		t.Errorf("nothing to say: %q", got)
	}
}

func TestBulletsAndCounts(t *testing.T) {
	if got := Bullets([]string{"a", "b\nc"}); got != "- a\n- b\n  c\n" {
		t.Errorf("%q", got)
	}
	if got := Count(1, "task", "tasks") + Count(0, "task", "tasks"); got != "1 task0 tasks" {
		t.Errorf("%q", got)
	}
}

func TestASCII(t *testing.T) {
	const mixed = "aBcXyZ 09_@[`{é"
	if Lower(mixed) != "abcxyz 09_@[`{é" || Upper(mixed) != "ABCXYZ 09_@[`{é" {
		t.Errorf("%q %q", Lower(mixed), Upper(mixed))
	}
	for i := range 256 {
		c := byte(i)
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if digit := c >= '0' && c <= '9'; IsDigit(c) != digit || IsLetter(c) != letter {
			t.Errorf("%q", c)
		}
	}
}

func TestFind(t *testing.T) {
	for _, s := range []string{"", "a", "ab", "aab", "ababac", "é"} {
		for _, part := range []string{"", "a", "ab", "aba", "bac", "é", "x"} {
			if Index(s, part) != strings.Index(s, part) || HasPrefix(s, part) != strings.HasPrefix(s, part) {
				t.Errorf("%q in %q", part, s)
			}
		}
	}
}

func TestDigits(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "007": 7, "999999999999999999": 999999999999999999} {
		if n, ok := Digits(s); !ok || n != want {
			t.Errorf("%s: %d %v", s, n, ok)
		}
	}
	for _, s := range []string{"", "-1", "+1", "1.0", "1e3", " 1", "1000000000000000000", "٣"} {
		if n, ok := Digits(s); ok {
			t.Errorf("%q was read as %d", s, n)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine("a\r\nb\nc\rd\te\x00f\u0085g\u2028h\u2029i é"); got != "a b c d e f g h i é" {
		t.Errorf("%q", got)
	}
}

func TestWordsAround(t *testing.T) {
	if Or("", "none")+Or("a", "none") != "nonea" || After("to ", "")+After("to ", "x") != "to x" {
		t.Error("empty and not")
	}
	if Join("", ", ", "a")+Join("b", ", ", "")+Join("c", ", ", "d") != "abc, d" {
		t.Error("joined")
	}
}

func TestTable(t *testing.T) {
	long := strings.Repeat("x", maxPad+2)
	for _, c := range []struct {
		rows [][]Cell
		want string
	}{
		{nil, ""},
		{[][]Cell{{{Text: "Name"}, {Text: "Rows"}}, {{Text: "漢字"}, {Text: "7", Right: true}}, {{Text: "e\u0301"}}}, "Name  Rows\n漢字     7\ne\u0301\n"},
		{[][]Cell{{{}, {Text: "a"}, {}, {Text: "c"}}, {{}, {Text: "bbb"}, {}, {}}}, "  a      c\n  bbb\n"},
		{[][]Cell{{{Text: long}, {Text: "1"}}, {{Text: "y"}, {Text: "2"}}}, long + "  1\ny" + strings.Repeat(" ", maxPad+1) + "2\n"},
	} {
		if got := Table(c.rows); got != c.want {
			t.Errorf("got\n%q\nwant\n%q", got, c.want)
		}
	}
}

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "漢字": 4, "e\u0301": 1, "😀": 2, "a\u200bb": 2, "é": 1} {
		if got := Width(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}
