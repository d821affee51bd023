package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/store"
)

var draftID = regexp.MustCompile(`d-[0-9a-z]{12}`)

var threePeople = []string{"ana", "bo", "cy"}

// B31: 64 calls at once of three users over HTTP, reads and mails, with a token, an
// account and a session each. Each goes out with its own user's access token, is
// answered to whoever asked, and stands on its own user's books.
func TestB31UsersOverHTTP(t *testing.T) {
	w := newUsersWorld(t, usersConfig(threePeople...), threePeople...)
	w.serve("--confirm", "argument")
	var sessions []*sdk.ClientSession
	for _, who := range threePeople {
		sessions = append(sessions, w.session(who, nil))
	}
	w.mu.Lock()
	w.crowd = make(chan struct{})
	w.mu.Unlock()
	mails := map[string]int{}
	var all sync.WaitGroup
	for i := range 64 {
		who, s := threePeople[i%3], sessions[i%3]
		subject := fmt.Sprintf("%s-%d", who, i)
		tool, args, want := "tasks_list_tasklists", map[string]any{}, "list-0-of-"+who
		if i%2 == 0 {
			tool, args, want = "gmail_send", map[string]any{"to": "eve@example.com", "subject": subject, "body": "b", "confirm": true}, "id-of-"+who
			mails[who]++
		}
		all.Go(func() {
			res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args, Meta: sdk.Meta{"idempotencyKey": fmt.Sprint("key-", i/6)}})
			if err != nil {
				t.Errorf("%s: %v", subject, err)
				return
			}
			if said := textOf(res); res.IsError || !strings.Contains(said, want) {
				t.Errorf("%s got %s", subject, said)
			}
			for _, other := range threePeople {
				if other != who && strings.Contains(textOf(res), "of-"+other) {
					t.Errorf("%s got what is %s's", subject, other)
				}
			}
		})
	}
	all.Wait()
	for _, r := range w.atGoogle() {
		if subject := regexp.MustCompile(`Subject: (\w+)-\d+`).FindStringSubmatch(r.body); r.method == "POST" && (subject == nil || subject[1] != r.who) {
			t.Errorf("%s's token sent %q", r.who, subject)
		}
		if r.who == "nobody" {
			t.Errorf("a request without a token: %+v", r)
		}
	}
	claims, err := w.ledger().Claims(t.Context(), store.ClaimFilter{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	booked, logged := map[string]int{}, map[string]int{}
	for _, c := range claims {
		booked[c.Owner.User]++
		if c.Owner.Account != "sub-"+c.Owner.User {
			t.Errorf("a claim of %s at the account %s", c.Owner.User, c.Owner.Account)
		}
	}
	for _, r := range w.logged() {
		who, ok := strings.CutSuffix(r.Actor, "@mcp")
		if !ok || r.Account != "sub-"+who || r.Profile != "of-"+who {
			t.Errorf("the log has %+v", r)
		}
		if r.Event == "outcome" {
			logged[who]++
		}
	}
	for _, who := range threePeople {
		if booked[who] != mails[who] || logged[who] != mails[who] {
			t.Errorf("%s: %d mails, %d claims, %d outcomes", who, mails[who], booked[who], logged[who])
		}
	}
}

// raw sends one message with a token, into a session or into none.
func (w *usersWorld) raw(token, session, body string) (status int, answer string) {
	w.t.Helper()
	r, _ := http.NewRequestWithContext(w.t.Context(), "POST", w.url, strings.NewReader(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + token}}
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	said, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(said)
}

// B31: a session, a link, a draft and a question of one user are useless to
// another, also where both have the same account.
func TestB31WhatOneUserHasIsUselessToAnother(t *testing.T) {
	config := usersConfig("ana", "bo") + "[mcp.users.cy]\nprofile = \"of-ana\"\naccount = \"ana@example.com\"\n"
	w := newUsersWorld(t, config, "ana", "bo")
	w.tokens["cy"] = w.newToken("cy")
	w.serve()
	ana := w.session("ana", nil)
	others := map[string]*sdk.ClientSession{"bo": w.session("bo", nil), "cy": w.session("cy", nil)}

	file, err := ana.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_get_attachment", Arguments: map[string]any{"messageId": "m", "attachmentId": "a1"}})
	if err != nil {
		t.Fatal(err)
	}
	link := ""
	for _, c := range file.Content {
		if l, ok := c.(*sdk.ResourceLink); ok {
			link = l.URI
		}
	}
	if got, err := ana.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link}); err != nil || !strings.Contains(string(got.Contents[0].Blob), "the file of ana") {
		t.Fatalf("ana's own link %q: %+v, %v", link, got, err)
	}
	said, _ := w.said(ana, "gmail_send", map[string]any{"to": "eve@example.com", "subject": "s", "body": "b"})
	draft := draftID.FindString(said)
	w.must("drafts", "approve", draft, "--revision", "1", "--yes")
	if said, bad := w.said(ana, "wslite_draft_status", map[string]any{"draftId": draft}); bad || !strings.Contains(said, "approved") {
		t.Fatalf("ana's own draft: %s", said)
	}
	const ping = `{"jsonrpc":"2.0","id":9,"method":"ping"}`
	if status, _ := w.raw(w.tokens["ana"], ana.ID(), ping); status != 200 {
		t.Errorf("ana's own session: %d", status)
	}
	for who, s := range others {
		if got, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link}); err == nil {
			t.Errorf("%s read ana's link: %+v", who, got)
		}
		for tool, args := range map[string]map[string]any{
			"wslite_draft_status": {"draftId": draft}, "wslite_run_draft": {"draftId": draft, "revision": 1},
		} {
			if said, bad := w.said(s, tool, args); !bad || !strings.Contains(said, "there is no draft") {
				t.Errorf("%s: %s of ana's draft: %s", who, tool, said)
			}
		}
		for _, body := range []string{ping, `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"tasks_list_tasklists","arguments":{}}}`} {
			if status, said := w.raw(w.tokens[who], ana.ID(), body); status != http.StatusNotFound {
				t.Errorf("%s in ana's session: %d %s", who, status, said)
			}
		}
	}
	if sent := w.sentBy(); len(sent) != 0 {
		t.Errorf("mails left: %v", sent)
	}
	if said, bad := w.said(ana, "wslite_run_draft", map[string]any{"draftId": draft, "revision": 1}); bad || w.sentBy()["ana"] != 1 {
		t.Errorf("ana runs her draft: %s", said)
	}
}

