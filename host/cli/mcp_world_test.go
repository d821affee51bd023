package cli

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// proxyWorld is a recording proxy on loopback and a server that sends to it, with
// a client of the SDK at its other end.
type proxyWorld struct {
	t       *testing.T
	URL     string
	client  *sdk.ClientSession
	mu      sync.Mutex
	got     []received
	answers func() (status int, body string)
}

// received is a request that the proxy got, with the service whose address it
// came to.
type received struct {
	Service string
	sent
}

// proxyEnv are the variables that set every service's proxy to one address.
func proxyEnv(url string, more map[string]string) map[string]string {
	vars := map[string]string{}
	for _, service := range services {
		prefix := "GOOGLE_WORKSPACE_" + strings.ToUpper(service) + "_PROXY_"
		vars[prefix+"URL"], vars[prefix+"TOKEN"] = url+"/"+service, "tok"
	}
	for k, v := range more {
		vars[k] = v
	}
	return vars
}

func newProxyWorld(t *testing.T, more map[string]string, args ...string) *proxyWorld {
	t.Helper()
	w := &proxyWorld{t: t, answers: func() (int, string) { return 200, `{"success":true,"data":{"id":"x1"}}` }}
	proxy := httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(proxy.Close)
	w.URL = proxy.URL
	e := testEnv(t, t.TempDir(), proxyEnv(w.URL, more))
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e.Streams = Streams{In: in, Out: out, Err: io.Discard}
	ended := make(chan int, 1)
	go func() {
		ended <- Main(context.Background(), append([]string{"mcp"}, args...), e)
		out.Close()
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.client = s
	t.Cleanup(func() {
		s.Close()
		toServer.Close()
		if code := <-ended; code != 0 {
			t.Errorf("the server ended with %d", code)
		}
	})
	return w
}

func (w *proxyWorld) serve(rw http.ResponseWriter, req *http.Request) {
	d := json.NewDecoder(req.Body)
	d.UseNumber()
	r := received{Service: strings.Trim(req.URL.Path, "/")}
	if err := d.Decode(&r.sent); err != nil {
		w.t.Errorf("the proxy got a body that is no call: %v", err)
	}
	w.mu.Lock()
	w.got = append(w.got, r)
	status, body := w.answers()
	w.mu.Unlock()
	rw.WriteHeader(status)
	io.WriteString(rw, body)
}

// take gives what the proxy got since the last time.
func (w *proxyWorld) take() []received {
	w.mu.Lock()
	defer w.mu.Unlock()
	got := w.got
	w.got = nil
	return got
}

// answer sets what the proxy says from now on.
func (w *proxyWorld) answer(status int, body string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers = func() (int, string) { return status, body }
}

// call calls a tool and gives the answer with its text.
func (w *proxyWorld) call(t *testing.T, tool string, args any) (*sdk.CallToolResult, string) {
	t.Helper()
	res, err := w.client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	var texts []string
	for _, c := range res.Content {
		if c, ok := c.(*sdk.TextContent); ok {
			texts = append(texts, c.Text)
		}
	}
	return res, strings.Join(texts, "\n")
}

// cli runs one command line in the same world.
func (w *proxyWorld) cli(t *testing.T, more map[string]string, argv ...string) (code int, stdout string) {
	t.Helper()
	var out strings.Builder
	e := testEnv(t, t.TempDir(), proxyEnv(w.URL, more))
	e.Streams = Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard}
	code = Main(context.Background(), argv, e)
	return code, out.String()
}

func normalJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
