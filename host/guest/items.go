package guest

import (
	"encoding/base64"
	"errors"
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
	// maxItems is how many items one answer may have: more is no answer, but a
	// gallery.
	maxItems = 50
	// maxShown is how many bytes they may have together, texts and decoded data: as
	// base64 they just fit the limit of an output, and a higher limit must not mean
	// that a picture costs the host what it costs the guest.
	maxShown = 3 << 20
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

// kinds are the types that images and audio may have, each with a look at the
// first bytes.
var kinds = map[string]map[string]func([]byte) bool{
	abi.ItemImage: {"image/png": found("image/png"), "image/jpeg": found("image/jpeg"), "image/gif": found("image/gif"), "image/webp": found("image/webp")},
	abi.ItemAudio: {"audio/wav": found("audio/wave"), "audio/mpeg": isMPEG, "audio/ogg": found("application/ogg")},
}

// found says whether the standard library takes bytes for this type.
func found(mimeType string) func([]byte) bool {
	return func(b []byte) bool { return http.DetectContentType(b) == mimeType }
}

// isMPEG knows a tag, and the first frame of audio in layer 3, which the standard
// library does not.
func isMPEG(b []byte) bool {
	frame := len(b) > 3 && b[0] == 0xff && b[1]&0xe6 == 0xe2 && b[2]>>4 != 0xf
	return frame || found("audio/mpeg")(b)
}

// foreign are the schemes that a plugin does not own, even if its service has the
// name: clients open them, or take them for the host's.
var foreign = []string{
	"about", "blob", "chrome", "data", "file", "ftp", "git", "http", "https", "javascript", "mailto", "mcp", "skill", "sms", "ssh", "tel", "ui", "urn",
	"vbscript", "vscode", "ws", "wss", "wslite",
}

// checkItems holds each item of a service's plugin against what its type wants.
func checkItems(export, service string, list []abi.Item) ([]Item, error) {
	if len(list) > maxItems {
		return nil, fault.New(fault.PluginLimit, "the plugin's %s shows %d items, the limit is %d", export, len(list), maxItems)
	}
	var out []Item
	bytes := 0
	for i, raw := range list {
		item, err := checkItem(service, raw)
		if err != nil {
			return nil, broken(export, "item %d of the content: %s", i, err.Error())
		}
		if bytes += len(item.Text) + len(item.Data); bytes > maxShown {
			return nil, fault.New(fault.PluginLimit, "the plugin's %s shows more than %d bytes with item %d", export, maxShown, i)
		}
		out = append(out, item)
	}
	return out, nil
}

func checkItem(service string, raw abi.Item) (Item, error) {
	item := Item{Type: raw.Type, Text: text.Clean(raw.Text), MimeType: raw.MimeType, URI: raw.URI}
	var err error
	if item.Data, err = base64.StdEncoding.Strict().DecodeString(raw.Data); err != nil || strings.ContainsAny(raw.Data, "\r\n") {
		return item, errors.New("data is no base64 (the standard alphabet, padded)")
	}
	if raw.Text != "" && item.Text == "" {
		return item, errors.New("text has no character that can be seen")
	}
	switch raw.Type {
	case abi.ItemText:
		return item, only(raw, "text")
	case abi.ItemImage, abi.ItemAudio:
		if err := only(raw, "data", "mimeType"); err != nil {
			return item, err
		}
		is, known := kinds[raw.Type][raw.MimeType]
		if !known {
			return item, fmt.Errorf("%q is no type of %s that can be shown", text.Line(cutAt(raw.MimeType, maxLabel)), raw.Type)
		}
		if !is(item.Data) {
			return item, fmt.Errorf("the bytes are no %s", raw.MimeType)
		}
		return item, nil
	case abi.ItemResource:
		return item, checkResource(service, raw)
	}
	return item, fmt.Errorf("there is no type %q", text.Line(cutAt(raw.Type, maxLabel)))
}

func checkResource(service string, raw abi.Item) error {
	if err := only(raw, "uri", "mimeType", "text", "data"); err != nil {
		return err
	}
	if (raw.Text == "") == (raw.Data == "") {
		return errors.New("it wants one of text and data")
	}
	if !isMediaType(raw.MimeType) {
		return errors.New("mimeType is none")
	}
	u, err := url.Parse(raw.URI)
	if err != nil || u.Scheme == "" || len(raw.URI) > maxURI || strings.IndexFunc(raw.URI, notInURI) >= 0 {
		return fmt.Errorf("uri is no absolute URI of at most %d bytes", maxURI)
	}
	// url.Parse writes the scheme in small letters, as services are written.
	if u.Scheme != service || slices.Contains(foreign, u.Scheme) {
		return fmt.Errorf("uri has the scheme %s; a plugin names what is its own, in the scheme of its service (%s)", u.Scheme, service)
	}
	if u.User != nil {
		return errors.New("uri names a user")
	}
	return nil
}

// notInURI finds what no URI holds: it is ASCII, without blanks and brackets.
func notInURI(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("<>\"\\^`{|}", r) }

// isMediaType takes a type and a subtype, with parameters or without.
func isMediaType(s string) bool {
	name, _, err := mime.ParseMediaType(s)
	main, sub, both := strings.Cut(name, "/")
	return err == nil && both && main != "" && sub != "" && len(s) <= maxLabel && text.Line(s) == s
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
