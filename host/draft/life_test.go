package draft

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/sdk/abi"
)

func TestW107_A36_ANewDraftWaits(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(mail("hello"))
	if dr.State != Pending || dr.Revision != 1 || dr.Approval != nil || !strings.HasPrefix(dr.Digest, "sha256:") {
		t.Errorf("%+v", dr)
	}
	if !regexp.MustCompile(`^d-[0-9a-hjkmnp-tv-z]{12}$`).MatchString(dr.ID) {
		t.Errorf("the id is %q", dr.ID)
	}
	doc, err := json.Marshal(dr)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"status":"pending_approval"`, `"draftId":"` + dr.ID + `"`, `"revision":1`, `"payloadDigest":"` + dr.Digest + `"`} {
		if !strings.Contains(string(doc), part) {
			t.Errorf("no %s in %s", part, doc)
		}
	}
	if got := b.get(dr.ID); !reflect.DeepEqual(got, dr) {
		t.Errorf("it comes back as\n%+v, it was\n%+v", got, dr)
	}
	wantCode(t, b.check(dr), fault.ConfirmationRequired)
	_, err = b.d.Start(t.Context(), dr)
	wantCode(t, err, fault.ConfirmationRequired)
}

func TestW108_A37_DigestBindsWhatReachesAService(t *testing.T) {
	base := func() Payload {
		p := mail("hello")
		p.Files = []File{{Arg: "attachments.0", Path: "/home/ana/a.pdf", Name: "a.pdf", Size: 3, SHA256: "aa"}}
		p.Effects = []Effect{{Digest: "sha256:1", Request: backend.Planned{Route: "gmail.users.messages.send"}}}
		return p
	}
	want, err := base().Digest()
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^sha256:[0-9a-f]{64}$`).MatchString(want) {
		t.Errorf("got %q", want)
	}
	same := map[string]func(*Payload){
		"the order of keys": func(p *Payload) {
			p.Args = nil
			for _, doc := range []string{`{"text":"hello","to":["bob@example.com"]}`} {
				if err := json.Unmarshal([]byte(doc), &p.Args); err != nil {
					t.Fatal(err)
				}
			}
		},
		"the path":       func(p *Payload) { p.Files[0].Path = "/elsewhere" },
		"the clock":      func(p *Payload) { p.Clock = abi.Clock{Now: "2026-01-01T00:00:00Z", Nonce: "x"} },
		"the words":      func(p *Payload) { p.Changes, p.Warnings, p.Recipients = []string{"x"}, []string{"y"}, nil },
		"where it runs":  func(p *Payload) { p.Profile, p.Local, p.Backend, p.Account = "p", true, "b", "c" },
		"how it is told": func(p *Payload) { p.Effects[0].Request.Note = "a note" },
	}
	for name, change := range same {
		p := base()
		change(&p)
		if got, err := p.Digest(); got != want || err != nil {
			t.Errorf("%s changes it: %s %v", name, got, err)
		}
	}
	seen := map[string]string{want: "nothing"}
	for name, change := range map[string]func(*Payload){
		"service":        func(p *Payload) { p.Service = "gmaik" },
		"tool":           func(p *Payload) { p.Tool = "gmail_senf" },
		"action":         func(p *Payload) { p.Action = "senf" },
		"class":          func(p *Payload) { p.Class = "write" },
		"one character":  func(p *Payload) { p.Args["text"] = "hellp" },
		"a parameter":    func(p *Payload) { p.Params["body"] = "hellp" },
		"one more":       func(p *Payload) { p.Params["cc"] = nil },
		"the bytes":      func(p *Payload) { p.Files[0].SHA256 = "ab" },
		"the size":       func(p *Payload) { p.Files[0].Size = 4 },
		"the name":       func(p *Payload) { p.Files[0].Name = "b.pdf" },
		"the operation":  func(p *Payload) { p.Files[0].Operation = 1 },
		"the argument":   func(p *Payload) { p.Files[0].Arg = "attachments.1" },
		"no file":        func(p *Payload) { p.Files = nil },
		"the request":    func(p *Payload) { p.Effects[0].Digest = "sha256:2" },
		"second request": func(p *Payload) { p.Effects = append(p.Effects, p.Effects[0]) },
		"no request":     func(p *Payload) { p.Effects = nil },
	} {
		p := base()
		change(&p)
		got, err := p.Digest()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if other, twice := seen[got]; twice {
			t.Errorf("%s has the digest of %s", name, other)
		}
		seen[got] = name
	}
	none := mail("")
	none.Args = nil
	empty := mail("")
	empty.Args = map[string]any{}
	one, _ := none.Digest()
	if two, _ := empty.Digest(); one != two {
		t.Error("no arguments and an empty object differ")
	}
}

