package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// printToolHelp writes a tool's help on stdout: what it does, its class, its
// flags with types, bounds and defaults, examples.
func (a *App) printToolHelp(t *catalog.Tool) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", wrap(text.Clean(t.Description), 78))
	fmt.Fprintf(&b, "Usage:\n  wslite %s %s%s [flags]\n", t.Service, t.Sub, positionalUsage(t))
	draft := " --draft"
	if tables, err := a.risk(); err == nil {
		if onlyReads(tables, t) {
			draft = ""
		}
		class := staticClass(tables, t)
		fmt.Fprintf(&b, "\nTool %s, action %s, class %s", t.Name, t.Action, class)
		if t.IsBatchTool {
			b.WriteString("; each operation counts as its own class")
		} else if risk.NeedsConfirm(class) {
			b.WriteString("; needs a yes")
		}
		b.WriteString(".\n")
	}
	s, err := schema.Compile(t.Input)
	if err != nil {
		fmt.Fprintf(&b, "\n(the schema can't be read: %s)\n", text.Line(err.Error()))
		fmt.Fprint(a.Out, b.String())
		return
	}
	writeFlags(&b, t, s.Properties())
	if len(t.Examples) > 0 {
		b.WriteString("\nExamples:\n")
		for _, e := range t.Examples {
			fmt.Fprintf(&b, "  %s\n", text.Line(e))
		}
	}
	fmt.Fprintf(&b, "\nGlobal flags: --json --output --fields --jq --page-all --yes --dry-run%s --local --account ... (wslite --help)\n", draft)
	fmt.Fprint(a.Out, b.String())
}

func positionalUsage(t *catalog.Tool) string {
	if t.CLI == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range t.CLI.Positionals {
		fmt.Fprintf(&b, " [%s]", p)
	}
	return b.String()
}

// writeFlags lists required arguments first.
func writeFlags(b *strings.Builder, t *catalog.Tool, props []schema.Property) {
	if t.CLI != nil && t.CLI.ParamsJSONOnly {
		b.WriteString("\nArguments come from --params-json, or the operations from --operations-file FILE\n(a JSON array or JSON Lines; - is stdin).\n")
		return
	}
	var rows [][2]string
	byFlag := flagIndex(t, props)
	for _, required := range []bool{true, false} {
		for _, p := range props {
			if p.Required == required && (t.HasFlag(p.Key) || p.Key == catalog.KeyIdempotencyKey) {
				rows = append(rows, [2]string{flagUsage(p), flagMeaning(byFlag, p)})
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	b.WriteString("\nFlags:\n")
	width := 0
	for _, r := range rows {
		width = max(width, len(r[0]))
	}
	for _, r := range rows {
		pad := strings.Repeat(" ", width+4)
		lines := strings.Split(wrap(r[1], max(40, 78-width-4)), "\n")
		fmt.Fprintf(b, "  %-*s  %s\n", width, r[0], lines[0])
		for _, l := range lines[1:] {
			fmt.Fprintf(b, "%s%s\n", pad, l)
		}
	}
}

func flagUsage(p schema.Property) string {
	name := "--" + catalog.Flag(p.Key)
	switch {
	case p.IsBoolean():
	case p.IsSwitch():
		name += " [" + typeName(p) + "]"
	default:
		name += " " + typeName(p)
	}
	return name
}

// typeName is the placeholder behind a flag.
func typeName(p schema.Property) string {
	switch {
	case p.TextList:
		return "TEXT..."
	case p.IsJSON():
		return "JSON"
	case len(p.Types) == 1 && p.Types[0] == "integer":
		return "N"
	case len(p.Types) == 1 && p.Types[0] == "number":
		return "NUMBER"
	}
	return "TEXT"
}

// plainWants say nothing that the placeholder behind the flag does not say.
var plainWants = []string{"", "text", "a list", "an object", "a number", "a whole number"}

// flagMeaning is the description, then what is allowed.
func flagMeaning(byFlag map[string]schema.Property, p schema.Property) string {
	parts := []string{}
	if d := text.Line(p.Description); d != "" {
		parts = append(parts, d)
	}
	if !p.IsBoolean() && !slices.Contains(plainWants, p.Want) {
		parts = append(parts, "["+p.Want+"]")
	}
	if p.TextList {
		parts = append(parts, "(give it once for each, or a list as JSON)")
	}
	if also := aliasesOf(byFlag, p.Key); also != "" {
		parts = append(parts, "(also "+also+")")
	}
	switch {
	case p.Required:
		parts = append(parts, "(required)")
	case p.HasDefault:
		parts = append(parts, "(default "+text.Line(p.DefaultText)+")")
	}
	return strings.Join(parts, " ")
}

// aliasesOf lists the other flags of an argument.
func aliasesOf(byFlag map[string]schema.Property, key string) string {
	var names []string
	for flag, p := range byFlag {
		if p.Key == key && flag != catalog.Flag(key) {
			names = append(names, "--"+flag)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// firstSentence is the short form of a description for lists.
func firstSentence(s string) string {
	s = text.Line(s)
	if i := strings.Index(s, ". "); i > 0 {
		return s[:i]
	}
	return strings.TrimSuffix(s, ".")
}

// wrap breaks text at blanks so that no line is longer than width, where words
// allow.
func wrap(s string, width int) string {
	var out []string
	for _, para := range strings.Split(s, "\n") {
		line := ""
		for _, word := range strings.Fields(para) {
			switch {
			case line == "":
				line = word
			case len(line)+1+len(word) > width:
				out = append(out, line)
				line = word
			default:
				line += " " + word
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
