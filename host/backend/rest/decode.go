package rest

import (
	"strings"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/blob/charset"
	"github.com/wslite/wslite/host/keep"
)

// decodeText does what the request's Decode asks, in place.
func (r prepared) decodeText(v any, p *progress) error {
	if r.decode.Mail {
		return r.decodeMails(v, p)
	}
	m := object(v)
	data, ok := m["data"].(string)
	if !ok {
		return nil
	}
	return r.textInto(m, data, charset.Label(r.decode.TextOf))
}

// decodeMails looks for the payloads of mails wherever they stand.
func (r prepared) decodeMails(v any, p *progress) error {
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			if err := r.decodeMails(item, p); err != nil {
				return err
			}
		}
	case map[string]any:
		for name, member := range x {
			var err error
			if name == "payload" {
				id, _ := x["id"].(string)
				err = r.decodePart(member, id, p)
			} else {
				err = r.decodeMails(member, p)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// decodePart decodes one part of a mail with this id and those below it.
func (r prepared) decodePart(v any, mail string, p *progress) error {
	part := object(v)
	body := object(part["body"])
	if data, ok := body["data"].(string); ok {
		if err := r.decodeBody(part, body, data, p); err != nil {
			return err
		}
	} else if id, _ := body["attachmentId"].(string); id != "" && isMailText(part) {
		p.showText(mail, id)
	}
	parts, _ := part["parts"].([]any)
	for _, below := range parts {
		if err := r.decodePart(below, mail, p); err != nil {
			return err
		}
	}
	return nil
}

func (r prepared) decodeBody(part, body map[string]any, data string, p *progress) error {
	mimeType, _ := part["mimeType"].(string)
	filename, _ := part["filename"].(string)
	header := contentType(part)
	if isMailText(part) {
		label := charset.Label(header)
		if label == "" {
			label = charset.Label(mimeType)
		}
		return r.textInto(body, data, label)
	}
	delete(body, "data")
	if data == "" || r.blobs == nil {
		return nil
	}
	if header == "" {
		header = mimeType
	}
	raw, err := decodeBase64(data)
	if err != nil {
		return r.malformed("the content of a part is not base64")
	}
	w, err := r.blobs.Create(filename, header)
	if err != nil {
		return err
	}
	defer w.Abort()
	if _, err := w.Write(raw); err != nil {
		return err
	}
	held, err := w.Commit()
	if err != nil {
		return err
	}
	p.give(held.Facts().Blob)
	facts, err := encode(held.Facts())
	if err == nil {
		body["blob"], err = decode(facts)
	}
	return err
}

// isMailText says that a part is what the mail says, and not a file that comes
// with it.
func isMailText(part map[string]any) bool {
	mimeType, _ := part["mimeType"].(string)
	filename, _ := part["filename"].(string)
	return filename == "" && strings.HasPrefix(strings.ToLower(strings.TrimSpace(mimeType)), "text/")
}

// contentType is the header of that name, in any spelling.
func contentType(part map[string]any) string {
	headers, _ := part["headers"].([]any)
	for _, h := range headers {
		name, _ := object(h)["name"].(string)
		if strings.EqualFold(name, "Content-Type") {
			value, _ := object(h)["value"].(string)
			return value
		}
	}
	return ""
}

// textInto puts a text in the place of its base64.
func (r prepared) textInto(m map[string]any, data, label string) error {
	raw, err := decodeBase64(data)
	if err != nil {
		return r.malformed("the content of a text is not base64")
	}
	c := charset.Choose(raw, label)
	s := c.Decode(raw)
	delete(m, "data")
	m["textUnits"] = number(blob.Units(s))
	m["charset"] = c.Name
	m["text"] = keep.CutText(s, r.maxText)
	return nil
}