func TestA37_TwoDraftsOfOneCallHaveOneDigest(t *testing.T) {
	b := newBench(t, Options{})
	one, two := b.create(mail("hello")), b.create(mail("hello"))
	if one.Digest != two.Digest || one.ID == two.ID {
		t.Errorf("%s %s, %s %s", one.ID, one.Digest, two.ID, two.Digest)
	}
	if other := b.create(mail("hello!")); other.Digest == one.Digest {
		t.Error("another text has the same digest")
	}
}

func TestW109_W110_AllOfAnApprovalBinds(t *testing.T) {
	b := newBench(t, Options{})
	ok := b.approve(b.create(mail("hello")))
	want := Approval{
		DraftID: ok.ID, Revision: 1, Digest: ok.Digest, IdentityKey: "google\x00ana@example.com\x00\x00",
		Approver: approver, ApprovedAt: b.clock, ExpiresAt: b.clock.Add(15 * time.Minute), PolicyRevision: rev1,
	}
	if *ok.Approval != want {
		t.Errorf("got %+v, want %+v", *ok.Approval, want)
	}
	wantCode(t, b.check(ok), "")
	for name, c := range map[string]struct {
		change func(*Approval)
		code   fault.Code
	}{
		"draft":                     {func(a *Approval) { a.DraftID = "d-000000000000" }, fault.DraftStale},
		"revision":                  {func(a *Approval) { a.Revision = 2 }, fault.DraftStale},
		"digest":                    {func(a *Approval) { a.Digest = "sha256:0" }, fault.DraftStale},
		"identity":                  {func(a *Approval) { a.IdentityKey = bob.Key() }, fault.DraftStale},
		"approver":                  {func(a *Approval) { a.Approver = "" }, fault.DraftStale},
		"approved at":               {func(a *Approval) { a.ApprovedAt = b.clock.Add(time.Minute + 1) }, fault.DraftStale},
		"expires at":                {func(a *Approval) { a.ExpiresAt = b.clock }, fault.DraftStale},
		"policy":                    {func(a *Approval) { a.PolicyRevision = "sha256:policy-2" }, fault.DraftStale},
		"a small step of the clock": {func(a *Approval) { a.ApprovedAt = b.clock.Add(time.Minute) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dr, a := *ok, *ok.Approval
			c.change(&a)
			dr.Approval = &a
			wantCode(t, b.check(&dr), c.code)
		})
	}
	none := *ok
	none.Approval = nil
	wantCode(t, b.check(&none), fault.DraftStale)
}

func TestA38_AnEditVoidsTheApproval(t *testing.T) {
	b := newBench(t, Options{})
	one := b.approve(b.create(mail("hello")))
	two, err := b.d.Edit(t.Context(), one.ID, 1, mail("changed"), "dora@desk")
	if err != nil {
		t.Fatal(err)
	}
	if two.State != Pending || two.Revision != 2 || two.Approval != nil || two.Digest == one.Digest || two.Editor != "dora@desk" || two.Author != author {
		t.Errorf("%+v", two)
	}
	// Whoever still holds revision 1 runs nothing with it.
	_, err = b.d.Start(t.Context(), one)
	wantCode(t, err, fault.DraftStale)
	_, err = b.d.Approve(t.Context(), yes(one))
	wantCode(t, err, fault.DraftStale)
	if got := b.get(one.ID); got.State != Pending || got.Revision != 2 {
		t.Errorf("%+v", got)
	}
	_, err = b.d.Edit(t.Context(), one.ID, 1, mail("again"), author)
	wantCode(t, err, fault.DraftStale)
}

func TestA39_TheWrongDigestIsNotApproved(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(mail("hello"))
	a := yes(dr)
	a.Digest = "sha256:" + strings.Repeat("0", 64)
	_, err := b.d.Approve(t.Context(), a)
	wantCode(t, err, fault.DraftDigest)
	if got := b.get(dr.ID); got.State != Pending {
		t.Errorf("it is %s", got.State)
	}
}

