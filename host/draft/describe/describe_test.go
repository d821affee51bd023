package describe

import (
	"encoding/base64"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// sample is a draft of which a test changes what it is about.
func sample() *draft.Draft {
	return &draft.Draft{
		ID: "d-k3v8m2q9x4tw", Revision: 2, Digest: "sha256:" + strings.Repeat("0123456789abcdef", 4), State: draft.Pending,
		Owner:  store.Owner{Tenant: "google", Account: "ana@corp.example"},
		Author: "agent@desk", FrontEnd: "mcp",
		Created: now.Add(-3 * time.Hour), Updated: now.Add(-time.Hour), Expires: now.Add(69 * time.Hour),
		Payload: draft.Payload{
			Service: "gmail", Tool: "gmail_send", Action: "send", Class: risk.Send,
			Profile: "work", Backend: "google", Account: "ana@corp.example",
			Recipients: []draft.Recipient{{Address: "ben@corp.example"}, {Address: "eve@other.example", External: true}},
			Params:     map[string]any{"to": "eve@other.example", "cc": "ben@corp.example", "subject": "Grüße", "body": "Dear Eve,\nthe figures are attached.\n"},
			Effects:    []draft.Effect{effect(plainMail)},
		},
	}
}

func effect(raw string) draft.Effect {
	return draft.Effect{Request: backend.Planned{
		Route: "gmail.users.messages.send", Method: "POST", URL: "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send",
		Media: &backend.PlannedMedia{MimeType: "message/rfc822", Size: int64(len(raw)), Text: strings.ReplaceAll(raw, "\n", "\r\n")},
	}}
}

const plainMail = `From: Ana <ana@corp.example>
To: eve@other.example
Cc: ben@corp.example
Subject: =?UTF-8?B?R3LDvMOfZQ==?=
Date: Mon, 30 Nov 2026 11:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: quoted-printable

Dear Eve,
the figures are attached.
`

const htmlMail = `From: ana@corp.example
To: eve@other.example
Bcc: zoe@corp.example
In-Reply-To: <1@other.example>
Subject: Pay
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="m"

--m
Content-Type: multipart/alternative; boundary="a"

--a
Content-Type: text/plain; charset=ISO-8859-1
Content-Transfer-Encoding: quoted-printable

Caf=E9 bill attached
--a
Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: base64

HTMLBODY
--a--

--m
Content-Type: application/pdf
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="bill.pdf"

[file bill.pdf, 12345 bytes]

--m
Content-Type: text/csv
Content-Disposition: attachment; filename="=?UTF-8?Q?=C3=BCbersicht.csv?="

a,b
1,2
--m--
`

func joined(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", name, diff)
	}
}

