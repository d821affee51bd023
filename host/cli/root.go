// Package cli is the command line: it reads words, calls host/invoke and
// prints. It holds no tool logic: what a tool takes comes from its catalog
// and schema, what it may do from the risk tables.
//
// Start reading at Main, then tool.go (the commands made from the catalog) and
// result.go (what is printed). One file per command.
package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Main runs one command line and gives the process's exit code. It touches
// nothing global, so tests call it in-process with streams of their own.
func Main(ctx context.Context, args []string, env Env) int {
	out := &sink{out: env.Out}
	env.Out = out
	a := newApp(env)
	defer a.close()
	a.source = guessSource(args)
	root := a.rootCommand(args)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if f := out.lost(); f != nil {
		f = a.doneAlready(f)
		a.printFailure(f.Code, f.Message, f.Hint)
		return max(fault.ExitFailure, exitOf(err))
	}
	if err == nil {
		return fault.ExitOK
	}
	var exit Exit
	if errors.As(err, &exit) {
		return exit.Code
	}
	if code := fault.CodeOf(err); ctx.Err() != nil && code != fault.OutcomeUnknown && code != fault.Interrupted {
		err = fault.New(fault.Interrupted, "interrupted")
	}
	// What cobra itself finds wrong (unknown command or flag, missing value)
	// is a usage error like ours.
	if fault.Of(err) == nil {
		err = usageFault(cmd, err)
	}
	// A parser error may come before --json was parsed; it counts all the same, but
	// not where standard output belongs to a protocol.
	a.globals.JSON = (a.globals.JSON || hasJSONFlag(args)) && cmd.Annotations[outIsProtocol] == ""
	if errors.As(a.failCall(nil, err), &exit) {
		return exit.Code
	}
	return fault.ExitFailure
}

// outIsProtocol marks a command whose standard output carries a protocol and nothing
// else, whatever fails.
const outIsProtocol = "out-is-protocol"

// hasJSONFlag looks for --json before a "--".
func hasJSONFlag(args []string) bool {
	for _, arg := range args {
		switch arg {
		case "--":
			return false
		case "--json", "--json=true":
			return true
		}
	}
	return false
}

