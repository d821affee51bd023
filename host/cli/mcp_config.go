package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wslite/wslite/host/auth"
	"github.com/wslite/wslite/host/auth/secret"
	"github.com/wslite/wslite/host/backend/appsscript"
	"github.com/wslite/wslite/host/config"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/risk"
)

// EnvMCPToken is where a client takes its token for a server over HTTP from.
const EnvMCPToken = "WSLITE_MCP_TOKEN"

// serverEntry is what a client has to know of a server: a program that it starts,
// or an address.
type serverEntry struct {
	name    string
	command string
	args    []string
	// env are names of variables that the server needs and the client may not hand
	// on by itself. Their values stand in no configuration of ours.
	env []string
	// url is set for a server over HTTP, and command is not.
	url string
	// oauth says that the client gets its token by a sign-in, so that the entry
	// has none.
	oauth bool
}

// mcpConfigCommand prints a client's configuration. It takes the flags of mcp,
// which go into it.
func (a *App) mcpConfigCommand(mcp *cobra.Command) *cobra.Command {
	var o configOptions
	cmd := &cobra.Command{
		Use:   "config --client CLIENT",
		Short: "Print the configuration by which a client starts wslite",
		Long: `Print what a client's configuration file needs to start this wslite: the absolute
path of the program and its arguments, with the flags of wslite mcp and the
--profile, --account, --config and --local that are given here. It writes no file;
where the text belongs is told on stderr. No value of a variable is printed.

--http prints the entry for a server that runs by itself (wslite mcp --http), at
HOST:PORT or, behind a proxy, at its https address. The client sends the token of
$WSLITE_MCP_TOKEN, in its own spelling of a variable; with --users that is the
user's own, of wslite mcp token add. With --oauth the entry has no token: the
client signs its person in at the server's [mcp.oauth] issuer.`,
		Example: "  wslite --local mcp config --client claude\n  wslite --profile work mcp config --client codex --service gmail --read-only\n  wslite mcp config --client vscode --http 127.0.0.1:8765\n  wslite mcp config --client codex --http https://wslite.corp.example/mcp --oauth",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.noExtra(cmd, "json", "yes", "dry-run", "draft", "params-json", "idempotency-key"); err != nil {
				return err
			}
			return a.printMCPConfig(cmd.Flags(), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.client, "client", "", "the `CLIENT`: "+strings.Join(clientNames(), ", "))
	f.StringVar(&o.address, "http", "", "print the entry for a server that listens at this `ADDRESS`: HOST:PORT, or a URL")
	f.BoolVar(&o.oauth, "oauth", false, "with --http: the client signs in, and the entry has no token")
	cmd.RegisterFlagCompletionFunc("client", cobra.FixedCompletions(clientNames(), cobra.ShellCompDirectiveNoFileComp))
	// The flags themselves, so that one that mcp gets tomorrow is known here.
	mcp.Flags().VisitAll(func(flag *pflag.Flag) {
		if f.Lookup(flag.Name) == nil && !flag.Hidden && !servesHTTP[flag.Name] {
			f.AddFlag(flag)
		}
	})
	return cmd
}

// servesHTTP are flags of a server over HTTP, which no client has a use for.
var servesHTTP = map[string]bool{
	"http": true, "token-file": true, "allow-host": true, "allow-origin": true, "stateless": true, "users": true,
}

// configOptions are the flags of mcp config that are its own.
type configOptions struct {
	client, address string
	oauth           bool
}

func (a *App) printMCPConfig(flags *pflag.FlagSet, o configOptions) error {
	c, ok := clients[o.client]
	if !ok {
		e := fault.New(fault.Usage, "there is no client %q; there are %s", o.client, strings.Join(clientNames(), ", "))
		if o.client == "" {
			e = fault.New(fault.Usage, "--client is missing; there are %s", strings.Join(clientNames(), ", "))
		}
		return e
	}
	entry, err := a.serverEntry(flags, o)
	if err != nil {
		return err
	}
	out, err := c.write(entry)
	if err != nil {
		return fault.Wrap(err, fault.Client, "the configuration of %s can't be written", o.client)
	}
	if _, err := a.Out.Write(out); err != nil {
		return err
	}
	notes := c.notes(entry)
	if entry.url != "" {
		notes = append(notes, a.httpNotes(flags, o, entry)...)
	}
	for _, line := range notes {
		a.note("%s", line)
	}
	return nil
}

// serverEntry gathers what the client is told.
func (a *App) serverEntry(flags *pflag.FlagSet, o configOptions) (serverEntry, error) {
	e := serverEntry{name: "wslite", oauth: o.oauth}
	if f := flags.Lookup("service"); f != nil && f.Changed {
		if v, ok := f.Value.(pflag.SliceValue); ok && len(v.GetSlice()) == 1 {
			e.name = "google-workspace-" + v.GetSlice()[0]
		}
	}
	if flags.Changed("http") {
		var err error
		e.url, err = serverURL(o.address)
		return e, err
	}
	if o.oauth {
		return e, fault.New(fault.Usage, "--oauth is for a server over HTTP: add --http with its address")
	}
	program, err := os.Executable()
	if err == nil {
		program, err = filepath.Abs(program)
	}
	if err != nil {
		return e, fault.Wrap(err, fault.Client, "the path of this program can't be told")
	}
	e.command, e.args = program, append(a.choosing(), "mcp")
	e.args = append(e.args, offered(flags)...)
	e.env, err = a.envOfServer()
	return e, err
}

// offered are the flags of mcp that are given here, as they would be given to it.
func offered(flags *pflag.FlagSet) (args []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if _, global := lookupGlobal(f.Name, false); f.Changed && !global && !configOwn[f.Name] {
			args = append(args, spelled(f)...)
		}
	})
	return args
}

