package storetest

import (
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// Refused wants STORE_UNAVAILABLE with words, and something to do.
func Refused(t *testing.T, err error, words ...string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil || f.Code != fault.StoreUnavailable {
		t.Fatalf("got %v, want STORE_UNAVAILABLE", err)
	}
	if f.Hint == "" {
		t.Errorf("%q says nothing to do", f.Message)
	}
	for _, w := range words {
		if !strings.Contains(f.Message, w) {
			t.Errorf("%q does not contain %q", f.Message, w)
		}
	}
}
