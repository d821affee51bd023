package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const testToken = "0123456789abcdef0123456789abcdef"

// httpWorld serves over HTTP at a free port and gives the address.
func httpWorld(t *testing.T, vars map[string]string, args ...string) string {
	t.Helper()
	e := testEnv(t, t.TempDir(), vars)
	said, errs := io.Pipe()
	e.Streams = Streams{In: strings.NewReader(""), Out: io.Discard, Err: errs}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- Main(ctx, append([]string{"--local", "mcp", "--http", "127.0.0.1:0"}, args...), e)
		errs.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			t.Errorf("the server ended with %d", code)
		}
	})
	lines := bufio.NewReader(said)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal("the server did not say where it serves")
		}
		if _, rest, ok := strings.Cut(line, "serving MCP at "); ok {
			go io.Copy(io.Discard, lines)
			url, _, _ := strings.Cut(rest, ";")
			return url
		}
	}
}

// withToken sends a token with each request.
type withToken string

func (k withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(k))
	return http.DefaultTransport.RoundTrip(r)
}

func TestMCPOverHTTP(t *testing.T) {
	for _, mode := range [][]string{nil, {"--stateless"}} {
		t.Run(strings.Join(append(mode, "mode"), " "), func(t *testing.T) {
			url := httpWorld(t, map[string]string{EnvMCPToken: testToken}, append(mode, "--service", "tasks")...)
			client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
			s, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: withToken(testToken)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			answer, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "tasks_list_tasklists", Arguments: map[string]any{}})
			if err != nil || answer.IsError || len(answer.Content) == 0 {
				t.Fatalf("%+v, %v", answer, err)
			}
		})
	}
}

func TestMCPOverHTTPGate(t *testing.T) {
	url := httpWorld(t, map[string]string{EnvMCPToken: testToken}, "--service", "tasks", "--allow-host", "ws.example", "--allow-origin", "https://app.example")
	const right = "Bearer " + testToken
	ping := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for _, c := range []struct {
		name, host, origin, token, path, body string
		status                                int
	}{
		{"right", "", "", right, "", ping, 200},
		{"no token", "", "", "", "", ping, 401},
		{"wrong token", "", "", right + "0", "", ping, 401},
		{"other scheme", "", "", "Basic " + testToken, "", ping, 401},
		{"rebound name", "evil.example:80", "", right, "", ping, 403},
		{"name that begins alike", "localhost.evil.example", "", right, "", ping, 403},
		{"allowed name", "ws.example", "", right, "", ping, 200},
		{"IPv6", "[::1]:80", "", right, "", ping, 200},
		{"a foreign page", "", "https://evil.example", right, "", ping, 403},
		{"a page without origin", "", "null", right, "", ping, 403},
		{"allowed page", "", "https://app.example", right, "", ping, 200},
		{"page on loopback", "", "http://localhost:3000", right, "", ping, 200},
		{"other path", "", "", right, "x", ping, 404},
		{"too large", "", "", right, "", strings.Repeat(" ", 16<<20+1), 413},
	} {
		r, _ := http.NewRequestWithContext(t.Context(), "POST", url+c.path, strings.NewReader(c.body))
		r.Host = c.host
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		for k, v := range map[string]string{"Origin": c.origin, "Authorization": c.token} {
			if v != "" {
				r.Header.Set(k, v)
			}
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		answer.Body.Close()
		if answer.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", c.name, answer.StatusCode, c.status)
		}
		if (c.status == 401) != (answer.Header.Get("WWW-Authenticate") != "") {
			t.Errorf("%s: WWW-Authenticate is %q", c.name, answer.Header.Get("WWW-Authenticate"))
		}
	}
}

func TestMCPOverHTTPRefuses(t *testing.T) {
	dir := t.TempDir()
	open := filepath.Join(dir, "open")
	if err := os.WriteFile(open, []byte(testToken), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Chmod(open, 0o644)
	for _, c := range []struct {
		want, token string
		args        []string
	}{
		{"reached from other machines", "", []string{"--http", "0.0.0.0:0"}},
		{"reached from other machines", "", []string{"--http", "[::]:0"}},
		{"visible ASCII", "short", []string{"--http", "127.0.0.1:0"}},
		{"--token-file", "", []string{"--http", "127.0.0.1:0", "--token-file", open}},
		{"HOST:PORT", "", []string{"--http", "8765"}},
		{"add --http", "", []string{"--stateless"}},
		{"--allow-host", "", []string{"--http", "127.0.0.1:0", "--allow-host", "https://a"}},
		{"--allow-origin", "", []string{"--http", "127.0.0.1:0", "--allow-origin", "a.example"}},
	} {
		e := testEnv(t, dir, map[string]string{EnvMCPToken: c.token})
		var said bytes.Buffer
		e.Streams = Streams{In: strings.NewReader(""), Out: io.Discard, Err: &said}
		// One that serves after all is ended instead of hanging.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		got := Main(ctx, append([]string{"--local", "mcp"}, c.args...), e)
		cancel()
		if got != 4 || !strings.Contains(said.String(), c.want) || strings.Contains(said.String(), testToken) {
			t.Errorf("%q: %d, %s", c.args, got, said.String())
		}
	}
}
