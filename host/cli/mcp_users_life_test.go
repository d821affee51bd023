package cli

import (
	"net/http"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"pgregory.net/rapid"
)

const (
	rawHello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	rawList  = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tasks_list_tasklists","arguments":{}}}`
)

// begin opens a session by hand and gives its id.
func (w *usersWorld) begin(token string) string {
	w.t.Helper()
	r, _ := http.NewRequestWithContext(w.t.Context(), "POST", w.url, strings.NewReader(rawHello))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + token}}
	res, err := http.DefaultClient.Do(r)
	if err != nil || res.StatusCode != 200 {
		w.t.Fatalf("%+v, %v", res, err)
	}
	defer res.Body.Close()
	id := res.Header.Get("Mcp-Session-Id")
	if status, said := w.raw(token, id, `{"jsonrpc":"2.0","method":"notifications/initialized"}`); status != 202 {
		w.t.Fatalf("%d %s", status, said)
	}
	return id
}

// Whatever the order in which tokens come and go and requests are made with any of
// them in any session: a token that is not good gets 401, another user's session
// 404, and an answer is of the user of the token.
func TestB31AnyOrderOfTokensAndSessions(t *testing.T) {
	w := newUsersWorld(t, usersConfig(threePeople...), threePeople...)
	w.serve()
	type given struct{ user, token string }
	rapid.Check(t, func(rt *rapid.T) {
		var good, gone []given
		sessions := map[string]given{} // by id
		give := func(who string) {
			good = append(good, given{who, w.newToken(who)})
		}
		for _, who := range threePeople {
			give(who)
		}
		for range rapid.IntRange(4, 12).Draw(rt, "steps") {
			switch rapid.SampledFrom([]string{"give", "take", "begin", "call", "call", "call"}).Draw(rt, "step") {
			case "give":
				give(rapid.SampledFrom(threePeople).Draw(rt, "user"))
			case "take":
				who := rapid.SampledFrom(threePeople).Draw(rt, "user")
				w.must("mcp", "token", "remove", "--user", who)
				var stay []given
				for _, g := range good {
					if g.user == who {
						gone = append(gone, g)
					} else {
						stay = append(stay, g)
					}
				}
				good = stay
				give(who)
			case "begin":
				g := rapid.SampledFrom(good).Draw(rt, "token")
				sessions[w.begin(g.token)] = g
			case "call":
				g := rapid.SampledFrom(append(append([]given{}, good...), gone...)).Draw(rt, "token")
				right := len(gone) == 0 || !within(gone, g)
				for id, of := range sessions {
					status, said := w.raw(g.token, id, rawList)
					switch {
					case !right && status != http.StatusUnauthorized:
						rt.Fatalf("a token that was taken back from %s: %d %s", g.user, status, said)
					case right && g.user != of.user && status != http.StatusNotFound:
						rt.Fatalf("%s in a session of %s: %d %s", g.user, of.user, status, said)
					case right && g.user == of.user && status == 200 && !strings.Contains(said, "list-0-of-"+g.user):
						rt.Fatalf("%s got %s", g.user, said)
					// A session whose token was taken back ends a little later.
					case right && g.user == of.user && status != 200 && !(status == 404 && within(gone, of)):
						rt.Fatalf("%s in an own session: %d %s", g.user, status, said)
					}
				}
			}
		}
		for id, g := range sessions { // not more than the server takes
			r, _ := http.NewRequestWithContext(t.Context(), "DELETE", w.url, nil)
			r.Header = http.Header{"Authorization": {"Bearer " + good[len(good)-1].token}, "Mcp-Session-Id": {id}}
			for _, other := range good {
				if other.user == g.user {
					r.Header.Set("Authorization", "Bearer "+other.token)
				}
			}
			if res, err := http.DefaultClient.Do(r); err == nil {
				res.Body.Close()
			}
		}
		for _, who := range threePeople {
			w.must("mcp", "token", "remove", "--user", who)
		}
	})
	for _, s := range w.atGoogle() {
		if s.who == "nobody" {
			t.Errorf("a request without a token: %+v", s)
		}
	}
}

func within[T comparable](all []T, one T) bool {
	for _, x := range all {
		if x == one {
			return true
		}
	}
	return false
}

