package invoke

import (
	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/text"
)

// Content is a blob that stands in a result.
type Content struct {
	Blob *blob.Blob
	// AsText says that the plugin shows it as text; else it would stand there as
	// base64.
	AsText bool
}

// linkKey is where a link stands in an answer.
const linkKey = "resource"

// put puts the content, or what links to it, in its place, and gives what stands
// in the text for people.
func (p place) put() (string, error) {
	if p.link == nil {
		s, err := p.text()
		if err == nil {
			p.parent[p.key] = s
		}
		return s, err
	}
	delete(p.parent, p.key)
	key := linkKey
	if _, taken := p.parent[key]; taken {
		key = p.key + "Resource"
	}
	p.parent[key] = p.link
	uri, _ := p.link["uri"].(string)
	return "[" + text.Line(uri) + "]", nil
}
