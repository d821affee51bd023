package catalog

import (
	"errors"
	"strings"
	"testing"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/sdk/abi"
)

func tool(name string, actions ...string) abi.Tool {
	if len(actions) == 0 {
		actions = []string{"go"}
	}
	return abi.Tool{Name: name, Action: actions[0], Actions: actions}
}

func cat(service string, tools ...abi.Tool) *abi.Catalog {
	return &abi.Catalog{ABI: abi.Version, Service: service, Title: service + " title", Tools: tools}
}

func TestPeerCatalogLookUps(t *testing.T) {
	x := peerIndex(t)
	if len(x.Services()) != 8 || len(x.Tools()) != 218 {
		t.Fatalf("%d services, %d tools", len(x.Services()), len(x.Tools()))
	}
	n := 0
	for _, s := range x.Services() {
		if x.Service(s.Name) != s {
			t.Errorf("service %s is not found by name", s.Name)
		}
		b := x.Batch(s.Name)
		if b == nil || b.Name != s.Name+"_batch" || b.Sub != "batch" {
			t.Errorf("batch tool of %s: %+v", s.Name, b)
		}
		for _, tl := range s.Tools {
			n++
			if x.Tool(tl.Name) != tl || x.ByPath(s.Name, tl.Sub) != tl || tl.Service != s.Name {
				t.Errorf("%s is not found by name and path", tl.Name)
			}
		}
	}
	if n != 218 {
		t.Errorf("%d tools stand below services", n)
	}
	for _, a := range []string{"folderList", "folderListRoot"} {
		if got := x.ByAction("drive", a); len(got) != 1 || got[0].Name != "drive_list_folders" {
			t.Errorf("action %s: %v", a, got)
		}
	}
	for _, miss := range []string{"FolderList", "toString", "constructor", "__proto__", ""} {
		if got := x.ByAction("drive", miss); got != nil {
			t.Errorf("action %q gives %v", miss, got)
		}
	}
	if x.Tool("nope") != nil || x.Service("nope") != nil || x.ByPath("drive", "nope") != nil || x.Batch("nope") != nil {
		t.Error("what is not there must be nil")
	}
	if _, _, err := x.Path("task_get_task"); err == nil || !strings.Contains(err.Error(), "did you mean tasks?") {
		t.Errorf("no suggestion for a near service: %v", err)
	}
}

func TestServicesAndToolsKeepTheirOrder(t *testing.T) {
	x, err := Build([]*abi.Catalog{cat("tasks", tool("tasks_b"), tool("tasks_a")), cat("drive", tool("drive_z"))})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tl := range x.Tools() {
		got = append(got, tl.Name)
	}
	if s := strings.Join(got, " "); s != "tasks_b tasks_a drive_z" {
		t.Errorf("order %s", s)
	}
	if s := x.Services()[0]; s.Name != "tasks" || s.Title != "tasks title" {
		t.Errorf("first service %+v", s)
	}
}

func TestSeveralToolsOfOneAction(t *testing.T) {
	x, err := Build([]*abi.Catalog{cat("notes", tool("notes_a", "read", "scan"), tool("notes_b", "scan"))})
	if err != nil {
		t.Fatal(err)
	}
	if got := x.ByAction("notes", "scan"); len(got) != 2 || got[0].Name != "notes_a" || got[1].Name != "notes_b" {
		t.Errorf("got %v", got)
	}
}

