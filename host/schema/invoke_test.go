package schema

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/vectors"
)

// The arguments of the peer's MCP calls go through Check alone, since nothing
// there is text from a command line. What the tools' own logic does behind the
// check is not looked at here; in all but a few tools that is nothing.
func TestInvokeVectors(t *testing.T) {
	for _, v := range vectors.Load(t, "invoke") {
		if v.Kind == "outcome" || v.Kind == "unknownKey" {
			continue // answers of a proxy; keys that the peer strips and we refuse
		}
		t.Run(v.ID, func(t *testing.T) {
			var in struct {
				Tool      string
				Arguments map[string]any
			}
			var want struct {
				Service, Action, Risk, Rejected, Code string
				Params                                map[string]any
				Keys                                  []string
			}
			v.In(t, &in)
			v.Want(t, &want)
			s, _ := peerSchema(t, in.Tool)
			got, err := s.Check(in.Arguments)
			if want.Rejected == "schema" || v.Quirk == "batch-missing-params-accepted" {
				if err == nil {
					t.Fatalf("accepted: %v", got)
				}
				for _, k := range want.Keys {
					// The peer names the object that holds an unknown key.
					if !slices.ContainsFunc(Problems(err), func(p Problem) bool {
						return p.Field == k || p.Rule == RuleUnknown && strings.HasPrefix(p.Field, k+".")
					}) {
						t.Errorf("%s is not named: %v", k, err)
					}
				}
				return
			}
			switch {
			case refusesMore[v.ID] && err == nil:
				t.Fatal("accepted")
			case refusesMore[v.ID]:
				return
			case err != nil:
				t.Fatalf("refused: %v", err)
			}
			if want.Rejected == "" && !cmp.Equal(got, want.Params) {
				t.Error(cmp.Diff(want.Params, got))
			}
		})
	}
}

// refusesMore lists calls that the peer's schemas let through.
var refusesMore = map[string]bool{
	"calendar_create_event/validate-9":  true, // 30 February: lenient-date in the parse vectors
	"calendar_create_event/validate-10": true,
	"docs_update_page_setup/validate-8": true, // an unknown key, stripped there
}
