package rehearsal

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/wslite/wslite/internal/answerkeys"
)

// readKeys reads the keys that the tools of a service give.
func readKeys(t *testing.T, service string, tools []tool) *answerkeys.Keys {
	t.Helper()
	toolOf := map[string]string{}
	for _, known := range tools {
		for _, action := range known.Actions {
			toolOf[action] = known.Name
		}
	}
	k, err := answerkeys.Read(filepath.Join("testdata", "keys", service+".txt"), toolOf)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// checkKeys says what is wrong with the keys of an answer.
func (s *script) checkKeys(tool, doc string) string {
	var answer struct{ Data any }
	if err := json.Unmarshal([]byte(doc), &answer); err != nil {
		return "not JSON: " + err.Error()
	}
	return s.keys.Check(tool, answer.Data)
}
