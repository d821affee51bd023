package vectors

import (
	"encoding/json"
	"testing"
)

// The files are the source of every parity claim: they must be complete and
// their ids unique, or rows of the table would name the wrong case.
func TestFilesAreWhole(t *testing.T) {
	counts := map[string]int{"naming": 406, "risk": 373, "parse": 380, "confirm": 184,
		"invoke": 1070, "envelope": 170, "token": 772, "exit": 266}
	for file, want := range counts {
		all := Load(t, file)
		if len(all) != want {
			t.Errorf("%s: %d vectors, want %d", file, len(all), want)
		}
		seen := map[string]bool{}
		for _, v := range all {
			if seen[v.ID] {
				t.Errorf("%s: id %s twice", file, v.ID)
			}
			seen[v.ID] = true
			if v.Kind == "" || len(v.Input) == 0 || len(v.Expected) == 0 {
				t.Errorf("%s/%s: incomplete", file, v.ID)
			}
		}
	}
}

// Every row of the table must name cases that exist and say what and why.
func TestTableNamesRealCases(t *testing.T) {
	byFile := map[string][]Vector{}
	seen := map[[5]string]bool{}
	for _, d := range Deviations {
		if byFile[d.File] == nil {
			byFile[d.File] = Load(t, d.File)
		}
		ways := 0
		for _, set := range []bool{d.ID != "", d.Quirk != "", d.Match != nil} {
			if set {
				ways++
			}
		}
		if ways != 1 {
			t.Errorf("%s, %q: want exactly one of ID, Quirk and Match", d.File, d.Does)
		}
		if d.Does == "" || d.Why == "" {
			t.Errorf("%s %s%s: say what wslite does and why", d.File, d.ID, d.Quirk)
		}
		if d.Expected != "" && !json.Valid([]byte(d.Expected)) {
			t.Errorf("%s %s%s: Expected is no JSON", d.File, d.ID, d.Quirk)
		}
		key := [5]string{d.File, d.ID, d.Quirk, d.Kind}
		if d.Match != nil {
			key[4] = d.Does
		}
		if seen[key] {
			t.Errorf("%v: listed twice", key)
		}
		seen[key] = true
		hit := false
		for _, v := range byFile[d.File] {
			if (d.ID != "" && v.ID == d.ID) ||
				(d.Quirk != "" && v.Quirk == d.Quirk || d.Match != nil && d.Match(v)) && (d.Kind == "" || v.Kind == d.Kind) {
				hit = true
			}
		}
		if !hit {
			t.Errorf("%v: no such vector", key)
		}
	}
}

func TestFindPrefersTheID(t *testing.T) {
	table := []Deviation{{File: "a", Quirk: "q", Does: "by quirk"}, {File: "a", ID: "x", Does: "by id"},
		{File: "a", Quirk: "k", Kind: "one", Does: "by kind"}}
	cases := []struct {
		v    Vector
		want string
	}{
		{Vector{File: "a", ID: "x", Quirk: "q"}, "by id"},
		{Vector{File: "a", ID: "y", Quirk: "q"}, "by quirk"},
		{Vector{File: "b", ID: "x", Quirk: "q"}, ""},
		{Vector{File: "a", ID: "y"}, ""},
		{Vector{File: "a", ID: "y", Quirk: "k", Kind: "two"}, ""},
		{Vector{File: "a", ID: "y", Quirk: "k", Kind: "one"}, "by kind"},
	}
	for _, c := range cases {
		d, _, ok := find(table, c.v)
		if d.Does != c.want || ok != (c.want != "") {
			t.Errorf("%+v: got %q %v, want %q", c.v, d.Does, ok, c.want)
		}
	}
}

func TestDecodeKeepsDigits(t *testing.T) {
	v := Decode(t, []byte(`{"n":9007199254740993.10}`)).(map[string]any)
	if v["n"] != json.Number("9007199254740993.10") {
		t.Fatalf("got %v", v["n"])
	}
}