// usageFault makes our error of one of the flag library about cmd's words.
func usageFault(cmd *cobra.Command, err error) *fault.Error {
	var none *pflag.NotExistError
	if !errors.As(err, &none) {
		return fault.New(fault.Usage, "%s", strings.ReplaceAll(text.Line(err.Error()), "  ", " "))
	}
	name := none.GetSpecifiedName()
	if none.GetSpecifiedShortnames() != "" {
		return fault.New(fault.Usage, "%s has no flag -%s", cmd.CommandPath(), text.Line(name)).
			WithHint("%s --help lists them", cmd.CommandPath())
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	f := fault.New(fault.Usage, "%s has no flag --%s", cmd.CommandPath(), text.Line(name))
	if s, ok := text.Suggest(name, known); ok {
		return f.WithHint("did you mean --%s?", s)
	}
	return f.WithHint("%s --help lists them", cmd.CommandPath())
}

// rootCommand builds the command tree. Only the service that args name gets
// its tools as sub-commands: building all of them costs more than most calls.
func (a *App) rootCommand(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "wslite",
		Short: "Every tool of Google Workspace, and none that does more than you agreed to",
		Long: `wslite runs the tools of Google Workspace from one binary. Tool code runs in a
sandbox that can only compute; every effect is the host's, behind one gate.

Try it without an account:  wslite demo
Look around:                wslite tools, wslite drive --help
Find a tool:                wslite tools --search "move file"
Exit codes: 0 ok, 1 failure, 2 confirmation refused or impossible, 3 partial
batch, 4 usage, 5 not signed in, 6 outcome unknown, 130 interrupted.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       a.Version,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, words []string) error {
			if len(words) > 0 {
				return a.unknownCommand(words[0])
			}
			return helpOnStderr(cmd)
		},
	}
	root.SetVersionTemplate("wslite {{.Version}}\n")
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.CompletionOptions.HiddenDefaultCmd = false
	a.globals.register(root.PersistentFlags())
	if err := root.RegisterFlagCompletionFunc("account", func(cmd *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return a.completeAccounts(cmd, nil, word)
	}); err != nil {
		panic(err) // the flag is in the table above
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.DisableFlagParsing {
			return nil // the command reads its flags itself, and settles then
		}
		gives := cmd.Name() == "call" || cmd.Annotations[givesResult] != ""
		for _, f := range globalFlags {
			if cmd.LocalNonPersistentFlags().Lookup(f.name) != nil {
				continue // the command's own flag of that name
			}
			if cmd.Flags().Changed(f.name) {
				a.globals.note(f.name)
				if f.shape && !gives {
					return fault.New(fault.Usage, "--%s has no effect on %s", f.name, cmd.CommandPath())
				}
			}
		}
		if !gives && (a.globals.OutputPath != "" || a.globals.Format != "" && a.globals.Format != "json") {
			return fault.New(fault.Usage, "--output has no effect on %s but as json", cmd.CommandPath())
		}
		a.settle()
		return nil
	}
	root.AddGroup(&cobra.Group{ID: "services", Title: "Services:"}, &cobra.Group{ID: "call", Title: "Calling tools:"},
		&cobra.Group{ID: "manage", Title: "Setting up:"})
	root.SetHelpCommandGroupID("manage")
	root.SetCompletionCommandGroupID("manage")

	root.AddCommand(a.toolsCommand(), a.runCommand(), a.callCommand(), a.mcpCommand(), a.draftsCommand(), a.outcomesCommand())
	root.AddCommand(a.demoCommand(), a.doctorCommand(), a.repairCommand(), a.auditCommand(), a.securityCommand(), a.pluginCommand(), a.authCommand(), a.configCommand(), a.policyCommand(), a.localCommand(), a.versionCommand())
	a.addServices(root, args)
	if w := firstWord(args); w == cobra.ShellCompRequestCmd || w == cobra.ShellCompNoDescRequestCmd {
		plainUsages(root)
	}
	return root
}

// plainUsages takes the quotes out of what flags say of themselves. They mark the
// word for a flag's value in help, and completion prints them as they stand.
func plainUsages(cmd *cobra.Command) {
	plain := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	cmd.LocalFlags().VisitAll(plain)
	cmd.PersistentFlags().VisitAll(plain)
	for _, c := range cmd.Commands() {
		plainUsages(c)
	}
}

// givesResult is the annotation of a command that prints the result of a tool, so
// that flags which shape one have an effect.
const givesResult = "result of a tool"

// helpOnStderr is what a group without a sub-command prints: stdout stays for
// results.
func helpOnStderr(cmd *cobra.Command) error {
	cmd.SetOut(cmd.ErrOrStderr())
	return cmd.Help()
}

func (a *App) unknownCommand(word string) error {
	err := fault.New(fault.Usage, "there is no command or service %q", text.Line(word))
	listings, lerr := a.listings()
	if lerr != nil {
		return lerr
	}
	known := []string{"tools", "run", "call", "drafts", "outcomes", "demo", "doctor", "repair", "audit", "security", "plugin", "auth", "config", "policy", "local", "version", "completion", "help"}
	known = append(known, serviceNames(listings)...)
	if reg, rerr := a.plugins(); rerr == nil && reg.Problem(word) != nil {
		return reg.Problem(word)
	}
	if s, ok := text.Suggest(word, known); ok {
		return err.WithHint("did you mean wslite %s?", s)
	}
	return err.WithHint("wslite --help lists them")
}

// noExtra refuses flags that would have no effect on a command, so that
// nobody believes in a dry run that was none.
func (a *App) noExtra(cmd *cobra.Command, names ...string) error {
	for _, n := range names {
		if a.globals.asked[n] {
			return fault.New(fault.Usage, "--%s has no effect on %s", n, cmd.CommandPath())
		}
	}
	return nil
}

func exactArgs(n int, usage string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return fault.New(fault.Usage, "%s takes %s", cmd.CommandPath(), usage).
			WithHint("%s --help tells more", cmd.CommandPath())
	}
}

var noArgs = func(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	word := text.Line(args[0])
	if !cmd.HasSubCommands() {
		return fault.New(fault.Usage, "%s takes no argument %q", cmd.CommandPath(), word)
	}
	var known []string
	for _, c := range cmd.Commands() {
		known = append(known, c.Name())
	}
	e := fault.New(fault.Usage, "%s has no command %q", cmd.CommandPath(), word)
	if s, ok := text.Suggest(args[0], known); ok {
		return e.WithHint("did you mean %s %s?", cmd.CommandPath(), s)
	}
	return e.WithHint("they are %s", strings.Join(known, ", "))
}