// A token that was taken back, or came to its end, is refused at the next request
// of a session that stands, and its stream ends; a good one of the same user goes on.
func TestTokenEndsOnARunningServer(t *testing.T) {
	w := newUsersWorld(t, usersConfig("ana"), "ana")
	short := w.newToken("ana", "--expire", "2h")
	w.serve()
	session := w.begin(short)
	if status, said := w.raw(short, session, rawList); status != 200 || !strings.Contains(said, "list-0-of-ana") {
		t.Fatalf("%d %s", status, said)
	}
	w.clock.Add(int64((2 * time.Hour).Seconds()))
	if status, _ := w.raw(short, session, rawList); status != http.StatusUnauthorized {
		t.Errorf("a token that has ended: %d", status)
	}
	if status, said := w.raw(w.tokens["ana"], session, rawList); status != 200 {
		t.Errorf("ana's other token in her session: %d %s", status, said)
	}
	r, _ := http.NewRequestWithContext(t.Context(), "GET", w.url, nil)
	r.Header = http.Header{"Accept": {"text/event-stream"}, "Authorization": {"Bearer " + w.tokens["ana"]}, "Mcp-Session-Id": {session}}
	stream, err := http.DefaultClient.Do(r)
	if err != nil || stream.StatusCode != 200 {
		t.Fatalf("%+v, %v", stream, err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer stream.Body.Close()
		for buf := make([]byte, 1024); err == nil; {
			_, err = stream.Body.Read(buf)
		}
	}()
	w.must("mcp", "token", "remove", "--user", "ana")
	if status, _ := w.raw(w.tokens["ana"], session, rawList); status != http.StatusUnauthorized {
		t.Errorf("a token that was taken back: %d", status)
	}
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		t.Error("the stream did not end")
	}
}

// What one user may not do others may, and the way of asking is each one's own.
func TestUsersHavePoliciesOfTheirOwn(t *testing.T) {
	w := newUsersWorld(t, usersConfig(threePeople...)+"[profile.of-ana.policy]\nread_only = true\n"+
		"[profile.of-bo.mcp]\nconfirm = \"argument\"\n[profile.of-cy.mcp]\nconfirm = \"draft\"\n", threePeople...)
	w.serve()
	mail := map[string]any{"to": "eve@example.com", "subject": "s", "body": "b"}
	if said, bad := w.said(w.session("cy", nil), "gmail_send", mail); bad || !strings.Contains(said, "draft") {
		t.Errorf("cy, whose mails wait as drafts: %s", said)
	}
	sends := func(s *sdk.ClientSession) bool {
		list, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if tool.Name == "gmail_send" {
				return true
			}
		}
		return false
	}
	ana, bo := w.session("ana", nil), w.session("bo", nil)
	if sends(ana) || !sends(bo) {
		t.Errorf("gmail_send is offered to ana %v, to bo %v", sends(ana), sends(bo))
	}
	if res, err := ana.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_send", Arguments: mail}); err == nil && !res.IsError {
		t.Errorf("ana, who may only read: %s", textOf(res))
	}
	if said, bad := w.said(bo, "gmail_send", map[string]any{"to": "eve@example.com", "subject": "s", "body": "b", "confirm": true}); bad {
		t.Errorf("bo: %s", said)
	}
	if sent := w.sentBy(); len(sent) != 1 || sent["bo"] != 1 {
		t.Errorf("mails left: %v", sent)
	}
}

// A user whose account is not signed in hears so until it is, and again once it is
// signed out; others notice nothing, and nothing is started anew.
func TestUsersSignInAndOutWhileTheServerRuns(t *testing.T) {
	w := newUsersWorld(t, usersConfig("ana", "bo"), "bo")
	w.tokens["ana"] = w.newToken("ana")
	w.serve()
	ana, bo := w.session("ana", nil), w.session("bo", nil)
	hears := func(what string, s *sdk.ClientSession, want string) {
		t.Helper()
		said, bad := w.said(s, "tasks_list_tasklists", map[string]any{})
		if !strings.Contains(said, want) || bad != (want != "list-0-of-ana" && want != "list-0-of-bo") {
			t.Errorf("%s: %s", what, said)
		}
	}
	hears("ana, before she signs in", ana, "signed in")
	hears("bo beside her", bo, "list-0-of-bo")
	w.login("ana")
	hears("ana, signed in", ana, "list-0-of-ana")
	w.must("auth", "logout", "ana")
	hears("ana, signed out", ana, "ana@example.com")
	hears("bo beside her", bo, "list-0-of-bo")
	w.login("ana")
	hears("ana, signed in again", ana, "list-0-of-ana")
}

// A server for one user hears of a sign-in, too.
func TestServerOfOneHearsOfASignIn(t *testing.T) {
	w := newUsersWorld(t, "")
	e := testEnv(t, w.home, w.vars)
	e.Transport = w
	a := newApp(e)
	t.Cleanup(a.close)
	a.globals.Profile = ""
	lines, err := newPipelines(a, a.readConfig, offerOptions{services: []string{"tasks"}, toolset: "all", list: "short"})
	if err != nil {
		t.Fatal(err)
	}
	account := func() string {
		t.Helper()
		p, err := lines.get(t.Context(), "tasks")
		if err != nil {
			return "nobody: " + err.Error()
		}
		if p.Records.Nobody != nil {
			return "nobody"
		}
		return p.Records.Owner.Account
	}
	if got := account(); !strings.HasPrefix(got, "nobody") {
		t.Errorf("before anybody signed in: %s", got)
	}
	w.login("ana")
	if got := account(); got != "sub-ana" {
		t.Errorf("after ana signed in: %s", got)
	}
	w.must("auth", "logout", "ana", "--forget")
	if got := account(); !strings.HasPrefix(got, "nobody") {
		t.Errorf("after she signed out: %s", got)
	}
}
