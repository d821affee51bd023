package guest

import (
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
	"github.com/wslite/wslite/sdk/abi"
)

// Bounds on what render shows beside its text.
const (
	maxItems = 50
	// maxURI is how many bytes the name of an embedded resource may have.
	maxURI = 500
)

// Item is something that a plugin shows beside its text, checked: the bytes of
// an image are that image.
type Item struct {
	// Type is one of abi's.
	Type string
	// Text is cleaned; Data are the bytes of everything else.
	Text string
	Data []byte
	// MimeType and URI are as in abi.Item.
	MimeType, URI string
}

// sniffed are the types that images and audio may have, each with what
// http.DetectContentType calls its bytes.
var sniffed = map[string]map[string]string{
	abi.ItemImage: {"image/png": "image/png", "image/jpeg": "image/jpeg", "image/gif": "image/gif", "image/webp": "image/webp"},
	abi.ItemAudio: {"audio/wav": "audio/wave", "audio/mpeg": "audio/mpeg", "audio/ogg": "application/ogg"},
}

// foreign are the schemes in which a plugin may name nothing: what it embeds
// must not pass for a page, a file, a message or one of the host's resources.
var foreign = []string{
	"about", "blob", "chrome", "data", "file", "ftp", "ftps", "git", "http", "https", "javascript", "mailto", "mcp", "sms", "ssh", "tel", "ui", "vbscript",
	"vscode", "ws", "wss", "wslite",
}

// checkItems holds each item against what its type wants.
func checkItems(export string, list []abi.Item) ([]Item, error) {
	if len(list) > maxItems {
		return nil, fault.New(fault.PluginLimit, "the plugin's %s shows %d items, the limit is %d", export, len(list), maxItems)
	}
	var out []Item
	for i, raw := range list {
		item, err := checkItem(raw)
		if err != nil {
			return nil, broken(export, "item %d of the content: %s", i, err.Error())
		}
		out = append(out, item)
	}
	return out, nil
}

func checkItem(raw abi.Item) (Item, error) {
	item := Item{Type: raw.Type, Text: text.Clean(raw.Text), MimeType: raw.MimeType, URI: raw.URI}
	var err error
	if item.Data, err = base64.StdEncoding.Strict().DecodeString(raw.Data); err != nil || strings.ContainsAny(raw.Data, "\r\n") {
		return item, fmt.Errorf("data is no base64")
	}
	switch raw.Type {
	case abi.ItemText:
		return item, only(raw, "text")
	case abi.ItemImage, abi.ItemAudio:
		if err := only(raw, "data", "mimeType"); err != nil {
			return item, err
		}
		is, known := sniffed[raw.Type][raw.MimeType]
		if !known {
			return item, fmt.Errorf("%q is no type of %s that can be shown", text.Line(cutAt(raw.MimeType, maxLabel)), raw.Type)
		}
		if got := http.DetectContentType(item.Data); got != is {
			return item, fmt.Errorf("the bytes are no %s", raw.MimeType)
		}
		return item, nil
	case abi.ItemResource:
		return item, checkResource(raw)
	}
	return item, fmt.Errorf("there is no type %q", text.Line(cutAt(raw.Type, maxLabel)))
}

func checkResource(raw abi.Item) error {
	if err := only(raw, "uri", "mimeType", "text", "data"); err != nil {
		return err
	}
	if raw.Text != "" && raw.Data != "" {
		return fmt.Errorf("it has text and data at once")
	}
	if _, _, err := mime.ParseMediaType(raw.MimeType); err != nil || len(raw.MimeType) > maxLabel || text.Line(raw.MimeType) != raw.MimeType {
		return fmt.Errorf("mimeType is none")
	}
	u, err := url.Parse(raw.URI)
	if err != nil || u.Scheme == "" || len(raw.URI) > maxURI || text.Line(raw.URI) != raw.URI || strings.ContainsAny(raw.URI, " <>\"") {
		return fmt.Errorf("uri is no absolute URI of at most %d bytes", maxURI)
	}
	if slices.Contains(foreign, u.Scheme) { // url.Parse writes it in small letters
		return fmt.Errorf("uri has the scheme %s, which is not the plugin's own", u.Scheme)
	}
	return nil
}

// only refuses members that mean nothing for an item's type, and an item without
// the first of those that it must have.
func only(raw abi.Item, members ...string) error {
	has := map[string]bool{"text": raw.Text != "", "data": raw.Data != "", "mimeType": raw.MimeType != "", "uri": raw.URI != ""}
	for _, member := range []string{"text", "data", "mimeType", "uri"} {
		if has[member] && !slices.Contains(members, member) {
			return fmt.Errorf("%s has no meaning for the type %s", member, raw.Type)
		}
	}
	if !has[members[0]] {
		return fmt.Errorf("%s is missing", members[0])
	}
	return nil
}
