package mcp

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/limits"
	"github.com/wslite/wslite/host/store"
)

// crowd is how many calls are under way at once.
const crowd = 64

// proxies stand for those of several people at one address each. Every request is
// held until all of the crowd are there, so that all are under way together. The
// answer tells whose token came, at whose address, and what was asked.
func proxies(t *testing.T) *httptest.Server {
	t.Helper()
	var (
		mu     sync.Mutex
		inside int
	)
	full := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var asked struct {
			Token  string
			Params map[string]any
		}
		if err := json.Unmarshal(raw, &asked); err != nil {
			http.Error(w, "no request", http.StatusBadRequest)
			return
		}
		mu.Lock()
		if inside++; inside == crowd {
			close(full)
		}
		mu.Unlock()
		select {
		case <-full:
		case <-time.After(20 * time.Second): // a guard: the answers then tell that not all came
			http.Error(w, "not all came", http.StatusServiceUnavailable)
			return
		}
		json.NewEncoder(w).Encode(map[string]any{"success": true, "data": map[string]any{
			"token": asked.Token, "address": r.URL.Path, "asked": asked.Params}})
	}))
	t.Cleanup(server.Close)
	return server
}

// B31: calls of three people at once, reads and mails, over one HTTP client. Each
// answer is of its caller's token, at its caller's address, to its caller's
// question, and the claims are on the books of whoever called.
func TestB31EachAnswerIsItsCallers(t *testing.T) {
	server := proxies(t)
	people := []string{"ana", "bo", "cy"}
	var desks []*desk
	for _, who := range people {
		vars := map[string]string{
			appsscript.URLName("gmail"): server.URL + "/" + who, appsscript.TokenName("gmail", "TOKEN"): "token-of-" + who,
		}
		d := newDesk(t, Argument)
		d.pipeline.Backend = appsscript.New(appsscript.Options{
			Getenv: func(name string) string { return vars[name] }, Client: server.Client(), Limits: limits.Default(),
		})
		d.pipeline.Records.Owner.Account, d.pipeline.Records.Account = who, who+"@corp.example"
		desks = append(desks, d)
	}
	var all sync.WaitGroup
	sends := map[string]int{}
	for i := range crowd {
		who, s := people[i%3], desks[i%3].connect("", nil)
		word := fmt.Sprintf("%s-%d", who, i)
		tool, key, args := "gmail_get_message", "messageId", map[string]any{"messageId": word}
		if i%2 == 0 {
			tool, key = "gmail_send", "subject"
			args = map[string]any{"to": "eve@other.example", "subject": word, "confirm": true}
			sends[who]++
		}
		all.Go(func() {
			res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
			if err != nil || res.IsError {
				t.Errorf("%s: %v %+v", word, err, res)
				return
			}
			o, _ := res.StructuredContent.(map[string]any)
			data, _ := o["data"].(map[string]any)
			asked, _ := data["asked"].(map[string]any)
			if data["token"] != "token-of-"+who || data["address"] != "/"+who || asked[key] != word {
				t.Errorf("%s got %v", word, o)
			}
		})
	}
	all.Wait()
	for i, d := range desks {
		claims, err := d.store.Claims(t.Context(), store.ClaimFilter{})
		if err != nil || len(claims) != sends[people[i]] {
			t.Errorf("%s: %d claims for %d mails, %v", people[i], len(claims), sends[people[i]], err)
		}
		for _, c := range claims {
			if c.Owner.Account != people[i] {
				t.Errorf("%s: a claim of %s", people[i], c.Owner.Account)
			}
		}
		if len(d.log) != 2*sends[people[i]] { // an attempt and an outcome each
			t.Errorf("%s: %d lines of the log for %d mails", people[i], len(d.log), sends[people[i]])
		}
		for _, r := range d.log {
			if text := fmt.Sprintf("%+v", r); r.Account != people[i] || strings.Contains(text, "token-of-") {
				t.Errorf("%s: the log has %s", people[i], text)
			}
		}
	}
}
