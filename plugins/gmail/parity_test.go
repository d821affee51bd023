package main

import (
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
)

func TestToolsAreThePeers(t *testing.T) {
	paritytest.CompareTools(t, catalog(), "gmail", paritytest.Options{
		// The peer's server reads these, its clients can't send them (defect 13).
		Ours: map[string][]string{
			"listThreads": {"to", "before", "after"},
			"listDrafts":  {"page"},
		},
	})
}

func TestVectors(t *testing.T) {
	// A filter that says nothing is refused inside a batch too: see host/vectors.
	paritytest.Vectors(t, gmail(), "gmail", "gmail_batch/batchMin-3")
}
