package config

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

var commented = regexp.MustCompile(`(?m)^# ?(\[[a-z_.]+\]|[a-z_.]+ = .*)$`)

// uncomment switches on every key and table of the default file.
func uncomment(def []byte) []byte { return commented.ReplaceAll(def, []byte("$1")) }

// The default file changes nothing as it is, shows every key there is, and
// shows them with their defaults.
func TestDefaultFile(t *testing.T) {
	def, err := os.ReadFile("../../wslite.toml")
	if err != nil {
		t.Fatal(err)
	}
	none := newMachine(t).load()
	m := newMachine(t)
	m.write(string(def))
	for i, e := range m.load().Entries() {
		want := none.Entries()[i]
		if e.Key != want.Key || e.Origin.Kind != "default" {
			t.Errorf("the file as it is sets %s: %+v", e.Key, e)
		}
	}
	s, problems := decode("wslite.toml", uncomment(def))
	if err := report("wslite.toml", problems); err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		if len(present(s, k.path)) == 0 {
			t.Errorf("%s is not in the file", k.path)
		}
	}
	for key, v := range s {
		e := Entry{}
		for _, d := range none.Entries() {
			if d.Key == key {
				e = d
			}
		}
		if n, ok := e.Value.(int64); ok && v.value != n {
			t.Errorf("%s = %v in the file, %v by default", key, v.value, n)
		}
	}
	for i, line := range bytes.Split(def, []byte("\n")) {
		if s := string(line); s != "" && !strings.HasPrefix(s, "#") && !strings.HasPrefix(s, "[") {
			t.Errorf("line %d is no comment: %s", i+1, s)
		}
	}
}

func present(s settings, pattern string) []string {
	var out []string
	for key := range s {
		if strings.Count(pattern, ".") == strings.Count(key, ".") && matches(strings.Split(pattern, "."), strings.Split(key, ".")) {
			out = append(out, key)
		}
	}
	return out
}
