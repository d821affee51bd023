package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

const (
	// maxAttachment is how many bytes of an attachment an answer holds; a file
	// may be larger.
	maxAttachment = 5_000_000
	// maskDepth is how deep the parts of a mail are looked for an attachment;
	// the host's masks have 16 levels.
	maskDepth = 12
)

// structureMask keeps a mail's parts without their content.
func structureMask() string {
	mask := "partId,mimeType,filename,headers,body(attachmentId,size)"
	level := mask
	for range maskDepth {
		mask = level + ",parts(" + mask + ")"
	}
	return "id,payload(" + mask + ")"
}

// leaves lists all parts that have no parts.
func leaves(part value.Value, depth int) []leaf {
	children := part.Get("parts").Items()
	l := leaf{part}
	if len(children) == 0 {
		return []leaf{l}
	}
	var all []leaf
	if l.isFile() {
		all = append(all, l) // a mail that is attached is a file as well
	}
	for _, c := range children {
		if depth > 0 {
			all = append(all, leaves(c, depth-1)...)
		}
	}
	return all
}

// only gives the leaf that fits, where exactly one does.
func only(all []leaf, fits func(leaf) bool) (found leaf, ok bool) {
	n := 0
	for _, l := range all {
		if fits(l) {
			found = l
			n++
		}
	}
	return found, n == 1
}

// pick finds the attachment that is meant. Gmail gives a part another id with
// each answer, so an old id finds nothing: the part's own id and name do.
func pick(s *plugin.Step, all []leaf) (leaf, bool) {
	id, part, name := param(s, "attachmentId"), param(s, "partId"), param(s, "filename")
	if l, ok := only(all, func(l leaf) bool { return id != "" && l.attachmentID() == id }); ok {
		return l, true
	}
	if part != "" {
		return only(all, func(l leaf) bool { return l.partID() == part })
	}
	if name != "" {
		return only(all, func(l leaf) bool { return l.name() == name })
	}
	return only(all, func(l leaf) bool { return id != "" && l.partID() == id })
}

// planAttachmentGet looks at the message first: it tells an attachment's name and
// type, without which its text can't be read, and its id of today.
func planAttachmentGet(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		return s.Ask("looked", format(theOne(s, routeMessage, "messageId"), "full").Keep(structureMask())), nil
	case "looked":
		return fetchAttachment(s, leaves(s.Responses[0].Body.Get("payload"), maskDepth))
	case "inline":
		return inlineAttachment(s)
	case "got":
		return gotAttachment(s)
	}
	return s.Stray()
}

// fetchAttachment keeps what is known of the attachment, and for one that is not
// known all parts, of which its size may tell one.
func fetchAttachment(s *plugin.Step, all []leaf) (*plugin.Next, error) {
	l, known := pick(s, all)
	if known && l.attachmentID() == "" {
		return s.Ask("inline", wholeMessage(one(routeMessage, param(s, "messageId")))).Keep(value.String(l.partID())), nil
	}
	if !known && (param(s, "attachmentId") == "" || param(s, "partId") != "" || param(s, "filename") != "") {
		return nil, noAttachment(s, all)
	}
	state := value.Object(value.M("id", value.String(param(s, "attachmentId"))), value.M("known", value.Bool(known)))
	if known {
		state.Set("id", value.String(l.attachmentID()))
		state.Set("part", l.Value)
	} else {
		parts := make([]value.Value, len(all))
		for i := range all {
			parts[i] = all[i].Value
		}
		state.Set("parts", value.Array(parts...))
	}
	return askAttachment(s, state, l), nil
}

func askAttachment(s *plugin.Step, state value.Value, l leaf) *plugin.Next {
	save := abi.Save{Field: "data", MaxBytes: maxAttachment}
	if l.Exists() {
		save.Name, save.MimeType = l.name(), typeOf(l)
	}
	return s.Ask("got", getAttachmentOf(param(s, "messageId"), state.Get("id").Text()).
		Keep("size").Save(save).Tolerate(400, notFound)).Keep(state)
}

