package cli

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCPProxyBytesAreLinks: the bytes of a file that a proxy gives as base64 are
// a resource of the session, and no part of the answer; a small picture is shown.
func TestMCPProxyBytesAreLinks(t *testing.T) {
	needPlugins(t)
	w := newProxyWorld(t, nil)
	png := append([]byte("\x89PNG\r\n\x1a\n"), bytes.Repeat([]byte{7, 200, 31}, 2000)...)
	pdf := append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte{9, 180, 77}, 100_000)...)
	for _, c := range []struct {
		name, tool, mime string
		args             map[string]any
		content          []byte
		linked, shown    bool
	}{
		{"a picture", "gmail_get_attachment", "image/png", map[string]any{"messageId": "m", "attachmentId": "a"}, png, true, true},
		{"a document", "drive_export_as", "application/pdf", map[string]any{"fileId": "f", "mimeType": "application/pdf"}, pdf, true, false},
		{"a document that calls itself a picture", "gmail_get_attachment", "image/png", map[string]any{"messageId": "m", "attachmentId": "a"}, pdf[:5000], true, false},
		{"little", "gmail_get_attachment", "application/zip", map[string]any{"messageId": "m", "attachmentId": "a"}, []byte("PK\x03\x04"), false, false},
	} {
		encoded := base64.StdEncoding.EncodeToString(c.content)
		w.answer(200, fmt.Sprintf(`{"success":true,"data":{"name":"one\u001b[2J.bin","mimeType":%q,"size":%d,"base64":%q}}`, c.mime, len(c.content), encoded))
		res, said := w.call(t, c.tool, c.args)
		if res.IsError {
			t.Errorf("%s: %s", c.name, said)
			continue
		}
		var link *sdk.ResourceLink
		shown := false
		for _, part := range res.Content {
			switch part := part.(type) {
			case *sdk.ResourceLink:
				link = part
			case *sdk.ImageContent:
				shown = bytes.Equal(part.Data, c.content)
			}
		}
		if (link != nil) != c.linked || shown != c.shown {
			t.Errorf("%s: linked %v, shown %v: %.500s", c.name, link != nil, shown, said)
			continue
		}
		if link == nil {
			continue
		}
		whole := normalJSON(t, res.StructuredContent)
		if strings.Contains(whole, encoded[:100]) || strings.Contains(said, encoded[:100]) || !strings.Contains(whole, link.URI) || !strings.Contains(said, link.URI) {
			t.Errorf("%s: the bytes stand in the answer, or no link does: %.500s\n%.500s", c.name, said, whole)
		}
		if strings.Contains(link.Name, "\x1b") {
			t.Errorf("%s: the name is %q", c.name, link.Name)
		}
		read, err := w.client.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link.URI})
		if err != nil || len(read.Contents) != 1 || !bytes.Equal(read.Contents[0].Blob, c.content) {
			t.Errorf("%s: the resource is not the content: %v", c.name, err)
		}
	}
	w.answer(200, `{"success":true,"data":{"name":"a","base64":"`+strings.Repeat("no base64! ", 400)+`"}}`)
	if res, said := w.call(t, "gmail_get_attachment", map[string]any{"messageId": "m", "attachmentId": "a"}); res.IsError || len(res.Content) != 1 {
		t.Errorf("%v: %s", res.IsError, said)
	}
}
