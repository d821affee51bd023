// Command tooldocs writes docs/tools.md: every tool with its class, arguments
// and examples, from the catalogs of the plugins (their golden files) and the
// host's risk tables. Nothing in the page is written by hand.
//
//	go run ./internal/tools/tooldocs -root . > docs/tools.md
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/internal/tools/catalogs"
)

func main() {
	root := flag.String("root", ".", "the repository")
	flag.Parse()
	page, err := render(*root)
	if err == nil {
		_, err = os.Stdout.Write(page)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tooldocs:", err)
		os.Exit(1)
	}
}

// render makes the page.
func render(root string) ([]byte, error) {
	x, err := catalogs.Load(root)
	if err != nil {
		return nil, err
	}
	tables, err := risk.Load()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Tools\n\nMade from the catalogs by `make docs`; do not edit. %d tools.\n", len(x.Tools()))
	b.WriteString("\nA class says what a tool may do to the world: `send`, `share` and `destructive`\nneed a person's yes. Some tools rise to a higher class by their arguments\n(an event with guests who are told, for example); `--dry-run` shows the class\nof a call. In a batch each operation has its own class.\n\n")
	for _, s := range x.Services() {
		fmt.Fprintf(&b, "- [%s](#%s) (%d)\n", s.Title, s.Name, len(s.Tools))
	}
	for _, s := range x.Services() {
		fmt.Fprintf(&b, "\n<a id=%q></a>\n## %s\n\n", s.Name, s.Title)
		b.WriteString("| command | class | what it does |\n|---|---|---|\n")
		for _, t := range s.Tools {
			fmt.Fprintf(&b, "| [`%s %s`](#%s) | %s | %s |\n", t.Service, t.Sub, t.Name, tables.Resolve(t.Service, t.Action, nil), t.Title)
		}
		for _, t := range s.Tools {
			if err := writeTool(&b, tables, t); err != nil {
				return nil, fmt.Errorf("%s: %w", t.Name, err)
			}
		}
	}
	return b.Bytes(), nil
}

func writeTool(b *bytes.Buffer, tables *risk.Tables, t *catalog.Tool) error {
	fmt.Fprintf(b, "\n<a id=%q></a>\n### %s %s\n\n%s\n\n", t.Name, t.Service, t.Sub, t.Description)
	fmt.Fprintf(b, "`%s`, action `%s`, class %s\n", t.Name, strings.Join(t.Actions, "` or `"), tables.Resolve(t.Service, t.Action, nil))
	s, err := schema.Compile(t.Input)
	if err != nil {
		return err
	}
	if t.IsBatchTool {
		b.WriteString("\nArguments come from `--params-json`, or the operations from `--operations-file`.\n")
	} else {
		writeArguments(b, t, s.Properties())
	}
	for i, e := range t.Examples {
		if i == 0 {
			b.WriteString("\n```sh\n")
		}
		fmt.Fprintln(b, e)
		if i == len(t.Examples)-1 {
			b.WriteString("```\n")
		}
	}
	return nil
}

func writeArguments(b *bytes.Buffer, t *catalog.Tool, props []schema.Property) {
	head := false
	for _, p := range props {
		if p.Key == catalog.KeyConfirm {
			continue
		}
		if !head {
			b.WriteString("\n| argument | |\n|---|---|\n")
			head = true
		}
		notes := []string{strings.TrimSpace(p.Description)}
		if p.Want != "" && !p.IsBoolean() {
			notes = append(notes, "Must be "+p.Want+".")
		}
		switch {
		case p.Required:
			notes = append(notes, "**Required.**")
		case p.HasDefault:
			notes = append(notes, "Default: "+p.DefaultText+".")
		}
		text := strings.NewReplacer("|", `\|`, "\n", " ").Replace(strings.Join(notes, " "))
		fmt.Fprintf(b, "| `--%s` | %s |\n", catalog.Flag(p.Key), text)
	}
}
