package draft

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/sdk/abi"
)

// full is a payload in which every field says something.
func full() Payload {
	p := mail("<b>hello</b> & \u2028 bye")
	p.Args["n"] = json.Number("12345678901234567")
	p.Args["f"] = json.Number("1.50")
	p.Args["list"] = []any{json.Number("1"), nil, true, map[string]any{"a": "b"}}
	p.Files = []File{{Arg: "a.0", Operation: 2, Path: "/home/ana/ä.pdf", Name: "ä.pdf", Size: 9, SHA256: "ab"}}
	p.Clock = abi.Clock{Now: "2026-11-30T12:00:00Z", TimeZone: "Europe/Berlin", Nonce: "00ff"}
	p.Effects = []Effect{{Digest: "sha256:1", Request: backend.Planned{
		Route: "r", Method: "POST", URL: "https://example.com/x", Body: map[string]any{"n": json.Number("1e3")},
		Media: &backend.PlannedMedia{MimeType: "message/rfc822", Size: 4, Text: "text"}, Note: "a note",
	}}}
	p.Warnings = []string{"mind the gap"}
	p.Local = true
	return p
}

func TestAPayloadComesBackAsItWas(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(full())
	got := b.get(dr.ID)
	if !reflect.DeepEqual(got.Payload, full()) {
		t.Errorf("got\n%+v, want\n%+v", got.Payload, full())
	}
	// A change of state writes the same bytes back.
	before := bytes.Clone(got.stored)
	b.approve(dr)
	if after := b.get(dr.ID); !bytes.Equal(after.stored, before) || !reflect.DeepEqual(after.Payload, full()) {
		t.Errorf("%s", after.stored)
	}
}

// A caller's Go values are read back before they are used, so that the digest
// is of what is stored.
func TestTheDigestIsOfWhatIsStored(t *testing.T) {
	b := newBench(t, Options{})
	p := mail("x")
	p.Args = map[string]any{"n": 1.5, "s": []string{"a"}, "t": struct {
		A int `json:"a"`
	}{3}}
	dr := b.approve(b.create(p))
	wantCode(t, b.check(dr), "")
	wantCode(t, b.check(b.get(dr.ID)), "")
	p.Args = map[string]any{"f": func() {}}
	_, err := b.d.Create(t.Context(), NewDraft{Owner: ana, Author: author, Payload: p})
	wantCode(t, err, fault.BadRequest)
}

