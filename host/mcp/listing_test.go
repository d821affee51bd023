package mcp

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/plugin"
	"github.com/wslite/wslite/host/policy"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/sdk/abi"
)

// embedded are the tools of the embedded plugins that a selection passes.
func embedded(t testing.TB, s Selection) []Tool {
	t.Helper()
	tables, err := risk.Load()
	if err != nil {
		t.Fatal(err)
	}
	r, err := plugin.Open(plugin.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatalf("no plugins are embedded; run `make plugins` first (%v)", err)
	}
	var cats []*abi.Catalog
	for _, p := range r.Plugins() {
		cats = append(cats, p.Catalog)
	}
	x, err := catalog.Build(cats)
	if err != nil {
		t.Fatal(err)
	}
	return Select(x, tables, s)
}

// listOf is the whole list of a server, as it goes out.
func listOf(t testing.TB, o Options) ([]byte, []*sdk.Tool) {
	t.Helper()
	b := &board{o: o}
	made, err := b.make(o.Tools)
	if err != nil {
		t.Fatal(err)
	}
	raw, more, err := made.wire.page("", 0)
	if err != nil || more != "" {
		t.Fatalf("more %q, %v", more, err)
	}
	list := slices.Concat([]byte("["), raw, []byte("]"))
	var tools []*sdk.Tool
	if err := json.Unmarshal(list, &tools); err != nil {
		t.Fatal(err)
	}
	return list, tools
}

// B83: the list that a client gets without asking for less leaves room for work.
// The bound is counted in bytes, so that no tokenizer has to stand in the tests;
// docs/mcp-listing.md tells what it means in tokens.
func TestB83TheShortListFits(t *testing.T) {
	all := embedded(t, Selection{})
	for _, mode := range []Mode{Argument, Elicit, Draft} {
		raw, tools := listOf(t, Options{Tools: all, Mode: mode})
		t.Logf("%s: %d tools, %d bytes, %d tokens of 4 bytes", mode, len(tools), len(raw), len(raw)/4)
		if len(raw) > ShortBytes {
			t.Errorf("%s: the short list has %d bytes, %d are allowed: say less in it, or in the catalogs", mode, len(raw), ShortBytes)
		}
	}
	raw, tools := listOf(t, Options{Tools: all, Mode: Elicit, Discover: true})
	if len(raw) > 4000 {
		t.Errorf("with --discover %d tools have %d bytes", len(tools), len(raw))
	}
}

// TestEachListIsStable: the same tools give the same bytes, whatever their order,
// sorted by name, each once.
func TestEachListIsStable(t *testing.T) {
	all := embedded(t, Selection{})
	for _, how := range Listings() {
		first, tools := listOf(t, Options{Tools: all, Mode: Elicit, Listing: Listing(how)})
		turned := slices.Clone(all)
		slices.Reverse(turned)
		if again, _ := listOf(t, Options{Tools: turned, Mode: Elicit, Listing: Listing(how)}); !bytes.Equal(first, again) {
			t.Errorf("%s: another order gives another list", how)
		}
		names := make([]string, len(tools))
		for i, tool := range tools {
			names[i] = tool.Name
		}
		if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("%s: the names are not sorted, each once: %v", how, names)
		}
	}
}

// TestTheShortListIsTrue: what it shows of a tool is what the full list shows, and
// all that is needed to write a call.
func TestTheShortListIsTrue(t *testing.T) {
	all := embedded(t, Selection{})
	_, short := listOf(t, Options{Tools: all, Mode: Elicit})
	_, full := listOf(t, Options{Tools: all, Mode: Elicit, Listing: Full})
	known := map[string]*sdk.Tool{}
	for _, tool := range full {
		known[tool.Name] = tool
	}
	batches := map[string]bool{}
	for _, tool := range all {
		batches[tool.Name] = tool.IsBatchTool
	}
	for _, tool := range short {
		whole := known[tool.Name]
		if whole == nil {
			if tool.Name != DescribeTool {
				t.Errorf("%s is in the short list alone", tool.Name)
			}
			continue
		}
		if tool.Description == "" || len(tool.Description) > 300 {
			t.Errorf("%s: its text is %q", tool.Name, tool.Description)
		}
		if catalogued, is := batches[tool.Name]; is && !catalogued { // the host's own are small as they are
			compare(t, tool.Name, tool.InputSchema.(map[string]any), whole.InputSchema.(map[string]any))
		}
		if a, b := tool.Annotations, whole.Annotations; (a != nil && a.ReadOnlyHint) != b.ReadOnlyHint ||
			!b.ReadOnlyHint && (a == nil || a.DestructiveHint == nil) != *b.DestructiveHint {
			t.Errorf("%s: the hints differ: %+v, %+v", tool.Name, a, b)
		}
	}
}

// kept are the words of a schema that a short one may have.
var kept = []string{"type", "enum", "const", "required", "properties", "items", "additionalProperties", "anyOf", "oneOf", "description"}

