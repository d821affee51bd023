package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/gmail/internal/address"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/plugintest"
)

// planStep runs one step and gives its output.
func planStep(t testing.TB, in abi.PlanInput) abi.PlanOutput {
	t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := gmail().Call(abi.ExportPlan, input)
	if err != nil {
		t.Fatal(err)
	}
	var o abi.PlanOutput
	if err := json.Unmarshal(out, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// The way to a numbered page and the page itself keep within the host's limits,
// 120 requests and 32 steps; what lies further behind is refused before that.
func TestFarPage(t *testing.T) {
	list := func(r abi.Request) abi.Raw {
		n, _ := strconv.Atoi(string(r.Query["maxResults"]))
		return abi.Raw(`{"threads":[` + strings.Repeat(`{"id":"t1"},`, n-1) + `{"id":"t1"}],"nextPageToken":"more"}`)
	}
	for number, refused := range map[int]bool{0: false, 5: false, maxSkips * skipPage / maxPage: false, maxSkips*skipPage/maxPage + 1: true} {
		in := abi.PlanInput{Action: "listThreads", Params: abi.Raw(fmt.Sprintf(`{"query":"x","maxResults":%d,"page":%d}`, maxPage, number)), Clock: plugintest.Clock()}
		total, steps := 0, 1
		out := planStep(t, in)
		for ; len(out.Requests) > 0; steps++ {
			total += len(out.Requests)
			in.State, in.Responses = out.State, nil
			for _, r := range out.Requests {
				body := abi.Raw(`{"id":"t1","messages":[],"labels":[]}`)
				if r.Route == routeThreads {
					body = list(r)
				}
				in.Responses = append(in.Responses, abi.Response{Status: 200, Body: body})
			}
			out = planStep(t, in)
		}
		if refused != (out.Error != nil && out.Error.Code == "LIMIT_EXCEEDED") || !refused && out.Result == nil {
			t.Errorf("page %d: %+v", number, out.Error)
		}
		if total > 120 || steps > 32 {
			t.Errorf("page %d: %d requests in %d steps", number, total, steps)
		}
	}
}

// A long conversation keeps within the host's limits: 120 requests, and 4 MiB
// of answers a step however long its texts are.
func TestLongConversation(t *testing.T) {
	for _, n := range []int{1, 5, 100, 250} {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`{"id":"m%d","labelIds":[],"internalDate":"%d"}`, i, 1935657000000+i))
		}
		in := abi.PlanInput{Action: "getThread", Params: abi.Raw(`{"threadId":"t1"}`), Clock: plugintest.Clock()}
		first := planStep(t, in)
		in.State = first.State
		in.Responses = []abi.Response{{Status: 200, Body: abi.Raw(`{"id":"t1","messages":[` + strings.Join(list, ",") + `]}`)}, {Status: 200, Body: abi.Raw(`{}`)}}
		second := planStep(t, in)
		if total := len(first.Requests) + len(second.Requests) + maxTexts; total > 120 {
			t.Errorf("%d messages: %d requests", n, total)
		}
		units := second.Requests[len(second.Requests)-1].MaxText
		if bytes := min(n, maxThread) * 2 * 3 * units; units < minUnits || bytes > 3<<20 {
			t.Errorf("%d messages: %d units each, %d bytes", n, units, bytes)
		}
		if n == 250 {
			if last, first := second.Requests[len(second.Requests)-1].Path["id"], second.Requests[1].Path["id"]; first != "m150" || last != "m249" {
				t.Errorf("from %s to %s", first, last)
			}
		}
	}
}

// 250 conversations of one message are 13 pages of 20, each message once.
func TestGmailDefect10NothingIsLostBetweenPages(t *testing.T) {
	seen := map[string]bool{}
	pages := 0
	for token := ""; ; pages++ {
		params := `{"query":"x","maxResults":20,"page":0}`
		if token != "" {
			params = `{"query":"x","maxResults":20,"page":0,"pageToken":"` + token + `"}`
		}
		in := abi.PlanInput{Action: "searchMessages", Params: abi.Raw(params), Clock: plugintest.Clock()}
		out := planStep(t, in)
		from := 0
		if raw := out.Requests[0].Query["pageToken"]; raw != nil {
			fmt.Sscanf(string(raw), `"p%d"`, &from)
		}
		var ids []string
		for i := from; i < min(from+20, 250); i++ {
			ids = append(ids, fmt.Sprintf(`{"id":"m%d"}`, i))
		}
		next := ""
		if from+20 < 250 {
			next = fmt.Sprintf(`,"nextPageToken":"p%d"`, from+20)
		}
		in.State, in.Responses = out.State, []abi.Response{{Status: 200, Body: abi.Raw(`{"messages":[` + strings.Join(ids, ",") + `]` + next + `}`)}}
		out = planStep(t, in)
		in.State, in.Responses = out.State, nil
		for _, r := range out.Requests {
			in.Responses = append(in.Responses, abi.Response{Status: 200, Body: abi.Raw(`{"id":"` + r.Path["id"] + `"}`)})
		}
		out = planStep(t, in)
		var rows []struct{ ID string }
		if err := json.Unmarshal(out.Result.Data, &rows); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if seen[r.ID] {
				t.Errorf("%s twice", r.ID)
			}
			seen[r.ID] = true
		}
		token = out.Result.Pagination.NextPageToken
		if out.Result.Pagination.HasMore != (token != "") {
			t.Errorf("%+v", out.Result.Pagination)
		}
		if token == "" {
			break
		}
	}
	if pages != 12 || len(seen) != 250 {
		t.Errorf("%d pages, %d messages", pages+1, len(seen))
	}
}

