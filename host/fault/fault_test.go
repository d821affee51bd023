package fault

import (
	"errors"
	"fmt"
	"testing"
)

// TestTable: every code has one row with a meaning, a way on and an exit code
// that stands in the documentation.
func TestTable(t *testing.T) {
	exits := map[int]bool{ExitFailure: true, ExitConfirm: true, ExitUsage: true, ExitSignIn: true, ExitUnknown: true, ExitInterrupted: true}
	seen := map[Code]bool{}
	for _, e := range Table {
		if seen[e.Code] || e.Meaning == "" || e.Action == "" || !exits[e.Exit] {
			t.Errorf("%+v: twice, without words, or with an unknown exit code", e)
		}
		seen[e.Code] = true
	}
	for _, c := range []Code{
		Usage, BadRequest, ConfirmationRequired, ActionNotAllowed, BatchNotAllowed, LimitExceeded, NotFound, Conflict,
		RateLimited, Unauthorized, NotSignedIn, NotSupported, Client, Network, Upstream, MalformedResponse, OutcomeUnknown,
		PluginRefused, PluginFault, PluginOutOfFuel, PluginLimit, PluginViolation, PluginChanged, Interrupted,
	} {
		if !seen[c] {
			t.Errorf("%s has no row", c)
		}
	}
	if Table[0].Retryable {
		t.Error("a usage error is not helped by repeating it")
	}
}

// TestExitCodes are the peer's (vectors exit, kind codes) and ours above them.
func TestExitCodes(t *testing.T) {
	for name, pair := range map[string][2]int{
		"SUCCESS": {ExitOK, 0}, "FAILURE": {ExitFailure, 1}, "CONFIRM": {ExitConfirm, 2}, "PARTIAL": {ExitPartial, 3}, "USAGE": {ExitUsage, 4},
		"sign-in": {ExitSignIn, 5}, "unknown": {ExitUnknown, 6}, "interrupted": {ExitInterrupted, 130},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %d, want %d", name, pair[0], pair[1])
		}
	}
}

func TestExitOf(t *testing.T) {
	service := func(c Code) error { e := New(c, "m"); e.FromService = true; return e }
	for _, tt := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {errors.New("x"), 1}, {New(Usage, "x"), 4}, {fmt.Errorf("around: %w", New(NotSignedIn, "x")), 5},
		{New("ODD", "x"), 1}, {service(Usage), 1}, {service(ConfirmationRequired), 2}, {service(OutcomeUnknown), 1},
	} {
		if got := ExitOf(tt.err); got != tt.want {
			t.Errorf("%v: exit %d, want %d", tt.err, got, tt.want)
		}
	}
	cause := errors.New("secret cause")
	e := Wrap(cause, Network, "no answer from %s", "h").WithField("f").WithHint("try %d", 1)
	if e.Error() != "no answer from h (try 1)" || !errors.Is(e, cause) || e.Field != "f" || CodeOf(e) != Network || CodeOf(cause) != Client || Of(nil) != nil {
		t.Errorf("%+v", e)
	}
}
