package cli

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/audit"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/store/sqlite"
)

// usersWorld is a machine on which several people's accounts are signed in and one
// server serves them all over HTTP, with Google's services, which tell whose token
// came.
type usersWorld struct {
	*signInWorld
	url    string
	tokens map[string]string // by user
	clock  atomic.Int64      // of the server, in seconds
	// crowd holds requests to Google until there is one of each user; then it is
	// closed. nil holds none.
	crowd  chan struct{}
	inside map[string]bool
	seen   []seenAtGoogle
	lists  int // how many lists of tasks each user has
}

// seenAtGoogle is a request that Google's services got.
type seenAtGoogle struct{ who, method, path, body string }

// usersConfig is what people's tables look like where nothing else is said.
func usersConfig(users ...string) string {
	var b strings.Builder
	b.WriteString("[policy]\ninternal_domains = [\"example.com\"]\n")
	for _, u := range users {
		fmt.Fprintf(&b, "[profile.of-%s]\nbackend = \"google\"\n[mcp.users.%s]\nprofile = \"of-%s\"\naccount = \"%s@example.com\"\n", u, u, u, u)
	}
	return b.String()
}

// newUsersWorld signs people in and gives each a token. Config is added to the
// configuration file.
func newUsersWorld(t *testing.T, config string, users ...string) *usersWorld {
	t.Helper()
	needPlugins(t)
	w := &usersWorld{signInWorld: newSignInWorld(t), tokens: map[string]string{}, inside: map[string]bool{}, lists: 1}
	w.clock.Store(testEnv(t, w.home, nil).Now().Unix())
	w.vars["WSLITE_STATE_DIR"] = filepath.Join(w.home, "state")
	w.must("auth", "credentials", filepath.Join(w.home, "client.json"))
	for _, u := range users {
		w.login(u)
	}
	base := fmt.Sprintf("[auth]\nstore = \"file\"\n[auth.provider]\nauth_url = %q\ntoken_url = %q\nrevoke_url = %q\nuserinfo_url = %q\n",
		w.p.URL+"/auth", w.p.URL+"/token", w.p.URL+"/revoke", w.p.URL+"/userinfo")
	w.file(filepath.Join(".config", "wslite", "wslite.toml"), base+config)
	for _, u := range users {
		w.tokens[u] = w.newToken(u)
	}
	return w
}

// login signs somebody in under their own name.
func (w *usersWorld) login(who string) {
	w.t.Helper()
	w.who = who
	w.must("auth", "login", "--services", "gmail,tasks", "--account", who)
}

func (w *usersWorld) newToken(who string, more ...string) string {
	w.t.Helper()
	return strings.TrimSpace(w.must(append([]string{"-q", "mcp", "token", "add", who}, more...)...))
}

// serve starts the server; it ends with the test.
func (w *usersWorld) serve(args ...string) {
	w.t.Helper()
	e := testEnv(w.t, w.home, w.vars)
	said, errs := io.Pipe()
	e.Streams, e.Transport, e.Now = Streams{In: strings.NewReader(""), Out: io.Discard, Err: errs}, w, w.at
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- Main(ctx, append([]string{"mcp", "--http", "127.0.0.1:0", "--users"}, args...), e)
		errs.Close()
	}()
	lines, log := bufio.NewReader(said), &strings.Builder{}
	w.t.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			w.t.Errorf("the server ended with %d", code)
		}
	})
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			w.t.Fatalf("the server did not say where it serves: %s", log)
		}
		log.WriteString(line)
		if _, rest, ok := strings.Cut(line, "serving MCP at "); ok {
			go io.Copy(io.Discard, lines)
			w.url, _, _ = strings.Cut(rest, ";")
			return
		}
	}
}

// runAtGoogle runs a command line whose requests Google answers.
func (w *usersWorld) runAtGoogle(args ...string) {
	w.t.Helper()
	e := testEnv(w.t, w.home, w.vars)
	var said strings.Builder
	e.Streams, e.Transport = Streams{In: strings.NewReader(""), Out: &said, Err: &said}, w
	if exit := Main(w.t.Context(), args, e); exit != 0 {
		w.t.Errorf("%q: exit %d\n%s", args, exit, said.String())
	}
}

