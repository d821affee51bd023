package mcp

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/host/text"
)

// blobPlace is where things that are put aside have their addresses.
const blobPlace = resourceScheme + "://blob/"

// Bounds of content in an answer.
const (
	// maxInline is how many bytes of a file stand in the answer as base64, which a
	// model can do little with.
	maxInline = 1 << 10
	// maxImage is how many bytes of a picture are shown.
	maxImage = 256 << 10
	// maxRead is how many bytes one resources/read gives.
	maxRead = 32 << 20
)

// pictures are the types that clients show.
var pictures = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// addBlobs serves what calls have put aside.
func addBlobs(s *sdk.Server, o Options) {
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "blob", Title: "Content of an answer", URITemplate: blobPlace + "{id}",
		Description: "A file or a long text that an answer of this session links to, for an hour.",
	}, func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		one := o.shelves.find(req.Session, req.Params.URI)
		if one == nil {
			return nil, sdk.ResourceNotFoundError(req.Params.URI)
		}
		if one.size > maxRead {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the content has " + size.Text(float64(one.size)) +
				", too much to be read here; a person can save it with wslite and --output"}
		}
		out, err := one.read(req.Params.URI)
		if err != nil { // it ended while it was read
			return nil, sdk.ResourceNotFoundError(req.Params.URI)
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{out}}, nil
	})
}

// putAside is what one call keeps for its session. The call's own goroutine uses
// it.
type putAside struct {
	blobs *blob.Store
	shelf *shelf // nil where nothing can be kept
	users *int   // of blobs, on the shelf
	links []sdk.Content
}

// forCall makes the blobs of a call.
func (s *shelves) forCall(session *sdk.ServerSession, o blob.Options) *putAside {
	return &putAside{blobs: blob.New(o), shelf: s.of(session), users: new(int)}
}

// close ends the call's blobs, unless some are on the shelf.
func (p *putAside) close() {
	if p.shelf == nil {
		p.blobs.Close()
		return
	}
	p.shelf.of.mu.Lock()
	defer p.shelf.of.mu.Unlock()
	if *p.users == 0 {
		p.blobs.Close()
	}
}

// link puts content that would stand in the answer as base64 on the shelf, and
// long texts beside the answer, which shows their beginning.
func (p *putAside) link(c invoke.Content) map[string]any {
	facts := c.Blob.Facts()
	if p.shelf == nil || !c.AsText && c.Blob.Size() <= maxInline || c.AsText && facts.Units <= DefaultBudget {
		return nil
	}
	name := text.Line(c.Blob.Name())
	if name == "" {
		name = "content"
	}
	uri := p.shelf.put(&shelved{
		name: name, mimeType: facts.MimeType, size: c.Blob.Size(), blob: c.Blob, store: p.blobs, users: p.users,
	})
	if uri == "" {
		return nil
	}
	bytes := c.Blob.Size()
	p.links = append(p.links, &sdk.ResourceLink{
		URI: uri, Name: name, MIMEType: facts.MimeType, Size: &bytes, Meta: maps.Clone(untrusted),
		Description: "Content from outside, as it is; readable by this session for an hour.",
	})
	if c.AsText {
		return nil
	}
	if picture := picture(c.Blob, facts.MimeType); picture != nil {
		p.links = append(p.links, picture)
	}
	return map[string]any{"uri": uri, "name": name, "mimeType": facts.MimeType, "size": bytes, "sha256": facts.SHA256}
}

// picture shows a small picture; nil where it is none, whatever it is called. No
// client says whether it can show one; those that can't leave it out.
func picture(b *blob.Blob, mimeType string) sdk.Content {
	if b.Size() > maxImage || !slices.Contains(pictures, mimeType) {
		return nil
	}
	r, err := b.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	return pictureOf(data, mimeType)
}

// pictureOf is picture of bytes at hand.
func pictureOf(data []byte, mimeType string) sdk.Content {
	if len(data) > maxImage || !slices.Contains(pictures, mimeType) || http.DetectContentType(data) != mimeType {
		return nil
	}
	return &sdk.ImageContent{Data: data, MIMEType: mimeType, Meta: maps.Clone(untrusted)}
}

// keepText gives what keeps a whole answer that was cut; nil where nothing can.
func (p *putAside) keepText(tool string) func(string) string {
	if p == nil || p.shelf == nil {
		return nil
	}
	return func(whole string) string {
		uri := p.shelf.put(&shelved{name: tool + ".txt", mimeType: "text/plain", size: int64(len(whole)), text: whole})
		if uri != "" {
			n := int64(len(whole))
			p.links = append(p.links, &sdk.ResourceLink{URI: uri, Name: tool + ".txt", MIMEType: "text/plain", Size: &n, Meta: maps.Clone(untrusted),
				Description: "The whole answer; readable by this session for an hour."})
		}
		return uri
	}
}

// contents are the links and pictures of the answer.
func (p *putAside) contents() []sdk.Content {
	if p == nil {
		return nil
	}
	return p.links
}
