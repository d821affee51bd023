package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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

// A port that can't be had is refused with the reason: taking another one helps only
// where it is taken.
func TestNoPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for address, want := range map[string]string{
		taken.Addr().String(): "another program has the port",
		"192.0.2.7:8765":      "this machine has no such address", // TEST-NET-1 is nobody's
	} {
		l, err := httpOptions{address: address}.listen(true)
		if err == nil {
			l.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for err, want := range map[error]string{syscall.EACCES: "above 1023", syscall.ENOBUFS: "may have the port"} {
		if got := whyNoPort(&net.OpError{Op: "listen", Err: os.NewSyscallError("bind", err)}); !strings.Contains(got, want) {
			t.Errorf("%v: %s", err, got)
		}
	}
}

// An address that is empty, as of a variable that isn't set, serves nothing.
func TestEmptyHTTP(t *testing.T) {
	var out, errs bytes.Buffer
	e := testEnv(t, t.TempDir(), nil)
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: &errs}
	if code := Main(context.Background(), []string{"--local", "mcp", "--http", ""}, e); code != 4 || !strings.Contains(errs.String(), "--http is empty") || out.Len() > 0 {
		t.Errorf("exit %d: %s%s", code, out.String(), errs.String())
	}
}

// Who starts the server by hand, or sends it something else, hears what it is.
func TestServedByHand(t *testing.T) {
	needPlugins(t)
	for input, want := range map[string]string{"": "", "hello\n": "no MCP message"} {
		var out, errs bytes.Buffer
		e := testEnv(t, t.TempDir(), nil)
		e.Streams = Streams{In: strings.NewReader(input), Out: &out, Err: &errs, InTTY: true}
		code := Main(context.Background(), []string{"--local", "mcp"}, e)
		if (code == 0) != (want == "") || !strings.Contains(errs.String(), want) || !strings.Contains(errs.String(), "waiting for an MCP client") || out.Len() > 0 {
			t.Errorf("%q: exit %d: %s%s", input, code, out.String(), errs.String())
		}
	}
}
