package plugintest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wslite/wslite/sdk/abi"
)

func compareFailure(t testing.TB, want *Failure, got *abi.Error) {
	t.Helper()
	switch {
	case want == nil:
		t.Errorf("refused: %s %q (field %q)", got.Code, got.Message, got.Field)
	case got == nil:
		t.Errorf("not refused, want %s", want.Code)
	case got.Code != want.Code || got.Field != want.Field:
		t.Errorf("refused with %s on %q (%s), want %s on %q", got.Code, got.Field, got.Message, want.Code, want.Field)
	case !strings.Contains(got.Message, want.Message):
		t.Errorf("message %q, want one with %q", got.Message, want.Message)
	case got.Message == "":
		t.Error("a refusal without a message")
	}
}

func compareStrings(t testing.TB, what string, want, got []string) {
	t.Helper()
	if !slices.Equal(want, got) {
		t.Errorf("%s %q, want %q", what, got, want)
	}
}

func compareJSON(t testing.TB, what string, want, got []byte) {
	t.Helper()
	if !sameJSON(t, want, got) {
		t.Errorf("%s\n%s\nwant\n%s", what, got, want)
	}
}

// sameJSON compares two JSON texts, numbers by their digits. Absent text is
// the same as absent text only.
func sameJSON(t testing.TB, a, b []byte) bool {
	t.Helper()
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	return reflect.DeepEqual(decode(t, a), decode(t, b))
}

func decode(t testing.TB, text []byte) any {
	t.Helper()
	var v any
	if err := strict(text, &v); err != nil {
		t.Fatalf("plugintest: %v in %s", err, text)
	}
	return v
}

// sameRequest compares a request with what an exchange expects. Keep, MaxText
// and Tolerate shape the answer and not what leaves the host; they count where
// the exchange states them.
func sameRequest(t testing.TB, want, got abi.Request) bool {
	t.Helper()
	if want.Keep == "" {
		got.Keep = ""
	}
	if want.MaxText == 0 {
		got.MaxText = 0
	}
	if want.Tolerate == nil {
		got.Tolerate = nil
	}
	a, errA := json.Marshal(want)
	b, errB := json.Marshal(got)
	if errA != nil || errB != nil {
		t.Fatalf("plugintest: request: %v %v", errA, errB)
	}
	return sameJSON(t, a, b)
}