// compare holds a short schema against the whole one.
func compare(t *testing.T, place string, short, whole map[string]any) {
	t.Helper()
	for key := range short {
		if !slices.Contains(kept, key) {
			t.Errorf("%s: it still has %s", place, key)
		}
	}
	if short["type"] == nil && short["anyOf"] == nil && short["oneOf"] == nil && short["const"] == nil && short["enum"] == nil {
		t.Errorf("%s: it has no type", place)
	}
	if a, b := names(short["required"]), names(whole["required"]); !slices.Equal(a, b) {
		t.Errorf("%s: %v are required instead of %v", place, a, b)
	}
	for _, choice := range names(short["enum"]) {
		if !slices.Contains(names(whole["enum"]), choice) {
			t.Errorf("%s: %s is no choice", place, choice)
		}
	}
	members, all := within(short, "properties"), within(whole, "properties")
	for name, v := range members {
		b, ok := all[name].(map[string]any)
		if !ok {
			t.Errorf("%s: there is no %s", place, name)
			continue
		}
		compare(t, place+"."+name, v.(map[string]any), b)
	}
	for name := range all {
		if _, ok := members[name]; !ok && name != catalog.KeyIdempotencyKey {
			t.Errorf("%s: %s is missing", place, name)
		}
	}
	if items := within(short, "items"); items != nil {
		compare(t, place+"[]", items, within(whole, "items"))
	}
}

func names(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, v := range list {
		s, _ := v.(string)
		out = append(out, s)
	}
	return out
}

