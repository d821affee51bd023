package mail

import "github.com/wslite/wslite/sdk/text"

// part is one part of a mail: a text, a blob, or parts.
type part struct {
	contentType     string
	disposition, id string
	content         string
	blob            string
	size            int
	parts           []*part
	boundary        string
}

// bound gives each part of parts a boundary that none of the texts holds.
func (p *part) bound(base, texts string, n *int) {
	if p.parts == nil {
		return
	}
	for p.boundary == "" || text.Index(texts, p.boundary) >= 0 {
		p.boundary = base + "." + text.Int(*n)
		*n++
	}
	for _, sub := range p.parts {
		sub.bound(base, texts, n)
	}
}

// write writes the part's headers and its content, without a line end behind
// it, except where the part is the whole of a mail.
func (p *part) write(w *writer) {
	head := "Content-Type: " + p.contentType
	switch {
	case p.parts != nil:
		w.text(head + ";\r\n boundary=\"" + p.boundary + "\"\r\n\r\n")
		for i, sub := range p.parts {
			if i > 0 {
				w.text("\r\n")
			}
			w.text("--" + p.boundary + "\r\n")
			sub.write(w)
		}
		w.text("\r\n--" + p.boundary + "--\r\n")
	case p.disposition != "":
		p.writeFile(w, head)
	default:
		encoding, content := encodeText(p.content)
		w.text(head + "\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + content)
	}
}

// writeFile writes a part that is a file; an empty one has no blob.
func (p *part) writeFile(w *writer, head string) {
	encoding := "base64"
	if p.contentType == mailType {
		encoding = "8bit"
	}
	head += "\r\nContent-Transfer-Encoding: " + encoding + "\r\nContent-Disposition: " + p.disposition + "\r\n"
	if p.id != "" {
		head += "Content-ID: " + p.id + "\r\n"
	}
	w.text(head + "\r\n")
	if p.blob != "" {
		w.blob(p.blob, p.size, encoding == "base64")
	}
}

// writer collects segments; texts that follow each other are one.
type writer struct {
	out  []Segment
	run  []byte
	size int
}

func (w *writer) text(s string) {
	w.run = append(w.run, s...)
	w.size += len(s)
}

func (w *writer) flush() {
	if len(w.run) > 0 {
		w.out = append(w.out, Segment{Text: string(w.run)})
		w.run = nil
	}
}

func (w *writer) blob(name string, size int, base64 bool) {
	w.flush()
	w.out = append(w.out, Segment{Blob: name, Base64: base64})
	if base64 {
		size = base64Size(size)
	}
	w.size += size
}

// base64Size is the length of bytes in base64, in lines of 76 characters that
// each end in CRLF.
func base64Size(n int) int {
	chars := (n + 2) / 3 * 4
	return chars + (chars+lineLength-1)/lineLength*2
}
