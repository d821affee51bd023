package cli

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// toolArgs is what stands behind a tool's name on the command line.
type toolArgs struct {
	flags schema.Flags
	help  bool
	// dropped are sentences on values that do not count.
	dropped []string
}

// argParser reads a tool's arguments. It is ours rather than the flag
// library's because of booleans: --x, --no-x, --x=false and the peer's
// "--x false" must all work, which needs the tool's schema, and a value may
// begin with dashes.
type argParser struct {
	tool    *catalog.Tool
	byFlag  map[string]schema.Property
	globals *globals
	out     toolArgs
}

// parseToolArgs reads args. Global flags among them are set in g. The error
// is USAGE and names the word at fault.
func parseToolArgs(t *catalog.Tool, props []schema.Property, args []string, g *globals) (toolArgs, error) {
	p := &argParser{tool: t, globals: g, byFlag: flagIndex(t, props)}
	p.out.flags.Values = map[string]schema.FlagValue{}
	var words []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			words = append(words, args[i+1:]...)
			i = len(args)
		case strings.HasPrefix(arg, "--"):
			used, err := p.long(arg[2:], args[i+1:])
			if err != nil {
				return p.out, err
			}
			i += used
		case len(arg) > 1 && arg[0] == '-':
			used, err := p.short(arg[1:], args[i+1:])
			if err != nil {
				return p.out, err
			}
			i += used
		default:
			words = append(words, arg)
		}
	}
	return p.out, p.positionals(words)
}

// flagIndex maps flag names, aliases included, to properties. confirm never
// has a flag: only a person's yes sets it.
func flagIndex(t *catalog.Tool, props []schema.Property) map[string]schema.Property {
	byFlag := map[string]schema.Property{}
	if t.CLI != nil && t.CLI.ParamsJSONOnly {
		return byFlag
	}
	for _, prop := range props {
		if !t.HasFlag(prop.Key) {
			continue
		}
		byFlag[catalog.Flag(prop.Key)] = prop
		if t.CLI == nil {
			continue
		}
		for alias, key := range t.CLI.Aliases {
			if key == prop.Key {
				byFlag[alias] = prop
			}
		}
	}
	addShortFlags(byFlag)
	return byFlag
}

// long reads one --flag; rest are the words behind it. It returns how many of
// them were its value.
func (p *argParser) long(body string, rest []string) (int, error) {
	name, value, attached := strings.Cut(body, "=")
	take := func() (string, int, error) {
		if attached {
			return value, 0, nil
		}
		if len(rest) == 0 {
			return "", 0, fault.New(fault.Usage, "the flag --%s needs a value", text.Line(name))
		}
		return rest[0], 1, nil
	}
	if name == "help" && !attached {
		p.out.help = true
		return 0, nil
	}
	if g, ok := lookupGlobal(name, false); ok {
		return p.global(g, value, attached, take)
	}
	if name == "operations-file" && p.tool.IsBatchTool {
		v, n, err := take()
		if old := p.out.flags.OperationsFile; old != nil && *old != v {
			p.drop(name, *old)
		}
		p.out.flags.OperationsFile = &v
		return n, err
	}
	if prop, ok := p.byFlag[name]; ok {
		if prop.IsBoolean() {
			return p.boolean(name, prop, value, attached, rest)
		}
		if prop.IsSwitch() && !attached && (len(rest) == 0 || strings.HasPrefix(rest[0], "-")) {
			p.set(name, prop.Key, schema.FlagValue{Text: "true"})
			return 0, nil
		}
		v, n, err := take()
		if prop.TextList {
			p.setItem(name, prop.Key, v)
		} else {
			p.set(name, prop.Key, schema.FlagValue{Text: v})
		}
		return n, err
	}
	if rest, ok := strings.CutPrefix(name, "no-"); ok && !attached {
		if prop, ok := p.byFlag[rest]; ok && prop.IsBoolean() {
			p.set(rest, prop.Key, schema.FlagValue{Negated: true})
			return 0, nil
		}
	}
	return 0, p.unknown(name)
}

// addItem lets a flag that takes a list of texts be given once per text, which
// then needs no quotes of JSON. A whole list in JSON, or a file that holds one,
// is taken as well. Paths of files are told from JSON by being no list: their
// names may begin with anything. added is false where the value replaces the
// list.
func (p *argParser) addItem(key, value string) (all string, added bool) {
	var list, given []string
	switch isPath := slices.Contains(p.tool.FileArgs, key); {
	case isPath && json.Unmarshal([]byte(value), &given) != nil:
		given = []string{value}
	case !isPath && looksJSON(value):
		return value, false
	case !isPath:
		given = []string{value}
	}
	json.Unmarshal([]byte(p.out.flags.Values[key].Text), &list) // empty at first
	text, err := json.Marshal(append(list, given...))
	if err != nil {
		return value, false
	}
	return string(text), true
}

