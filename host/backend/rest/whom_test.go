package rest_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/backend"
	workspace "github.com/wslite/wslite/host/backend/local"
	"github.com/wslite/wslite/host/backend/rest"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// reachTable has rows that no table of wslite's has: what a plan may ask for is
// confined before, and whom it reaches must hold even so.
var reachTable = rules{
	"gmail.send":     {Class: risk.Send, Routes: []string{"gmail.users.messages.send"}},
	"gmail.draft":    {Class: risk.Send, Routes: []string{"gmail.users.drafts.get", "gmail.users.drafts.update", "gmail.users.drafts.send"}},
	"gmail.batch":    {Class: risk.Read},
	"gmail.settings": {Class: risk.Send, Routes: []string{"gmail.users.settings.filters.create", "gmail.users.settings.updateVacation"}},
	"calendar.event": {Class: risk.Send, Routes: []string{"calendar.events.get", "calendar.events.insert", "calendar.events.patch", "calendar.events.move", "calendar.events.delete", "calendar.events.quickAdd"}},
	"calendar.quiet": {Class: risk.Write, Routes: []string{"calendar.events.insert", "calendar.events.patch", "calendar.events.delete", "calendar.events.quickAdd"}},
	"drive.share":    {Class: risk.Share, Routes: []string{"drive.permissions.create", "drive.permissions.update", "drive.permissions.delete"}},
	"notes.add":      {Class: risk.Write, Routes: []string{"notes.notes.add"}},
	"notes.mail":     {Class: risk.Send, Routes: []string{"notes.notes.add"}},
}

// office is an embedded workspace with a backend before it.
type office struct {
	t *testing.T
	w *workspace.Workspace
	b *bench
	journal
}

