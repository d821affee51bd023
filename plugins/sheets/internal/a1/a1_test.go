package a1

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text, written string
		rows, columns int
	}{
		{"A1", "A1", 1, 1},
		{"$A$1", "A1", 1, 1},
		{" b2 ", "B2", 1, 1},
		{"A1:A1", "A1", 1, 1},
		{"A1:C10", "A1:C10", 10, 3},
		{"$b$2:aa$10", "B2:AA10", 9, 26},
		{"A:C", "A:C", 0, 3},
		{"$A:$A", "A:A", 0, 1},
		{"1:3", "1:3", 3, 0},
		{"$1:$3", "1:3", 3, 0},
		{"A5:B", "A5:B", 0, 2},
		{"ZZZ9999999", "ZZZ9999999", 1, 1},
		{"A01", "A1", 1, 1},
		{"Sheet1!A1", "'Sheet1'!A1", 1, 1},
		{`Sheet1\!A1:B2`, "'Sheet1'!A1:B2", 2, 2},
		{`'My Sheet'\!A1`, "'My Sheet'!A1", 1, 1},
		{"'My Sheet'!A:C", "'My Sheet'!A:C", 0, 3},
		{"My Sheet!A1", "'My Sheet'!A1", 1, 1},
		{"'Jon''s Data'!A1:B2", "'Jon''s Data'!A1:B2", 2, 2},
		{"Jon's Data!A1", "'Jon''s Data'!A1", 1, 1},
		{"'a!b'!A1", "'a!b'!A1", 1, 1},
		{"a!b!A1", "'a!b'!A1", 1, 1},
		{"📊 Zahlen!A1", "'📊 Zahlen'!A1", 1, 1},
		{"中文的!C3", "'中文的'!C3", 1, 1},
		{"2026-01!A1", "'2026-01'!A1", 1, 1},
		{"10:30!A1", "'10:30'!A1", 1, 1},
		{"''''!A1", "''''!A1", 1, 1},
		{`'a\'!A1`, `'a\'!A1`, 1, 1},
	} {
		r, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if r.String() != c.written || r.Rows() != c.rows || r.Columns() != c.columns || r.Cells() != c.rows*c.columns {
			t.Errorf("%q: %q with %d rows and %d columns, want %q, %d, %d", c.text, r.String(), r.Rows(), r.Columns(), c.written, c.rows, c.columns)
		}
		if !strings.HasSuffix(r.String(), r.Local()) || strings.Contains(r.Local(), "!") {
			t.Errorf("%q: local %q", c.text, r.Local())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]Fault{
		"":                      notARange,
		"A":                     notARange,
		"7":                     notARange,
		"$":                     notARange,
		"A$":                    notARange,
		"A1:":                   notARange,
		":A1":                   notARange,
		"A1:B2:C3":              notARange,
		"A1 B2":                 notARange,
		"R1C1":                  notARange,
		"$$A1":                  notARange,
		"Sheet1!":               notARange,
		"not a range":           notARange,
		"NamedRange":            tooFar,
		"AAAA1":                 tooFar,
		"A10000000":             tooFar,
		"A99999999999999999999": tooFar,
		"A0":                    rowZero,
		"0:3":                   rowZero,
		"!A1":                   noSheet,
		`\!A1`:                  noSheet,
		"''!A1":                 noSheet,
		"' '!A1":                noSheet,
		"'My Sheet!A1":          openQuote,
		"'My Sheet'A1":          openQuote,
		"'":                     openQuote,
		"C3:A1":                 reversed,
		"A3:C1":                 reversed,
		"B:A":                   reversed,
		"3:1":                   reversed,
		"B5:A":                  reversed,
		"A1:1":                  mixedCorners,
		"A:3":                   mixedCorners,
		"A:B5":                  mixedCorners,
		"3:B":                   mixedCorners,
		"3:B5":                  mixedCorners,
		"Sheet1!A1:Sheet1!B2":   twoSheets,
		"'a'!A1:'a'!B2":         twoSheets,
	} {
		if r, err := Parse(text); err != want {
			t.Errorf("%q: %+v, %v; want %q", text, r, err, want)
		}
	}
}

func TestColumn(t *testing.T) {
	for n, want := range map[int]string{1: "A", 26: "Z", 27: "AA", 52: "AZ", 53: "BA", 702: "ZZ", 703: "AAA", MaxColumn: "ZZZ", 0: "", -3: ""} {
		if got := Column(n); got != want {
			t.Errorf("column %d is %q, want %q", n, got, want)
		}
	}
}

// FuzzParse: what is read is a rectangle, and what is written is read as the
// same one.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"A1", "$A$1:b2", "A:C", "3:5", "A5:B", `'Jon''s'\!A1`, "a!b!A1:B2", "📊!ZZZ9999999", "'", "A1:Sheet1!B2", "\x00!A1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := Parse(s)
		if err != nil {
			if r != (Range{}) {
				t.Fatalf("%q: an error and %+v", s, r)
			}
			return
		}
		if r.FromColumn < 0 || r.FromColumn > r.ToColumn || r.ToColumn > MaxColumn || r.FromRow > MaxRow || r.ToRow > MaxRow ||
			r.ToRow != 0 && r.ToRow < r.FromRow || r.FromColumn == 0 && r.FromRow == 0 {
			t.Fatalf("%q: %+v", s, r)
		}
		if again, err := Parse(r.String()); err != nil || again != r {
			t.Fatalf("%q: %+v is written %q, which reads as %+v (%v)", s, r, r.String(), again, err)
		}
	})
}