func TestW114_A47_ALargePayloadLiesInABody(t *testing.T) {
	b := newBench(t, Options{})
	text := strings.Repeat("0123456789abcdef", 100<<10/16)
	p := mail(text)
	p.Changes = append(p.Changes, make([]string, 50)...)
	p.Changes[1] = strings.Repeat("long ", 100)
	dr := b.approve(b.create(p))
	row := b.drafts[dr.ID]
	if len(row.Value) > threshold || row.Body == "" || dr.Body == nil || dr.Body.Name != row.Body || bytes.Contains(row.Value, []byte("0123456789abcdef")) {
		t.Fatalf("the record has %d bytes, body %q", len(row.Value), row.Body)
	}
	raw := b.bodies[row.Body]
	if canon.Sum(raw) != row.Body || int64(len(raw)) != dr.Body.Size {
		t.Errorf("the body %s has %d bytes", row.Body, len(raw))
	}
	got := b.get(dr.ID)
	if got.Payload.Args["text"] != text || len(got.Payload.Changes) != 51 {
		t.Error("the text did not come back")
	}
	wantCode(t, b.check(got), "")
	// What only the record tells serves a list.
	heads, err := b.d.List(t.Context(), Filter{Heads: true})
	if err != nil || len(heads) != 1 {
		t.Fatalf("%d, %v", len(heads), err)
	}
	if h := heads[0].Payload; h.Tool != "gmail_send" || h.Args != nil || len(h.Changes) != headLines || len(h.Recipients) != 1 {
		t.Errorf("%+v", h)
	}
	whole, err := b.d.List(t.Context(), Filter{})
	if err != nil || !reflect.DeepEqual(whole[0], got) {
		t.Errorf("%v", err)
	}

	for name, change := range map[string]func(){
		"another text":  func() { b.bodies[row.Body] = bytes.Replace(raw, []byte("0123"), []byte("0124"), 1) },
		"a longer one":  func() { b.bodies[row.Body] = append(bytes.Clone(raw), ' ') },
		"cut":           func() { b.bodies[row.Body] = raw[:len(raw)-1] },
		"gone":          func() { delete(b.bodies, row.Body) },
		"another size":  func() { b.replace(t, dr.ID, `"size":`, `"size":1`) },
		"another's":     func() { b.tamper(dr.ID, func(d *store.Draft) { d.Body = canon.Sum(nil) }) },
		"named nowhere": func() { b.tamper(dr.ID, func(d *store.Draft) { d.Body = "" }) },
	} {
		t.Run(name, func(t *testing.T) {
			change()
			_, err := b.d.Get(t.Context(), dr.ID)
			wantCode(t, err, fault.DraftDigest)
			_, err = b.d.Approve(t.Context(), yes(dr))
			wantCode(t, err, fault.DraftDigest)
			list, err := b.d.List(t.Context(), Filter{})
			if err != nil || len(list) != 1 || list[0].Problem == "" {
				t.Errorf("%v, %+v", err, list)
			}
			b.drafts[dr.ID], b.bodies[row.Body] = row, raw
			wantCode(t, b.check(b.get(dr.ID)), "")
		})
	}
	// Of a draft whose body is gone a no is still possible, and an edit.
	delete(b.bodies, row.Body)
	if _, err := b.d.Reject(t.Context(), dr.ID, 1, approver, ""); err != nil {
		t.Error(err)
	}
	small, err := b.d.Edit(t.Context(), dr.ID, 1, mail("short"), author)
	if err != nil || small.Body != nil || b.drafts[dr.ID].Body != "" {
		t.Errorf("%v, %+v", err, small)
	}
}

// A cleanup may remove a body before its draft names it; the draft must not
// be left without.
func TestACleanupBetweenBodyAndRecord(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(mail("short"))
	b.between = func() { clear(b.bodies) }
	dr, err := b.d.Edit(t.Context(), dr.ID, 1, mail(strings.Repeat("x", threshold)), author)
	if err != nil {
		t.Fatal(err)
	}
	b.get(dr.ID)
}

func TestThresholdsAndCaps(t *testing.T) {
	b := newBench(t, Options{})
	size := func(n int) int {
		raw, err := marshal(mail(strings.Repeat("x", n)))
		if err != nil {
			t.Fatal(err)
		}
		return len(raw)
	}
	fits := (threshold - size(0)) / 2 // the text stands in it twice
	for n, body := range map[int]bool{fits: false, fits + 1: true} {
		if dr := b.create(mail(strings.Repeat("x", n))); (dr.Body != nil) != body {
			t.Errorf("with %d bytes: body %v", size(n), dr.Body)
		}
	}
	p := mail("x")
	p.Args["text"] = strings.Repeat("x", store.MaxBody)
	_, err := b.d.Create(t.Context(), NewDraft{Owner: ana, Author: author, Payload: p})
	wantCode(t, err, fault.LimitExceeded)
	p = mail("x")
	p.Profile = strings.Repeat("x", store.MaxDraft)
	_, err = b.d.Create(t.Context(), NewDraft{Owner: ana, Author: author, Payload: p})
	wantCode(t, err, fault.LimitExceeded)
	if len(b.drafts) != 2 {
		t.Errorf("%d drafts are stored", len(b.drafts))
	}
}

