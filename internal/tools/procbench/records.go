package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
)

// records measures what claims, drafts and the audit log cost a process: a
// mutation beside a read, a draft beside a direct call, and lists of a store in
// which much has gathered.
func (b bench) records(o options) error {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"success":true,"data":{"id":"l1","title":"My Tasks"}}`)
	}))
	defer proxy.Close()
	env := []string{"GOOGLE_WORKSPACE_TASKS_PROXY_URL=" + proxy.URL, "GOOGLE_WORKSPACE_TASKS_PROXY_TOKEN=bench"}
	r := recorded{b, env}
	if err := r.against(o); err != nil {
		return err
	}
	fmt.Printf("\nDrafts, medians of %d runs.\n\n", o.runs)
	header()
	if err := r.draft(o.runs); err != nil {
		return err
	}
	if err := b.gather(o); err != nil {
		return err
	}
	fmt.Printf("\n%d claims, %d drafts and %d lines of the audit log; medians of %d runs.\n\n", o.claims, o.drafts, o.lines, o.runs)
	header()
	for _, s := range gathered {
		m, err := b.measure(s, env, o.runs)
		if err != nil {
			return err
		}
		row(s.name, m)
	}
	return nil
}

func header() {
	fmt.Println("| command | CPU s | wall s | peak MiB |")
	fmt.Println("|---|---|---|---|")
}

func row(name string, m usage) {
	fmt.Printf("| `%s` | %.3f | %.3f | %s |\n", name, m.cpu, m.wall, m.peakText())
}

// recorded is a bench whose commands reach a proxy.
type recorded struct {
	bench
	env []string
}

var (
	readCall   = []string{"tasks", "list-tasklists", "--json"}
	mutateCall = []string{"tasks", "create-tasklist", "--title", "bench", "--json"}
)

// gathered are commands on a store and a log in which much lies.
var gathered = []scenario{
	{name: "tasks list-tasklists --json: a read", args: readCall},
	{name: "tasks create-tasklist --json: a mutation", args: mutateCall},
	{name: "drafts list", args: []string{"drafts", "list"}},
	{name: "drafts list --json", args: []string{"drafts", "list", "--json"}},
	{name: "outcomes list: what is unknown", args: []string{"outcomes", "list"}},
	{name: "outcomes list --all: the newest 1000", args: []string{"outcomes", "list", "--all"}},
	{name: "outcomes show KEY", args: []string{"outcomes", "show", claimKey(0)}},
	{name: "outcomes prune --limit 500", args: []string{"outcomes", "prune", "--limit", "500"}},
	{name: "audit list --limit 50", args: []string{"audit", "list", "--limit", "50"}},
	{name: "audit verify", args: []string{"audit", "verify"}},
}

// against measures a read and a mutation; beside another binary, one run of each
// in turn, so that a machine whose speed drifts slows both.
func (r recorded) against(o options) error {
	bins := []bench{r.bench}
	if o.against != "" {
		other := r.bench
		other.bin = o.against
		bins = []bench{other, r.bench}
	}
	fmt.Printf("\nA read and a mutation, medians of %d runs in turn; the last is the binary that is measured.\n\n", o.runs)
	header()
	for _, args := range [][]string{{"version"}, readCall, mutateCall} {
		lists := make([][]usage, len(bins))
		for i := 0; i <= o.runs; i++ {
			for j, b := range bins {
				one, _, err := b.wslite(r.env, args...)
				if err != nil {
					return err
				}
				if i > 0 {
					lists[j] = append(lists[j], one)
				}
			}
		}
		for _, list := range lists {
			row(fmt.Sprint(args), medians(list))
		}
	}
	return nil
}

// draft measures the way of a call over a draft, each step a process.
func (r recorded) draft(runs int) error {
	var stored, approved, ran, both []usage
	for i := 0; i <= runs; i++ {
		id, revision, s, err := r.store()
		if err != nil {
			return err
		}
		a, _, err := r.wslite(r.env, "drafts", "approve", id, "--revision", revision, "--yes", "--json")
		if err != nil {
			return err
		}
		d, _, err := r.wslite(r.env, "drafts", "run", id, "--json")
		if err != nil {
			return err
		}
		if id, revision, _, err = r.store(); err != nil {
			return err
		}
		once, _, err := r.wslite(r.env, "drafts", "approve", id, "--revision", revision, "--yes", "--run", "--json")
		if err != nil {
			return err
		}
		if i > 0 {
			stored, approved, ran, both = append(stored, s), append(approved, a), append(ran, d), append(both, once)
		}
	}
	row("tasks create-tasklist --draft", medians(stored))
	row("drafts approve", medians(approved))
	row("drafts run", medians(ran))
	row("drafts approve --run", medians(both))
	return nil
}

// store makes a draft of a call.
func (r recorded) store() (id, revision string, u usage, err error) {
	u, out, err := r.wslite(r.env, append(mutateCall, "--draft", "--quiet")...)
	if err != nil {
		return "", "", u, err
	}
	var answer struct {
		Data struct {
			ID       string `json:"draftId"`
			Revision int    `json:"revision"`
		} `json:"data"`
	}
	err = json.Unmarshal([]byte(out), &answer)
	return answer.Data.ID, strconv.Itoa(answer.Data.Revision), u, err
}