func newOffice(t *testing.T) *office {
	t.Helper()
	w, err := workspace.Open(filepath.Join(t.TempDir(), "workspace.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	o := &office{t: t, w: w}
	seen := through(func(r *http.Request) (*http.Response, error) {
		o.note("%s %s", r.Method, r.URL.Path)
		return w.Transport().RoundTrip(r)
	})
	o.b = newBench(t, seen, func(opt *rest.Options) { opt.Risk = reachTable })
	return o
}

// has asks the workspace past the backend.
func (o *office) has(method, url, body string) map[string]any {
	o.t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		o.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := o.w.Transport().RoundTrip(req)
	if err != nil {
		o.t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	var m map[string]any
	if json.Unmarshal(text, &m); res.StatusCode >= 300 {
		o.t.Fatalf("%s %s: %d %s", method, url, res.StatusCode, text)
	}
	return m
}

const (
	gmailURL    = "https://gmail.googleapis.com/gmail/v1/users/me"
	calendarURL = "https://www.googleapis.com/calendar/v3/calendars/primary/events"
	driveURL    = "https://www.googleapis.com/drive/v3/files"
)

func encodeURL(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) }

func rawMail(headers string) string {
	return `{"raw":"` + encodeURL(headers+"\r\n\r\nhello") + `"}`
}

func (o *office) draftTo(headers string) (id string) {
	o.t.Helper()
	return o.has("POST", gmailURL+"/drafts", `{"message":`+rawMail(headers)+`}`)["id"].(string)
}

// whom runs a call up to its stop-th change, which the guard keeps back, and
// tells whom that would have reached.
func (o *office) whom(service, action string, want bool, stop int, reqs ...[]abi.Request) (string, bool) {
	o.t.Helper()
	o.journal = journal{say: func(n int) error {
		if n == stop {
			return errNo
		}
		return nil
	}}
	c := call(service, action, steps(reqs...))
	c.Class, c.WantReached, c.Guard = string(reachTable[service+"."+action].Class), want, o.guard
	if res, err := o.b.Do(context.Background(), c); !errors.Is(err, errNo) || len(o.effects) != stop {
		o.t.Fatalf("%s: %+v %v, %q", action, res, err, o.list)
	}
	e := o.effects[stop-1]
	return strings.Join(e.Reached, " "), e.ReachedKnown
}

func path(values ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(values); i += 2 {
		m[values[i]] = values[i+1]
	}
	return m
}

func text(s string) abi.Raw { raw, _ := json.Marshal(s); return raw }

func sendDraft(id string) abi.Request {
	return abi.Request{Route: "gmail.users.drafts.send", Path: path("userId", "me"), Body: abi.Raw(`{"id":"` + id + `"}`)}
}

// A stored draft is sent by its id. Whom it reaches is read from the service,
// where the guard has to know.
func TestReachOfAStoredDraft(t *testing.T) {
	o := newOffice(t)
	id := o.draftTo("To: Ana <ANA@example.com>, \"Bo, Jr\" <bo@example.com>\r\nCc: c@example.com\r\nBcc: d@example.com\r\nReply-To: evil@elsewhere.example\r\nSubject: x")
	none := o.draftTo("Subject: x")
	broken := o.draftTo("To: Ana <ana@example.com\r\nSubject: x")
	one := []abi.Request{sendDraft(id)}
	if got, known := o.whom("gmail", "draft", false, 1, one); got != "" || known {
		t.Errorf("unasked: %q %v", got, known)
	}
	o.is(t, "guard 0.0 gmail.users.drafts.send")
	if got, known := o.whom("gmail", "draft", true, 1, one); got != "ana@example.com bo@example.com c@example.com d@example.com" || !known {
		t.Errorf("%q %v", got, known)
	}
	o.is(t, "GET /gmail/v1/users/me/drafts/"+id, "guard 0.0 gmail.users.drafts.send")
	for name, bad := range map[string]string{"no such draft": id + "1", "to nobody": none, "a header that can't be read": broken} {
		if got, known := o.whom("gmail", "draft", true, 1, []abi.Request{sendDraft(bad)}); got != "" || known {
			t.Errorf("%s: %q %v", name, got, known)
		}
	}
	// Which draft a server takes can't be told.
	for _, body := range []string{`{"id":"` + id + `","Id":"` + none + `"}`, `{"ID":"` + id + `"}`, `{"id":7}`, `{"id":["` + id + `"]}`, `{}`} {
		req := sendDraft(id)
		req.Body = abi.Raw(body)
		if got, known := o.whom("gmail", "draft", true, 1, []abi.Request{req}); got != "" || known {
			t.Errorf("%s: %q %v", body, got, known)
		}
	}
	// And it still can be sent.
	c := call("gmail", "draft", ask(sendDraft(id)))
	c.Class, c.WantReached, c.Guard = "send", true, func(context.Context, backend.Effect) error { return nil }
	if res, err := o.b.Do(context.Background(), c); err != nil || !res.Success {
		t.Errorf("%+v %v", res, err)
	}
}

// A plan that makes its draft another one in a step before, or in the very same
// step, is found out: the draft is read when it is about to leave.
func TestReachOfADraftThatAPlanChanged(t *testing.T) {
	o := newOffice(t)
	id := o.draftTo("To: ana@example.com\r\nSubject: x")
	change := abi.Request{Route: "gmail.users.drafts.update", Path: path("userId", "me", "id", id),
		Body: abi.Raw(`{"message":` + rawMail("To: ana@example.com\r\nBcc: evil@elsewhere.example\r\nSubject: x") + `}`)}
	look := abi.Request{Route: "gmail.users.drafts.get", Path: path("userId", "me", "id", id), Query: map[string]abi.Raw{"format": text("metadata")}}
	for name, plan := range map[string][][]abi.Request{
		"a step before":              {{look}, {change}, {sendDraft(id)}},
		"the same step":              {{change, sendDraft(id)}},
		"looked at between the two":  {{change}, {look}, {sendDraft(id)}},
		"the answer was kept before": {{look}, {change, look, sendDraft(id)}},
	} {
		o.has("PUT", gmailURL+"/drafts/"+id, `{"message":`+rawMail("To: ana@example.com\r\nSubject: x")+`}`)
		if got, known := o.whom("gmail", "draft", true, 2, plan...); got != "ana@example.com evil@elsewhere.example" || !known {
			t.Errorf("%s: %q %v", name, got, known)
		}
		if o.effects[0].Route != change.Route || len(o.effects[0].Reached) > 0 || !o.effects[0].ReachedKnown {
			t.Errorf("%s: a draft that is only stored reaches %+v", name, o.effects[0])
		}
	}
	// Other content can't come along with the id.
	req := sendDraft(id)
	req.Media = &abi.Media{MimeType: "message/rfc822", Segments: []abi.Segment{{Text: "To: evil@elsewhere.example\r\n\r\nx"}}}
	c := call("gmail", "draft", ask(req))
	c.Class = "send"
	if _, err := o.b.Do(context.Background(), c); fault.CodeOf(err) != fault.PluginViolation {
		t.Error(err)
	}
}

// A mail tells by its header, wherever it stands.
func TestReachOfAMail(t *testing.T) {
	o := newOffice(t)
	send := abi.Request{Route: "gmail.users.messages.send", Path: path("userId", "me")}
	mail := "To: Ana <ANA@example.com>\r\nBcc: evil@elsewhere.example\r\nSubject: x\r\n\r\nhello"
	raw, media, headless := send, send, send
	raw.Body = abi.Raw(`{"raw":"` + encodeURL(mail) + `"}`)
	media.Media = &abi.Media{MimeType: "message/rfc822", Segments: []abi.Segment{{Text: mail}}}
	headless.Body = abi.Raw(`{"threadId":"t"}`)
	for _, req := range []abi.Request{raw, media} {
		if got, known := o.whom("gmail", "send", false, 1, []abi.Request{req}); got != "ana@example.com evil@elsewhere.example" || !known {
			t.Errorf("%q %v", got, known)
		}
	}
	if got, known := o.whom("gmail", "send", true, 1, []abi.Request{headless}); got != "" || known {
		t.Errorf("%q %v", got, known)
	}
	filter := abi.Request{Route: "gmail.users.settings.filters.create", Path: path("userId", "me"), Body: abi.Raw(`{"criteria":{"from":"x"},"action":{"forward":"Evil@Elsewhere.example"}}`)}
	if got, known := o.whom("gmail", "settings", false, 1, []abi.Request{filter}); got != "evil@elsewhere.example" || !known {
		t.Errorf("%q %v", got, known)
	}
	vacation := abi.Request{Route: "gmail.users.settings.updateVacation", Path: path("userId", "me"), Body: abi.Raw(`{"enableAutoReply":true}`)}
	if got, known := o.whom("gmail", "settings", true, 1, []abi.Request{vacation}); got != "" || known {
		t.Errorf("whoever writes is answered: %q %v", got, known)
	}
}

// A change of an event that is mailed reaches the guests who stand on it: those
// that it adds, those that it takes off, and those of single days of a series.
func TestReachOfAnEvent(t *testing.T) {
	o := newOffice(t)
	const times = `"start":{"dateTime":"2031-05-04T10:00:00Z","timeZone":"UTC"},"end":{"dateTime":"2031-05-04T11:00:00Z","timeZone":"UTC"}`
	id := o.has("POST", calendarURL, `{"summary":"x","attendees":[{"email":"Ana@example.com"},{"email":"bo@example.com"}],`+times+`}`)["id"].(string)
	alone := o.has("POST", calendarURL, `{"summary":"x",`+times+`}`)["id"].(string)
	series := o.has("POST", calendarURL, `{"summary":"x","recurrence":["RRULE:FREQ=DAILY;COUNT=5"],"attendees":[{"email":"ana@example.com"}],`+times+`}`)["id"].(string)
	o.has("PATCH", calendarURL+"/"+series+"_20310505T100000Z", `{"attendees":[{"email":"ana@example.com"},{"email":"day@elsewhere.example"}]}`)

	event := func(route, id, mail, body string) abi.Request {
		r := abi.Request{Route: "calendar.events." + route, Path: path("calendarId", "primary", "eventId", id), Query: map[string]abi.Raw{"sendUpdates": text(mail)}}
		if route == "move" {
			r.Query["destination"] = text("other")
		}
		if body != "" {
			r.Body = abi.Raw(body)
		}
		return r
	}
	insert := abi.Request{Route: "calendar.events.insert", Path: path("calendarId", "primary"), Query: map[string]abi.Raw{"sendUpdates": text("all")}, Body: abi.Raw(`{"attendees":[{"email":"ana@example.com"}]}`)}
	quick := abi.Request{Route: "calendar.events.quickAdd", Path: path("calendarId", "primary"), Query: map[string]abi.Raw{"text": text("Lunch with evil@elsewhere.example")}}
	for name, c := range map[string]struct {
		action  string
		req     abi.Request
		reached string
		known   bool // without asking
		reads   int
	}{
		"its title":                    {"event", event("patch", id, "all", `{"summary":"y"}`), "ana@example.com bo@example.com", false, 1},
		"a guest less":                 {"event", event("patch", id, "all", `{"attendees":[{"email":"ana@example.com"}]}`), "ana@example.com bo@example.com", false, 1},
		"a guest more":                 {"event", event("patch", id, "externalOnly", `{"attendees":[{"email":"evil@elsewhere.example"}]}`), "ana@example.com bo@example.com evil@elsewhere.example", false, 1},
		"deleted":                      {"event", event("delete", id, "all", ``), "ana@example.com bo@example.com", false, 1},
		"moved":                        {"event", event("move", id, "all", ``), "ana@example.com bo@example.com", false, 1},
		"nobody stands on it":          {"event", event("patch", alone, "all", `{"summary":"y"}`), "", false, 1},
		"a series":                     {"event", event("delete", series, "all", ``), "ana@example.com day@elsewhere.example", false, 2},
		"a day of a series":            {"event", event("patch", series+"_20310506T100000Z", "all", `{"summary":"y"}`), "ana@example.com", false, 1},
		"a new one":                    {"event", insert, "ana@example.com", true, 0},
		"a sentence":                   {"quiet", quick, "evil@elsewhere.example", true, 0},
		"unmailed":                     {"quiet", event("patch", id, "none", `{"summary":"y"}`), "", true, 0},
		"deleted without a mail":       {"quiet", event("delete", id, "none", ``), "", true, 0},
		"a guest more without a mail":  {"quiet", event("patch", id, "none", `{"attendees":[{"email":"c@example.com"}]}`), "c@example.com", false, 1},
		"its guests taken off quietly": {"quiet", event("patch", id, "none", `{"attendees":null}`), "", false, 1},
	} {
		if _, known := o.whom("calendar", c.action, false, 1, []abi.Request{c.req}); known != c.known || len(o.list) != 1 {
			t.Errorf("%s, unasked: %v, %q", name, known, o.list)
		}
		got, known := o.whom("calendar", c.action, true, 1, []abi.Request{c.req})
		if got != c.reached || !known || len(o.list) != 1+c.reads {
			t.Errorf("%s: %q %v, %q", name, got, known, o.list)
		}
	}
	if got, known := o.whom("calendar", "event", true, 1, []abi.Request{event("patch", "nosuchevent", "all", `{}`)}); got != "" || known {
		t.Errorf("no such event: %q %v", got, known)
	}
}

// An answer to an invitation reaches whoever invited, and not its own sender.
func TestReachOfAnAnswerToAnInvitation(t *testing.T) {
	answer := abi.Request{Route: "calendar.events.patch", Path: path("calendarId", "primary", "eventId", "e"), Query: map[string]abi.Raw{"sendUpdates": text("none")},
		Body: abi.Raw(`{"attendeesOmitted":true,"attendees":[{"email":"Me@example.com","responseStatus":"accepted"}]}`)}
	mailed := answer
	mailed.Query, mailed.Body = map[string]abi.Raw{"sendUpdates": text("all")}, abi.Raw(`{"summary":"x"}`)
	const me = `{"email":"me@example.com","self":true}`
	for name, c := range map[string]struct {
		req     abi.Request
		event   string
		reached string
		known   bool
	}{
		"an answer":                   {answer, `{"organizer":{"email":"Boss@elsewhere.example"},"attendees":[` + me + `,{"email":"c@example.com"}]}`, "boss@elsewhere.example", true},
		"to itself":                   {answer, `{"organizer":` + me + `,"attendees":[` + me + `]}`, "", true},
		"to nobody known":             {answer, `{"attendees":[` + me + `]}`, "", false},
		"to an answer that is broken": {answer, `{"organizer":{"email":"a@example.com"},"organizer":{"email":"b@example.com"}}`, "me@example.com", false},
		"a mail to all":               {mailed, `{"organizer":{"email":"boss@elsewhere.example"},"attendees":[` + me + `,{"email":"c@example.com"}]}`, "boss@elsewhere.example c@example.com", true},
		"guests left out":             {mailed, `{"organizer":` + me + `,"attendeesOmitted":true,"attendees":[{"email":"c@example.com"}]}`, "c@example.com", false},
		"guests hidden":               {mailed, `{"organizer":{"email":"boss@elsewhere.example"},"guestsCanSeeOtherGuests":false,"attendees":[` + me + `]}`, "boss@elsewhere.example", false},
		"a guest without an address":  {mailed, `{"organizer":` + me + `,"attendees":[{"displayName":"Somebody"}]}`, "", false},
	} {
		j := &journal{say: func(int) error { return errNo }}
		cl := call("calendar", "event", ask(c.req))
		cl.Class, cl.WantReached, cl.Guard = "send", true, j.guard
		if string(c.req.Query["sendUpdates"]) == `"none"` {
			cl.Class = "write"
		}
		w := newWire(t, respond(200, c.event))
		if _, err := newBench(t, w, func(o *rest.Options) { o.Risk = reachTable }).Do(context.Background(), cl); err != errNo {
			t.Fatal(name, err)
		}
		if e := j.effects[0]; strings.Join(e.Reached, " ") != c.reached || e.ReachedKnown != c.known {
			t.Errorf("%s: %q %v", name, e.Reached, e.ReachedKnown)
		}
	}
}

// A permission tells whom it lets in; one that is changed is looked at first.
func TestReachOfAPermission(t *testing.T) {
	o := newOffice(t)
	id := o.has("POST", driveURL, `{"name":"x"}`)["id"].(string)
	held := o.has("POST", driveURL+"/"+id+"/permissions", `{"type":"user","role":"reader","emailAddress":"Bo@example.com"}`)["id"].(string)
	open := o.has("POST", driveURL+"/"+id+"/permissions", `{"type":"anyone","role":"reader"}`)["id"].(string)
	create := func(body string) abi.Request {
		return abi.Request{Route: "drive.permissions.create", Path: path("fileId", id), Body: abi.Raw(body)}
	}
	update := func(permission string) abi.Request {
		return abi.Request{Route: "drive.permissions.update", Path: path("fileId", id, "permissionId", permission), Body: abi.Raw(`{"role":"writer"}`)}
	}
	for name, c := range map[string]struct {
		req           abi.Request
		reached       string
		known, unread bool
	}{
		"a person":         {create(`{"type":"user","role":"reader","emailAddress":"Ana@example.com"}`), "ana@example.com", true, true},
		"a domain":         {create(`{"type":"domain","role":"reader","domain":"Example.com"}`), "@example.com", true, true},
		"everybody":        {create(`{"type":"anyone","role":"reader"}`), "anyone", true, true},
		"nobody said":      {create(`{"type":"user","role":"reader"}`), "", false, false},
		"a person's grant": {update(held), "bo@example.com", true, false},
		"everybody's":      {update(open), "anyone", true, false},
		"no such grant":    {update("999"), "", false, false},
		"a grant taken":    {abi.Request{Route: "drive.permissions.delete", Path: path("fileId", id, "permissionId", held)}, "", true, true},
	} {
		if _, known := o.whom("drive", "share", false, 1, []abi.Request{c.req}); known != c.unread {
			t.Errorf("%s, unasked: %v", name, known)
		}
		if got, known := o.whom("drive", "share", true, 1, []abi.Request{c.req}); got != c.reached || known != c.known {
			t.Errorf("%s: %q %v, %q", name, got, known, o.list)
		}
	}
}

// What a stranger's route does nobody knows; only the class of the grant says
// whether it reaches people.
func TestReachOfAThirdPartysRoute(t *testing.T) {
	add := abi.Route{ID: "notes.notes.add", Method: "POST", Host: "api.notes.example", Path: "/v1/notes", Body: true}
	for action, known := range map[string]bool{"add": true, "mail": false} {
		j := &journal{say: func(int) error { return errNo }}
		c := call("notes", action, ask(abi.Request{Route: add.ID, Body: abi.Raw(`{"to":"a@example.com"}`)}))
		c.Class, c.WantReached, c.Guard = string(reachTable["notes."+action].Class), true, j.guard
		b := newBench(t, newWire(t), func(o *rest.Options) { o.Risk, o.Routes = reachTable, routes(t, add) })
		if _, err := b.Do(context.Background(), c); err != errNo {
			t.Fatal(err)
		}
		if e := j.effects[0]; e.ReachedKnown != known || len(e.Reached) > 0 {
			t.Errorf("%s: %+v", action, e)
		}
	}
}

// A preview reads whom it would reach, too, where the call wants it.
func TestReachInAPreview(t *testing.T) {
	o := newOffice(t)
	id := o.draftTo("To: ana@example.com\r\nSubject: x")
	for _, want := range []bool{false, true} {
		c := call("gmail", "draft", ask(sendDraft(id)))
		c.Class, c.WantReached = "send", want
		got, err := o.b.Preview(context.Background(), c)
		if err != nil || len(got) != 1 || got[0].Effect.ReachedKnown != want || strings.Join(got[0].Effect.Reached, "") != map[bool]string{true: "ana@example.com"}[want] {
			t.Errorf("%+v %v", got, err)
		}
	}
}

// In a batch it is read for each operation, and each effect tells its own.
func TestReachInABatch(t *testing.T) {
	o := newOffice(t)
	id := o.draftTo("To: ana@example.com\r\nSubject: x")
	for _, want := range []bool{false, true} {
		c := call("gmail", "batch", ask(sendDraft(id)))
		c.Params, c.WantReached = map[string]any{"operations": []any{op("draft"), op("draft")}}, want
		reached := map[bool]string{true: "ana@example.com"}[want]
		c.Planner = &planner{f: func(int, abi.PlanInput) (*abi.PlanOutput, error) {
			return &abi.PlanOutput{Requests: []abi.Request{sendDraft(id)}}, nil
		}}
		got, err := o.b.Preview(context.Background(), c)
		if err != nil || len(got) != 2 {
			t.Fatalf("%+v %v", got, err)
		}
		for i, p := range got {
			if e := p.Effect; e.Operation != i || e.Nth != 0 || e.ReachedKnown != want || strings.Join(e.Reached, "") != reached {
				t.Errorf("operation %d: %+v", i, e)
			}
		}
		o.journal = journal{say: func(int) error { return errNo }}
		c.Guard = o.guard
		if _, err := o.b.Do(context.Background(), c); err != errNo {
			t.Fatal(err)
		}
		if e := o.effects[0]; e.ReachedKnown != want || strings.Join(e.Reached, "") != reached {
			t.Errorf("%+v", e)
		}
	}
}

// A series whose days are more than one answer holds is not known to its end.
func TestReachOfAnEndlessSeries(t *testing.T) {
	event := `{"organizer":{"email":"me@example.com","self":true},"recurrence":["RRULE:FREQ=DAILY"],"iCalUID":"u"}`
	remove := abi.Request{Route: "calendar.events.delete", Path: path("calendarId", "primary", "eventId", "e"), Query: map[string]abi.Raw{"sendUpdates": text("all")}}
	for days, known := range map[string]bool{`{"items":[]}`: true, `{"items":[],"nextPageToken":"p"}`: false} {
		j := &journal{say: func(int) error { return errNo }}
		c := call("calendar", "event", ask(remove))
		c.Class, c.WantReached, c.Guard = "send", true, j.guard
		b := newBench(t, newWire(t, respond(200, event), respond(200, days)), func(o *rest.Options) { o.Risk = reachTable })
		if _, err := b.Do(context.Background(), c); err != errNo {
			t.Fatal(err)
		}
		if e := j.effects[0]; e.ReachedKnown != known {
			t.Errorf("%s: %+v", days, e)
		}
	}
}

// While whom it reaches is read, the caller may give up: nothing leaves then.
func TestReachOfACallThatEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := newWire(t, func(r *http.Request) (*http.Response, error) { cancel(); return nil, ctx.Err() })
	c := call("gmail", "draft", ask(sendDraft("r1")))
	c.Class, c.WantReached = "send", true
	c.Guard = func(context.Context, backend.Effect) error { t.Error("asked"); return nil }
	if _, err := newBench(t, w, func(o *rest.Options) { o.Risk = reachTable }).Do(ctx, c); fault.CodeOf(err) != fault.Interrupted {
		t.Error(err)
	}
}
