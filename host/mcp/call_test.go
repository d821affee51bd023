package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/sdk/abi"
)

// files is the desk's backend where a message is a file: its id says which.
type files struct {
	*desk
	content map[string][]byte
	types   map[string]string
}

func (f files) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	id, _ := c.Params["messageId"].(string)
	content, there := f.content[id]
	if !there {
		return f.desk.Do(ctx, c)
	}
	w, err := c.Blobs.Create(id, f.types[id])
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	b, err := w.Commit()
	if err != nil {
		return nil, err
	}
	as, key := "base64", "base64"
	if b.Facts().Text {
		if as, key = "text", "text"; c.ToFile {
			as, key = "base64", "content"
		}
	}
	return &envelope.Response{Success: true, Data: map[string]any{
		"name": id, key: map[string]any{"$blob": map[string]any{"name": b.Facts().Blob, "as": as}},
	}}, nil
}

func newFiles(t *testing.T) files {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, Argument)
	f := files{d, map[string][]byte{
		"a.pdf": append([]byte("%PDF-1.7\x00\xff"), bytes.Repeat([]byte{0, 1, 2, 255}, 9000)...), "small.bin": {0, 1, 2, 255, 254},
		"p.png": picture.Bytes(), "liar.png": bytes.Repeat([]byte{0, 255}, 4000), "long.txt": []byte(strings.Repeat("A line of a long text.\n", 20000)),
	}, map[string]string{"a.pdf": "application/pdf", "small.bin": "application/octet-stream", "p.png": "image/png", "liar.png": "image/png", "long.txt": "text/plain; charset=utf-8"}}
	d.pipeline.Backend = f
	return f
}

func linkIn(t *testing.T, res *sdk.CallToolResult) *sdk.ResourceLink {
	t.Helper()
	for _, c := range res.Content {
		if l, ok := c.(*sdk.ResourceLink); ok {
			return l
		}
	}
	t.Fatalf("no link: %+v", res.Content)
	return nil
}

// A file is no part of an answer: it is linked to, and read by the session that
// got the link, as it is, and by no other.
func TestFilesAreLinkedTo(t *testing.T) {
	f := newFiles(t)
	server, err := New(f.options)
	if err != nil {
		t.Fatal(err)
	}
	one, other := session(t, server), session(t, server)
	res := call(t, one, "gmail_get_message", map[string]any{"messageId": "a.pdf"}, nil)
	l := linkIn(t, res)
	if l.Name != "a.pdf" || l.MIMEType != "application/pdf" || *l.Size != int64(len(f.content["a.pdf"])) || !strings.HasPrefix(l.URI, "wslite://blob/") {
		t.Errorf("%+v", l)
	}
	data := res.StructuredContent.(map[string]any)["data"].(map[string]any)
	if data["base64"] != nil || data["resource"].(map[string]any)["uri"] != l.URI {
		t.Errorf("%v", data)
	}
	got, err := one.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: l.URI})
	if err != nil || !bytes.Equal(got.Contents[0].Blob, f.content["a.pdf"]) || got.Contents[0].MIMEType != "application/pdf" {
		t.Fatalf("%v", err)
	}
	if _, err := other.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: l.URI}); err == nil {
		t.Error("another session reads it")
	}
	if _, err := one.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "wslite://blob/AAAA"}); err == nil {
		t.Error("a link that nobody got is found")
	}
	again := linkIn(t, call(t, one, "gmail_get_message", map[string]any{"messageId": "a.pdf"}, nil))
	if again.URI == l.URI {
		t.Error("two links are one")
	}
}

func session(t *testing.T, server *sdk.Server) *sdk.ClientSession {
	t.Helper()
	near, far := sdk.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// What is small stays in the answer; a picture is shown, if it is one.
func TestSmallContentAndPictures(t *testing.T) {
	f := newFiles(t)
	s := f.connect("", nil)
	res := call(t, s, "gmail_get_message", map[string]any{"messageId": "small.bin"}, nil)
	data := res.StructuredContent.(map[string]any)["data"].(map[string]any)
	if len(res.Content) != 1 || data["base64"] != base64.StdEncoding.EncodeToString(f.content["small.bin"]) {
		t.Errorf("%v", data)
	}
	for name, shown := range map[string]bool{"p.png": true, "liar.png": false} {
		pictures := 0
		if name == "p.png" { // large enough to be linked to
			f.content[name] = append(f.content[name], make([]byte, 2000)...)
		}
		for _, c := range call(t, s, "gmail_get_message", map[string]any{"messageId": name}, nil).Content {
			if p, ok := c.(*sdk.ImageContent); ok && p.MIMEType == "image/png" && bytes.Equal(p.Data, f.content[name]) {
				pictures++
			}
		}
		if pictures == 1 != shown {
			t.Errorf("%s: %d pictures", name, pictures)
		}
	}
}

// B19: of a long text the beginning stands in the answer, and a link to all of it.
func TestB19LongFilesAreLinkedTo(t *testing.T) {
	f := newFiles(t)
	s := f.connect("", nil)
	res := call(t, s, "gmail_get_message", map[string]any{"messageId": "long.txt"}, nil)
	got, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: linkIn(t, res).URI})
	if err != nil || got.Contents[0].Text != string(f.content["long.txt"]) {
		t.Fatalf("%v", err)
	}
	data := res.StructuredContent.(map[string]any)["data"].(map[string]any)
	if text := data["text"].(string); !strings.HasPrefix(text, "A line") || units(text) > DefaultBudget {
		t.Errorf("%d units", units(text))
	}
}

