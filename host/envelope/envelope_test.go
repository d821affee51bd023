package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/vectors"
)

func TestVectors(t *testing.T) {
	vectors.Run(t, "envelope", []string{"malformed", "valid"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Value json.RawMessage `json:"value"`
		}
		var want struct {
			OK    bool            `json:"ok"`
			Error string          `json:"error"`
			Value json.RawMessage `json:"value"`
		}
		v.In(t, &in)
		v.Want(t, &want)
		r, err := Parse(in.Value)
		if err != nil {
			if fault.CodeOf(err) != fault.MalformedResponse {
				t.Errorf("code %s", fault.CodeOf(err))
			}
			return cmp.Diff(want.Error, rule(err))
		}
		if !want.OK {
			return "want the rule " + want.Error + ", got no error"
		}
		return cmp.Diff(vectors.Decode(t, want.Value), any(r.Object()))
	})
}

func rule(err error) string {
	var r Rule
	errors.As(err, &r)
	return string(r)
}

func TestExitVectors(t *testing.T) {
	vectors.Run(t, "exit", []string{"exitCodeFor"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Response struct {
				Success bool
				Data    any
				Partial bool
				Results []any
				Error   *Error
			} `json:"response"`
		}
		var want struct {
			Exit int `json:"exit"`
		}
		v.In(t, &in)
		v.Want(t, &want)
		r := in.Response
		got := (&Response{Success: r.Success, Data: r.Data, Partial: r.Partial, Results: r.Results, Error: r.Error}).Exit()
		return cmp.Diff(want.Exit, got)
	})
}

// What encoding/json would let pass or mend.
func TestStrictJSON(t *testing.T) {
	bad := map[string]string{
		"empty":              ``,
		"blank":              " \n",
		"html":               `<html>`,
		"cut":                `{"success":true`,
		"followed":           `{"success":true,"data":1}x`,
		"two values":         `{"success":true,"data":1}{}`,
		"key twice":          `{"success":false,"success":true,"data":1}`,
		"key twice, escaped": `{"success":true,"data":{"a":1,"\u0061":2}}`,
		"key twice, deep":    `{"success":true,"data":[{"b":{"a":1,"a":1}}]}`,
		"broken UTF-8":       "{\"success\":true,\"data\":\"\xff\"}",
		"comma at the end":   `{"success":true,"data":1,}`,
		"NaN":                `{"success":true,"data":NaN}`,
		"deep":               `{"success":true,"data":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`,
	}
	for name, body := range bad {
		if _, err := Parse([]byte(body)); rule(err) != string(RuleJSON) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Parse([]byte("\xef\xbb\xbf" + `{"success":true,"data":1}`)); err != nil {
		t.Errorf("byte order mark: %v", err)
	}
}

func TestDataMustBeThere(t *testing.T) {
	if _, err := Parse([]byte(`{"success":true}`)); rule(err) != string(RuleData) {
		t.Errorf("got %v", err)
	}
}

func TestDigitsAreKept(t *testing.T) {
	r, err := Parse([]byte(`{"success":true,"data":[9007199254740993,1.10,1e400]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []any{json.Number("9007199254740993"), json.Number("1.10"), json.Number("1e400")}
	if diff := cmp.Diff(want, r.Data); diff != "" {
		t.Error(diff)
	}
}

func TestCorrelationIDIsKept(t *testing.T) {
	r, err := Parse([]byte(`{"success":false,"error":{"code":"X","message":"m","correlationId":"c-1"}}`))
	if err != nil || r.Error.CorrelationID != "c-1" {
		t.Fatal(r, err)
	}
	if got := r.Object()["error"].(map[string]any)["correlationId"]; got != "c-1" {
		t.Errorf("got %v", got)
	}
}

// An answer may hold mail, secrets, anything: no error repeats any of it.
func TestErrorsRepeatNothing(t *testing.T) {
	for _, body := range []string{`zq7canary`, `{"success":"zq7canary"}`, `{"success":false,"error":{"code":"zq7canary","message":" "}}`} {
		if _, err := Parse([]byte(body)); err == nil || strings.Contains(err.Error(), "zq7canary") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestEveryRuleHasWords(t *testing.T) {
	src, err := os.ReadFile("rule.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(src)) {
		if _, name, ok := strings.Cut(line, ` Rule = "`); ok {
			n++
			r := Rule(strings.TrimSuffix(strings.TrimSpace(name), `"`))
			if r.what() == string(r) {
				t.Errorf("%s has no words", r)
			}
		}
	}
	if n != 18 {
		t.Errorf("found %d rules", n)
	}
}

// Whatever arrives: no panic, and an answer that is accepted means the same
// after it was written and read again.
func FuzzParse(f *testing.F) {
	for _, v := range vectors.Load(f, "envelope") {
		if v.Kind == "valid" || v.Kind == "malformed" {
			var in struct {
				Value json.RawMessage `json:"value"`
			}
			v.In(f, &in)
			f.Add([]byte(in.Value))
		}
	}
	f.Add([]byte(`{"success":true,"data":{"a":1,"a":2}}`))
	f.Add([]byte("\xef\xbb\xbf{\"success\":true,\"data\":1e400}"))
	f.Add([]byte("{\"success\":true,\"data\":\"\xff\\ud800\"}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := Parse(body)
		if err != nil {
			if fault.CodeOf(err) != fault.MalformedResponse {
				t.Fatalf("code %s", fault.CodeOf(err))
			}
			return
		}
		if r.Success == (r.Error != nil) {
			t.Fatal("neither success nor failure, or both")
		}
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		if err := enc.Encode(r.Object()); err != nil {
			t.Fatal(err)
		}
		again, err := Parse(out.Bytes())
		if err != nil {
			t.Fatalf("%v\n%s", err, out.Bytes())
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