// The references of a long conversation keep their beginning and their end.
func TestB09LongReferences(t *testing.T) {
	var old []string
	for i := range 60 {
		old = append(old, fmt.Sprintf("<%d@x>", i))
	}
	quoted, _ := json.Marshal(strings.Join(old, "\r\n "))
	m := mustParse(t, `{"payload":{"headers":[{"name":"message-id","value":"<60@x>"},{"name":"REFERENCES","value":`+string(quoted)+`}]}}`)
	var l letter
	l.follow(m)
	if len(l.References) != maxReferences || l.References[0] != "<0@x>" || l.References[maxReferences-1] != "<60@x>" || l.References[1] != "<41@x>" || l.InReplyTo != "<60@x>" {
		t.Errorf("%q", l.References)
	}
}

func TestB09OneRe(t *testing.T) {
	for subject, want := range map[string]string{"Plan": "Re: Plan", "RE: Plan": "RE: Plan", "re:x": "re:x", "": "Re:", " Regarding": "Re: Regarding"} {
		if got := prefixed(subject, "Re:", "re:"); got != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
}

// No two of a mail's recipients are one mailbox, and no caller can write a
// header by way of them.
func TestB07Distinct(t *testing.T) {
	box := func(s string) address.Mailbox { return address.Mailbox{Address: s} }
	var l letter
	l.To = []address.Mailbox{box("a@x"), box("A@X"), box("b@x")}
	l.Cc = []address.Mailbox{box("B@x"), box("c@x")}
	l.Bcc = []address.Mailbox{box("c@X"), box("d@x")}
	l.distinct()
	if len(l.To) != 2 || len(l.Cc) != 1 || len(l.Bcc) != 1 || l.Bcc[0].Address != "d@x" {
		t.Errorf("%+v", l)
	}
}

// A plan that writes drafts asks for no route that sends, and one whose class was
// resolved from its params writes nothing that they don't say.
func TestPlansStayWithinTheirClass(t *testing.T) {
	for params, forbidden := range map[string]string{
		`{"from":"x","addLabels":["A"],"forward":"   "}`: `"forward"`,
		`{"from":"x","addLabels":["A"]}`:                 `"forward"`,
	} {
		in := abi.PlanInput{Action: "filtersCreate", Params: abi.Raw(params), Clock: plugintest.Clock()}
		in.State = planStep(t, in).State
		in.Responses = []abi.Response{{Status: 200, Body: abi.Raw(`{"labels":[{"id":"L","name":"A","type":"user"}]}`)}}
		if out := planStep(t, in); len(out.Requests) != 1 || strings.Contains(string(out.Requests[0].Body), forbidden) {
			t.Errorf("%s: %+v", params, out)
		}
	}
	// Turning answers off, or saying nothing, can't turn them on.
	for _, params := range []string{`{}`, `{"enableAutoReply":false}`} {
		for _, old := range []string{`{"enableAutoReply":true,"responseSubject":"x"}`, `{"enableAutoReply":false}`} {
			in := abi.PlanInput{Action: "vacationUpdate", Params: abi.Raw(params), Clock: plugintest.Clock()}
			in.State = planStep(t, in).State
			in.Responses = []abi.Response{{Status: 200, Body: abi.Raw(old)}}
			out := planStep(t, in)
			if len(out.Requests) > 0 && (params == `{}` || strings.Contains(string(out.Requests[0].Body), `"enableAutoReply":true`)) {
				t.Errorf("%s on %s: %s", params, old, out.Requests[0].Body)
			}
		}
	}
	for _, action := range []string{"createDraft", "createDraftReply", "createDraftReplyAll", "updateDraft"} {
		for _, route := range routesInCases(t, action) {
			if strings.HasSuffix(route, ".send") {
				t.Errorf("%s asks for %s", action, route)
			}
		}
	}
	if routes := routesInCases(t, "deleteMessage"); !slices.Equal(routes, []string{routeTrash}) {
		t.Errorf("%q", routes)
	}
}
