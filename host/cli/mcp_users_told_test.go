package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// What clients can bring about as often as they like is told once in a while, also
// where it is two things in turn.
func TestWhatUsersBringAboutIsToldSeldom(t *testing.T) {
	now, told := time.Unix(0, 0), 0
	u := &users{now: func() time.Time { return now }, tell: func(string, ...any) { told++ }}
	for i := range 10 {
		u.tellOnce("the user ana can't be served", errors.New("a reason"))
		u.tellOnce("no token can be checked", fmt.Errorf("a reason of %d", i%2))
	}
	if told != 3 {
		t.Errorf("told %d times", told)
	}
	now = now.Add(tellAgain)
	if u.tellOnce("the user ana can't be served", errors.New("a reason")); told != 4 {
		t.Errorf("after a while: told %d times", told)
	}
	for i := range 3 * maxTold {
		u.tellOnce("x", fmt.Errorf("%d", i))
	}
	if len(u.told) > maxTold {
		t.Errorf("%d lines are remembered", len(u.told))
	}
}

// Tokens that were left behind by a user who is no longer in the configuration are
// told of at the start: they would open whoever is called so next.
func TestTokensLeftBehindAreTold(t *testing.T) {
	w := newUsersWorld(t, usersConfig("ana", "bo", "cy"), "ana")
	w.tokens["bo"], w.tokens["cy"] = w.newToken("bo"), w.newToken("cy", "--expire", "1h")
	e := testEnv(t, w.home, w.vars)
	var said bytes.Buffer
	e.Streams.Err, e.Now = &said, func() time.Time { return w.at().Add(2 * time.Hour) }
	a := newApp(e)
	t.Cleanup(a.close)
	c, err := a.config()
	if err != nil {
		t.Fatal(err)
	}
	store, err := a.tokenStore(c)
	if err != nil {
		t.Fatal(err)
	}
	given, err := store.List()
	if err != nil {
		t.Fatal(err)
	}
	if a.noteLeftTokens(c, given); said.Len() != 0 {
		t.Errorf("all are in the configuration: %s", said.String())
	}
	only := *c
	only.MCP.Users = c.MCP.Users[:1] // ana
	if a.noteLeftTokens(&only, given); !strings.Contains(said.String(), "remove --user bo") || strings.Contains(said.String(), "cy") || strings.Contains(said.String(), "ana") {
		t.Errorf("%s", said.String())
	}
}