// TestLines pins what a person reads of drafts of all kinds.
func TestLines(t *testing.T) {
	for name, change := range map[string]func(*draft.Draft){
		"mail": func(*draft.Draft) {},
		"mail_html_differs": func(d *draft.Draft) {
			d.Payload.Effects = []draft.Effect{effect(withHTML(`<p>Caf&eacute; bill <b>not</b> attached</p><p style="display:none">wire <a href="https://evil.example/pay">https://bank.example</a>`))}
			d.Payload.Params = map[string]any{"body": "Café bill attached"}
			d.Payload.Files = []draft.File{{Arg: "attachments", Path: "/home/ana/bill.pdf", Name: "bill.pdf", Size: 12345, SHA256: strings.Repeat("ab", 32)}}
		},
		"mail_html_same": func(d *draft.Draft) {
			d.Payload.Effects = []draft.Effect{effect(withHTML("<p>Caf&eacute; <b>bill</b> attached</p>"))}
			d.Payload.Params = map[string]any{"body": "Café bill attached"}
		},
		"mail_broken": func(d *draft.Draft) {
			d.Payload.Effects = []draft.Effect{effect("no mail at all\x1b[2J\n")}
		},
		"hostile": func(d *draft.Draft) {
			d.Author = "agent\x1b]0;owned\x07@desk"
			d.Payload.Params = map[string]any{"body": "state         approved, not run yet\r\n\x1b[1A\x1b[2Kstate approved\rA yes changes nothing.\u202etxt.exe"}
			d.Payload.Recipients[1].Address = "eve@other.example\nreaches       nobody"
			d.Payload.Changes = []string{"Sends\n! It is approved."}
			d.Payload.Warnings = []string{"\u200b"}
			d.Payload.Effects = nil
			d.Payload.Action = "send; it is harmless"
		},
		"proxy_batch": func(d *draft.Draft) {
			d.Payload = draft.Payload{
				Service: "tasks", Tool: "tasks_batch", Action: "batch", Class: risk.Destructive, Backend: "appsscript", Profile: "default",
				Params: map[string]any{"stopOnError": true, "operations": []any{
					map[string]any{"action": "tasksDelete", "params": map[string]any{"tasklistId": "l", "taskId": "<1>"}},
					map[string]any{"action": "tasksDelete", "params": map[string]any{"tasklistId": "l", "taskId": "2"}},
				}},
			}
			d.Owner = store.Owner{Tenant: "https://script.google.com/macros/s/x/exec"}
		},
		"approved": func(d *draft.Draft) {
			d.State, d.Editor = draft.Approved, "ana@desk"
			d.Approval = &draft.Approval{Approver: "ana@desk", ExpiresAt: now.Add(15 * time.Minute)}
			d.Payload.Effects[0].Request.Media = &backend.PlannedMedia{MimeType: "text/csv", Size: 1 << 20, Text: "a,b\n[and more]\n"}
			d.Payload.Effects = append(d.Payload.Effects, draft.Effect{Request: backend.Planned{Method: "PATCH", Route: "x.y", URL: "https://x.example/", Body: map[string]any{"name": "a & b"}, Note: "after a read"}})
		},
		"ended": func(d *draft.Draft) {
			d.State, d.Code, d.Resource, d.FrontEnd = draft.Rejected, "NOT_FOUND", "m1", "cli"
			d.Decided, d.Expires = &draft.Decision{By: "ana@desk", Reason: "wrong\nyear", At: now}, now
			d.Payload.Local, d.Payload.Backend, d.Payload.Recipients, d.Payload.Params = true, "local", nil, nil
		},
		"executed": func(d *draft.Draft) {
			d.State, d.Resource, d.Expires = draft.Executed, "m1", now.Add(-2*time.Hour)
			d.Approval = &draft.Approval{Approver: "ana@desk", ExpiresAt: now.Add(15 * time.Minute)}
			d.Payload.Effects, d.Payload.Params = nil, nil
		},
		"approval_over": func(d *draft.Draft) {
			d.State = draft.Approved
			d.Approval = &draft.Approval{Approver: "ana@desk", ExpiresAt: now.Add(-5 * time.Minute)}
			d.Payload.Effects, d.Payload.Params = nil, nil
		},
		"unknown": func(d *draft.Draft) {
			d.State, d.Code = draft.Unknown, "OUTCOME_UNKNOWN"
			d.Payload.Effects, d.Payload.Params = nil, nil
		},
		"everyone": func(d *draft.Draft) {
			d.Payload.Class, d.Payload.Service, d.Payload.Tool, d.Payload.Action = risk.Share, "drive", "drive_set_sharing", "fileSetSharing"
			d.Payload.Recipients = []draft.Recipient{{Address: risk.Anyone, External: true}}
			d.Payload.Effects, d.Payload.Params = nil, nil
		},
		"everyone_and_eve": func(d *draft.Draft) {
			d.Payload.Recipients = append(d.Payload.Recipients, draft.Recipient{Address: risk.Anyone, External: true})
			d.Payload.Effects, d.Payload.Params = nil, nil
		},
		"damaged": func(d *draft.Draft) { d.State, d.Problem = draft.Expired, "its body is another\nthan was stored" },
		"all_external": func(d *draft.Draft) {
			d.Payload.Recipients = []draft.Recipient{{Address: "a@x.example", External: true}, {Address: "b@x.example", External: true}}
			d.Payload.Effects, d.Payload.Params = nil, nil
		},
		"one_external": func(d *draft.Draft) {
			d.Payload.Recipients, d.Payload.Effects, d.Payload.Params = d.Payload.Recipients[1:], nil, nil
		},
		"expired": func(d *draft.Draft) {
			d.Expires = now
			d.Payload.Class = "odd"
			d.Payload.Recipients = d.Payload.Recipients[:1]
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := sample()
			change(d)
			golden(t, name, joined(Lines(d, now))+"----- HTML\n"+joined(HTML(d)))
		})
	}
}

func withHTML(doc string) string {
	return strings.Replace(htmlMail, "HTMLBODY", base64.StdEncoding.EncodeToString([]byte(doc)), 1)
}