// What a session put aside ends with it, with age, and where it is too much.
func TestShelvesEnd(t *testing.T) {
	f := newFiles(t)
	server, err := New(f.options)
	if err != nil {
		t.Fatal(err)
	}
	near, far := sdk.NewInMemoryTransports()
	ours, err := server.Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := newShelves(1)
	at := all.of(ours)
	long := strings.Repeat("x", 1<<20)
	first := at.put(&shelved{text: long, size: int64(len(long))})
	if all.find(ours, first) == nil {
		t.Fatal("it is not there")
	}
	for range maxShelved >> 20 {
		at.put(&shelved{text: long, size: int64(len(long))})
	}
	if all.find(ours, first) != nil || at.bytes > maxShelved || len(at.list) > maxShelf {
		t.Errorf("%d bytes, %d things", at.bytes, len(at.list))
	}
	if at.put(&shelved{size: maxShelved + 1}) != "" {
		t.Error("more than a shelf holds was taken in")
	}
	old := &shelved{text: "x", size: 1}
	uri := at.put(old)
	at.expire(old)
	at.expire(old) // a second time is nothing
	if all.find(ours, uri) != nil {
		t.Error("it outlived its time")
	}
	s.Close()
	ours.Wait()
	for guard := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		all.mu.Lock()
		left, bytes, ended := len(all.open), all.bytes, at.ended
		all.mu.Unlock()
		if left == 0 && bytes == 0 && ended {
			break
		}
		if time.Now().After(guard) {
			t.Fatalf("%d shelves with %d bytes are left", left, bytes)
		}
	}
	if at.put(&shelved{size: 1}) != "" {
		t.Error("a session that has ended takes things in")
	}
}

// Where no file may be named the refusal says what to configure; where a
// directory was, its files may be, and are in the schema.
func TestFilesOfThisMachine(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "a.txt")
	if err := os.WriteFile(path, []byte("A"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, roots := range [][]string{nil, {root}} {
		d := newDesk(t, Argument)
		for i, tool := range d.options.Tools {
			if tool.Name == "gmail_get_message" {
				plain := *tool.Tool
				plain.FileArgs = []string{"messageId"}
				d.options.Tools[i].Tool = &plain
			}
		}
		d.options.UploadRoots = roots
		s := d.connect("", nil)
		list, err := s.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			if tool.Name == "gmail_get_message" && strings.Contains(document(tool.InputSchema, ""), `"messageId":{`) != (roots != nil) {
				t.Errorf("with the roots %q: %s", roots, document(tool.InputSchema, ""))
			}
		}
		res := call(t, s, "gmail_get_message", map[string]any{"messageId": path}, nil)
		if roots != nil && res.IsError {
			t.Errorf("%s", shownOf(t, res))
		}
		if roots == nil && (codeOf(res) != string(fault.NotSupported) || !strings.Contains(shownOf(t, res), "upload_roots")) {
			t.Errorf("%s", shownOf(t, res))
		}
		res = call(t, s, "gmail_get_message", map[string]any{"messageId": "/etc/hostname"}, nil)
		if !res.IsError || roots != nil && codeOf(res) != string(fault.ActionNotAllowed) {
			t.Errorf("%s", shownOf(t, res))
		}
	}
}

// sloppyDesk is a desk whose mails take sloppy arguments.
func sloppyDesk(t *testing.T) *desk {
	d := newDesk(t, Argument)
	input := abi.Raw(`{"type":"object","additionalProperties":false,"properties":{"to":{"type":"array","items":{"type":"string"}},"max":{"type":"integer"},"subject":{"type":"string"},"confirm":{"type":"boolean"}}}`)
	for i, tool := range d.options.Tools {
		if tool.Name != "gmail_get_message" {
			plain := *tool.Tool
			plain.Input = input
			d.options.Tools[i].Tool = &plain
		}
	}
	return d
}

