package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/wslite/wslite/host/fault"
)

// globals are the flags that every command takes, before or after its name.
type globals struct {
	JSON, Yes, Quiet, Verbose bool
	Local, DryRun, Draft      bool
	IdempotencyKey            string
	ParamsJSON                string
	Profile                   string
	Account                   string
	Config                    string

	// How a result is shaped: output.go says what each means.
	Format     string // "" is the way of the tool
	OutputPath string
	Force      bool
	Fields, JQ string
	PageAll    bool
	PageLimit  string

	// paramsJSONSet tells an empty --params-json from an absent one.
	paramsJSONSet bool
	// asked are the flags that stood on the command line, for the commands
	// that refuse what would have no effect.
	asked map[string]bool
}

// globalFlag is one row of the table of global flags. The table feeds cobra's
// flags, our own parser of tool arguments, and the completion.
type globalFlag struct {
	name, short string
	usage       string
	boolean     func(*globals) *bool
	text        func(*globals) *string
	// set reads the value of a flag that is more than a text.
	set func(*globals, string) error
	// shape marks a flag that says how a tool's result is given. No other
	// command has a use for it.
	shape bool
}

var globalFlags = []globalFlag{
	{name: "json", usage: "print one JSON document on stdout, errors included", boolean: func(g *globals) *bool { return &g.JSON }},
	{name: "yes", short: "y", usage: "confirm a gated action (send, share, destructive) without asking", boolean: func(g *globals) *bool { return &g.Yes }},
	{name: "quiet", short: "q", usage: "print no notes on stderr, only errors", boolean: func(g *globals) *bool { return &g.Quiet }},
	{name: "verbose", short: "v", usage: "tell on stderr what is sent: service, action, class, token name (never its value)", boolean: func(g *globals) *bool { return &g.Verbose }},
	{name: "local", usage: "use the embedded local workspace: no account, no network", boolean: func(g *globals) *bool { return &g.Local }},
	{name: "dry-run", usage: "show what would be sent, and change nothing (it may read, to learn what would be sent)", boolean: func(g *globals) *bool { return &g.DryRun }},
	{name: "draft", usage: "store the call for a person's approval instead of running it (wslite drafts)", boolean: func(g *globals) *bool { return &g.Draft }},
	{name: "idempotency-key", usage: "do this at most once for this `KEY`: a repeat gets the first one's outcome, and changes nothing", set: named("idempotency-key", func(g *globals) *string { return &g.IdempotencyKey })},
	{name: "params-json", usage: "start from this `JSON` object, @FILE, or - for stdin; flags are laid over it", text: func(g *globals) *string { return &g.ParamsJSON }},
	{name: "profile", usage: "use the profile `NAME` of wslite.toml", set: named("profile", func(g *globals) *string { return &g.Profile })},
	{name: "account", usage: "act as this `ACCOUNT` that is signed in: its alias or address", set: named("account", func(g *globals) *string { return &g.Account })},
	{name: "config", usage: "read this configuration `FILE`", set: named("config", func(g *globals) *string { return &g.Config })},
	{name: "output", short: "o", usage: "give the result as json, table, csv or yaml; any other `FORMAT|PATH` is a file or directory for the file that a tool gives", set: (*globals).setOutput},
	{name: "force", usage: "let --output replace a file", shape: true, boolean: func(g *globals) *bool { return &g.Force }},
	{name: "fields", usage: "keep these `FIELDS` of the data, or of each item: id,name,owner.email", shape: true, text: func(g *globals) *string { return &g.Fields }},
	{name: "jq", usage: "print what this jq `EXPRESSION` makes of the JSON document", shape: true, text: func(g *globals) *string { return &g.JQ }},
	{name: "page-all", usage: "read all pages of a list and print one JSON item per line", shape: true, boolean: func(g *globals) *bool { return &g.PageAll }},
	{name: "page-limit", usage: "stop --page-all after `N` pages (100 unless given)", shape: true, text: func(g *globals) *string { return &g.PageLimit }},
}

// register declares the table on a cobra flag set.
func (g *globals) register(fs *pflag.FlagSet) {
	for _, f := range globalFlags {
		switch {
		case f.boolean != nil:
			fs.BoolVarP(f.boolean(g), f.name, f.short, false, f.usage)
		case f.set != nil:
			fs.VarP(setter{g, f.set}, f.name, f.short, f.usage)
		default:
			fs.StringVarP(f.text(g), f.name, f.short, "", f.usage)
		}
	}
}

// named reads a flag that names what a call is done with. An empty value, which a
// shell makes of a variable that is not set, must not mean the default one.
func named(name string, field func(*globals) *string) func(*globals, string) error {
	return func(g *globals, v string) error {
		if strings.TrimSpace(v) == "" {
			return fault.New(fault.Usage, "--%s names nothing", name).WithHint("give it a value, or leave it out")
		}
		*field(g) = v
		return nil
	}
}

// setter is a flag with a set function, for the flag library.
type setter struct {
	g   *globals
	set func(*globals, string) error
}

func (s setter) String() string     { return "" }
func (s setter) Type() string       { return "string" }
func (s setter) Set(v string) error { return s.set(s.g, v) }

// note records that a global flag was given.
func (g *globals) note(name string) {
	if g.asked == nil {
		g.asked = map[string]bool{}
	}
	g.asked[name] = true
	if name == "params-json" {
		g.paramsJSONSet = true
	}
}

// source is what decides which configuration is read.
type source struct {
	config, profile string
	local           bool
}

func (g *globals) source() source { return source{g.Config, g.Profile, g.Local} }

// guessSource finds what decides which configuration is read before the
// command line can be parsed: which words are services depends on it. A value
// that looks like one of these flags misleads it, so App.settle checks again.
func guessSource(args []string) (s source) {
	for i, arg := range args {
		name, value, attached := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if arg == "--" {
			return s
		}
		if !strings.HasPrefix(arg, "--") {
			continue
		}
		if !attached && i+1 < len(args) {
			value = args[i+1]
		}
		switch name {
		case "config":
			s.config = value
		case "profile":
			s.profile = value
		case "local":
			s.local = !attached || value == "true"
		}
	}
	return s
}

// lookupGlobal finds a global flag by its long or short name.
func lookupGlobal(name string, short bool) (globalFlag, bool) {
	for _, f := range globalFlags {
		if (short && f.short == name && name != "") || (!short && f.name == name) {
			return f, true
		}
	}
	return globalFlag{}, false
}

func globalNames() []string {
	var names []string
	for _, f := range globalFlags {
		names = append(names, f.name)
	}
	return append(names, "help")
}
