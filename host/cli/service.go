package cli

import (
	"fmt"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// addServices adds the commands of services. Where the first word is one of
// them it is added alone, with one command per tool; where it is another
// command none is; else (help, completion, a mistake) all are, without tools.
func (a *App) addServices(root *cobra.Command, args []string) {
	word := firstWord(args)
	for _, c := range root.Commands() {
		if c.Name() == word && word != "help" {
			return
		}
	}
	if word == "help" || word == cobra.ShellCompRequestCmd || word == cobra.ShellCompNoDescRequestCmd {
		word = ""
	}
	x, err := a.catalogOf(word)
	if err != nil {
		return // unknownCommand tells, if the command line needs a service
	}
	for _, s := range x.Services() {
		cmd := &cobra.Command{
			Use:     s.Name + " <tool>",
			Short:   text.Line(fmt.Sprintf("%s (%d tools)", s.Title, len(s.Tools))),
			GroupID: "services",
			// Words are looked at before flags: a word that is no tool is the
			// mistake, not the flags behind it.
			DisableFlagParsing: true,
			RunE: func(cmd *cobra.Command, args []string) error {
				before, word, _, err := a.splitGlobals(s.Name, args)
				switch {
				case word != "":
					return unknownTool(s, word)
				case err != nil:
					return err
				case before.help:
					return cmd.Help()
				}
				return helpOnStderr(cmd)
			},
		}
		root.AddCommand(cmd)
		if namesService(args, s.Name) {
			a.addTools(cmd, s)
		}
	}
}

// firstWord is the first word that is neither a flag nor a flag's value.
func firstWord(args []string) string {
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if arg != "" && arg[0] != '-' && (i == 0 || !takesValue(args[i-1])) {
			return arg
		}
	}
	return ""
}

// namesService says whether the service's tools may be needed: its name
// stands among the words.
func namesService(args []string, name string) bool {
	for _, arg := range args {
		if arg == name {
			return true
		}
	}
	return false
}

func (a *App) addTools(cmd *cobra.Command, s *catalog.Service) {
	for _, g := range groupsOf(s) {
		cmd.AddGroup(&cobra.Group{ID: g, Title: groupTitle(g)})
	}
	for _, t := range s.Tools {
		cmd.AddCommand(a.toolCommand(t))
	}
}

// groupsOf gives the catalog's groups in the order of their first tool.
func groupsOf(s *catalog.Service) []string {
	var groups []string
	seen := map[string]bool{}
	for _, t := range s.Tools {
		if !seen[t.Group] {
			seen[t.Group] = true
			groups = append(groups, t.Group)
		}
	}
	return groups
}

func groupTitle(g string) string {
	if g == "" {
		return "Other:"
	}
	return strings.ToUpper(g[:1]) + text.Line(g[1:]) + ":"
}

func unknownTool(s *catalog.Service, word string) error {
	var known []string
	for _, t := range s.Tools {
		known = append(known, t.Sub)
	}
	sort.Strings(known)
	err := fault.New(fault.Usage, "the service %s has no tool %q", s.Name, text.Line(word))
	if hit, ok := text.Suggest(word, known); ok {
		return err.WithHint("did you mean wslite %s %s?", s.Name, hit)
	}
	return err.WithHint("wslite %s --help lists its tools", s.Name)
}