// configOwn are the flags of mcp config that its servers don't have, or not as here.
var configOwn = map[string]bool{"client": true, "http": true, "oauth": true}

// choosing are the global flags that say whose data it is. A path is made
// absolute: the client starts the server wherever it stands.
func (a *App) choosing() []string {
	g, args := a.globals, []string{}
	if g.Local {
		args = append(args, "--local")
	}
	file := g.Config
	if file != "" {
		if abs, err := filepath.Abs(file); err == nil {
			file = abs
		}
	}
	for _, f := range []struct{ name, value string }{{"--config", file}, {"--profile", g.Profile}, {"--account", g.Account}} {
		if f.value != "" {
			args = append(args, f.name, f.value)
		}
	}
	return args
}

// spelled writes a flag as it would be given.
func spelled(f *pflag.Flag) []string {
	if v, ok := f.Value.(pflag.SliceValue); ok {
		var args []string
		for _, s := range v.GetSlice() {
			args = append(args, "--"+f.Name, s)
		}
		return args
	}
	if f.Value.Type() == "bool" {
		if f.Value.String() == "true" {
			return []string{"--" + f.Name}
		}
		return []string{"--" + f.Name + "=" + f.Value.String()}
	}
	return []string{"--" + f.Name, f.Value.String()}
}

// envOfServer names the variables that are set here and that a server would read.
// A client may start it with a few variables of its own choice.
func (a *App) envOfServer() ([]string, error) {
	names := []string{config.EnvConfig, config.EnvProfile, config.EnvStateDir, config.EnvCacheDir,
		auth.EnvAccount, auth.EnvAccessToken, auth.EnvClientFile, secret.EnvPassword, EnvStoreDSN}
	reg, err := a.plugins()
	if err != nil {
		return nil, err
	}
	for _, p := range reg.Plugins() {
		service := p.Service
		names = append(names, appsscript.URLName(service))
		for _, class := range risk.Classes() {
			for _, ending := range risk.Candidates(class) {
				names = append(names, appsscript.TokenName(service, ending))
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return slices.DeleteFunc(names, func(name string) bool { return a.Getenv(name) == "" }), nil
}
