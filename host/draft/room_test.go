package draft

import (
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// An agent can't fill the store with what waits for a person; a person's own draft
// still finds room, another owner's too, and each decision makes some.
func TestWhatWaitsIsBounded(t *testing.T) {
	d, err := New(newShelf(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	store := func(frontEnd, account string) (*Draft, error) {
		owner := ana
		owner.Account = account
		return d.Create(t.Context(), NewDraft{Owner: owner, Author: author, FrontEnd: frontEnd, Payload: mail("hello")})
	}
	var last *Draft
	for i := range maxWaitingAgent {
		if last, err = store("mcp", "1"); err != nil {
			t.Fatalf("draft %d: %v", i, err)
		}
	}
	if _, err := store("mcp", "1"); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("one too many: %v", err)
	}
	for _, c := range [][2]string{{"cli", "1"}, {"mcp", "2"}} {
		if _, err := store(c[0], c[1]); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	// Two decisions: the person's own draft counts among those that wait.
	for range 2 {
		waiting, err := d.List(t.Context(), Filter{Owner: &last.Owner, States: []State{Pending}, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Reject(t.Context(), waiting[0].ID, 1, "boss@corp", "no"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store("mcp", "1"); err != nil {
		t.Errorf("after two decisions: %v", err)
	}
}
