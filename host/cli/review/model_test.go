package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

func deskOf(class risk.Class, bodies ...string) *desk {
	k := &desk{}
	for i, b := range bodies {
		k.waiting = append(k.waiting, sample(i+1, class, b))
	}
	return k
}

const long = "line of a text that goes on\n"

// TestApprove: which keys approve what, for each class.
func TestApprove(t *testing.T) {
	for _, tt := range []struct {
		class risk.Class
		body  string
		keys  string
		want  string
	}{
		{risk.Write, "x", "a", "d-000000000001 1 true"},
		{risk.Write, "x", "A", "d-000000000001 1 false"},
		{risk.Write, "x", "y", ""},
		{risk.Send, "x", "a", ""},
		{risk.Send, "x", "a y", "d-000000000001 1 true"},
		{risk.Send, "x", "A y", "d-000000000001 1 false"},
		{risk.Share, "x", "a y", "d-000000000001 1 true"},
		{risk.Destructive, "x", "a y", "d-000000000001 1 true"},
		{risk.Admin, "x", "a y", "d-000000000001 1 true"},
		{"odd", "x", "a", ""},
		{risk.Send, "x", "a n y", ""},
		{risk.Send, "x", "a a y", ""},
		{risk.Send, "x", "a <enter> y", ""},
		{risk.Send, "x", "a <esc> a y", "d-000000000001 1 true"},
		{risk.Send, "x", "a j y", "d-000000000001 1 true"}, // scrolling the question is no answer
		// Not seen to its end: asked about once.
		{risk.Write, strings.Repeat(long, 90), "a", ""},
		{risk.Write, strings.Repeat(long, 90), "a y", "d-000000000001 1 true"},
		{risk.Send, strings.Repeat(long, 90), "a y", ""},
		{risk.Send, strings.Repeat(long, 90), "a y y", "d-000000000001 1 true"},
		{risk.Send, strings.Repeat(long, 90), "a y <esc> a y", "d-000000000001 1 true"},
		{risk.Send, strings.Repeat(long, 90), "<space> <space> <space> <space> a y", "d-000000000001 1 true"},
		{risk.Write, strings.Repeat(long, 90), "<pgdown> <pgdown> <pgdown> <pgdown> a", "d-000000000001 1 true"},
	} {
		t.Run(fmt.Sprintf("%s %s", tt.class, tt.keys), func(t *testing.T) {
			k := deskOf(tt.class, tt.body)
			v := drive(t, k, 100, 46)
			v.calmly(tt.keys)
			if got := strings.Join(k.approved, ", "); got != tt.want {
				t.Errorf("approved %q, want %q\n%s", got, tt.want, strings.Join(v.screen(), "\n"))
			}
		})
	}
}

// TestTooFast: keys that come in one go, are held down or pasted approve nothing.
func TestTooFast(t *testing.T) {
	for _, tt := range []struct {
		name  string
		class risk.Class
		do    func(v *driver)
	}{
		{"a and y in one go", risk.Send, func(v *driver) { v.keys("ay") }},
		{"held down", risk.Write, func(v *driver) { v.keys("<repeat a>") }},
		{"y held down", risk.Send, func(v *driver) { v.keys("a"); v.wait(); v.keys("<repeat y>") }},
		{"after a move", risk.Write, func(v *driver) { v.keys("na") }},
		{"after a move, on and on", risk.Write, func(v *driver) { v.keys("na"); v.keys("aaaa") }},
		{"after help", risk.Write, func(v *driver) { v.keys("?"); v.wait(); v.keys("<enter>a") }},
		{"after a resize", risk.Write, func(v *driver) { v.send(tea.WindowSizeMsg{Width: 70, Height: 60}); v.keys("a") }},
		{"a resize at the question", risk.Send, func(v *driver) {
			v.keys("a")
			v.wait()
			v.send(tea.WindowSizeMsg{Width: 70, Height: 60})
			v.keys("y")
		}},
		{"an earlier screen's timer", risk.Send, func(v *driver) { n := v.settling; v.keys("a"); v.send(settledMsg(n)); v.keys("y") }},
		{"pasted", risk.Write, func(v *driver) { v.send(tea.PasteMsg{Content: "a"}); v.keys("a") }},
		{"pasted at the question", risk.Send, func(v *driver) { v.keys("a"); v.wait(); v.send(tea.PasteMsg{Content: "y"}); v.keys("y") }},
		{"back from sleep", risk.Write, func(v *driver) { v.send(tea.ResumeMsg{}); v.keys("a") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := deskOf(tt.class, "x", "y")
			v := drive(t, k, 100, 60)
			tt.do(v)
			if len(k.approved) > 0 {
				t.Errorf("approved %q", k.approved)
			}
		})
	}
	t.Run("the next draft", func(t *testing.T) {
		k := deskOf(risk.Write, "x", "y", "z")
		v := drive(t, k, 100, 60)
		v.keys("aaaaaaaa")
		if len(k.approved) != 1 {
			t.Errorf("approved %q, want the first alone", k.approved)
		}
		v.wait()
		v.keys("a")
		if len(k.approved) != 2 {
			t.Errorf("approved %q, want two", k.approved)
		}
	})
}