func TestA40_TheSameApprovalTwiceChangesNothing(t *testing.T) {
	b := newBench(t, Options{})
	one := b.approve(b.create(mail("hello")))
	row := b.drafts[one.ID]
	b.clock = b.clock.Add(time.Minute)
	two := b.approve(one)
	if *two.Approval != *one.Approval || b.drafts[one.ID].Version != row.Version {
		t.Errorf("%+v", two.Approval)
	}
	// Another yes takes its place; so does the same once it has ended.
	other := yes(one)
	other.Approver = "dora@desk"
	three, err := b.d.Approve(t.Context(), other)
	wantCode(t, err, "")
	if three.Approval.Approver != "dora@desk" || three.State != Approved {
		t.Errorf("%+v", three.Approval)
	}
	b.clock = b.clock.Add(time.Hour)
	four, err := b.d.Approve(t.Context(), other)
	wantCode(t, err, "")
	if four.Approval.ApprovedAt != b.clock || b.check(four) != nil {
		t.Errorf("%+v", four.Approval)
	}
}

func TestA41_W119_AnApprovalEnds(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.approve(b.create(mail("hello")))
	b.clock = b.clock.Add(15*time.Minute - 1)
	wantCode(t, b.check(dr), "")
	b.clock = b.clock.Add(1)
	wantCode(t, b.check(dr), fault.DraftStale)

	short := newBench(t, Options{ApprovalLife: 2 * time.Minute, Expire: time.Hour})
	dr = short.approve(short.create(mail("hello")))
	short.clock = short.clock.Add(2 * time.Minute)
	wantCode(t, short.check(dr), fault.DraftStale)
	// The clock was set back: nobody knows how long the yes has stood.
	dr = short.approve(dr)
	short.clock = short.clock.Add(-2 * time.Minute)
	wantCode(t, short.check(dr), fault.DraftStale)
}

func TestW119_Bounds(t *testing.T) {
	for _, o := range []Options{
		{Expire: -1}, {Expire: time.Minute - 1}, {Expire: 30*24*time.Hour + 1},
		{ApprovalLife: -1}, {ApprovalLife: time.Minute - 1}, {ApprovalLife: 24*time.Hour + 1},
	} {
		_, err := New(newShelf(), o)
		wantCode(t, err, fault.Usage)
	}
	for _, o := range []Options{{}, {Expire: time.Minute, ApprovalLife: time.Minute}, {Expire: 720 * time.Hour, ApprovalLife: 24 * time.Hour}} {
		_, err := New(newShelf(), o)
		wantCode(t, err, "")
	}
}

func TestADraftExpires(t *testing.T) {
	b := newBench(t, Options{})
	for _, s := range []State{Pending, Approved} {
		dr := b.in(s)
		b.clock = b.clock.Add(DefaultExpire)
		wantCode(t, b.check(dr), map[State]fault.Code{Pending: fault.ConfirmationRequired, Approved: fault.DraftExpired}[s])
		dr = b.get(dr.ID)
		if dr.State != Expired || b.drafts[dr.ID].State != string(s) {
			t.Errorf("%s reads %s", s, dr.State)
		}
		wantCode(t, b.check(dr), fault.DraftExpired)
		_, err := b.d.Approve(t.Context(), yes(dr))
		wantCode(t, err, fault.DraftExpired)
		_, err = b.d.Start(t.Context(), dr)
		wantCode(t, err, fault.DraftExpired)
		_, err = b.d.Reject(t.Context(), dr.ID, 0, approver, "")
		wantCode(t, err, fault.DraftExpired)
		again, err := b.d.Edit(t.Context(), dr.ID, 1, mail("renewed"), author)
		wantCode(t, err, "")
		if again.State != Pending || again.Expires != b.clock.Add(DefaultExpire) {
			t.Errorf("%+v", again)
		}
	}
}

func TestOptionsNowGoesBeforeTheStoresClock(t *testing.T) {
	at := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	b := newBench(t, Options{Now: func() time.Time { return at }})
	if dr := b.create(mail("x")); dr.Expires != at.Add(DefaultExpire) {
		t.Errorf("it waits until %s", dr.Expires)
	}
}

