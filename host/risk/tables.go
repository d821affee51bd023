package risk

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed tables/*.toml
var tables embed.FS

// Batch is the name of the action that runs a list of others.
const Batch = "batch"

// Tables holds the rows of all services. It does not change and may be used
// by several goroutines; With gives a larger copy.
type Tables struct {
	services map[string]*service
}

// service is one table, read when it is first asked for: a command needs one
// of eight, and reading all would cost every start.
type service struct {
	rows func() (map[string]Row, error)
}

// Load finds the host's own tables. It reads none of them yet; Verify does.
func Load() (*Tables, error) {
	entries, err := tables.ReadDir("tables")
	if err != nil {
		return nil, err
	}
	t := &Tables{services: make(map[string]*service, len(entries))}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".toml")
		t.services[name] = &service{rows: sync.OnceValues(func() (map[string]Row, error) {
			text, err := tables.ReadFile("tables/" + name + ".toml")
			if err != nil {
				return nil, err
			}
			return parse(string(text), name)
		})}
	}
	return t, nil
}

// Services lists the services that have a table, sorted.
func (t *Tables) Services() []string {
	return slices.Sorted(maps.Keys(t.services))
}

// Actions lists the actions of a service, sorted; none for one without table.
func (t *Tables) Actions(service string) []string {
	rows, _ := t.of(service)
	return slices.Sorted(maps.Keys(rows))
}

// Row gives the row of an action. Names are compared as they are: no case, no
// blank, no prototype.
func (t *Tables) Row(service, action string) (Row, bool) {
	rows, _ := t.of(service)
	row, ok := rows[action]
	return row, ok
}

// of gives the rows of a service; nil where there is no table.
func (t *Tables) of(name string) (map[string]Row, error) {
	s, ok := t.services[name]
	if !ok {
		return nil, nil
	}
	return s.rows()
}
