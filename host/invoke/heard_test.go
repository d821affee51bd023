package invoke

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/guest"
	"github.com/wslite/wslite/sdk/abi"
)

// talker logs in each call, and fails at plan.
type talker struct {
	lines []guest.Line
	each  []guest.Line
}

func (l *talker) Begin(context.Context, string, abi.Clock) (Invocation, error) { return l, nil }
func (l *talker) FuelUsed() int64                                              { return 0 }
func (l *talker) End()                                                         {}
func (l *talker) Log() []guest.Line                                            { return l.lines }
func (l *talker) Call(_ context.Context, export string, _ []byte) ([]byte, error) {
	l.lines = append(l.lines, l.each...)
	if export == abi.ExportPlan {
		return nil, errors.New("trapped")
	}
	return nil, nil
}

// Lines are passed on as they come, once each, also those of a call that failed.
func TestLogIsHeard(t *testing.T) {
	l := &talker{each: []guest.Line{{Level: guest.LevelInfo, Text: "one"}, {Level: guest.LevelError, Text: "two"}}}
	var got []guest.Line
	p := &Pipeline{Modules: l}
	inv, err := p.begin(t.Context(), "x", abi.Clock{}, func(line guest.Line) { got = append(got, line) })
	if err != nil {
		t.Fatal(err)
	}
	for i, export := range []string{abi.ExportTransform, abi.ExportPlan, abi.ExportRender} {
		if _, err := inv.Call(t.Context(), export, nil); (err != nil) != (export == abi.ExportPlan) {
			t.Fatal(err)
		}
		if len(got) != 2*(i+1) {
			t.Fatalf("after %s: %v", export, got)
		}
	}
	if want := "[{info one} {error two} {info one} {error two} {info one} {error two}]"; fmt.Sprint(got) != want {
		t.Errorf("%v", got)
	}
	if inv, err := p.begin(t.Context(), "x", abi.Clock{}, nil); err != nil || inv != Invocation(l) {
		t.Errorf("nobody listens, and the instance is %T, %v", inv, err)
	}
}

func TestAFloodOfLinesIsCut(t *testing.T) {
	l := &talker{}
	for i := range 60_000 {
		l.each = append(l.each, guest.Line{Level: guest.LevelInfo, Text: fmt.Sprint(i)})
	}
	l.each[3].Text = strings.Repeat("x", 60_000)
	var got []guest.Line
	inv, err := (&Pipeline{Modules: l}).begin(t.Context(), "x", abi.Clock{}, func(line guest.Line) { got = append(got, line) })
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := inv.Call(t.Context(), abi.ExportTransform, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != maxHeard+1 || got[maxHeard-1].Text != fmt.Sprint(maxHeard-1) || got[maxHeard].Level != guest.LevelWarn || len(got[3].Text) > maxLine+3 {
		t.Errorf("%d lines; the last is %v; a long one has %d bytes", len(got), got[len(got)-1], len(got[3].Text))
	}
}
