package mcp

import (
	"context"
	"runtime"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Sessions that have ended leave no goroutine, also those whose human never
// answered and those that put something aside.
func TestSessionsThatEndLeaveNothingRunning(t *testing.T) {
	d := newDesk(t, Elicit)
	d.options.AskTime = time.Hour
	server, err := New(d.options)
	if err != nil {
		t.Fatal(err)
	}
	one := func() {
		asked := make(chan struct{})
		near, far := sdk.NewInMemoryTransports()
		if _, err := server.Connect(t.Context(), far, nil); err != nil {
			t.Fatal(err)
		}
		client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
			ElicitationHandler: func(ctx context.Context, _ *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
				close(asked)
				<-ctx.Done()
				return nil, ctx.Err()
			}})
		s, err := client.Connect(t.Context(), near, &sdk.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
		if err != nil {
			t.Fatal(err)
		}
		call(t, s, "gmail_star", mail, nil)
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			_, _ = s.CallTool(ctx, &sdk.CallToolParams{Name: "gmail_send", Arguments: mail})
		}()
		<-asked
		cancel()
		<-gone
		s.Close()
	}
	one() // what is made once is no leak
	before := runtime.NumGoroutine()
	const sessions = 40
	for range sessions {
		one()
	}
	open := func() (n int) {
		for range server.Sessions() {
			n++
		}
		return n
	}
	for end := time.Now().Add(20 * time.Second); runtime.NumGoroutine() > before+sessions/4 || open() > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines before, %d after %d sessions, of which %d are open", before, runtime.NumGoroutine(), sessions, open())
		}
	}
	if d.count() != sessions+1 { // the stars
		t.Errorf("%d were done", d.count())
	}
}
