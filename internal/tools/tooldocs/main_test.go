package main

import (
	"bytes"
	"os"
	"testing"
)

// TestPageIsCurrent: docs/tools.md is what the catalogs give today.
func TestPageIsCurrent(t *testing.T) {
	want, err := render("../../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/tools.md is not current; run: make docs")
	}
	if bytes.Count(want, []byte("\n### ")) < 13 {
		t.Error("the page has too few tools")
	}
}
