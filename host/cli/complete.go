package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// completeTool completes flag names and the values of enums and booleans.
func (a *App) completeTool(t *catalog.Tool) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		s, err := schema.Compile(t.Input)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		byFlag := flagIndex(t, s.Properties())
		if len(args) > 0 && strings.HasPrefix(args[len(args)-1], "--") {
			last := strings.TrimPrefix(args[len(args)-1], "--")
			if p, ok := byFlag[last]; ok && len(p.Enum) > 0 {
				return withPrefix(p.Enum, word), cobra.ShellCompDirectiveNoFileComp
			}
			if last == "account" {
				return a.completeAccounts(nil, nil, word)
			}
			if last == "operations-file" || last == "params-json" || last == "config" {
				return nil, cobra.ShellCompDirectiveDefault
			}
		}
		if p, ok := nextPositional(t, s, byFlag, args); ok && len(p.Enum) > 0 && !strings.HasPrefix(word, "-") {
			return withPrefix(p.Enum, word), cobra.ShellCompDirectiveNoFileComp
		}
		return withPrefix(a.flagWords(t, byFlag), word), cobra.ShellCompDirectiveNoFileComp
	}
}

// nextPositional is the argument that a word without a flag would give next.
func nextPositional(t *catalog.Tool, s *schema.Schema, byFlag map[string]schema.Property, args []string) (schema.Property, bool) {
	if t.CLI == nil {
		return schema.Property{}, false
	}
	given := 0
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		switch {
		case !isFlag && (args[i] == "-" || !strings.HasPrefix(args[i], "-")):
			given++
		case !isFlag:
		case !strings.Contains(name, "=") && valueFollows(name, byFlag):
			i++
		}
	}
	if given >= len(t.CLI.Positionals) {
		return schema.Property{}, false
	}
	return s.Property(t.CLI.Positionals[given])
}

// valueFollows says whether the word behind a flag belongs to it.
func valueFollows(flag string, byFlag map[string]schema.Property) bool {
	if p, ok := byFlag[flag]; ok {
		return !p.IsBoolean()
	}
	return flag == "operations-file" || takesValue("--"+flag)
}

// flagWords are a tool's own flags; cobra itself adds the global ones.
func (a *App) flagWords(t *catalog.Tool, byFlag map[string]schema.Property) []string {
	var words []string
	for name, p := range byFlag {
		words = append(words, "--"+name+"\t"+firstSentence(p.Description))
		if p.IsBoolean() {
			words = append(words, "--no-"+name)
		}
	}
	if t.IsBatchTool {
		words = append(words, "--operations-file\tJSON array of operations")
	}
	return words
}

// completeRun completes tool names, then the tool's own flags.
func (a *App) completeRun(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	for i, arg := range args {
		if t, err := a.toolNamed(arg); err == nil {
			return a.completeTool(t)(cmd, args[i+1:], word)
		}
	}
	listings, err := a.listings()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for _, l := range listings {
		for _, t := range l.Tools {
			names = append(names, t.Name+"\t"+text.Line(t.Title))
		}
	}
	return withPrefix(names, word), cobra.ShellCompDirectiveNoFileComp
}

func (a *App) completeServices(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	listings, err := a.listings()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return serviceNames(listings), cobra.ShellCompDirectiveNoFileComp
}

func withPrefix(words []string, prefix string) []string {
	var out []string
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			out = append(out, w)
		}
	}
	return out
}
