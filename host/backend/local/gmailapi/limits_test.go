package gmailapi

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func TestAMailThatIsTooLarge(t *testing.T) {
	b := newBench(t)
	head := compose("", "Subject: big")
	most := head + strings.Repeat("x", maxUpload-len(head))
	id := b.request("POST", "/upload/gmail/v1/users/me/messages?uploadType=media", most, "Content-Type", "message/rfc822").str("id")
	equal(t, "the largest", b.get(id, "format", "minimal").at("sizeEstimate"), float64(maxUpload))
	r := b.request("POST", "/upload/gmail/v1/users/me/messages?uploadType=media", most+"x", "Content-Type", "message/rfc822")
	equal(t, "content", r.status, http.StatusRequestEntityTooLarge)
	r = b.send("POST", "messages", raw(most+"x"))
	equal(t, "raw", r.status, http.StatusRequestEntityTooLarge)
	contains(t, "raw", r.message(), "larger than 36700160 bytes")
	equal(t, "messages", b.must(200, "GET", "profile", "").at("messagesTotal"), 1.0)
}

func TestAnImportThatIsTooLarge(t *testing.T) {
	b := newBench(t)
	b.api.limits.Import = 20
	sep := "From a 1:00\n"
	file := sep + "Subject: x\n\n" + strings.Repeat("y", 50) + "\n\n" + sep + "Subject: small\n\n"
	r, err := b.api.ImportMbox(context.Background(), strings.NewReader(file), nil)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "report", summary(r), "1 imported, 0 duplicates, skipped [{1 It is larger than 20 bytes.}]")
}

func TestADraftThatChangesWhileItIsSent(t *testing.T) {
	b := newBench(t)
	id := b.must(200, "POST", "drafts", draftBody(compose("one", "To: you@x.org", "Subject: d"))).str("id")
	ctx := context.Background()
	var seen *message
	err := b.store.Read(ctx, func(tx *store.Tx) (err error) { seen, err = findDraft(tx, id); return err })
	if err != nil {
		t.Fatal(err)
	}
	b.must(200, "PUT", "drafts/"+id, draftBody(compose("two", "To: you@x.org", "Subject: d")))
	mail, err := b.api.keep(ctx, []byte(compose("one", "Subject: d")), "")
	if err != nil {
		t.Fatal(err)
	}
	err = b.store.Write(ctx, func(tx *store.Tx) error {
		_, err := b.api.replaceDraft(tx, id, seen, mail, arrival{labels: []string{sent}, date: tx.Now})
		return err
	})
	var e *gapi.Error
	if !errors.As(err, &e) || e.HTTP != http.StatusConflict {
		t.Fatalf("got %v", err)
	}
	contains(t, "the new text is kept", decode(t, b.must(200, "GET", "drafts/"+id, "").str("message", "payload", "body", "data")), "two")
	equal(t, "nothing was sent", b.find("in:sent"), "")
}