func TestBuildRefuses(t *testing.T) {
	bt := tool("notes_many")
	bt.IsBatchTool = true
	bt2 := tool("notes_more")
	bt2.IsBatchTool = true
	cases := []struct {
		name string
		cats []*abi.Catalog
		want string
	}{
		{"another ABI", []*abi.Catalog{{ABI: 2, Service: "notes", Tools: []abi.Tool{tool("notes_a")}}}, "speaks ABI 2, this host speaks ABI 1"},
		{"reserved service", []*abi.Catalog{cat("run", tool("run_a"))}, `named "run"`},
		{"service in capitals", []*abi.Catalog{cat("Notes", tool("notes_a"))}, `"Notes" can't be`},
		{"service with a dash", []*abi.Catalog{cat("my-notes", tool("my-notes_a"))}, "can't be a service's name"},
		{"service with an underscore", []*abi.Catalog{cat("my_notes", tool("my_notes_a"))}, "can't be a service's name"},
		{"service that is too long", []*abi.Catalog{cat(strings.Repeat("n", 25), tool(strings.Repeat("n", 25)+"_a"))}, "can't be a service's name"},
		{"no service", []*abi.Catalog{cat("", tool("_a"))}, "can't be a service's name"},
		{"no tools", []*abi.Catalog{cat("notes")}, "holds no tool"},
		{"service twice", []*abi.Catalog{cat("notes", tool("notes_a")), cat("notes", tool("notes_b"))}, "two plugins"},
		{"another's tool", []*abi.Catalog{cat("notes", tool("gmail_send"))}, "of its own service only"},
		{"shadowed tool", []*abi.Catalog{cat("gmail", tool("gmail_send")), cat("notes", tool("gmail_send"))}, "gmail_send and gmail_send both claim"},
		{"same path", []*abi.Catalog{cat("notes", tool("notes_a"), tool("notes_a"))}, "both claim the command notes a"},
		{"capital in a tool", []*abi.Catalog{cat("notes", tool("notes_A"))}, "other than a-z"},
		{"dash in a tool", []*abi.Catalog{cat("notes", tool("notes_a-b"))}, "other than a-z"},
		{"long tool", []*abi.Catalog{cat("notes", tool("notes_"+strings.Repeat("a", 55)))}, "61 characters"},
		{"help as a tool", []*abi.Catalog{cat("notes", tool("notes_help"))}, `command "help"`},
		{"action not listed", []*abi.Catalog{cat("notes", abi.Tool{Name: "notes_a", Action: "x", Actions: []string{"y"}})}, `names the action "x"`},
		{"no action", []*abi.Catalog{cat("notes", abi.Tool{Name: "notes_a"})}, "names the action"},
		{"action twice", []*abi.Catalog{cat("notes", tool("notes_a", "x", "x"))}, "twice"},
		{"action with a slash", []*abi.Catalog{cat("notes", tool("notes_a", "../x"))}, `action "../x"`},
		{"two batch tools", []*abi.Catalog{cat("notes", bt, bt2)}, "both claim to be the batch tool"},
		{"escape sequence in a name", []*abi.Catalog{cat("notes", tool("notes_\x1b[31m"))}, `"notes_[31m"`},
	}
	for _, c := range cases {
		x, err := Build(c.cats)
		if err == nil || x != nil {
			t.Errorf("%s: was built", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if fault.CodeOf(err) != fault.PluginRefused {
			t.Errorf("%s: code %s", c.name, fault.CodeOf(err))
		}
		if strings.ContainsAny(err.Error(), "\x1b") {
			t.Errorf("%s: the message carries an escape sequence", c.name)
		}
	}
}

func TestBuildReportsEveryMistake(t *testing.T) {
	_, err := Build([]*abi.Catalog{cat("run", tool("run_A"), tool("gmail_x")), {ABI: 7, Service: "notes", Tools: []abi.Tool{tool("notes_a", "", "")}}})
	if err == nil {
		t.Fatal("was built")
	}
	for _, want := range []string{`named "run"`, "run_A", "gmail_x", "ABI 7", "twice"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in: %v", want, err)
		}
	}
}

func TestCLIPathErrorsAreUsage(t *testing.T) {
	for _, name := range []string{"", "drive", "drive_", "_x"} {
		_, _, err := CLIPath(name)
		if fault.CodeOf(err) != fault.Usage || fault.ExitOf(err) != fault.ExitUsage {
			t.Errorf("CLIPath(%q): %v", name, err)
		}
	}
}

func TestCheckFlags(t *testing.T) {
	cases := []struct {
		name string
		cli  *abi.CLI
		keys string // a key with ? is a boolean
		want string // "" = accepted
	}{
		{"plain", nil, "tasklistId title due?", ""},
		{"confirm and the key are the host's", nil, "title confirm? idempotencyKey", ""},
		{"same flag", nil, "pageSize page_size", `"pageSize" and "page_size"`},
		{"host's flag", nil, "json?", "--json, which is the host's"},
		{"host's flag by another spelling", nil, "dry_run", "--dry-run, which is the host's"},
		{"another confirm", nil, "Confirm", "--confirm, which is the host's"},
		{"another idempotency key", nil, "idempotency_key", "--idempotency-key, which is the host's"},
		{"negation", nil, "append? noAppend", `--no-append, which negates "append"`},
		{"negation of no boolean", nil, "append noAppend", ""},
		{"flag that looks like a negation only", nil, "notes? note", ""},
		{"leading dash", nil, "_x", "--" + "-x"},
		{"double dash", nil, "a__b", "single dashes"},
		{"not ASCII", nil, "größe", "single dashes"},
		{"alias", &abi.CLI{Aliases: map[string]string{"limit": "pageSize"}}, "pageSize", ""},
		{"alias of nothing", &abi.CLI{Aliases: map[string]string{"limit": "nope"}}, "pageSize", `stands for "nope"`},
		{"alias of confirm", &abi.CLI{Aliases: map[string]string{"sure": "confirm"}}, "confirm?", `stands for "confirm"`},
		{"alias takes a flag", &abi.CLI{Aliases: map[string]string{"title": "pageSize"}}, "pageSize title", "both claim the flag --title"},
		{"alias takes the host's", &abi.CLI{Aliases: map[string]string{"yes": "pageSize"}}, "pageSize", "--yes, which is the host's"},
		{"advanced keys have no flag", &abi.CLI{AdvancedKeys: []string{"json"}}, "json", ""},
		{"params-json only", &abi.CLI{ParamsJSONOnly: true}, "json page_size pageSize", ""},
		{"hint of nothing", &abi.CLI{Positionals: []string{"nope"}}, "title", `positionals of notes_x names "nope"`},
		{"hint twice", &abi.CLI{FileInputs: []string{"title", "title"}}, "title", "twice"},
	}
	for _, c := range cases {
		tl := &Tool{Tool: abi.Tool{Name: "notes_x", CLI: c.cli}}
		var keys []string
		boolean := map[string]bool{}
		for _, k := range strings.Fields(c.keys) {
			key := strings.TrimSuffix(k, "?")
			keys = append(keys, key)
			boolean[key] = key != k
		}
		err := errors.Join(CheckFlags(tl, keys, boolean)...)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		case err != nil && fault.CodeOf(err) != fault.PluginRefused:
			t.Errorf("%s: code %s", c.name, fault.CodeOf(err))
		}
	}
}

// Build runs at each start of the program, for all tools.
func BenchmarkBuild(b *testing.B) {
	cats := peerCatalogs(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Build(cats); err != nil {
			b.Fatal(err)
		}
	}
}