// TestAfterADecision: the next draft is shown with a line about the last one.
func TestAfterADecision(t *testing.T) {
	k := deskOf(risk.Write, "x", "y", "z")
	v := drive(t, k, 100, 60)
	v.calmly("n a")
	v.want("Approved d-000000000002.")
	v.want("2 of 2  d-000000000003")
	v.calmly("r")
	v.want("Why not?")
	v.keys("wr<backspace>rong")
	v.keys("<space>year<enter>")
	v.want("Rejected draft d-000000000003.")
	v.want("1 of 1  d-000000000001")
	v.wait()
	v.calmly("r <esc>")
	v.want("Not rejected.")
	v.calmly("r x <ctrl+u> <enter>")
	v.want("No draft waits")
	v.calmly("a y r e j h ? n")
	if v.keys("q"); !v.quit {
		t.Error("q does not quit")
	}
	want := []string{"d-000000000003 wrong year", "d-000000000001 "}
	if !slices.Equal(k.rejected, want) {
		t.Errorf("rejected %q, want %q", k.rejected, want)
	}
}

// TestFailure: an error is shown in full with the way on, and the draft is read
// anew. TestA38, TestA39 and TestA42 of host/draft and host/invoke make them.
func TestFailure(t *testing.T) {
	for _, tt := range []struct {
		name   string
		err    error
		says   []string
		reload bool
	}{
		{"A38 stale", fault.New(fault.DraftStale, "draft d-1 has revision 2, not 1").WithHint("look at it again"), []string{"revision 2, not 1", "DRAFT_STALE", "look at it again"}, true},
		{"A39 digest", fault.New(fault.DraftDigest, "another digest"), []string{"another digest", "DRAFT_DIGEST", "approve what it is now"}, true},
		{"A42 policy", fault.New(fault.ActionNotAllowed, "eve@other.example is outside\n\x1b[2J"), []string{"eve@other.example is outside", "ACTION_NOT_ALLOWED"}, true},
		{"another error", errors.New("odd"), []string{"odd", "CLIENT_ERROR"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := deskOf(risk.Write, "x", "y")
			v := drive(t, k, 100, 60)
			k.fail = tt.err
			changed := sample(1, risk.Write, "what it is now")
			changed.Revision = 2
			k.waiting = []*draft.Draft{changed, k.waiting[1]}
			v.calmly("a")
			for _, s := range tt.says {
				v.want(s)
			}
			v.want("could not be approved and run")
			v.want("read anew")
			v.keys("<enter>")
			v.want("revision 2")
			v.want("what it is now")
			v.keys("a")
			if len(k.approved) > 0 {
				t.Error("approved")
			}
		})
	}
	t.Run("does not wait any more", func(t *testing.T) {
		k := deskOf(risk.Write, "x")
		v := drive(t, k, 60, 20)
		k.fail, k.waiting = fault.New(fault.OutcomeUnknown, "it may have happened"), nil
		v.calmly("a y")
		v.want("does not wait any more")
		v.calmly("<enter>")
		v.want("No draft waits")
	})
	t.Run("reloading fails", func(t *testing.T) {
		k := deskOf(risk.Write, "x", "y")
		v := drive(t, k, 100, 60)
		k.reload = fault.New(fault.StoreUnavailable, "no store")
		v.calmly("a")
		v.want("no store")
		v.want("1 of 1  d-000000000002")
	})
	t.Run("a panic of the command", func(t *testing.T) {
		k := deskOf(risk.Write, "x", "y")
		v := drive(t, k, 100, 60)
		v.o.Approve = nil
		v.calmly("a")
		v.want("a fault of the program")
	})
}

// TestEdit: after an edit the draft is another version, which nobody has seen.
func TestEdit(t *testing.T) {
	k := deskOf(risk.Write, "x")
	v := drive(t, k, 100, 46)
	edited := sample(1, risk.Write, strings.Repeat(long, 90))
	edited.Revision, edited.Digest = 2, "sha256:"+strings.Repeat("ab", 32)
	k.edit = func(*draft.Draft) (*draft.Draft, error) { return edited, nil }
	edit := func() {
		e := &editing{m: v.model}
		v.Update(press("e")) // the command would hand over the terminal
		if v.mode != busy {
			t.Fatal("e does nothing")
		}
		e.job = job{draft: v.draft(), do: editOf(v.model, v.draft())}
		_ = e.Run()
		v.send(e.done(nil))
	}
	edit()
	v.want("Changed: this is revision 2")
	v.wait()
	v.keys("a")
	v.want("You have not seen all")
	if len(k.approved) > 0 {
		t.Error("approved")
	}
	v.calmly("<esc>")
	edit()
	v.want("Nothing was changed")
	k.edit = func(*draft.Draft) (*draft.Draft, error) { return nil, fault.New(fault.Usage, "no such argument") }
	v.wait()
	edit()
	v.want("no such argument")
}

