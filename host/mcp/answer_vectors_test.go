package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/vectors"
)

// formatInput is the answer that is laid out. The peer's own lines above and
// below it (opts) belong to its tools' texts, which are not ours.
type formatInput struct {
	Response map[string]any  `json:"response"`
	Opts     map[string]bool `json:"opts"`
}

type formatWant struct {
	ContentItems int      `json:"contentItems"`
	Type         string   `json:"type"`
	IsErrorFlag  bool     `json:"isErrorFlag"`
	Truncated    bool     `json:"truncated"`
	Footer       []string `json:"footer"`
	Body         *string  `json:"body"`
	BodyLength   int      `json:"bodyLength"`
	Line         string   `json:"line"`
	LineLength   int      `json:"lineLength"`
}

// TestFormatVectors lays the recorded answers out as text: the body, the lines
// below it, the limit.
func TestFormatVectors(t *testing.T) {
	vectors.Run(t, "envelope", []string{"formatResponse", "limits"}, func(t *testing.T, v vectors.Vector) string {
		if v.Kind == "limits" {
			return limitsOf(t, v)
		}
		var in formatInput
		var want formatWant
		decode(t, v.Input, &in)
		decode(t, v.Expected, &want)
		response, err := envelope.Parse([]byte(document(repeated(in.Response), "")))
		if err != nil {
			t.Fatal(err)
		}
		res := result(nil)
		res.Response = response
		out := answering(nil, "").answer(res)
		shown := shownOf(t, out)
		switch {
		case len(out.Content) != want.ContentItems || want.Type != "text":
			return fmt.Sprintf("%d contents", len(out.Content))
		case out.IsError != want.IsErrorFlag:
			return fmt.Sprintf("isError %v", out.IsError)
		case want.Line != "" && shown != want.Line:
			return fmt.Sprintf("%q, want %q", shown, want.Line)
		case want.LineLength > 0 && units(shown) != want.LineLength:
			return fmt.Sprintf("%d units, want %d", units(shown), want.LineLength)
		}
		if want.Line != "" || want.LineLength > 0 {
			return ""
		}
		cut := strings.Contains(shown, "for size")
		body, foot, _ := strings.Cut(shown, "\n\n")
		// The peer's own lines take room that ours do not need.
		fits := want.BodyLength > 0 || want.Body != nil
		switch {
		case cut == fits && !(in.Opts["hint"] && cut != want.Truncated):
			return fmt.Sprintf("cut %v", cut)
		case units(shown) > DefaultBudget:
			return fmt.Sprintf("%d units", units(shown))
		case want.Body != nil && body != *want.Body:
			return fmt.Sprintf("%q, want %q", body, *want.Body)
		case want.BodyLength > 0 && !cut && units(body) != want.BodyLength:
			return fmt.Sprintf("a body of %d units, want %d", units(body), want.BodyLength)
		}
		for _, line := range want.Footer {
			kind, value, _ := strings.Cut(line, ":")
			words := map[string]string{"more": "There is more", "nextPageToken": "pageToken " + value, "warning": "Warning: " + value}[kind]
			if words == "" && kind != "hint" || !strings.Contains(foot, words) {
				return fmt.Sprintf("%s is not below the answer: %q", line, foot)
			}
		}
		if len(want.Footer) == 0 && foot != "" && !cut {
			return fmt.Sprintf("%q is below the answer", foot)
		}
		return ""
	})
}

// limitsOf compares the limits of answers; the others that the vector names are
// those of lists on the command line and of the servers.
func limitsOf(t *testing.T, v vectors.Vector) string {
	var want struct {
		MaxToolOutputChars, JSONIndent int
		Unit                           string
		ErrorLinesTruncated            bool
	}
	if err := json.Unmarshal(v.Expected, &want); err != nil {
		t.Fatal(err)
	}
	switch {
	case want.MaxToolOutputChars != DefaultBudget || want.Unit != "UTF-16 code units":
		return fmt.Sprintf("%d %s", want.MaxToolOutputChars, want.Unit)
	case indented(map[string]any{"a": json.Number("1")}) != "{\n"+strings.Repeat(" ", want.JSONIndent)+"\"a\": 1\n}":
		return "another indent"
	case !want.ErrorLinesTruncated:
		return "errors are cut here"
	}
	return ""
}

// repeated expands the repetitions that a vector writes in short.
func repeated(v any) any {
	switch v := v.(type) {
	case map[string]any:
		times := 0
		if n, ok := v["times"].(json.Number); ok {
			fmt.Sscan(n.String(), &times)
		}
		if s, ok := v["$repeat"].(string); ok {
			return strings.Repeat(s, times)
		}
		if item, ok := v["$repeatItem"]; ok {
			list := make([]any, times)
			for i := range list {
				list[i] = item
			}
			return list
		}
		out := map[string]any{}
		for key, member := range v {
			out[key] = repeated(member)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = repeated(v[i])
		}
		return out
	}
	return v
}

func decode(t *testing.T, raw []byte, v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		t.Fatal(err)
	}
}