// A record that another program changed is refused wherever that could matter.
func TestW115_ATamperedRecordDoesNotRun(t *testing.T) {
	b := newBench(t, Options{})
	for name, c := range map[string]struct {
		change func(id string)
		get    fault.Code
		check  fault.Code
	}{
		"the text":       {func(id string) { b.replace(t, id, `"body":"hello"`, `"body":"hellp"`) }, "", fault.DraftDigest},
		"an argument":    {func(id string) { b.replace(t, id, `"text":"hello"`, `"text":"hellp"`) }, "", fault.DraftDigest},
		"the digest":     {func(id string) { b.replace(t, id, `"payloadDigest":"sha256:`, `"payloadDigest":"sha256:0`) }, "", fault.DraftDigest},
		"the revision":   {func(id string) { b.tamper(id, func(d *store.Draft) { d.Revision = 2 }) }, "", fault.DraftStale},
		"the owner":      {func(id string) { b.tamper(id, func(d *store.Draft) { d.Owner = bob }) }, "", fault.IdentityMismatch},
		"the state":      {func(id string) { b.tamper(id, func(d *store.Draft) { d.State = "sent" }) }, fault.DraftDigest, ""},
		"back to wait":   {func(id string) { b.tamper(id, func(d *store.Draft) { d.State = string(Pending) }) }, fault.DraftDigest, ""},
		"revision 0":     {func(id string) { b.tamper(id, func(d *store.Draft) { d.Revision = 0 }) }, fault.DraftDigest, ""},
		"cut":            {func(id string) { b.tamper(id, func(d *store.Draft) { d.Value = d.Value[:len(d.Value)-1] }) }, fault.DraftDigest, ""},
		"more behind":    {func(id string) { b.tamper(id, func(d *store.Draft) { d.Value = append(d.Value, "{}"...) }) }, fault.DraftDigest, ""},
		"nothing":        {func(id string) { b.tamper(id, func(d *store.Draft) { d.Value = nil }) }, fault.DraftDigest, ""},
		"no approval":    {func(id string) { b.replace(t, id, `"approval":`, `"approvl":`) }, fault.DraftDigest, ""},
		"another form":   {func(id string) { b.replace(t, id, `"form":1`, `"form":2`) }, fault.DraftRefused, ""},
		"no author":      {func(id string) { b.replace(t, id, `"author":"ana@desk"`, `"author":""`) }, fault.DraftDigest, ""},
		"a later end":    {func(id string) { b.replace(t, id, `"expiresAt":"2026`, `"expiresAt":"2025`) }, "", fault.DraftStale},
		"another policy": {func(id string) { b.replace(t, id, rev1, "sha256:policy-0") }, "", fault.DraftStale},
	} {
		t.Run(name, func(t *testing.T) {
			dr := b.approve(b.create(mail("hello")))
			c.change(dr.ID)
			got, err := b.d.Get(t.Context(), dr.ID)
			wantCode(t, err, c.get)
			if c.get != "" {
				list, err := b.d.List(t.Context(), Filter{})
				if err != nil || !hasProblem(list, dr.ID) {
					t.Errorf("the list hides it: %v", err)
				}
			} else {
				wantCode(t, b.check(got), c.check)
			}
			delete(b.drafts, dr.ID)
		})
	}
}

func hasProblem(list []*Draft, id string) bool {
	for _, dr := range list {
		if dr.ID == id && dr.Problem != "" {
			return true
		}
	}
	return false
}

// Nobody agrees to a payload that the digest does not stand for.
func TestATamperedDraftIsNotApproved(t *testing.T) {
	b := newBench(t, Options{})
	dr := b.create(mail("hello"))
	b.replace(t, dr.ID, `"body":"hello"`, `"body":"hellp"`)
	_, err := b.d.Approve(t.Context(), yes(dr))
	wantCode(t, err, fault.DraftDigest)
}

