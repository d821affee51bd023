package mcp

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"maps"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/text"
)

// encodedKey is the member of data in which tools that give a file's bytes have
// them. A proxy has no other way to give them.
const encodedKey = "base64"

// encoded puts the bytes that a proxy's answer holds as base64 on the session's
// shelf, as the bytes that a service's own interface gives are. The result is left
// as it was: what is said of it stands in the notes.
func (p *putAside) encoded(t *catalog.Tool, res *invoke.Result) (*invoke.Result, []string) {
	if p == nil || p.shelf == nil || t.Output == nil || !t.Output.Content || res.Response == nil {
		return res, nil
	}
	data, _ := res.Response.Data.(map[string]any)
	written, _ := data[encodedKey].(string)
	if base64.StdEncoding.DecodedLen(len(written)) <= maxInline {
		return res, nil
	}
	raw, err := base64.StdEncoding.DecodeString(written)
	if err != nil { // it is something else, and is shown as any text
		return res, nil
	}
	name, mimeType := lineOf(data, "name", "content"), lineOf(data, "mimeType", "application/octet-stream")
	bytes := int64(len(raw))
	uri := p.shelf.put(&shelved{name: name, mimeType: mimeType, size: bytes, data: raw})
	if uri == "" {
		return res, nil
	}
	p.links = append(p.links, &sdk.ResourceLink{
		URI: uri, Name: name, MIMEType: mimeType, Size: &bytes, Meta: maps.Clone(untrusted),
		Description: "Content from outside, as it is; readable by this session for an hour.",
	})
	if picture := pictureOf(raw, mimeType); picture != nil {
		p.links = append(p.links, picture)
	}
	sum := sha256.Sum256(raw)
	shown := maps.Clone(data)
	delete(shown, encodedKey)
	key := "resource"
	if _, taken := shown[key]; taken {
		key = encodedKey + "Resource"
	}
	shown[key] = map[string]any{"uri": uri, "name": name, "mimeType": mimeType, "size": bytes, "sha256": hex.EncodeToString(sum[:])}
	linked, response := *res, *res.Response
	response.Data, linked.Response = shown, &response
	return &linked, []string{"The content is a resource: " + uri}
}

// lineOf is a text of an answer that names something; or where there is none.
func lineOf(data map[string]any, key, or string) string {
	s, _ := data[key].(string)
	if s = cut(text.Line(s), 200); s == "" {
		return or
	}
	return s
}
