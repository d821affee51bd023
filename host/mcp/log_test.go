//lint:file-ignore SA1019 logging is being retired from the protocol, and the clients of today use it

package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a client is told of its calls: which tool, and how it ended; never what
// stood in them. The level that it sets holds.
func TestLogTellsNoContents(t *testing.T) {
	d := newDesk(t, Draft)
	h, o := listen()
	s := d.connect("2025-11-25", o)
	call(t, s, "gmail_star", mail, nil) // before a level is set nothing is told
	if err := s.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: "info"}); err != nil {
		t.Fatal(err)
	}
	secret := map[string]any{"to": "eve@other.example", "subject": "the secret plan"}
	call(t, s, "gmail_star", secret, nil)
	call(t, s, "gmail_send", secret, nil)
	call(t, s, "gmail_get_message", map[string]any{"messageID": "the secret plan"}, nil)
	h.wait(t, 3)
	h.mu.Lock()
	defer h.mu.Unlock()
	want := []struct{ level, words string }{
		{"info", `"message":"call done"`}, {"notice", `"message":"stored as a draft"`}, {"warning", `"code":"USAGE"`},
	}
	for i, got := range h.logs {
		raw, err := json.Marshal(got.Data)
		if err != nil {
			t.Fatal(err)
		}
		if string(got.Level) != want[i].level || !strings.Contains(string(raw), want[i].words) || !strings.Contains(string(raw), `"tool":"gmail_`) {
			t.Errorf("%s %s; want %v", got.Level, raw, want[i])
		}
		for _, word := range []string{"eve", "secret", "messageID"} {
			if strings.Contains(string(raw), word) {
				t.Errorf("the log holds %q: %s", word, raw)
			}
		}
	}
}

func TestLogLevelIsKept(t *testing.T) {
	d := newDesk(t, Draft)
	h, o := listen()
	s := d.connect("2025-11-25", o)
	if err := s.SetLoggingLevel(t.Context(), &sdk.SetLoggingLevelParams{Level: "warning"}); err != nil {
		t.Fatal(err)
	}
	call(t, s, "gmail_star", mail, nil)
	call(t, s, "gmail_get_message", nil, nil)
	h.wait(t, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.logs) != 1 || h.logs[0].Level != "warning" {
		t.Errorf("%d messages, the first is %v", len(h.logs), h.logs[0])
	}
}

// The SDK writes into an answer's metadata; what all answers share stays as it is.
func TestAnswersShareNoMetadata(t *testing.T) {
	d := newDesk(t, Draft)
	s := d.connect("2026-07-28", nil)
	call(t, s, "gmail_star", mail, nil)
	if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://gmail/message/m1"}); err != nil {
		t.Fatal(err)
	}
	if len(untrusted) != 1 {
		t.Errorf("the mark of all answers holds %v", untrusted)
	}
}
