package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/store"
)

// lists are all lists of all tools that a server may send, as they go out.
func lists(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, mode := range []Mode{Elicit, Argument, Draft} {
		for _, listing := range []Listing{Full, Short} {
			raw, _ := listOf(t, Options{Tools: embedded(t, Selection{}), Mode: mode, Listing: listing})
			out[fmt.Sprint(mode, " ", listing)] = string(raw)
		}
	}
	return out
}

func TestB77NoSchemaRefersElsewhere(t *testing.T) {
	for name, raw := range lists(t) {
		for _, word := range []string{`"$ref"`, `"$defs"`, `"definitions"`, `"$dynamicRef"`} {
			if strings.Contains(raw, word+":") {
				t.Errorf("%s: %s", name, word)
			}
		}
	}
}

func TestB78NoSchemaNamesADialect(t *testing.T) {
	for name, raw := range lists(t) {
		for _, word := range []string{`"$schema"`, `"$id"`, `"$vocabulary"`, `"$anchor"`} {
			if strings.Contains(raw, word+":") {
				t.Errorf("%s: %s", name, word)
			}
		}
	}
}

func TestB82NamesFitBehindAPrefix(t *testing.T) {
	plain := regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	_, tools := listOf(t, Options{Tools: embedded(t, Selection{}), Mode: Elicit, Listing: Full})
	seen := map[string]bool{}
	for _, tool := range tools {
		if name := "mcp__wslite__" + tool.Name; len(name) > 64 || !plain.MatchString(name) || seen[name] {
			t.Errorf("%s: %d characters", name, len(name))
		}
		seen["mcp__wslite__"+tool.Name] = true
	}
	if len(seen) < 218 {
		t.Errorf("%d tools", len(seen))
	}
}

// A1: what the policy always refuses is not listed; what it allows is.
func TestA1OnlyWhatMayRunIsListed(t *testing.T) {
	all, reads := embedded(t, Selection{}), embedded(t, Selection{Policy: policy.Policy{ReadOnly: true}})
	if len(reads) == 0 || len(reads) >= len(all) {
		t.Fatalf("%d of %d", len(reads), len(all))
	}
	for _, tool := range reads {
		if tool.Name == "gmail_send" || tool.Name == "drive_trash_file" {
			t.Errorf("%s is listed for a read-only profile", tool.Name)
		}
	}
}

// A3: no tool takes a command, a request of one's own, or keys that nobody knows.
func TestA3NoToolTakesCommandsOrRequests(t *testing.T) {
	_, tools := listOf(t, Options{Tools: embedded(t, Selection{}), Mode: Elicit, Listing: Full})
	for _, tool := range tools {
		raw, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var s struct {
			Properties           map[string]any
			AdditionalProperties *bool
		}
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		if s.AdditionalProperties == nil || *s.AdditionalProperties {
			t.Errorf("%s takes keys that nobody knows", tool.Name)
		}
		for _, key := range []string{"command", "cmd", "argv", "exec", "requests", "route", "method", "headers", "endpoint"} {
			if s.Properties[key] != nil {
				t.Errorf("%s takes %s", tool.Name, key)
			}
		}
	}
}

// A30: without a word in the policy an agent reaches nobody external, and nothing
// is stored either. The refusal names the line.
func TestA30NobodyExternalByDefault(t *testing.T) {
	for _, mode := range []Mode{Elicit, Draft, Argument} {
		d := newDesk(t, mode)
		d.pipeline.Policy = policy.Policy{}
		args := map[string]any{"to": "eve@other.example", "subject": "Hi"}
		if mode == Argument {
			args["confirm"] = true
		}
		res := call(t, d.connect("", nil), "gmail_send", args, nil)
		stored, err := d.store.Drafts(t.Context(), store.DraftFilter{})
		if codeOf(res) != string(fault.ActionNotAllowed) || d.count() != 0 || len(stored) != 0 || err != nil ||
			!strings.Contains(shownOf(t, res), `external = "confirm"`) {
			t.Errorf("%s: %v, %d sent, %d stored, %v", mode, res.StructuredContent, d.count(), len(stored), err)
		}
	}
}

// A36: a change that waits is an answer and no failure, and nothing was sent.
func TestA36AChangeThatWaitsIsAnAnswer(t *testing.T) {
	d := newDesk(t, Draft)
	res := call(t, d.connect("", nil), "gmail_send", mail, nil)
	o, _ := res.StructuredContent.(map[string]any)
	if res.IsError || d.count() != 0 || o["status"] != string(draft.Pending) || o["revision"] != 1.0 ||
		!strings.HasPrefix(fmt.Sprint(o["draftId"]), "d-") || !strings.HasPrefix(fmt.Sprint(o["payloadDigest"]), "sha256:") {
		t.Errorf("%v, %d sent", o, d.count())
	}
}

// A49, W122: the key is the one of the request's metadata. One among the
// arguments is the model's own and counts for nothing.
func TestA49_W122TheKeyIsTheRequests(t *testing.T) {
	d := newDesk(t, Argument)
	s := d.connect("", nil)
	args := map[string]any{"to": "eve@other.example", "subject": "Hi", "confirm": true}
	meta := func() sdk.Meta { return sdk.Meta{"idempotencyKey": "k1"} }
	call(t, s, "gmail_send", args, meta())
	again := call(t, s, "gmail_send", args, meta())
	if o, _ := again.StructuredContent.(map[string]any); d.count() != 1 || o["duplicate"] != true {
		t.Fatalf("%d sent, %v", d.count(), o)
	}
	// The model's own keeps nothing from being done, neither alone nor where it is
	// one that the host has seen, and it does not take the place of the request's.
	args["idempotencyKey"] = "k1"
	for range 2 {
		if res := call(t, s, "gmail_send", args, nil); res.IsError {
			t.Fatalf("%v", res.StructuredContent)
		}
	}
	if d.count() != 3 {
		t.Errorf("with a key of the model %d were sent", d.count())
	}
	args["idempotencyKey"] = "k2"
	call(t, s, "gmail_send", args, sdk.Meta{"idempotencyKey": "k3"})
	claims, err := d.store.Claims(t.Context(), store.ClaimFilter{})
	keys := map[string]int{}
	for _, c := range claims {
		keys[c.Key]++
	}
	if err != nil || len(claims) != 4 || keys["k1"] != 1 || keys["k2"] != 0 || keys["k3"] != 1 {
		t.Errorf("%v %v", keys, err)
	}
}

// A75, W150: a file is one below a directory that the operator named, however the
// path is written, and no link leads out of it.
func TestA75_W150FilesStayBelowTheRoots(t *testing.T) {
	outside, root := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.txt")
	for _, path := range []string{secret, filepath.Join(root, "open.txt")} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(root, "link.txt")); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, Argument)
	for i, tool := range d.options.Tools {
		if tool.Name == "gmail_get_message" {
			plain := *tool.Tool
			plain.FileArgs = []string{"messageId"}
			d.options.Tools[i].Tool = &plain
		}
	}
	d.options.UploadRoots = []string{root}
	s := d.connect("", nil)
	for path, allowed := range map[string]bool{
		filepath.Join(root, "open.txt"): true, filepath.Join(root, "link.txt"): false, secret: false, "/etc/passwd": false,
		root + "/../" + filepath.Base(outside) + "/secret.txt": false, root: false,
	} {
		if res := call(t, s, "gmail_get_message", map[string]any{"messageId": path}, nil); res.IsError == allowed {
			t.Errorf("%s: %s", path, shownOf(t, res))
		}
	}
}
