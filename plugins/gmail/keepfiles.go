package main

import (
	"github.com/wslite/wslite/plugins/gmail/internal/mail"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxKeptFiles is how many files of a mail are sent on: each is a request.
const maxKeptFiles = 90

// filesOf lists the files of a message that have content.
func filesOf(m value.Value) []leaf {
	p := partsOf(m.Get("payload"))
	return p.files
}

// fetchWhole asks for all of a message that its answer lacks: long texts whole,
// then the bytes of files, which stay with the host. nil is nothing.
func fetchWhole(m value.Value) ([]plugin.Request, error) {
	total := 0
	files := filesOf(m)
	for _, l := range files {
		total += l.size()
	}
	if err := checkFiles(total); err != nil {
		return nil, err
	}
	if len(files) > maxKeptFiles {
		return nil, plugin.Fail(plugin.LimitExceeded, "The message has "+text.Int(len(files))+" attachments; at most "+text.Int(maxKeptFiles)+" can be kept. Nothing was sent.")
	}
	requests := textRequests([]value.Value{m}, 0)
	for _, l := range files {
		if needsFetch(l) {
			requests = append(requests, getAttachmentOf(m.Get("id").Text(), l.attachmentID()).Keep("size").
				Save(abi.Save{Field: "data", Name: l.name(), MimeType: typeOf(l)}))
		}
	}
	return requests, nil
}

func needsFetch(l leaf) bool { return !l.blob().Exists() && l.attachmentID() != "" }

// fetchedFiles gives a message's files as attachments. The responses are those
// to fetchWhole's requests for files; there are none where nothing was missing.
// What the HTML shows is inline, also where its sender called it an attachment.
func fetchedFiles(m value.Value, responses []plugin.Response, html string) (files []mail.Attachment, err error) {
	for _, l := range filesOf(m) {
		a := mail.Attachment{Name: l.name(), MimeType: l.contentType(), ContentID: l.contentID(), Size: l.size()}
		a.Inline = a.ContentID != "" && text.Index(html, "cid:"+a.ContentID[1:len(a.ContentID)-1]) >= 0
		switch {
		case l.blob().Exists():
			size, _ := l.blob().Get("size").AsInt()
			a.Blob, a.Size = l.blob().Get("blob").Text(), int(size)
		case needsFetch(l):
			if len(responses) == 0 || responses[0].Blob == nil {
				return nil, plugin.Fail(plugin.Malformed, "Gmail's answer holds no attachment where one was due. Nothing was sent.")
			}
			a.Blob, a.Size = responses[0].Blob.Blob, responses[0].Blob.Size
			responses = responses[1:]
		case a.Size > 0:
			return nil, plugin.Fail(plugin.Malformed, "Gmail's answer holds no attachment where one was due. Nothing was sent.")
		}
		files = append(files, a)
	}
	return files, nil
}

// checkWhole refuses a message of which a text is missing: half a mail must not
// go out.
func checkWhole(t texts) error {
	if t.plainCut || t.htmlCut {
		return plugin.Fail(plugin.Upstream, "Gmail did not give the whole text of the message. Nothing was sent; repeat the call.")
	}
	return nil
}
