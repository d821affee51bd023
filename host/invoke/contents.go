package invoke

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

// contentKey marks an abi.Content.
const contentKey = "$blob"

// Bounds on what a plugin may make of content.
const (
	// maxInline is how many bytes one answer may carry: what goes to a file has
	// no bound, what is printed is read by someone.
	maxInline = 10 << 20
	// maxPlaces is how many contents may stand in one answer.
	maxPlaces = 200
	// maxLaidOut is the longest text for people, in bytes: render may repeat a
	// content and indent each of its lines.
	maxLaidOut = 4 * maxInline
)

// contents are the places in an answer where a blob's bytes belong. Between
// mark and fill a marker text stands there, so that render can lay out the
// answer without ever seeing the bytes.
type contents struct {
	blobs  *blob.Store
	link   func(Content) map[string]any
	nonce  string
	places []place
	inline int64
}

type place struct {
	parent map[string]any
	key    string
	of     abi.ContentOf
	blob   *blob.Blob
	marker string
	// link stands in the answer instead of the content; nil where it does not.
	link map[string]any
}

// markContents finds the contents in values of an answer and puts markers in
// their places. The nonce keeps a marker from being anything else.
func markContents(r Request, nonce string, values ...any) (contents, error) {
	c := contents{blobs: r.Blobs, link: r.Link, nonce: nonce}
	for _, v := range values {
		if err := c.find(v); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (c *contents) find(v any) error {
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			if err := c.find(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			// A stranger's data may hold a member of this name; only the whole
			// form is a content.
			m, _ := x[key].(map[string]any)
			if _, marked := m[contentKey].(map[string]any); marked && len(m) == 1 {
				if err := c.mark(x, key, m); err != nil {
					return err
				}
				continue
			}
			if err := c.find(x[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *contents) mark(parent map[string]any, key string, m map[string]any) error {
	var of abi.Content
	raw, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(raw, &of)
	}
	if err != nil || of.Blob.As != "text" && of.Blob.As != "base64" || of.Blob.MaxUnits < 0 {
		return fault.New(fault.PluginFault, "the plan's result names content in a form that is none")
	}
	var b *blob.Blob
	if c.blobs != nil {
		b, _ = c.blobs.Get(of.Blob.Name)
	}
	if b == nil || b.IsLocal() { // a file to send is no result
		return fault.New(fault.PluginViolation, "the plan's result names content that the call does not have")
	}
	if len(c.places) >= maxPlaces {
		return fault.New(fault.PluginLimit, "the plan's result has more than %d contents", maxPlaces)
	}
	p := place{parent: parent, key: key, of: of.Blob, blob: b, marker: "[content " + strconv.Itoa(len(c.places)) + " " + c.nonce + "]"}
	if c.link != nil {
		p.link = c.link(Content{Blob: b, AsText: of.Blob.As == "text"})
	}
	if !c.blobs.ToFile() && p.link == nil {
		if c.inline += p.most(); c.inline > maxInline {
			return fault.New(fault.LimitExceeded, "the content has more than %d bytes, too many for an answer", maxInline).
				WithHint("--output FILE puts it into a file")
		}
	}
	parent[key] = p.marker
	c.places = append(c.places, p)
	return nil
}

// save puts the contents at the output path and tells in the answer where they
// are. The paths are given in order.
func (c *contents) save() ([]Saved, error) {
	var saved []Saved
	for _, p := range c.places {
		path, err := p.blob.Place()
		if err != nil {
			return saved, err
		}
		facts := p.blob.Facts()
		delete(p.parent, p.key)
		p.parent["savedTo"] = map[string]any{
			"path": path, "size": json.Number(strconv.Itoa(facts.Size)), "sha256": facts.SHA256,
		}
		saved = append(saved, Saved{Path: path, Size: int64(facts.Size), SHA256: facts.SHA256})
	}
	return saved, nil
}

// most is how many bytes of the blob the place can take.
func (p place) most() int64 {
	size, units := p.blob.Size(), int64(p.of.MaxUnits)
	if p.of.As == "text" && units > 0 && units < size/4 {
		return 4 * units
	}
	return size
}

// fill puts the bytes in the places of the markers, in the answer and in the
// texts that render made of it. laidOut is false where these would be too long
// together; they are to be left out then.
func (c *contents) fill(texts ...*string) (laidOut bool, err error) {
	room := maxLaidOut
	for _, p := range c.places {
		s, err := p.put()
		if err != nil {
			return false, err
		}
		for _, text := range texts {
			if room >= 0 {
				*text = layOut(*text, p.marker, s, &room)
			}
		}
	}
	return room >= 0, nil
}

// layOut puts content in the places of its marker. What stands on an indented
// line goes on as far in, and behind other words further in: no line of a
// stranger's text can look like one of the plugin's own. Content whose marker
// begins a line stays as it is; there the plugin gave it the rest of the text.
//
// room is how many bytes may still be added; it ends below 0, and nothing is
// laid out, where that is too little.
func layOut(text, marker, content string, room *int) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, marker)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		line := before[strings.LastIndexByte(before, '\n')+1:]
		words := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(words)]
		if words != "" {
			indent += "    "
		}
		ends := 0
		if indent != "" {
			ends = strings.Count(lineEnds.Replace(content), "\n")
		}
		if *room < len(content) || ends > 0 && (*room-len(content))/ends < len(indent) {
			*room = -1
			return ""
		}
		*room -= len(content) + ends*len(indent)
		b.WriteString(hang(content, indent))
		text = after
	}
}

// lineEnds are what some reader or other takes for the end of a line.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// hang indents each line of s but the first, which stands where it does.
func hang(s, indent string) string {
	if indent == "" {
		return s
	}
	lines := strings.Split(lineEnds.Replace(s), "\n")
	for i, line := range lines {
		if i > 0 && line != "" {
			lines[i] = indent + line
		}
	}
	return strings.Join(lines, "\n")
}

func (p place) text() (string, error) {
	if p.of.As == "text" {
		return p.blob.Text(p.of.MaxUnits)
	}
	r, err := p.blob.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	var b strings.Builder
	e := base64.NewEncoder(base64.StdEncoding, &b)
	if _, err := io.Copy(e, r); err != nil {
		return "", fault.Wrap(err, fault.Client, "the content can't be read back")
	}
	e.Close()
	return b.String(), nil
}

// Saved is a result's content that went to a file.
type Saved struct {
	Path   string
	Size   int64
	SHA256 string
}