// TestBatchesShowWhatTheyMayHold: a batch tool's actions are those that pass the
// selection, in both lists, and its hints are those of its actions.
func TestBatchesShowWhatTheyMayHold(t *testing.T) {
	tools := embedded(t, Selection{Classes: []risk.Class{risk.Read}})
	for _, tool := range tools {
		if !readsOnly(tool) && !slices.Contains(tool.Classes, risk.Read) {
			t.Errorf("%s is offered with the classes %v", tool.Name, tool.Classes)
		}
	}
	for _, how := range Listings() {
		raw, shown := listOf(t, Options{Tools: tools, Mode: Elicit, Listing: Listing(how)})
		if bytes.Contains(raw, []byte(`"sendDraft"`)) || bytes.Contains(raw, []byte(`"fileDelete"`)) {
			t.Errorf("%s: a batch of reads can send or delete", how)
		}
		at := slices.IndexFunc(shown, func(s *sdk.Tool) bool { return s.Name == "gmail_batch" })
		if at < 0 || !shown[at].Annotations.ReadOnlyHint {
			t.Errorf("%s: gmail_batch is missing, or no read", how)
		} else if text, _ := json.Marshal(shown[at].InputSchema); !strings.Contains(string(text), "getMessage") {
			t.Errorf("%s: gmail_batch can't read: %s", how, text)
		}
	}
	every := embedded(t, Selection{})
	for _, tool := range every {
		if tool.IsBatchTool {
			takes, listed := operationsOf(tool.Tool)
			if !listed {
				t.Fatalf("%s names no actions", tool.Name)
			}
			slices.Sort(takes)
			if shown := slices.Sorted(slices.Values(tool.Operations)); !slices.Equal(shown, takes) {
				t.Errorf("%s shows the actions %v and takes %v", tool.Name, shown, takes)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	for name, c := range map[string]struct {
		s       Selection
		in, out string // a tool that is offered, and one that is not
	}{
		"a service":       {Selection{Services: []string{"gmail"}}, "gmail_send", "drive_about"},
		"patterns":        {Selection{Tools: []string{"drive_*", "docs_get_*"}}, "docs_get_document", "docs_set_text"},
		"reads":           {Selection{Classes: []risk.Class{risk.Read}}, "gmail_batch", "gmail_send"},
		"no deleting":     {Selection{Classes: []risk.Class{risk.Read, risk.Write, risk.Send, risk.Share}}, "gmail_send", "drive_delete_file"},
		"policy reads":    {Selection{Policy: policy.Policy{ReadOnly: true}}, "gmail_get_message", "gmail_send"},
		"policy classes":  {Selection{Policy: policy.Policy{AllowClasses: []string{"write"}}}, "gmail_star", "gmail_get_message"},
		"policy denies":   {Selection{Policy: policy.Policy{DenyClasses: []string{"send"}}}, "gmail_star", "gmail_send"},
		"policy tools":    {Selection{Policy: policy.Policy{AllowTools: []string{"gmail_*"}}}, "gmail_send", "drive_about"},
		"policy not tool": {Selection{Policy: policy.Policy{DenyTools: []string{"gmail_send"}}}, "gmail_star", "gmail_send"},
	} {
		tools := embedded(t, c.s)
		has := func(name string) bool { return slices.ContainsFunc(tools, func(t Tool) bool { return t.Name == name }) }
		if !has(c.in) || has(c.out) {
			t.Errorf("%s: %s %v, %s %v", name, c.in, has(c.in), c.out, has(c.out))
		}
		for _, tool := range tools {
			if tool.IsBatchTool && c.s.Tools == nil && slices.Contains(tool.Operations, "fileDelete") && !has("drive_delete_file") {
				t.Errorf("%s: a batch can do what is not offered alone", name)
			}
		}
	}
}

// TestShortTexts pins the rules on sentences of the kinds that catalogs have.
func TestShortTexts(t *testing.T) {
	for long, want := range map[string]string{
		"Creates an event and returns it with its id. Needs confirmation. For a series use calendar_create_event_series.": "Creates an event.",
		"Deletes a filter for good. Needs confirmation. Mail stays.":                                                      "Deletes a filter for good. Mail stays.",
		"Lists tasks. An Apps Script proxy lists fewer.":                                                                  "Lists tasks.",
		"": "",
		"Shows everything about one task: title, notes, status, due date, links, parent and the address that opens it in a browser.": "Shows everything about one task.",
	} {
		if got := shortDescription(long, false); got != want {
			t.Errorf("%q: %q, want %q", long, got, want)
		}
	}
	if got := shortDescription("Lists tasks. An Apps Script proxy lists fewer.", true); !strings.Contains(got, "proxy") {
		t.Errorf("over a proxy: %q", got)
	}
	for _, c := range []struct {
		tool, name, long string
		required         bool
		want             string
	}{
		{"drive_get_file", "fileId", "The file's id: from a list or a search, or the part of its link after /d/.", true, ""},
		{"tasks_get_task", "tasklistId", "The task list: an id from tasks_list_tasklists, or @default for the user's default list.", true, "An id, or @default for the user's default list"},
		{"drive_list_files", "pageSize", "How many files to return at most, 1 to 100.", false, ""},
		{"slides_add", "slideIndex", "The slide, counted from 0.", true, "The slide, counted from 0"},
		{"calendar_set_event_color", "color", "PALE_BLUE, PALE_GREEN, MAUVE, PALE_RED, YELLOW, ORANGE, CYAN, GRAY, BLUE, GREEN or RED.", true,
			"PALE_BLUE, PALE_GREEN, MAUVE, PALE_RED, YELLOW, ORANGE, CYAN, GRAY, BLUE, GREEN or RED"},
		{"sheets_sort_range", "ascending", "False sorts downwards.", false, ""},
		{"x_y", "when", "A time with its offset: 2031-05-04T09:00:00+02:00. A date alone for whole days.", true, "A time with its offset: 2031-05-04T09:00:00+02:00. A date alone for whole days"},
		{"drive_move_file", "destFolderId", "The folder to move it into.", true, ""},
		{"tasks_create_task", "notes", "Text below the title, up to 8192 characters.", true, ""},
		{"drive_set_sharing", "access", "Who: ANYONE can find it by search; the LINK ones need the link; PRIVATE ends it.", true,
			"Who: ANYONE can find it by search; the LINK ones need the link; PRIVATE ends it"},
	} {
		if got := shortHint(c.tool, c.name, c.long, c.required, false); got != c.want {
			t.Errorf("%s.%s: %q, want %q", c.tool, c.name, got, c.want)
		}
	}
}

// TestSharedHintsStandOnce, with the first tool that has them, but what a value
// looks like stands wherever one is needed.
func TestSharedHintsStandOnce(t *testing.T) {
	_, tools := listOf(t, Options{Tools: embedded(t, Selection{Services: []string{"slides", "sheets"}}), Mode: Elicit})
	count := map[string]int{}
	for _, tool := range tools {
		for name, v := range within(tool.InputSchema.(map[string]any), "properties") {
			if hint, ok := v.(map[string]any)["description"].(string); ok {
				count[name+": "+hint]++
			}
		}
	}
	if n := count["slideIndex: The slide, counted from 0"]; n != 1 {
		t.Errorf("the slides' index is explained %d times", n)
	}
	form := regexp.MustCompile(`^range: .* as `)
	if !slices.ContainsFunc(slices.Collect(maps.Keys(count)), form.MatchString) {
		t.Errorf("no tool shows what a range looks like: %v", count)
	}
}

// TestProxiedToolsHideWhatProxiesRefuse: over a proxy such a call would fail.
func TestProxiedToolsHideWhatProxiesRefuse(t *testing.T) {
	tools := embedded(t, Selection{Services: []string{"gmail"}})
	at := slices.IndexFunc(tools, func(t Tool) bool { return len(t.RestOnly) > 0 && len(t.RestOnly) > len(t.FileArgs) && !t.IsBatchTool })
	if at < 0 {
		t.Fatal("no tool has arguments for REST alone")
	}
	tool := tools[at]
	tool.Proxied = true
	_, shown := listOf(t, Options{Tools: []Tool{tool}, Mode: Elicit})
	for _, s := range shown {
		for _, name := range tool.RestOnly {
			if s.Name == tool.Name && within(s.InputSchema.(map[string]any), "properties")[name] != nil {
				t.Errorf("%s shows %s", tool.Name, name)
			}
		}
	}
}