// typeOf is a part's type as it may be stated again: a stranger wrote it.
func typeOf(l leaf) string { return mail.FileType(l.contentType()) }

// gotAttachment ends with the bytes. Where only their size tells which part they
// are, a text in a charset of its own is asked for again with its type.
func gotAttachment(s *plugin.Step) (*plugin.Next, error) {
	r := s.Responses[0]
	l := leaf{s.State.Get("part")}
	var all []leaf
	for _, v := range s.State.Get("parts").Items() {
		all = append(all, leaf{v})
	}
	if r.Error != nil {
		if r.Is(notFound) || !s.State.Get("known").IsTrue() {
			return nil, noAttachment(s, all)
		}
		return nil, failed(r, "attachmentId")
	}
	if r.Blob == nil {
		return nil, plugin.Fail(plugin.Malformed, "Gmail's answer holds no attachment.")
	}
	if !l.Exists() {
		found, ok := only(all, func(l leaf) bool { return l.attachmentID() != "" && l.size() == r.Blob.Size })
		if ok && text.HasPrefix(found.kind(), "text/") && !r.Blob.Text {
			return askAttachment(s, value.Object(
				value.M("id", s.State.Get("id")), value.M("known", value.Bool(true)), value.M("part", found.Value),
			), found), nil
		}
		l = found
	}
	return plugin.Done(attachmentData(s, l, r.Blob.Size, r.Blob.Blob, r.Blob.Text)), nil
}

// inlineAttachment takes the bytes that the message itself holds.
func inlineAttachment(s *plugin.Step) (*plugin.Next, error) {
	l, ok := only(leaves(s.Responses[0].Body.Get("payload"), maxDepth), func(l leaf) bool { return l.partID() == s.State.Text() })
	if !ok {
		return nil, noAttachment(s, nil)
	}
	b := l.blob()
	if !b.Exists() {
		content, _ := l.text()
		data := attachmentData(s, l, l.size(), "", true)
		data.Set("text", value.String(content))
		return plugin.Done(data), nil
	}
	size, _ := b.Get("size").AsInt()
	return plugin.Done(attachmentData(s, l, int(size), b.Get("blob").Text(), b.Get("text").IsTrue())), nil
}

func attachmentData(s *plugin.Step, l leaf, size int, blob string, isText bool) value.Value {
	data := value.Object(
		value.M("messageId", s.Params.Get("messageId")),
		value.M("attachmentId", value.String(text.Or(param(s, "attachmentId"), text.Or(l.attachmentID(), l.partID())))),
		value.M("size", value.Int(int64(size))),
		value.M("name", optionalText(l.name())),
		value.M("mimeType", optionalText(l.kind())),
		value.M("partId", optionalText(l.partID())),
	)
	switch {
	case blob == "":
	case s.ToFile:
		// The host takes it out again and says where the file is.
		data.Set("content", plugin.Base64Of(blob))
	case isText:
		data.Set("text", plugin.TextOf(blob, 0))
	default:
		data.Set("base64", plugin.Base64Of(blob))
	}
	return data
}

// noAttachment says which attachments there are.
func noAttachment(s *plugin.Step, all []leaf) *plugin.Error {
	field := "attachmentId"
	for _, key := range [...]string{"filename", "partId", "attachmentId"} {
		if param(s, key) != "" {
			field = key
		}
	}
	names := ""
	for _, l := range all {
		if l.isFile() {
			names = text.Join(names, ", ", text.OneLine(l.name())+" (partId "+l.partID()+")")
		}
	}
	message := "The message has no such attachment. Gmail changes the ids with each answer: read the message again, or name the attachment by partId."
	if names != "" {
		message += " It has: " + names + "."
	}
	return &plugin.Error{Code: plugin.NotFound, Field: field, Message: message}
}
