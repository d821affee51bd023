package review

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// sample is a draft that waits.
func sample(n int, class risk.Class, body string) *draft.Draft {
	id := fmt.Sprintf("d-%012d", n)
	return &draft.Draft{
		ID: id, Revision: 1, Digest: fmt.Sprintf("sha256:%064x", n), State: draft.Pending,
		Owner: store.Owner{Tenant: "google", Account: "ana@corp.example"}, Author: "agent@desk", FrontEnd: "mcp",
		Created: now.Add(-2 * time.Hour), Expires: now.Add(70 * time.Hour),
		Payload: draft.Payload{
			Service: "gmail", Tool: "gmail_send", Action: "send", Class: class, Profile: "work", Backend: "google", Account: "ana@corp.example",
			Recipients: []draft.Recipient{{Address: "ben@corp.example"}, {Address: "eve@other.example", External: true}},
			Params:     map[string]any{"to": "eve@other.example", "body": body},
			Effects: []draft.Effect{{Request: backend.Planned{
				Route: "gmail.users.messages.send", Method: "POST", URL: "https://gmail.googleapis.com/upload/gmail/v1/users/me/messages/send",
				Media: &backend.PlannedMedia{MimeType: "message/rfc822", Text: "From: ana@corp.example\r\nTo: eve@other.example\r\nSubject: Figures\r\n\r\n" + body},
			}}},
		},
	}
}

// desk stands for the command: it keeps the drafts and what was decided.
type desk struct {
	waiting  []*draft.Draft
	approved []string // "ID revision run"
	rejected []string // "ID reason"
	edit     func(*draft.Draft) (*draft.Draft, error)
	fail     error
	reload   error
}

func (k *desk) drop(id string) {
	k.waiting = slices.DeleteFunc(slices.Clone(k.waiting), func(d *draft.Draft) bool { return d.ID == id })
}

func (k *desk) options() Options {
	return Options{
		Drafts: k.waiting, Now: func() time.Time { return now },
		Approve: func(_ context.Context, d *draft.Draft, run bool) (string, error) {
			if k.fail != nil {
				return "", k.fail
			}
			k.approved = append(k.approved, fmt.Sprintf("%s %d %v", d.ID, d.Revision, run))
			k.drop(d.ID)
			return "Approved " + d.ID + ".", nil
		},
		Reject: func(_ context.Context, d *draft.Draft, reason string) error {
			if k.fail != nil {
				return k.fail
			}
			k.rejected = append(k.rejected, d.ID+" "+reason)
			k.drop(d.ID)
			return nil
		},
		Edit: func(_ context.Context, d *draft.Draft) (*draft.Draft, error) {
			now, err := k.edit(d)
			for i := range k.waiting {
				if err == nil && k.waiting[i].ID == d.ID {
					k.waiting[i] = now
				}
			}
			return now, err
		},
		Reload: func(context.Context) ([]*draft.Draft, error) { return k.waiting, k.reload },
	}
}

// testingT is what tests and properties share.
type testingT interface {
	Helper()
	Fatalf(format string, args ...any)
	Error(args ...any)
	Context() context.Context
}

// driver gives keys to a model and runs its jobs at once. Time passes when the
// test says so.
type driver struct {
	*model
	t    testingT
	quit bool
}

func drive(t testingT, k *desk, width, height int) *driver {
	ctx, cancel := context.WithCancel(t.Context())
	v := &driver{model: newModel(k.options(), &jobs{ctx: ctx, cancel: cancel}), t: t}
	v.Init()
	v.send(tea.WindowSizeMsg{Width: width, Height: height})
	v.wait()
	return v
}

func (v *driver) send(msg tea.Msg) {
	_, cmd := v.Update(msg)
	v.check()
	switch {
	case cmd == nil:
	case v.mode == busy:
		v.send(cmd()) // the decision; an edit is not sent through here
	default:
		// A timer is the test's business; only the end of the screen is not.
		v.quit = v.quit || isQuit(msg, v)
	}
}

// isQuit: the commands that end the screen come of these keys alone.
func isQuit(msg tea.Msg, v *driver) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && (k.String() == "q" || k.String() == "ctrl+c") || v.leaving
}

// wait lets enough time pass for the screen to settle.
func (v *driver) wait() { v.send(settledMsg(v.settling)) }

// keys presses keys without a pause: letters, or names in angle brackets.
func (v *driver) keys(s string) {
	for s != "" {
		name := s[:1]
		if strings.HasPrefix(s, "<") {
			name = s[1:strings.IndexByte(s, '>')]
			s = s[1:]
		}
		s = strings.TrimPrefix(s[len(name):], ">")
		v.send(press(name))
	}
}

// calmly presses keys with a pause after each.
func (v *driver) calmly(s string) {
	for _, k := range strings.Fields(s) {
		v.keys(k)
		v.wait()
	}
}

func press(name string) tea.KeyPressMsg {
	special := map[string]tea.Key{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "space": {Code: tea.KeySpace, Text: " "},
		"pgdown": {Code: tea.KeyPgDown}, "pgup": {Code: tea.KeyPgUp}, "down": {Code: tea.KeyDown}, "up": {Code: tea.KeyUp},
		"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "backspace": {Code: tea.KeyBackspace},
		"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+z": {Code: 'z', Mod: tea.ModCtrl},
		"repeat a": {Code: 'a', Text: "a", IsRepeat: true}, "repeat y": {Code: 'y', Text: "y", IsRepeat: true},
	}
	if k, ok := special[name]; ok {
		return tea.KeyPressMsg(k)
	}
	r := []rune(name)[0]
	return tea.KeyPressMsg{Code: r, Text: name}
}

// check holds for every screen: it has no more rows than the terminal, none is
// too wide, and nothing steers the terminal.
func (v *driver) check() {
	v.t.Helper()
	rows := v.screen()
	if len(rows) > v.height {
		v.t.Fatalf("%d rows on a screen of %d:\n%s", len(rows), v.height, strings.Join(rows, "\n"))
	}
	for _, r := range rows {
		if text.Width(r) > v.width || text.Line(r) != r {
			v.t.Fatalf("row %q does not fit into %d cells, or steers the terminal", r, v.width)
		}
	}
}

func (v *driver) shows(s string) bool { return strings.Contains(strings.Join(v.screen(), "\n"), s) }

func (v *driver) want(s string) {
	v.t.Helper()
	if !v.shows(s) {
		v.t.Fatalf("the screen does not show %q:\n%s", s, strings.Join(v.screen(), "\n"))
	}
}
