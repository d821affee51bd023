package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// later sends a call in the protocol of 2026-07-28, where a question comes as an
// answer, and gives the result. A state and a yes answer one.
func (w *usersWorld) later(token, tool string, args map[string]any, state string, meta map[string]any) (result map[string]any) {
	w.t.Helper()
	all := map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "t", "version": "1"},
		"io.modelcontextprotocol/clientCapabilities": map[string]any{"elicitation": map[string]any{"form": map[string]any{}}},
	}
	for key, v := range meta {
		all[key] = v
	}
	params := map[string]any{"name": tool, "arguments": args, "_meta": all}
	if state != "" {
		params["requestState"] = state
		params["inputResponses"] = map[string]any{"approve": map[string]any{"action": "accept", "content": map[string]any{"approve": true}}}
	}
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
	r, _ := http.NewRequestWithContext(w.t.Context(), "POST", w.url, strings.NewReader(string(body)))
	r.Header = http.Header{
		"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Authorization": {"Bearer " + token},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {tool},
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	for _, line := range strings.Split(string(raw), "\n") {
		line = strings.TrimPrefix(line, "data: ")
		var answer struct{ Result map[string]any }
		if json.Unmarshal([]byte(line), &answer) == nil && answer.Result != nil {
			return answer.Result
		}
	}
	w.t.Fatalf("no result: %d %s", res.StatusCode, raw)
	return nil
}

// B31: without sessions, in the protocol where a question comes as an answer, it is
// answered by its own user alone, once: the state of one is no state to another,
// also where both have the same account.
func TestB31AQuestionOfTheLaterProtocolIsItsUsers(t *testing.T) {
	config := usersConfig("ana", "bo") + "[mcp.users.cy]\nprofile = \"of-ana\"\naccount = \"ana@example.com\"\n"
	w := newUsersWorld(t, config, "ana", "bo")
	w.tokens["cy"] = w.newToken("cy")
	w.serve("--stateless")
	mail := map[string]any{"to": "eve@example.com", "subject": "s", "body": "b"}
	key := map[string]any{"idempotencyKey": "k"}
	state, _ := w.later(w.tokens["ana"], "gmail_send", mail, "", key)["requestState"].(string)
	if state == "" {
		t.Fatal("ana is not asked")
	}
	for _, who := range []string{"bo", "cy"} {
		anew, _ := w.later(w.tokens[who], "gmail_send", mail, state, key)["requestState"].(string)
		if sent := w.sentBy(); anew == "" || anew == state || len(sent) != 0 {
			t.Errorf("%s answers ana's question: asked anew %q, %v", who, anew, sent)
		}
	}
	if res := w.later(w.tokens["ana"], "gmail_send", mail, state, key); w.sentBy()["ana"] != 1 {
		t.Errorf("ana's own yes: %v", res)
	}
	// The state is spent, and what was done under the key stands on ana's books alone.
	if res := w.later(w.tokens["ana"], "gmail_send", mail, state, key); len(w.sentBy()) != 0 || res["isError"] == true {
		t.Errorf("ana again: %v", res)
	}
	if res := w.later(w.tokens["cy"], "gmail_send", mail, "", key); res["requestState"] == nil {
		t.Errorf("cy, who has ana's account and not her key, is not asked: %v", res)
	}
	if sent := w.sentBy(); len(sent) != 0 {
		t.Errorf("mails left: %v", sent)
	}
}

// Without sessions a session's name means nothing, and each request is its token's.
func TestB31WithoutSessionsATokenAloneDecides(t *testing.T) {
	w := newUsersWorld(t, usersConfig(threePeople...), threePeople...)
	w.serve("--stateless")
	for i, who := range threePeople {
		for _, session := range []string{"", "ABCDEF", fmt.Sprint(i)} {
			if status, said := w.raw(w.tokens[who], session, rawList); status != 200 || !strings.Contains(said, "list-0-of-"+who) {
				t.Errorf("%s with session %q: %d %s", who, session, status, said)
			}
		}
	}
}
