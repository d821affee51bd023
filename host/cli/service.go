package cli

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/plugin"
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
	listings, err := a.listings()
	if err != nil {
		// unknownCommand tells, if the command line needs a service; it is not
		// asked where a tool's flag is unknown because its tool is.
		if word != "" {
			root.SetFlagErrorFunc(func(cmd *cobra.Command, flag error) error {
				if cmd == root {
					return err
				}
				return flag
			})
		}
		return
	}
	for _, l := range listings {
		if word != "" && hasService(listings, word) && l.Service != word {
			continue
		}
		cmd := &cobra.Command{
			Use:     l.Service + " <tool>",
			Short:   text.Line(fmt.Sprintf("%s (%d tools)", l.Title, len(l.Tools))),
			GroupID: "services",
			// Words are looked at before flags: a word that is no tool is the
			// mistake, not the flags behind it.
			DisableFlagParsing: true,
			RunE: func(cmd *cobra.Command, args []string) error {
				before, word, _, err := a.splitGlobals(l.Service, args)
				switch {
				case word != "":
					return unknownTool(l, word)
				case err != nil:
					return err
				case before.help:
					return cmd.Help()
				}
				return helpOnStderr(cmd)
			},
		}
		root.AddCommand(cmd)
		if namesService(args, l.Service) {
			a.addTools(cmd, l.Service)
		}
	}
}

func hasService(listings []plugin.Listing, name string) bool {
	return slices.ContainsFunc(listings, func(l plugin.Listing) bool { return l.Service == name })
}

func serviceNames(listings []plugin.Listing) []string {
	var names []string
	for _, l := range listings {
		names = append(names, l.Service)
	}
	return names
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

func (a *App) addTools(cmd *cobra.Command, service string) {
	x, err := a.catalogOf(service)
	if err != nil || x.Service(service) == nil {
		return // the tool's own path tells
	}
	s := x.Service(service)
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
	g = text.Line(g)
	if g == "" {
		return "Other:"
	}
	_, first := utf8.DecodeRuneInString(g)
	return strings.ToUpper(g[:first]) + g[first:] + ":"
}

func unknownTool(l plugin.Listing, word string) error {
	var known []string
	for _, t := range l.Tools {
		known = append(known, t.Sub)
	}
	sort.Strings(known)
	err := fault.New(fault.Usage, "the service %s has no tool %q", l.Service, text.Line(word))
	if hit, ok := text.Suggest(word, known); ok {
		return err.WithHint("did you mean wslite %s %s?", l.Service, hit)
	}
	return err.WithHint("wslite %s --help lists its tools", l.Service)
}
