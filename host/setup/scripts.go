package setup

import (
	"encoding/json"
	"regexp"
	"sync"
)

// scriptTitle is how a proxy's script is called in the owner's list.
func scriptTitle(service string) string { return "Google Workspace Proxy - " + title(service) }

// maxScriptID bounds the id of a script, in bytes.
const maxScriptID = 128

var scriptID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
})

// scriptsNamed gives the ids of the scripts with a title in the output of
// clasp list --json; none where the output is not understood. Versions of
// clasp differ in the names of the keys.
func scriptsNamed(output []byte, wanted string) []string {
	var all []struct {
		Name, Title  string
		ID, ScriptID string
	}
	if json.Unmarshal(output, &all) != nil {
		return nil
	}
	var ids []string
	for _, s := range all {
		id := s.ID
		if id == "" {
			id = s.ScriptID
		}
		if (s.Name == wanted || s.Title == wanted) && len(id) <= maxScriptID && scriptID().MatchString(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// claspConfig is the .clasp.json that clasp itself would write for a script
// whose files lie beside it.
func claspConfig(id string) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		ScriptID           string   `json:"scriptId"`
		RootDir            string   `json:"rootDir"`
		ScriptExtensions   []string `json:"scriptExtensions"`
		HTMLExtensions     []string `json:"htmlExtensions"`
		JSONExtensions     []string `json:"jsonExtensions"`
		FilePushOrder      []string `json:"filePushOrder"`
		SkipSubdirectories bool     `json:"skipSubdirectories"`
	}{id, "", []string{".js", ".gs"}, []string{".html"}, []string{".json"}, []string{}, false}, "", "  ")
	return append(text, '\n'), err
}
