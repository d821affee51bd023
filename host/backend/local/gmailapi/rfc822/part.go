package rfc822

import (
	"bytes"
	"strconv"
	"strings"
)

// Part is a node of a mail's tree. Its JSON form is what a workspace keeps.
type Part struct {
	// ID is Gmail's partId: "" for the mail, then "0", "0.1" by position.
	ID string `json:"id"`
	// Type is the media type in lower case; text/plain where none is stated.
	Type string `json:"type"`
	// Charset is the parameter of a text part as it is written; may be empty.
	Charset string `json:"charset,omitempty"`
	// Filename is decoded; empty for what is no attachment.
	Filename string   `json:"filename,omitempty"`
	Headers  []Header `json:"headers,omitempty"`
	// Encoding is the transfer encoding of the body in lower case.
	Encoding string `json:"encoding,omitempty"`
	// Start and End are the offsets of the encoded body in the mail.
	Start int `json:"start"`
	End   int `json:"end"`
	// Size is the length of the decoded body in bytes; 0 for a container.
	Size  int     `json:"size"`
	Parts []*Part `json:"parts,omitempty"`
}

// What is beyond these is read as one leaf. They bound the work that a hostile
// mail can cause.
const (
	maxDepth = 32
	maxParts = 1000
)

// Parse reads a mail. It keeps nothing of raw but copies of headers.
func Parse(raw []byte) *Part {
	p := &parser{raw: raw}
	return p.part("", 0, len(raw), "text/plain", 0)
}

type parser struct {
	raw   []byte
	count int
}

func (p *parser) part(id string, start, end int, byDefault string, depth int) *Part {
	p.count++
	list, body := fields(p.raw, start, end)
	part := &Part{ID: id, Headers: headers(p.raw, list), Start: body, End: end}
	typ, params := parseParams(contentField(p.raw, list, "Content-Type"))
	if !strings.Contains(typ, "/") {
		typ = byDefault
	}
	part.Type, part.Charset = typ, params["charset"]
	part.Encoding = transferEncoding(Get(part.Headers, "Content-Transfer-Encoding"))
	part.Filename = filename(contentField(p.raw, list, "Content-Disposition"), params["name"])
	if depth < maxDepth && p.count < maxParts {
		switch {
		case strings.HasPrefix(typ, "multipart/"):
			p.multipart(part, params["boundary"], depth)
		case typ == "message/rfc822" && (part.Encoding == "" || part.Encoding == "7bit" || part.Encoding == "8bit" || part.Encoding == "binary"):
			part.Parts = []*Part{p.part(childID(id, 0), body, end, "text/plain", depth+1)}
		}
	}
	if len(part.Parts) == 0 || typ == "message/rfc822" {
		part.Size = len(Decode(p.raw[part.Start:part.End], part.Encoding))
	}
	return part
}

// multipart finds the children. One without any is shown as text, so that
// the mail can be read.
func (p *parser) multipart(part *Part, boundary string, depth int) {
	byDefault := "text/plain"
	if part.Type == "multipart/digest" {
		byDefault = "message/rfc822"
	}
	for _, r := range split(p.raw, part.Start, part.End, boundary) {
		if p.count >= maxParts {
			break
		}
		part.Parts = append(part.Parts, p.part(childID(part.ID, len(part.Parts)), r[0], r[1], byDefault, depth+1))
	}
	if part.Parts == nil {
		part.Type = "text/plain"
	}
}

func childID(parent string, n int) string {
	if parent == "" {
		return strconv.Itoa(n)
	}
	return parent + "." + strconv.Itoa(n)
}

// split finds the ranges between boundary lines. A missing last boundary ends
// at the end; the line end before a boundary belongs to it (RFC 2046, 5.1.1).
func split(raw []byte, start, end int, boundary string) (ranges [][2]int) {
	if boundary == "" {
		return nil
	}
	delimiter := []byte("--" + boundary)
	open := -1
	for pos := start; pos < end; {
		next := lineEnd(raw, pos, end)
		if rest, ok := bytes.CutPrefix(raw[pos:next], delimiter); ok {
			rest = bytes.TrimRight(rest, " \t\r\n")
			last := bytes.HasPrefix(rest, []byte("--"))
			if len(rest) == 0 || last {
				if open >= 0 {
					ranges = append(ranges, [2]int{open, max(open, beforeLineEnd(raw, open, pos))})
				}
				if open = next; last {
					return ranges
				}
			}
		}
		pos = next
	}
	if open >= 0 && open < end {
		ranges = append(ranges, [2]int{open, end})
	}
	return ranges
}

func beforeLineEnd(raw []byte, from, pos int) int {
	if pos > from && raw[pos-1] == '\n' {
		pos--
	}
	if pos > from && raw[pos-1] == '\r' {
		pos--
	}
	return pos
}

// contentField gives a field undecoded: a parameter's value is decoded after
// the quotes are understood, not before.
func contentField(raw []byte, list []field, name string) string {
	for _, f := range list {
		if strings.EqualFold(f.name, name) {
			return f.value(raw)
		}
	}
	return ""
}

// filename is the name of an attachment. One without a name is "noname", as
// Gmail calls it.
func filename(disposition, typeName string) string {
	kind, params := parseParams(disposition)
	name := params["filename"]
	if name == "" {
		name = typeName
	}
	if name == "" && kind == "attachment" {
		name = "noname"
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, name)
}

// Leaf says whether the part has content of its own.
func (p *Part) Leaf() bool { return len(p.Parts) == 0 }

// Inline says whether the content is text to be shown and not an attachment.
func (p *Part) Inline() bool {
	return p.Leaf() && p.Filename == "" && strings.HasPrefix(p.Type, "text/")
}

// Walk visits the part and all below it, depth first, until visit says no.
func (p *Part) Walk(visit func(*Part) bool) bool {
	if !visit(p) {
		return false
	}
	for _, c := range p.Parts {
		if !c.Walk(visit) {
			return false
		}
	}
	return true
}

// Find gives the part of an id, nil for none.
func (p *Part) Find(id string) (found *Part) {
	p.Walk(func(q *Part) bool {
		if q.ID == id {
			found = q
		}
		return found == nil
	})
	return found
}