// looksJSON says whether a value of a list is meant as JSON or names its
// source, rather than being one of its items.
func looksJSON(value string) bool {
	v := strings.TrimSpace(value)
	return v == "" || v == "-" || v == "null" || strings.ContainsAny(v[:1], `[{"@`)
}

// boolean takes the next word as the value only when it reads as one, so that
// both "--x" and the peer's "--x false" work.
func (p *argParser) boolean(name string, prop schema.Property, value string, attached bool, rest []string) (int, error) {
	if attached {
		p.set(name, prop.Key, schema.FlagValue{Text: value})
		return 0, nil
	}
	if len(rest) > 0 && schema.IsBooleanWord(rest[0]) {
		p.set(name, prop.Key, schema.FlagValue{Text: rest[0]})
		return 1, nil
	}
	p.set(name, prop.Key, schema.FlagValue{Bare: true})
	return 0, nil
}

func (p *argParser) global(f globalFlag, value string, attached bool, take func() (string, int, error)) (int, error) {
	p.globals.note(f.name)
	if f.boolean != nil {
		on := true
		if attached {
			b, ok := schema.BooleanWord(value)
			if !ok {
				return 0, fault.New(fault.Usage, "--%s takes true or false, not %q", f.name, text.Line(value))
			}
			on = b
		}
		*f.boolean(p.globals) = on
		return 0, nil
	}
	v, n, err := take()
	if err != nil {
		return 0, err
	}
	if f.set != nil {
		return n, f.set(p.globals, v)
	}
	*f.text(p.globals) = v
	return n, nil
}

// short reads -y, -qv and the like, and -o csv or -ocsv; no tool has a
// one-letter flag. rest are the words behind it; it returns how many of them
// were its value.
func (p *argParser) short(body string, rest []string) (int, error) {
	for i, r := range body {
		if r == 'h' {
			p.out.help = true
			continue
		}
		f, ok := lookupGlobal(string(r), true)
		if !ok {
			return 0, fault.New(fault.Usage, "unknown flag -%s", text.Line(body)).
				WithHint("a value that begins with a dash is given as --flag=%s", "-"+text.Line(body))
		}
		if f.boolean == nil {
			value := strings.TrimPrefix(body[i+1:], "=")
			return p.global(f, value, value != "", func() (string, int, error) {
				switch {
				case value != "":
					return value, 0, nil
				case len(rest) == 0:
					return "", 0, fault.New(fault.Usage, "the flag -%s needs a value", string(r))
				}
				return rest[0], 1, nil
			})
		}
		p.globals.note(f.name)
		*f.boolean(p.globals) = true
	}
	return 0, nil
}

func (p *argParser) unknown(name string) error {
	if name == "confirm" {
		return fault.New(fault.Usage, "--confirm is not a flag: only a person's yes confirms").
			WithHint("answer the prompt, or add --yes")
	}
	known := globalNames()
	for f := range p.byFlag {
		known = append(known, f)
	}
	if p.tool.IsBatchTool {
		known = append(known, "operations-file")
	}
	err := fault.New(fault.Usage, "%s has no flag --%s", p.tool.Name, text.Line(name))
	if s, ok := text.Suggest(name, known); ok {
		return err.WithHint("did you mean --%s?", s)
	}
	return err.WithHint("%s --help lists the flags", commandOf(p.tool))
}

// commandOf is what a user types to run a tool.
func commandOf(t *catalog.Tool) string {
	return strings.TrimSpace("wslite " + t.Service + " " + t.Sub)
}

// positionals lays plain words over the tool's positional arguments.
func (p *argParser) positionals(words []string) error {
	var names []string
	if p.tool.CLI != nil {
		names = p.tool.CLI.Positionals
	}
	for i, w := range words {
		if i >= len(names) {
			return fault.New(fault.Usage, "%s takes no argument %q here", p.tool.Name, text.Line(w)).
				WithHint("values are given with flags; %s --help lists them", commandOf(p.tool))
		}
		if _, twice := p.out.flags.Values[names[i]]; twice {
			return fault.New(fault.Usage, "%s is given twice: as the argument %q and as --%s", names[i], text.Line(w), catalog.Flag(names[i]))
		}
		p.out.flags.Values[names[i]] = schema.FlagValue{Text: w}
	}
	return nil
}