// RoundTrip answers for Google: a list and a mail are named after whose token came.
func (w *usersWorld) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == strings.TrimPrefix(w.p.URL, "http://") {
		return w.signInWorld.RoundTrip(r)
	}
	who := "nobody"
	if parts := strings.Split(r.Header.Get("Authorization"), "-"); len(parts) == 3 {
		who = parts[1]
	}
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	w.mu.Lock()
	w.seen = append(w.seen, seenAtGoogle{who, r.Method, r.URL.Path, string(body)})
	crowd := w.crowd
	if crowd != nil && !w.inside[who] {
		if w.inside[who] = true; len(w.inside) == len(w.tokens) {
			close(crowd)
		}
	}
	lists := []any{}
	for n := range w.lists {
		lists = append(lists, map[string]any{"id": fmt.Sprintf("list-%d-of-%s", n, who), "title": strings.Repeat("Tasks of "+who+" ", 10), "kind": "tasks#taskList"})
	}
	w.mu.Unlock()
	if crowd != nil {
		select {
		case <-crowd:
		case <-time.After(20 * time.Second): // a guard: the answers then tell
			return nil, fmt.Errorf("not all came")
		}
	}
	answer := map[string]any{"id": "id-of-" + who, "threadId": "id-of-" + who, "emailAddress": who + "@example.com", "items": lists}
	content := "\x00the file of " + who + strings.Repeat("\x01", 4<<10) // too much to stand in an answer
	file := base64.URLEncoding.EncodeToString([]byte(content))
	if strings.Contains(r.URL.Path, "/attachments/") {
		answer = map[string]any{"data": file, "size": len(content)}
	} else if strings.Contains(r.URL.Path, "/messages/") && r.Method == "GET" {
		answer["payload"] = map[string]any{"mimeType": "multipart/mixed", "parts": []any{map[string]any{
			"partId": "1", "filename": "file.bin", "mimeType": "application/octet-stream",
			"body": map[string]any{"attachmentId": "a1", "size": len(content)}}}}
	}
	raw, err := json.Marshal(answer)
	return &http.Response{
		StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(string(raw))), Request: r,
	}, err
}

// atGoogle gives what Google got since the last time.
func (w *usersWorld) atGoogle() []seenAtGoogle {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.seen
	w.seen = nil
	return seen
}

// sentBy counts mails that left since the last time, by whose token they had.
func (w *usersWorld) sentBy() map[string]int {
	out := map[string]int{}
	for _, s := range w.atGoogle() {
		if s.method == "POST" {
			out[s.who]++
		}
	}
	return out
}

// at is the clock of the server.
func (w *usersWorld) at() time.Time {
	return time.Unix(w.clock.Load(), 0).UTC()
}

// ledger opens the books that all of them share.
func (w *usersWorld) ledger() store.Store {
	w.t.Helper()
	s, err := sqlite.Open(w.t.Context(), filepath.Join(w.home, "state", recordsFile), sqlite.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { s.Close() })
	return s
}

// logged gives the records of the audit log.
func (w *usersWorld) logged() (out []audit.Record) {
	w.t.Helper()
	var doc struct{ Entries []audit.Record }
	if err := json.Unmarshal([]byte(w.must("--json", "audit", "list", "--limit", "1000")), &doc); err != nil {
		w.t.Fatal(err)
	}
	return doc.Entries
}

// client connects with a user's token.
func (w *usersWorld) client(token string, o *sdk.ClientOptions) (*sdk.ClientSession, error) {
	return sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(w.t.Context(),
		&sdk.StreamableClientTransport{Endpoint: w.url, HTTPClient: &http.Client{Transport: withToken(token)}, MaxRetries: -1}, nil)
}

func (w *usersWorld) session(who string, o *sdk.ClientOptions) *sdk.ClientSession {
	w.t.Helper()
	s, err := w.client(w.tokens[who], o)
	if err != nil {
		w.t.Fatalf("%s: %v", who, err)
	}
	w.t.Cleanup(func() { s.Close() })
	return s
}

// said calls a tool and gives its text and whether it failed.
func (w *usersWorld) said(s *sdk.ClientSession, tool string, args map[string]any) (string, bool) {
	w.t.Helper()
	res, err := s.CallTool(w.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		w.t.Fatalf("%s: %v", tool, err)
	}
	return textOf(res), res.IsError
}

func textOf(res *sdk.CallToolResult) string {
	var out []string
	for _, c := range res.Content {
		if c, ok := c.(*sdk.TextContent); ok {
			out = append(out, c.Text)
		}
	}
	return strings.Join(out, "\n")
}
