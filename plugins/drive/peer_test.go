package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/wslite/wslite/plugins/internal/paritytest"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/value"
)

// peerVectors are the recorded answers of the peer and their forms for people.
const peerVectors = "../../testdata/vectors/envelope.json"

type peerVector struct {
	ID, Kind string
	Input    struct{ Bytes, Data json.RawMessage }
	Expected struct {
		Text  string
		Lines []string
	}
	Quirk string
}

func eachVector(t *testing.T, kind string, run func(*testing.T, peerVector)) {
	t.Helper()
	text, err := os.ReadFile(peerVectors)
	if err != nil {
		t.Fatal(err)
	}
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, raw := range all {
		if !strings.Contains(string(raw), `"`+kind+`"`) {
			continue
		}
		var v peerVector
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		if v.Kind != kind || v.Quirk != "" {
			continue
		}
		ran++
		t.Run(v.ID, func(t *testing.T) { run(t, v) })
	}
	if ran < 3 {
		t.Errorf("only %d vectors of %s ran", ran, kind)
	}
}

// A size that no file can have, one below 0 or with a fraction, gets no line.
func TestSizeVectors(t *testing.T) {
	eachVector(t, "formatBytes", func(t *testing.T, v peerVector) {
		n, err := value.Parse(string(v.Input.Bytes))
		if err != nil {
			t.Fatalf("the size %q is no JSON: %v", v.Input.Bytes, err)
		}
		want := v.Expected.Text
		if i, whole := n.AsInt(); !whole || i < 0 {
			want = ""
		}
		if got := show.Bytes(n); got != want {
			t.Errorf("%s is %q, want %q", v.Input.Bytes, got, want)
		}
	})
}

func TestPermissionVectors(t *testing.T) {
	eachVector(t, "formatPermissions", func(t *testing.T, v peerVector) {
		got := paritytest.Render(t, drive(), "drive_get_permissions", nil, v.Input.Data, nil)
		if want := strings.Join(v.Expected.Lines, "\n") + "\n"; got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}
