package risk

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/wslite/wslite/host/vectors"
)

type vectorInput struct {
	Service string         `json:"service"`
	Action  string         `json:"action"`
	Params  map[string]any `json:"params"`
	// UndefinedKeys exist without a value in the peer's language. JSON
	// can't say so, hence no params of ours hold them.
	UndefinedKeys []string `json:"undefinedKeys"`
	Class         *string  `json:"class"`
}

type vectorWant struct {
	Class   *string `json:"class"`
	Confirm bool    `json:"confirm"`
}

func load(t testing.TB) *Tables {
	t.Helper()
	tables, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// The vectors of all services run through ResolveRaw, the peer's own rule.
// Where every action is known, Resolve must say the same; where one is not,
// Resolve must say destructive or more.
func TestVectors(t *testing.T) {
	tables := load(t)
	vectors.Run(t, "risk", nil, func(t *testing.T, v vectors.Vector) string {
		var in vectorInput
		var want vectorWant
		v.In(t, &in)
		v.Want(t, &want)
		if v.Kind == "confirmClass" {
			return differ(want.Confirm, NeedsConfirm(Class(*in.Class)))
		}
		got := tables.ResolveRaw(in.Service, in.Action, in.Params)
		closed := tables.Resolve(in.Service, in.Action, in.Params)
		if known(tables, in.Service, in.Action, in.Params) {
			if closed != got {
				t.Errorf("Resolve says %s, ResolveRaw %s", closed, got)
			}
		} else if rank(closed) < rank(Destructive) {
			t.Errorf("Resolve says %s for an unknown action", closed)
		}
		return differ(show(want.Class, want.Confirm), show((*string)(&got), NeedsConfirm(got)))
	})
}

func known(tables *Tables, service, action string, params map[string]any) bool {
	if _, ok := tables.Row(service, action); !ok {
		return false
	}
	if action == Batch {
		for op := range Operations(params) {
			if !known(tables, service, op.Action, op.Params) {
				return false
			}
		}
	}
	return true
}

func show(class *string, confirm bool) string {
	name := "none"
	if class != nil {
		name = *class
	}
	return fmt.Sprintf("class %s, confirm %v", name, confirm)
}

func differ(want, got any) string {
	if want == got {
		return ""
	}
	return fmt.Sprintf("want %v\ngot  %v", want, got)
}

// The tables hold the peer's classes, both of its client and its servers,
// and nothing else.
func TestTablesHoldThePeersClasses(t *testing.T) {
	var peer struct {
		Client struct {
			StaticClasses map[string]map[string]string `json:"staticClasses"`
		} `json:"client"`
		Server struct {
			Services map[string]struct {
				Policies map[string]struct {
					Class      string   `json:"class"`
					Recipients []string `json:"recipientParams"`
					Known      bool     `json:"requiresKnownRecipients"`
					Resolver   string   `json:"classResolver"`
					Allow      []struct {
						Params   []string `json:"params"`
						Default  string   `json:"defaultValue"`
						Required bool     `json:"requiredWhenConfigured"`
					} `json:"allowlists"`
				} `json:"policies"`
			} `json:"services"`
		} `json:"server"`
	}
	if err := json.Unmarshal(vectors.Read(t, "parity/risk.json"), &peer); err != nil {
		t.Fatal(err)
	}
	tables := load(t)
	if got := len(tables.Services()); got != len(peer.Client.StaticClasses) || got != 8 {
		t.Fatalf("%d tables, the peer has %d", got, len(peer.Client.StaticClasses))
	}
	total := 0
	for service, classes := range peer.Client.StaticClasses {
		total += len(classes)
		if got := len(tables.Actions(service)); got != len(classes) {
			t.Errorf("%s: %d actions, the peer has %d", service, got, len(classes))
		}
		for action, class := range classes {
			row, ok := tables.Row(service, action)
			p := peer.Server.Services[service].Policies[action]
			if !ok || string(row.Class) != class || p.Class != class {
				t.Errorf("%s %s: class %q, the peer's client has %q, its server %q", service, action, row.Class, class, p.Class)
			}
			if (p.Resolver != "") != (row.Dynamic != "") || p.Known != row.KnownRecipients {
				t.Errorf("%s %s: row %+v, the peer has %+v", service, action, row, p)
			}
			for _, field := range p.Recipients {
				if !contains(row.Recipients, field) {
					t.Errorf("%s %s: the recipients lack %s", service, action, field)
				}
			}
			for _, list := range p.Allow {
				for _, param := range list.Params {
					if !compares(row.Allow, param, list.Default, list.Required) {
						t.Errorf("%s %s: no allow-list covers %s: %+v", service, action, param, row.Allow)
					}
				}
			}
		}
	}
	if total != 219 {
		t.Errorf("%d actions in all, want 219", total)
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func compares(rows []Resource, param, def string, required bool) bool {
	for _, r := range rows {
		if r.Param == param && r.Default == def && r.Required == required {
			return true
		}
	}
	return false
}
