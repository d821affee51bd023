package mcp

import (
	"fmt"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/wslite/wslite/host/catalog/find"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// mostNearest is how many tools are proposed for a name that is none.
const mostNearest = 3

// searcher indexes tools when somebody first looks for one.
func searcher(tools []Tool) func() *find.Index {
	return sync.OnceValue(func() *find.Index {
		docs := make([]find.Doc, len(tools))
		for i, t := range tools {
			docs[i] = find.Doc{Name: t.Name, Title: t.Title, Class: string(t.Classes[0]), Description: t.Description}
		}
		return find.New(docs)
	})
}

// unlisted is the protocol's error for a name that the list does not show. A tool
// that is offered all the same is called by call_tool.
func (d *discovery) unlisted(name string) error {
	said := fmt.Sprintf("unknown tool %q", text.Cut(text.Line(name), 80))
	if _, offered := d.callers[name]; offered {
		said += fmt.Sprintf(`; call %s with {"name": %q, "arguments": {…}}`, CallTool, name)
	} else if hint := d.nearest(name); hint != "" {
		said += "; " + hint
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: said}
}

// unknown says that a tool is not offered here, and which one may have been meant.
func (d *discovery) unknown(name string) error {
	e := fault.New(fault.Usage, "there is no tool %q here", text.Cut(text.Line(name), 80))
	if hint := d.nearest(name); hint != "" {
		return e.WithHint("%s", hint)
	}
	if d.o.Discover {
		return e.WithHint("%s finds the tools that there are", SearchTools)
	}
	return e.WithHint("take one of the list")
}

// nearest proposes tools for a name that is none: the one that is written almost
// so, else those that its words describe. It is a proposal and nothing is called.
func (d *discovery) nearest(name string) string {
	if len(name) > 200 {
		return ""
	}
	for _, same := range []func(string, string) bool{sameName, sameWords} {
		for _, t := range d.offered {
			if same(name, t.Name) {
				return "did you mean " + t.Name + "?"
			}
		}
	}
	var names []string
	for _, i := range d.index().Search(strings.Join(wordsIn(name), " "), mostNearest) {
		names = append(names, d.offered[i].Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "the nearest are " + strings.Join(names, ", ")
}

// wordsIn are those of a name, however they are set apart.
func wordsIn(name string) []string {
	return strings.FieldsFunc(strings.ToLower(text.Line(name)), func(r rune) bool { return strings.ContainsRune("_-.:/ ", r) })
}

// sameName says that a name is a tool's but for how its words are set apart, and
// for what a client put in front.
func sameName(name, tool string) bool {
	return strings.HasSuffix(strings.Join(wordsIn(name), ""), strings.Join(wordsIn(tool), ""))
}

// sameWords says that a name is a tool's but for slips of the finger.
func sameWords(name, tool string) bool {
	given, real := wordsIn(name), wordsIn(tool)
	if len(given) != len(real) {
		return false
	}
	for i, w := range given {
		if _, near := text.Suggest(w, real[i:i+1]); w != real[i] && (!near || len(w) < len(real[i])-2) {
			return false
		}
	}
	return true
}