// B31: a question to ana is answered by ana's human alone: bo's answer to it, in
// his own session or in hers, does nothing.
func TestB31AQuestionIsItsUsers(t *testing.T) {
	w := newUsersWorld(t, usersConfig("ana", "bo"), "ana", "bo")
	w.serve()
	asked, decide := make(chan struct{}), make(chan string)
	ana := w.session("ana", &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		close(asked)
		return &sdk.ElicitResult{Action: <-decide}, nil
	}})
	bo := w.session("bo", &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		t.Error("bo was asked")
		return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}})
	answered := make(chan string, 1)
	go func() {
		res, err := ana.CallTool(t.Context(), &sdk.CallToolParams{Name: "gmail_send", Arguments: map[string]any{"to": "eve@example.com", "subject": "s", "body": "b"}})
		answered <- fmt.Sprintf("%+v, %v", res, err)
	}()
	select {
	case <-asked:
	case <-time.After(30 * time.Second):
		t.Fatal("ana was not asked")
	}
	for id := range 8 {
		yes := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"action":"accept","content":{"approve":true}}}`, id)
		w.raw(w.tokens["bo"], bo.ID(), yes)
		if status, said := w.raw(w.tokens["bo"], ana.ID(), yes); status != http.StatusNotFound {
			t.Errorf("bo answers in ana's session: %d %s", status, said)
		}
	}
	// A round trip of bo's, so that what he said has been read.
	if said, bad := w.said(bo, "tasks_list_tasklists", map[string]any{}); bad {
		t.Errorf("bo: %s", said)
	}
	decide <- "decline"
	if said := <-answered; len(w.sentBy()) != 0 {
		t.Errorf("a mail left: %s", said)
	}
}