func TestListAndFind(t *testing.T) {
	b := newBench(t, Options{})
	ids := map[State]string{}
	for _, s := range allStates {
		ids[s] = b.in(s).ID
	}
	foreign, err := b.d.Create(t.Context(), NewDraft{Owner: bob, Author: author, Payload: mail("x")})
	if err != nil {
		t.Fatal(err)
	}
	list := func(f Filter) (out []State) {
		all, err := b.d.List(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, dr := range all {
			out = append(out, dr.State)
		}
		return out
	}
	if got := list(Filter{}); len(got) != len(allStates)+1 {
		t.Errorf("all: %v", got)
	}
	for _, s := range allStates {
		if got := list(Filter{Owner: &ana, States: []State{s}}); len(got) != 1 || got[0] != s {
			t.Errorf("%s: %v", s, got)
		}
	}
	if got := list(Filter{Owner: &ana, States: []State{Pending, Expired}}); len(got) != 2 {
		t.Errorf("two states: %v", got)
	}
	if got := list(Filter{Limit: 3}); len(got) != 3 {
		t.Errorf("limit: %v", got)
	}
	if got := list(Filter{Owner: &bob}); len(got) != 1 {
		t.Errorf("owner: %v", got)
	}

	id := foreign.ID
	for _, word := range []string{id, strings.ToUpper(id), " " + id + "\n", id[:13], lookAlike(id)} {
		dr, err := b.d.Find(t.Context(), word)
		if err != nil || dr.ID != id {
			t.Errorf("%q: %v", word, err)
		}
	}
	for _, word := range []string{"", "d-", id[:5], id[2:], id + "0", "d-u000", "d-é000", "d-%%%%", "x-0000", id + strings.Repeat("0", 1000), "d-0000\x1b[2J"} {
		_, err := b.d.Find(t.Context(), word)
		wantCode(t, err, fault.DraftRefused)
		if e := err.Error(); strings.Contains(e, "\x1b") || len(e) > 300 {
			t.Errorf("%q", e)
		}
	}
	b.drafts["d-zzzz00000000"], b.drafts["d-zzzz00000001"] = b.drafts[id], b.drafts[id]
	b.tamper("d-zzzz00000000", func(d *store.Draft) { d.ID = "d-zzzz00000000" })
	b.tamper("d-zzzz00000001", func(d *store.Draft) { d.ID = "d-zzzz00000001" })
	_, err = b.d.Find(t.Context(), "d-zzzz")
	wantCode(t, err, fault.DraftRefused)
	if dr, err := b.d.Find(t.Context(), "d-zzzz00000001"); err != nil || dr.ID != "d-zzzz00000001" {
		t.Errorf("%v", err)
	}
	_, err = b.d.Find(t.Context(), "d-zzyy")
	wantCode(t, err, fault.DraftRefused)
}

// lookAlike spells an id with the letters that its digits look like.
func lookAlike(id string) string {
	return "d-" + strings.NewReplacer("0", "O", "1", "l").Replace(id[2:])
}

func TestABrokenStoreIsToldAsSuch(t *testing.T) {
	b := newBench(t, Options{Now: func() time.Time { return time.Unix(0, 0).UTC() }})
	dr := b.approve(b.create(mail("hello")))
	run, err := b.d.Start(t.Context(), dr)
	if err != nil {
		t.Fatal(err)
	}
	b.broken = errDisk
	ctx := t.Context()
	_, e1 := b.d.Create(ctx, NewDraft{Owner: ana, Author: author, Payload: mail("x")})
	_, e2 := b.d.Get(ctx, dr.ID)
	_, e3 := b.d.List(ctx, Filter{})
	_, e4 := b.d.Find(ctx, dr.ID[:8])
	_, e5 := b.d.Edit(ctx, dr.ID, 1, mail("x"), author)
	_, e6 := b.d.Approve(ctx, yes(dr))
	_, e7 := b.d.Prune(ctx, 0)
	for _, err := range []error{e1, e2, e3, e4, e5, e6, e7, run.Done(ctx, ""), do(ctx, b.d, "reject", dr), do(ctx, b.d, "settle unknown", dr)} {
		wantCode(t, err, fault.StoreUnavailable)
		if err != nil && strings.Contains(err.Error(), errDisk.Error()) {
			t.Errorf("it tells the cause: %v", err)
		}
	}
	b.broken = nil
	wantCode(t, run.Done(ctx, ""), "") // the run can still be ended
}
