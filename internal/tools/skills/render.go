package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/internal/tools/catalogs"
)

//go:embed common.md
var common string

// render makes all files, by their names below skills/.
func render(root string) (map[string][]byte, error) {
	x, err := catalogs.Load(root)
	if err != nil {
		return nil, err
	}
	tables, err := risk.Load()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var list strings.Builder
	for _, s := range x.Services() {
		text, err := service(tables, s)
		if err != nil {
			return nil, err
		}
		files["wslite-"+s.Name+"/SKILL.md"] = text
		fmt.Fprintf(&list, "- %s: skill `wslite-%s`, %d tools `%s_…`\n", s.Title, s.Name, len(s.Tools), s.Name)
	}
	files["wslite/SKILL.md"] = []byte(strings.Replace(common, "SERVICES\n", list.String(), 1))
	return files, nil
}

// parts are the sections of a service, by what a tool may do to the world.
var parts = []struct {
	title   string
	classes []risk.Class
}{
	{"Find and read: use these freely", []risk.Class{risk.Read}},
	{"Change: what is asked for, no more", []risk.Class{risk.Write}},
	{"Reaches others or removes: a person says yes to each", []risk.Class{risk.Send, risk.Share, risk.Destructive}},
}

// service makes the file of one.
func service(tables *risk.Tables, s *catalog.Service) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\nname: wslite-%s\ndescription: Which wslite tool to use for %s, what each needs, and which ask a person first. Load it with the skill wslite when a task touches %s.\n---\n\n", s.Name, s.Title, s.Title)
	fmt.Fprintf(&b, "# %s with wslite\n\nMade from the catalog by `make docs`. The rules are in the skill `wslite`; they come first.\nIn parentheses: what a tool needs. `?` marks one that rises to a yes by its arguments.\n", s.Title)
	var batch *catalog.Tool
	for _, part := range parts {
		head := false
		for _, t := range s.Tools {
			if t.IsBatchTool {
				batch = t
				continue
			}
			row, _ := tables.Row(t.Service, t.Action)
			if !slices.Contains(part.classes, tables.Resolve(t.Service, t.Action, nil)) {
				continue
			}
			if !head {
				fmt.Fprintf(&b, "\n## %s\n\n", part.title)
				head = true
			}
			line, err := line(t, row)
			if err != nil {
				return nil, err
			}
			b.WriteString(line)
		}
	}
	if batch != nil {
		fmt.Fprintf(&b, "\n## Many at once\n\n`%s` runs up to 20 operations `{\"action\", \"params\"}` in order; each has its own class and its own yes. A failed one does not undo those before it.\n", batch.Name)
	}
	return b.Bytes(), nil
}

// line is a tool in a list: what it needs, what it is for, and the sentence that
// says when another one is right.
func line(t *catalog.Tool, row risk.Row) (string, error) {
	s, err := schema.Compile(t.Input)
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.Name, err)
	}
	var needs []string
	for _, p := range s.Properties() {
		if p.Required && p.Key != catalog.KeyConfirm {
			needs = append(needs, p.Key)
		}
	}
	name := "`" + t.Name + "`"
	if len(needs) > 0 {
		name += " (" + strings.Join(needs, ", ") + ")"
	}
	if row.Dynamic != "" {
		name += " ?"
	}
	return fmt.Sprintf("- %s: %s\n", name, what(t)), nil
}

var (
	sentenceEnd = regexp.MustCompile(`([.!?]) +(\p{Lu})`)
	otherTool   = regexp.MustCompile(`\b[a-z]+_[a-z0-9_]+\b`)
)

// what is the first sentence of a tool's description and, of those behind it, the
// first that names another tool.
func what(t *catalog.Tool) string {
	all := strings.Split(sentenceEnd.ReplaceAllString(strings.TrimSpace(t.Description), "$1\n$2"), "\n")
	out := all[0]
	for _, s := range all[1:] {
		if strings.Contains(s, t.Service+"_") && otherTool.MatchString(s) {
			return out + " " + s
		}
	}
	return out
}