// B79, B80: over the protocol sloppy arguments are read where one reading is
// left, and nothing is guessed of a call that needs a yes.
func TestB79AndB80OverTheProtocol(t *testing.T) {
	d := sloppyDesk(t)
	s := d.connect("", nil)
	args := map[string]any{"to": "a@x.example", "max": "3", "subject": "[1,2]"}
	res := call(t, s, "gmail_star", args, nil)
	if res.IsError || !strings.Contains(shownOf(t, res), "to: the single value was read as a list of one") {
		t.Fatal(shownOf(t, res))
	}
	if got := document(d.sent[0], ""); got != `{"max":3,"subject":"[1,2]","to":["a@x.example"]}` {
		t.Error(got)
	}
	args["confirm"] = true
	if res := call(t, s, "gmail_send", args, nil); codeOf(res) != "USAGE" || !strings.Contains(shownOf(t, res), "to must be a list") || d.count() != 1 {
		t.Error(shownOf(t, res))
	}
	args["to"], args["confirm"] = `["a@x.example"]`, "true"
	if res := call(t, s, "gmail_send", args, nil); codeOf(res) != "USAGE" || !strings.Contains(shownOf(t, res), "confirm must be true or false") || d.count() != 1 {
		t.Error(shownOf(t, res))
	}
	args["confirm"] = true
	if res := call(t, s, "gmail_send", args, nil); res.IsError || d.count() != 2 {
		t.Error(shownOf(t, res))
	}
	if res := call(t, s, "gmail_star", map[string]any{"subjekt": "x"}, nil); !strings.Contains(shownOf(t, res), "subjekt is no argument here (did you mean subject?)") {
		t.Error(shownOf(t, res))
	}
}

// falls panics wherever it is asked.
type falls struct{ *desk }

func (falls) Do(context.Context, backend.Call) (*envelope.Response, error) {
	panic("secret-in-a-panic")
}

// A panic is the answer of one call: with a code, without its words, and the
// next call runs.
func TestPanicsAreAnswers(t *testing.T) {
	d := newDesk(t, Argument)
	var log bytes.Buffer
	d.options.Logger = slog.New(slog.NewTextHandler(&log, nil))
	d.pipeline.Backend = falls{d}
	s := d.connect("", nil)
	if res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m"}, nil); codeOf(res) != string(fault.Client) {
		t.Error(shownOf(t, res))
	}
	res := call(t, s, "gmail_send", map[string]any{"to": "a@corp.example", "confirm": true}, nil)
	if codeOf(res) != string(fault.OutcomeUnknown) || strings.Contains(shownOf(t, res), "secret") {
		t.Error(shownOf(t, res))
	}
	d.pipeline.Backend = d
	if res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m"}, nil); res.IsError {
		t.Error(shownOf(t, res))
	}
	// Where it is asked for at the protocol's other doors.
	d.options.Pipeline = func(context.Context, string) (*invoke.Pipeline, error) { panic("secret-in-a-panic") }
	s = d.connect("", nil)
	if res := call(t, s, "gmail_get_message", map[string]any{"messageId": "m"}, nil); codeOf(res) != string(fault.Client) {
		t.Error(shownOf(t, res))
	}
	d.options.Current = func() ([]Tool, uint64, error) { panic("secret-in-a-panic") }
	s2, err := New(d.options)
	if err != nil {
		t.Fatal(err)
	}
	near, far := sdk.NewInMemoryTransports()
	if _, err := s2.Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
	if text := log.String(); strings.Contains(text, "secret") || strings.Contains(text, "goroutine") || !strings.Contains(text, "gmail_send") {
		t.Error(text)
	}
}

// asText is a backend that shows text alone, unless it is asked for a file.
type asText struct{ files }

func (f asText) Do(ctx context.Context, c backend.Call) (*envelope.Response, error) {
	if !c.ToFile {
		return &envelope.Response{Error: &envelope.Error{Code: "BAD_REQUEST", Message: "The content is not text."}}, nil
	}
	return f.files.Do(ctx, c)
}

// A file that a tool can't show as text is given as a link; where nothing can be
// linked to, the refusal stands.
func TestFilesThatAreNoTextAreLinkedTo(t *testing.T) {
	for _, content := range []bool{true, false} {
		f := newFiles(t)
		f.pipeline.Backend = asText{f}
		for i, tool := range f.options.Tools {
			plain := *tool.Tool
			plain.Output = &abi.Output{Kind: "text", Content: content}
			f.options.Tools[i].Tool = &plain
		}
		res := call(t, f.connect("", nil), "gmail_get_message", map[string]any{"messageId": "a.pdf"}, nil)
		switch {
		case content:
			if l := linkIn(t, res); res.IsError || l.Name != "a.pdf" {
				t.Errorf("%+v", l)
			}
		case codeOf(res) != "BAD_REQUEST" || res.Meta["trust"] != "untrusted_external":
			t.Error(shownOf(t, res))
		}
	}
}