// TestInterrupt: Ctrl-C leaves without a decision, and stops one that is under
// way before it leaves.
func TestInterrupt(t *testing.T) {
	for _, before := range []string{"", "a", "r", "?", "a <esc>"} {
		k := deskOf(risk.Send, "x")
		v := drive(t, k, 100, 60)
		v.calmly(before)
		v.keys("<ctrl+c>")
		if !v.quit || !v.interrupted || len(k.approved)+len(k.rejected) > 0 {
			t.Errorf("after %q: quit %v, interrupted %v", before, v.quit, v.interrupted)
		}
	}
	k := deskOf(risk.Write, "x")
	v := drive(t, k, 100, 60)
	_, cmd := v.Update(press("a"))
	v.keys("q") // not while it is carried out
	v.want("Please wait: approving and running draft d-000000000001")
	v.keys("<ctrl+c>")
	if v.quit || v.jobs.ctx.Err() == nil {
		t.Error("left before the decision was carried out, or did not stop it")
	}
	k.fail = fault.New(fault.OutcomeUnknown, "it may have happened").WithHint("look first")
	v.send(cmd())
	if v.fault == nil || v.fault.Code != fault.Interrupted || !strings.Contains(v.fault.Error(), "it may have happened (look first)") {
		t.Errorf("ended with %v", v.fault)
	}
}

// TestHTML: h shows what the HTML version says, also where it is the same.
func TestHTML(t *testing.T) {
	k := deskOf(risk.Send, "x", "y")
	m := k.waiting[1].Payload.Effects[0].Request.Media
	m.Text = "From: ana@corp.example\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nyes\r\n" +
		"--b\r\nContent-Type: text/html\r\n\r\n<p>yes</p>\r\n--b--\r\n"
	v := drive(t, k, 100, 60)
	v.keys("h")
	v.want("no HTML version")
	v.keys("n")
	v.want("h HTML")
	v.keys("h")
	v.want("It says the same as the text.")
	v.keys("<enter>")
	v.want("What would be sent first")
	m.Text = strings.Replace(m.Text, "<p>", "<p>by no means: ", 1)
	v.keys("pn")
	v.want("by no means: yes")
	v.keys("h")
	v.want("It says something else than the text.")
}

// TestSizeComesFirst: what would fit into a window of another size was not seen.
func TestSizeComesFirst(t *testing.T) {
	k := deskOf(risk.Write, "x")
	p := &k.waiting[0].Payload
	p.Effects, p.Params, p.Recipients, p.Profile = nil, nil, nil, ""
	k.waiting[0].Digest, k.waiting[0].Author = "sha256:1", ""
	v := drive(t, k, 80, 12)
	v.calmly("a")
	v.want("You have not seen all")
	if len(k.approved) > 0 {
		t.Error("approved")
	}
}

// TestSmall: a window without room for a draft decides nothing.
func TestSmall(t *testing.T) {
	for _, size := range [][2]int{{23, 40}, {80, 9}, {1, 1}, {2, 3}, {24, 1}} {
		k := deskOf(risk.Write, "x")
		v := drive(t, k, size[0], size[1])
		v.calmly("a y A y r <enter>")
		if len(k.approved)+len(k.rejected) > 0 {
			t.Errorf("%v: decided in a window that is too small", size)
		}
		if v.keys("q"); !v.quit {
			t.Errorf("%v: q does not quit", size)
		}
	}
}

// TestScroll: keys move by rows and pages, and never beyond the ends.
func TestScroll(t *testing.T) {
	v := drive(t, deskOf(risk.Write, strings.Repeat(long, 90)), 80, 24)
	v.want("MORE BELOW")
	v.keys("kk<up><pgup>b")
	if v.body.top != 0 {
		t.Errorf("scrolled above the beginning: %d", v.body.top)
	}
	v.keys("jj<down>")
	if v.body.top != 3 {
		t.Errorf("three rows down is %d", v.body.top)
	}
	v.keys(strings.Repeat("<space>", 40))
	v.want("the end")
	end := v.body.top
	v.keys("j<pgdown>")
	if v.body.top != end {
		t.Error("scrolled beyond the end")
	}
	v.send(tea.WindowSizeMsg{Width: 40, Height: 24})
	v.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if v.body.top > end || v.body.top < end-5 {
		t.Errorf("the place is lost by resizing: %d, was %d", v.body.top, end)
	}
	v.keys("g")
	if v.body.top != 0 {
		t.Error("g does not go to the beginning")
	}
}

// TestNeedsATerminal: anything else would be an empty screen without end.
func TestNeedsATerminal(t *testing.T) {
	o := deskOf(risk.Send, "x").options()
	o.In, o.Out = strings.NewReader("ay"), &strings.Builder{}
	if err := Run(t.Context(), o); fault.CodeOf(err) != fault.Usage || !strings.Contains(err.Error(), "drafts list") {
		t.Errorf("ended with %v", err)
	}
}