func TestSecondPerson(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(mail("hello"))
	try := func(who string) error {
		a := yes(b.get(dr.ID))
		a.Approver, a.SecondPerson = who, true
		_, err := b.d.Approve(t.Context(), a)
		return err
	}
	for _, who := range []string{author, "ana@laptop", "ANA", " ana@x@y", "@desk", "@"} {
		wantCode(t, try(who), fault.DraftRefused)
	}
	wantCode(t, try(approver), "")
	// The one who edited it last said what would happen, as the author did.
	if _, err := b.d.Edit(t.Context(), dr.ID, 1, mail("hello you"), "Cem@desk"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, try(approver), fault.DraftRefused)
	wantCode(t, try(author), fault.DraftRefused)
	wantCode(t, try("dora@desk"), "")
	// Nor does somebody else's edit make Cem a second person: it may have kept
	// all that he wrote.
	if _, err := b.d.Edit(t.Context(), dr.ID, 2, mail("hello you all"), "eli@desk"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, try("cem@laptop"), fault.DraftRefused)
	wantCode(t, try("dora@desk"), "")
	a := yes(b.get(dr.ID))
	a.Approver = author
	_, err := b.d.Approve(t.Context(), a)
	wantCode(t, err, "") // without the rule the author may
}

func TestW118_NobodyIsNoApprover(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(mail("hello"))
	a := yes(dr)
	a.Approver = ""
	_, err := b.d.Approve(t.Context(), a)
	wantCode(t, err, fault.DraftRefused)
	_, err = b.d.Edit(t.Context(), dr.ID, 1, mail("x"), "")
	wantCode(t, err, fault.DraftRefused)
	_, err = b.d.Reject(t.Context(), dr.ID, 1, "", "")
	wantCode(t, err, fault.DraftRefused)
	_, err = b.d.Create(t.Context(), NewDraft{Owner: ana, Payload: mail("x")})
	wantCode(t, err, fault.DraftRefused)
}

func TestW117_A44_AnotherIdentity(t *testing.T) {
	b := newBench(t, Options{})
	_, err := b.d.Get(t.Context(), "d-000000000000")
	wantCode(t, err, fault.DraftRefused)

	dr := b.approve(b.create(mail("the secret plan")))
	err = b.d.Check(t.Context(), dr, bob, rev1)
	wantCode(t, err, fault.IdentityMismatch)
	a := yes(dr)
	a.Owner = &bob
	_, err2 := b.d.Approve(t.Context(), a)
	wantCode(t, err2, fault.IdentityMismatch)
	for _, e := range []error{err, err2} {
		for _, told := range []string{"secret", "gmail", "ana", "example.com", "approved", "pending"} {
			if strings.Contains(e.Error(), told) {
				t.Errorf("it tells %q: %v", told, e)
			}
		}
	}
	// Each of the four fields counts, and absence is a value.
	for _, other := range []store.Owner{
		{Tenant: "graph", Account: ana.Account}, {Tenant: ana.Tenant}, {Tenant: ana.Tenant, Account: ana.Account, User: "u"},
		{Tenant: ana.Tenant, Account: ana.Account, Principal: "p"},
	} {
		wantCode(t, b.d.Check(t.Context(), dr, other, rev1), fault.IdentityMismatch)
	}
	a.Owner = &ana
	_, err = b.d.Approve(t.Context(), a)
	wantCode(t, err, "")
}

// W115 asks in one order: what is wrong first is what is told.
func TestW115_TheOrderOfQuestions(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.approve(b.create(mail("hello")))
	bad := *dr
	bad.State, bad.Expires = Rejected, b.clock
	bad.Payload.Args = map[string]any{"text": "changed"}
	a := *dr.Approval
	bad.Approval = &a
	a.Revision, a.PolicyRevision, a.ExpiresAt = 7, "other", b.clock
	for _, step := range []struct {
		owner store.Owner
		mend  func()
		code  fault.Code
	}{
		{bob, func() {}, fault.IdentityMismatch},
		{ana, func() {}, fault.DraftRefused},
		{ana, func() { bad.State = Approved }, fault.DraftExpired},
		{ana, func() { bad.Expires = dr.Expires }, fault.DraftDigest},
		{ana, func() { bad.Payload = dr.Payload }, fault.DraftStale},
		{ana, func() { a.Revision = 1 }, fault.DraftStale},
		{ana, func() { a.ExpiresAt = dr.Approval.ExpiresAt }, fault.DraftStale},
		{ana, func() { a.PolicyRevision = rev1 }, ""},
	} {
		step.mend()
		wantCode(t, b.d.Check(t.Context(), &bad, step.owner, rev1), step.code)
	}
}
