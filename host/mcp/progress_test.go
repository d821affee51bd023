//lint:file-ignore SA1019 logging is being retired from the protocol, and the clients of today use it

package mcp

import (
	"context"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/backend"
)

// heard keeps what a client is told.
type heard struct {
	mu       sync.Mutex
	progress []*sdk.ProgressNotificationParams
	logs     []*sdk.LoggingMessageParams
	got      chan struct{}
}

func listen() (*heard, *sdk.ClientOptions) {
	h := &heard{got: make(chan struct{}, 100)}
	return h, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *sdk.ProgressNotificationClientRequest) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.progress = append(h.progress, req.Params)
			h.got <- struct{}{}
		},
		LoggingMessageHandler: func(_ context.Context, req *sdk.LoggingMessageRequest) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.logs = append(h.logs, req.Params)
			h.got <- struct{}{}
		},
	}
}

// wait waits for n notifications, which may come after the answer.
func (h *heard) wait(t *testing.T, n int) {
	t.Helper()
	for range n {
		select {
		case <-h.got:
		case <-time.After(30 * time.Second):
			t.Fatal("a notification did not come")
		}
	}
}

func TestProgressIsTold(t *testing.T) {
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			d := newDesk(t, Elicit)
			d.steps = []int{1, 2, 2, 3}
			h, o := listen()
			s := d.connect(version, o)
			p := &sdk.CallToolParams{Name: "gmail_star", Arguments: mail}
			p.SetProgressToken("t1")
			if _, err := s.CallTool(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			h.wait(t, 3) // what does not grow is not told
			h.mu.Lock()
			defer h.mu.Unlock()
			for i, got := range h.progress {
				if got.ProgressToken != "t1" || got.Progress != float64(i+1) || got.Total != 4 || got.Message == "" {
					t.Errorf("%d: %+v", i, got)
				}
			}
		})
	}
}

// Who gave no token hears nothing.
func TestNoTokenNoProgress(t *testing.T) {
	d := newDesk(t, Elicit)
	d.steps = []int{1, 2}
	h, o := listen()
	s := d.connect("2025-11-25", o)
	if err := s.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: "debug"}); err != nil {
		t.Fatal(err)
	}
	call(t, s, "gmail_star", mail, nil)
	h.wait(t, 1) // the log message, which comes last
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.progress) != 0 {
		t.Errorf("%+v", h.progress[0])
	}
}

// A transfer grows within the request that carries it, tells no more often than
// it has to, and shows no more of a name than a line.
func TestTransferGrows(t *testing.T) {
	d := newDesk(t, Elicit)
	h, o := listen()
	server, err := New(d.options)
	if err != nil {
		t.Fatal(err)
	}
	near, far := sdk.NewInMemoryTransports()
	session, err := server.Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(), near, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	p := &progress{ctx: t.Context(), session: session, token: "t1"}
	p.transfer("a\x1b[2J\u202eb.txt", 0, 100)   // nothing yet
	p.lastSay = time.Time{}                     // whatever the clock says
	p.transfer("a\x1b[2J\u202eb.txt", 50, 100)  // told
	p.transfer("a\x1b[2J\u202eb.txt", 51, 100)  // too soon
	p.transfer("a\x1b[2J\u202eb.txt", 100, 100) // the end is told
	p.step(backend.Progress{Done: 1})
	p.transfer("", 10, -1)
	p.lastSay = time.Time{}
	p.transfer("", 1<<30, -1)
	p.step(backend.Progress{Done: 2})
	h.wait(t, 5)
	h.mu.Lock()
	defer h.mu.Unlock()
	var last float64
	for _, got := range h.progress {
		if got.Progress <= last || got.Progress > 2 {
			t.Errorf("%v after %v", got.Progress, last)
		}
		last = got.Progress
	}
	if m := h.progress[0].Message; m != "a[2Jb.txt: 50 B of 100 B" {
		t.Errorf("%q", m)
	}
	if last != 2 {
		t.Errorf("it ends at %v", last)
	}
}

// A client that gives a call up ends it: the backend hears of it at once.
func TestCancellationReachesTheCall(t *testing.T) {
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			d := newDesk(t, Elicit)
			d.hold, d.ended = make(chan struct{}), make(chan struct{})
			s := d.connect(version, nil)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() {
				_, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "gmail_star", Arguments: mail})
				done <- err
			}()
			<-d.hold
			cancel()
			select {
			case err := <-done:
				if err == nil {
					t.Error("a call that was given up had an answer")
				}
			case <-time.After(30 * time.Second):
				t.Fatal("the client still waits")
			}
			// The call itself ends, too, and others still work.
			select {
			case <-d.ended:
			case <-time.After(30 * time.Second):
				t.Fatal("the backend never heard of it")
			}
			if res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m1"}, nil); res.IsError {
				t.Errorf("another call: %v", res.StructuredContent)
			}
		})
	}
}
