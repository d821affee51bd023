package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/vectors"
)

// TestMCPEnvelopes: each recorded answer of a proxy, as a client sees it of a read:
// one that is no envelope is a failure with its code and nothing of what stood in
// it, and of one that is, what failed is told and what succeeded is no error.
func TestMCPEnvelopes(t *testing.T) {
	needPlugins(t)
	w := newProxyWorld(t, nil)
	vectors.Run(t, "envelope", []string{"malformed", "valid"}, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Value json.RawMessage `json:"value"`
		}
		var want struct {
			OK    bool           `json:"ok"`
			Error string         `json:"error"`
			Value map[string]any `json:"value"`
		}
		v.In(t, &in)
		v.Want(t, &want)
		w.take()
		w.answer(200, string(in.Value))
		res, said := w.call(t, "drive_about", map[string]any{})
		o, _ := res.StructuredContent.(map[string]any)
		failed, _ := o["error"].(map[string]any)
		if !want.OK {
			code := fmt.Sprint(failed["code"])
			if !res.IsError || code != string(fault.MalformedResponse) || !strings.HasPrefix(said, "["+code+"] ") {
				return fmt.Sprintf("isError %v: %s", res.IsError, said)
			}
			return ""
		}
		succeeded := want.Value["success"] == true
		theirs, _ := want.Value["error"].(map[string]any)
		switch {
		case o["success"] != succeeded && want.Value["partial"] != true:
			return fmt.Sprintf("success is %v: %s", o["success"], said)
		case !succeeded && (!res.IsError || failed["code"] != theirs["code"] || !strings.HasPrefix(said, fmt.Sprintf("[%v] ", theirs["code"]))):
			return fmt.Sprintf("the failure %v is told as %s", theirs, said)
		case succeeded && want.Value["partial"] != true && res.IsError:
			return "a success is an error: " + said
		case len(w.take()) != 1:
			return "not sent once"
		}
		return ""
	})
}
