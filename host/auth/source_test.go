package auth

import (
	"context"
	"testing"

	"github.com/wslite/wslite/host/fault"
)

// A source that holds a token gives it no more once another process signed the
// account out, and gives the new sign-in's where it signed it in anew.
func TestSourceNoticesOtherProcesses(t *testing.T) {
	m := newMachine(t)
	m.signIn("work")
	ctx, scopes := context.Background(), []string{scopeTasks}
	s := m.source("work")
	if got, err := s.Token(ctx, "tasks", scopes); got != "at-work-1" || err != nil {
		t.Fatal(got, err)
	}
	m.signIn("work")
	again, err := s.Token(ctx, "tasks", scopes)
	if err != nil || again == "at-work-1" {
		t.Errorf("after a new sign-in: %q %v", again, err)
	}
	if held, err := s.Token(ctx, "tasks", scopes); held != again || err != nil {
		t.Errorf("the token that is held: %q, not %q, %v", held, again, err)
	}
	if _, err := m.manager().Logout(ctx, "work", true); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a second time, too
		if got, err := s.Token(ctx, "tasks", scopes); got != "" || fault.CodeOf(err) != fault.NotSignedIn {
			t.Errorf("after the sign-out: %q %v", got, err)
		}
	}
}
