package mcp

import (
	"testing"
	"time"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/store"
)

// TestUsersShareWhatIsPutAside: what the sessions of one user may put aside is a
// share of what one server may, and still enough for something.
func TestUsersShareWhatIsPutAside(t *testing.T) {
	for users, most := range map[int]int64{0: maxShelvedAll, 1: maxShelvedAll, 4: maxShelvedAll / 4, 1000: leastShelved} {
		if got := newShelves(users).most; got != most {
			t.Errorf("%d users: %d bytes each", users, got)
		}
	}
	all := newShelves(1)
	all.most = 10
	at := &shelf{of: all}
	if at.put(&shelved{text: "x", size: 11}) != "" {
		t.Error("more than the share was taken in")
	}
	if first := at.put(&shelved{text: "x", size: 6}); at.put(&shelved{text: "y", size: 6}) == "" || all.bytes != 6 {
		t.Errorf("the oldest did not make room: %q, %d bytes", first, all.bytes)
	}
}

// TestUsersShareWhatWaitsForAnAnswer: many users together hold no more questions
// than one server may, but for what each needs.
func TestUsersShareWhatWaitsForAnAnswer(t *testing.T) {
	for users, most := range map[int][2]int{0: {maxAsked, maxAskedBytes}, 4: {maxAsked / 4, maxAskedBytes / 4}, 1000: {leastAsked, leastAskedBytes}} {
		a := newAsked(time.Minute, users)
		if a.most != most[0] || a.mostBytes != most[1] {
			t.Errorf("%d users: %d questions, %d bytes each", users, a.most, a.mostBytes)
		}
		n := 0
		for ; n <= maxAsked; n++ {
			if _, err := a.put("?", draft.Payload{}, store.Owner{}); err != nil {
				break
			}
		}
		if n != most[0] {
			t.Errorf("%d users: %d questions were taken", users, n)
		}
	}
}
