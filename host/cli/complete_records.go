package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/wslite/wslite/host/draft"
	"github.com/wslite/wslite/host/store"
	"github.com/wslite/wslite/host/text"
)

// completionWait bounds how long a completion waits for a store that several
// machines share: somebody sits there with a finger on the tab key.
const completionWait = 2 * time.Second

// completion is what cobra asks for words.
type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// completeDrafts completes the id of a draft in one of these states, with what it
// is about; of every one where none is named.
func (a *App) completeDrafts(states ...draft.State) completion {
	return func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		const only = cobra.ShellCompDirectiveNoFileComp
		if len(args) > 0 {
			return nil, only
		}
		ctx, end := context.WithTimeout(cmd.Context(), completionWait)
		defer end()
		drafts, err := a.drafts()
		if err != nil {
			return nil, only
		}
		list, err := drafts.List(ctx, draft.Filter{Heads: true, States: states})
		if err != nil {
			return nil, only
		}
		var words []string
		for _, d := range list {
			words = append(words, fmt.Sprintf("%s\t%s, %s", text.Line(d.ID), text.Line(string(d.State)), draftAbout(d)))
		}
		return withPrefix(words, word), only
	}
}

// completeOutcomes completes the id of an outcome in one of these states.
func (a *App) completeOutcomes(states ...store.Status) completion {
	return func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		const only = cobra.ShellCompDirectiveNoFileComp
		if len(args) > 0 {
			return nil, only
		}
		ctx, end := context.WithTimeout(cmd.Context(), completionWait)
		defer end()
		claims, err := a.claims()
		if err != nil {
			return nil, only
		}
		list, err := claims.List(ctx, store.ClaimFilter{Status: states})
		if err != nil {
			return nil, only
		}
		var words []string
		for _, c := range list {
			words = append(words, fmt.Sprintf("%s\t%s, %s of %s", outcomeID(c), c.Status, outcomeTool(c), a.when(c.Created)))
		}
		return withPrefix(words, word), only
	}
}

// fixedWords completes a flag from a list.
func fixedWords(cmd *cobra.Command, flag string, words []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(slices.Clone(words), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag is the command's own
	}
}
