package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// benchMCP serves over HTTP, with sandboxes of the embedded modules and a loopback
// proxy behind it, and gives the address. Client, server and proxy are one process
// here, so a figure is larger than that of a server alone; it is for comparing and
// for profiles (-cpuprofile).
func benchMCP(b *testing.B, args ...string) string {
	b.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks"},{"id":"l2","title":"Garden"}]}}`)
	}))
	b.Cleanup(proxy.Close)
	e := testEnv(b, b.TempDir(), proxyEnv(proxy.URL, nil))
	said, errs := io.Pipe()
	e.Streams = Streams{In: strings.NewReader(""), Out: io.Discard, Err: errs}
	e.Sandbox = nil // a server's own
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Main(ctx, append([]string{"mcp", "--http", "127.0.0.1:0"}, args...), e)
		errs.Close()
	}()
	b.Cleanup(func() { cancel(); <-ended })
	var all strings.Builder
	for buf := make([]byte, 4096); ; {
		n, err := said.Read(buf)
		all.Write(buf[:n])
		if _, rest, ok := strings.Cut(all.String(), "serving MCP at "); ok && strings.Contains(rest, ";") {
			go io.Copy(io.Discard, said)
			url, _, _ := strings.Cut(rest, ";")
			return url
		}
		if err != nil {
			b.Fatalf("no server: %s", all.String())
		}
	}
}

// plainClient is a client that does no more than the protocol wants, so that a
// profile shows the server.
type plainClient struct {
	url, session string
	http         http.Client
}

func newPlainClient(b *testing.B, url string) *plainClient {
	b.Helper()
	c := &plainClient{url: url}
	c.post(b, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	c.post(b, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

func (c *plainClient) post(b *testing.B, body string) []byte {
	r, err := http.NewRequest(http.MethodPost, c.url, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-06-18"}}
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	if id := answer.Header.Get("Mcp-Session-Id"); id != "" {
		c.session = id
	}
	raw, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode > 299 {
		b.Fatalf("%d, %s, %v", answer.StatusCode, raw, err)
	}
	return raw
}

// benchCall is a call of a read tool.
const benchCall = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"tasks_list_tasklists","arguments":{"maxResults":20}}}`

func (c *plainClient) call(b *testing.B, id int) {
	raw := c.post(b, fmt.Sprintf(benchCall, id))
	if !bytes.Contains(raw, []byte("Garden")) || bytes.Contains(raw, []byte(`"isError":true`)) {
		b.Fatalf("%s", raw)
	}
}

// BenchmarkMCPOverHTTP is a call of a read tool from HTTP to HTTP, by one client
// and by many at once, each with a session of its own.
func BenchmarkMCPOverHTTP(b *testing.B) {
	for _, clients := range []int{1, 16} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			url := benchMCP(b)
			var mu sync.Mutex
			var took []time.Duration
			work := make(chan int)
			var all sync.WaitGroup
			for range clients {
				c := newPlainClient(b, url)
				c.call(b, 1)
				all.Go(func() {
					for id := range work {
						start := time.Now()
						c.call(b, id)
						d := time.Since(start)
						mu.Lock()
						took = append(took, d)
						mu.Unlock()
					}
				})
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				work <- i + 2
			}
			close(work)
			all.Wait()
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}

// BenchmarkMCPToolsList is the list of all tools in one page, over HTTP.
func BenchmarkMCPToolsList(b *testing.B) {
	c := newPlainClient(b, benchMCP(b))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		raw := c.post(b, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list","params":{}}`, i+2))
		b.SetBytes(int64(len(raw)))
	}
}

// BenchmarkMCPInMemory is a call over pipes, as over standard input and output,
// with the SDK's client.
func BenchmarkMCPInMemory(b *testing.B) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"success":true,"data":{"items":[{"id":"l1","title":"My Tasks"},{"id":"l2","title":"Garden"}]}}`)
	}))
	defer proxy.Close()
	e := testEnv(b, b.TempDir(), proxyEnv(proxy.URL, nil))
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e.Streams = Streams{In: in, Out: out, Err: io.Discard}
	e.Sandbox = nil
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Main(context.Background(), []string{"mcp"}, e)
		out.Close()
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "bench", Version: "1"}, nil).
		Connect(b.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		b.Fatal(err)
	}
	call := func() {
		answer, err := s.CallTool(b.Context(), &sdk.CallToolParams{Name: "tasks_list_tasklists", Arguments: json.RawMessage(`{"maxResults":20}`)})
		if err != nil || answer.IsError {
			b.Fatalf("%+v, %v", answer, err)
		}
	}
	call()
	b.ReportAllocs()
	for b.Loop() {
		call()
	}
	b.StopTimer()
	s.Close()
	toServer.Close()
	<-ended
}
