//go:build mcpconformance

package mcpfixture

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The addresses of the resources.
const (
	staticText   = "test://static-text"
	staticBinary = "test://static-binary"
	watched      = "test://watched-resource"
	// A template's address is these two with an id in between.
	templateHead, templateTail = "test://template/", "/data"
)

// dot is a picture of one red point.
var dot = func() []byte {
	point := image.NewRGBA(image.Rect(0, 0, 1, 1))
	point.Set(0, 0, color.RGBA{R: 255, A: 255})
	var b bytes.Buffer
	_ = png.Encode(&b, point) // writing to memory can't fail
	return b.Bytes()
}()

func addResources(s *sdk.Server) {
	give := func(mime, text string, blob []byte) sdk.ResourceHandler {
		return func(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return one(&sdk.ResourceContents{URI: req.Params.URI, MIMEType: mime, Text: text, Blob: blob}), nil
		}
	}
	s.AddResource(&sdk.Resource{URI: staticText, Name: "static-text", MIMEType: "text/plain", Description: "A text that stays as it is"},
		give("text/plain", "This is the content of the static text resource.", nil))
	s.AddResource(&sdk.Resource{URI: staticBinary, Name: "static-binary", MIMEType: "image/png", Description: "A picture that stays as it is"},
		give("image/png", "", dot))
	s.AddResource(&sdk.Resource{URI: watched, Name: "watched-resource", MIMEType: "text/plain", Description: "A text that clients may watch"},
		give("text/plain", "This is the content of the watched resource.", nil))
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: templateHead + "{id}" + templateTail, Name: "template", MIMEType: "application/json", Description: "A resource for each id",
	}, fromTemplate)
}

func fromTemplate(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	rest, begins := strings.CutPrefix(req.Params.URI, templateHead)
	id, ends := strings.CutSuffix(rest, templateTail)
	if !begins || !ends || id == "" {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	return one(&sdk.ResourceContents{URI: req.Params.URI, MIMEType: "application/json", Text: object(map[string]any{
		"id": id, "templateTest": true, "data": "Data for ID: " + id,
	})}), nil
}

func one(c *sdk.ResourceContents) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{c}}
}
