// Package vectors gives tests the golden vectors of the peer, workspace-lite:
// inputs and what came out of it, under testdata/vectors in the repository.
//
// It owns finding and decoding the files, and the reviewed table of the places
// where wslite does better than the peer (deviations.go). It never decides
// what is right and is imported by tests only. Start reading at Run.
package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Vector is one recorded case.
type Vector struct {
	// File is the name of the vector's file without ".json".
	File string `json:"-"`
	// ID is unique in its file.
	ID string `json:"id"`
	// Kind groups the vectors that state one rule.
	Kind     string          `json:"kind"`
	Input    json.RawMessage `json:"input"`
	Expected json.RawMessage `json:"expected"`
	// Quirk names the peer's defect that the vector records; empty where
	// the vector is a target.
	Quirk string `json:"quirk,omitempty"`
}

// In decodes the input into v. A field that v lacks is an error, so that no
// part of a vector is overlooked; numbers in an any are json.Number.
func (v Vector) In(t testing.TB, out any) {
	t.Helper()
	if err := strict(v.Input, out); err != nil {
		t.Fatalf("vector %s/%s: input: %v", v.File, v.ID, err)
	}
}

// Want decodes the expectation into v, by the rules of In.
func (v Vector) Want(t testing.TB, out any) {
	t.Helper()
	if err := strict(v.Expected, out); err != nil {
		t.Fatalf("vector %s/%s: expected: %v", v.File, v.ID, err)
	}
}

// Load reads testdata/vectors/<file>.json.
func Load(t testing.TB, file string) []Vector {
	t.Helper()
	var all []Vector
	if err := strict(Read(t, "vectors/"+file+".json"), &all); err != nil {
		t.Fatalf("vectors %s: %v", file, err)
	}
	if len(all) == 0 {
		t.Fatalf("vectors %s: the file holds none", file)
	}
	for i := range all {
		all[i].File = file
	}
	return all
}

// Read gives the bytes of a file below the repository's testdata folder, such
// as "parity/tools.json".
func Read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(Root(t), "testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Root gives the repository's top folder: the nearest one upwards that holds
// testdata/vectors. Tests run in their package's folder.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if st, err := os.Stat(filepath.Join(dir, "testdata", "vectors")); err == nil && st.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no folder testdata/vectors above the test")
		}
		dir = parent
	}
}

// Decode reads one JSON value with numbers as json.Number.
func Decode(t testing.TB, raw []byte) any {
	t.Helper()
	var v any
	if err := decode(raw, &v, false); err != nil {
		t.Fatalf("JSON %.80q: %v", raw, err)
	}
	return v
}

func strict(raw []byte, out any) error { return decode(raw, out, true) }

func decode(raw []byte, out any, closed bool) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if closed {
		dec.DisallowUnknownFields()
	}
	if err := dec.Decode(out); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}
