package mcp

import (
	"fmt"
	"maps"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/sdk/abi"
)

// How many bytes of an image, a sound or an embedded resource stand in an answer,
// and of all of them together; more is put aside.
const (
	maxItem  = maxImage
	maxItems = 4 * maxItem
)

// itemRoom is what an answer has left for items.
type itemRoom struct {
	units int // of text
	bytes int
}

// items are what a plugin shows beside its text, in its order. left is how many
// units of text the answer may still have.
func (p *putAside) items(tool string, list []guest.Item, left int) []sdk.Content {
	var out []sdk.Content
	r := itemRoom{left, maxItems}
	for i, item := range list {
		out = append(out, p.item(fmt.Sprintf("%s-%d", tool, i+1), item, &r))
	}
	return out
}

// item is one of them: as it is, or what links to it where it is too large.
func (p *putAside) item(name string, item guest.Item, r *itemRoom) sdk.Content {
	n := units(item.Text)
	if len(item.Data) > min(maxItem, r.bytes) || n > r.units {
		return p.large(name, item)
	}
	r.units, r.bytes = r.units-n, r.bytes-len(item.Data)
	meta := maps.Clone(untrusted)
	switch item.Type {
	case abi.ItemImage:
		return &sdk.ImageContent{Data: item.Data, MIMEType: item.MimeType, Meta: meta}
	case abi.ItemAudio:
		return &sdk.AudioContent{Data: item.Data, MIMEType: item.MimeType, Meta: meta}
	case abi.ItemResource:
		return &sdk.EmbeddedResource{Meta: meta, Resource: &sdk.ResourceContents{
			URI: item.URI, MIMEType: item.MimeType, Text: item.Text, Blob: item.Data, Meta: maps.Clone(untrusted),
		}}
	}
	return &sdk.TextContent{Text: item.Text, Meta: meta}
}

// large links to an item on the session's shelf, or says that it is left out.
func (p *putAside) large(name string, item guest.Item) sdk.Content {
	mimeType, bytes := item.MimeType, int64(len(item.Data))
	if item.Text != "" {
		bytes = int64(len(item.Text))
	}
	if mimeType == "" {
		mimeType = "text/plain"
	}
	uri := ""
	if p != nil && p.shelf != nil {
		uri = p.shelf.put(&shelved{name: name, mimeType: mimeType, size: bytes, text: item.Text, data: item.Data})
	}
	if uri == "" {
		return &sdk.TextContent{Text: fmt.Sprintf("[left out: %s of %s, too much for an answer]", size.Text(float64(bytes)), mimeType), Meta: maps.Clone(untrusted)}
	}
	return &sdk.ResourceLink{
		URI: uri, Name: name, MIMEType: mimeType, Size: &bytes, Meta: maps.Clone(untrusted),
		Description: "Content that the tool shows; readable by this session for an hour.",
	}
}
