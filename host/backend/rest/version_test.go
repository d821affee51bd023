package rest_test

import (
	"context"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

// A stored mail is sent by its id, so the request is the same whatever becomes
// of the mail. Where whom it reaches has to be known its version counts in the
// digest, and a change behind a yes makes another request of it.
func TestDigestOfAStoredMail(t *testing.T) {
	o := newOffice(t)
	id := o.draftTo("To: ana@example.com\r\nSubject: one")
	digest := func(want bool) string {
		t.Helper()
		o.whom("gmail", "draft", want, 1, []abi.Request{sendDraft(id)})
		sum, err := o.effects[0].Digest()
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	was, blind := digest(true), digest(false)
	if again := digest(true); again != was {
		t.Error("an unchanged mail got another digest")
	}
	// To the same people, so that nothing but the text tells.
	o.has("PUT", gmailURL+"/drafts/"+id, `{"message":`+rawMail("To: ana@example.com\r\nSubject: two")+`}`)
	if digest(true) == was {
		t.Error("another mail has the digest of the one before")
	}
	if digest(false) != blind {
		t.Error("where nobody asked, the request alone counts")
	}

	c := call("gmail", "draft", steps([]abi.Request{sendDraft(id)}))
	c.Class, c.WantReached = "send", true
	planned, err := o.b.Preview(context.Background(), c)
	if err != nil || len(planned) != 1 || planned[0].Note == "" {
		t.Fatalf("%+v %v: a preview says that it does not show the mail", planned, err)
	}
	shown, err := planned[0].Effect.Digest()
	if err != nil || shown != digest(true) {
		t.Errorf("what is shown has the digest %s (%v), what is sent %s", shown, err, digest(true))
	}
}
