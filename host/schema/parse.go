package schema

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/text"
)

// Flags are a tool's arguments as the command line gives them.
type Flags struct {
	// Values holds each flag by the argument's key, not by its spelling.
	Values map[string]FlagValue
	// ParamsJSON is the object that the flags are laid over: JSON text,
	// "@file" or "-"; nil or empty = none.
	ParamsJSON *string
	// OperationsFile names the file of a batch's operations, with or without
	// "@", or "-"; it replaces operations from ParamsJSON. nil = none.
	OperationsFile *string
	// IdempotencyKey is the host's global flag; "" = not given.
	IdempotencyKey string
}

// FlagValue is one flag.
type FlagValue struct {
	// Text is the value as typed.
	Text string
	// Bare says that there was none: --x. Negated says --no-x.
	Bare, Negated bool
}

// Names of the host's flags in Field and messages.
const (
	fieldParams     = "paramsJson"
	fieldOperations = "operationsFile"
	keyOperations   = "operations"
)

// Parse turns flags into checked arguments. Values are read by the type that
// the schema gives (see fromText); lists and objects are JSON text, "@file" or
// "-"; text is taken as it is, but for arguments that the tool lists as file
// inputs. Values inside params-json and files are never converted.
//
// confirm is taken out, at the top and in the params of operations at any
// depth: only a person's yes sets it. An idempotency key for a tool that takes
// none is an error, never dropped.
//
// Errors are those of Check, and LIMIT_EXCEEDED for a file that is too large.
func (s *Schema) Parse(t *catalog.Tool, f Flags, files Files) (map[string]any, error) {
	p := &flagParser{schema: s, tool: t, in: input{files: files}}
	args := p.base(f.ParamsJSON)
	if ops := p.operations(f.OperationsFile); ops != nil {
		args[keyOperations] = ops
	}
	if p.fatal != nil {
		return nil, p.fatal
	}
	sourcesRead := len(p.problems) == 0
	p.values(f, args)
	if p.fatal != nil {
		return nil, p.fatal
	}
	stripConfirm(args)

	var out map[string]any
	if sourcesRead { // else everything in them would be reported as missing
		checked, found, err := s.check(args)
		if err != nil {
			return nil, err
		}
		out = checked
		p.merge(found)
	}
	if err := report(p.sorted()); err != nil {
		return nil, err
	}
	return out, nil
}

// flagParser collects the problems of one command line. fatal is an error that
// is no problem of the arguments, as a file that is too large.
type flagParser struct {
	checker
	schema *Schema
	tool   *catalog.Tool
	in     input
	fatal  error
}

// merge adds what the check found, but not for arguments whose text could
// not even be read: they look missing there.
func (p *flagParser) merge(found []Problem) {
	unread := map[string]bool{}
	for _, q := range p.problems {
		unread[q.Field] = true
	}
	for _, q := range found {
		if top, _, _ := strings.Cut(q.Field, "."); !unread[top] {
			p.problems = append(p.problems, q)
		}
	}
}

// base reads params-json.
func (p *flagParser) base(src *string) map[string]any {
	if src == nil || *src == "" {
		return map[string]any{}
	}
	at := location{path: []string{fieldParams}, rank: []int{-2}}
	raw, ok := p.jsonText(at, *src)
	if !ok {
		return map[string]any{}
	}
	v, err := ParseJSON(raw)
	if err != nil {
		p.add(at, RuleJSON, "is no JSON: "+err.Error())
		return map[string]any{}
	}
	args, ok := v.(map[string]any)
	if !ok {
		at.value = v
		p.add(at, RuleType, "must be a JSON object, not "+given(at))
		return map[string]any{}
	}
	return args
}

// values reads the flags in schema order and lays them over args.
func (p *flagParser) values(f Flags, args map[string]any) {
	top := location{node: p.schema.root, value: args}
	for _, pr := range p.schema.root.props {
		v, given := f.Values[pr.key]
		if !given || pr.key == catalog.KeyConfirm {
			continue
		}
		if read, ok := p.value(top.step(pr.key), v); ok {
			args[pr.key] = read
		} else {
			delete(args, pr.key)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(f.Values)) {
		if p.schema.root.child(k) == nil && k != catalog.KeyConfirm {
			p.unknown(top, k)
		}
	}
	if f.IdempotencyKey == "" {
		return
	}
	at := top.step(catalog.KeyIdempotencyKey)
	if p.schema.root.child(catalog.KeyIdempotencyKey) == nil {
		p.add(at, RuleUnknown, "is not taken by "+text.Line(p.tool.Name)+": a repeat would not be recognised; leave --idempotency-key out")
		return
	}
	args[catalog.KeyIdempotencyKey] = f.IdempotencyKey
}

// value reads one flag; ok is false where a problem was added.
func (p *flagParser) value(at location, v FlagValue) (read any, ok bool) {
	n := at.node
	if v.Bare || v.Negated {
		if only(n.kinds(), "boolean") {
			return v.Bare, true
		}
		if v.Bare {
			p.add(at, RuleType, "needs a value: "+want(n))
		} else {
			p.add(at, RuleType, "can't be negated: it must be "+want(n))
		}
		return nil, false
	}
	src := v.Text
	if !utf8.ValidString(src) {
		p.add(at, RuleType, "is not UTF-8")
		return nil, false
	}
	asJSON := p.hint(at, p.jsonKeys())
	switch {
	case asJSON || only(n.kinds(), "array", "object"):
		raw, ok := p.jsonText(at, src)
		if !ok {
			return nil, false
		}
		src = string(raw)
	case p.hint(at, p.fileInputs()) && strings.HasPrefix(src, "@"):
		raw, ok := p.file(at, src[1:])
		if !ok {
			return nil, false
		}
		if !utf8.Valid(raw) {
			p.add(at, RuleFile, "can't be taken from "+quoteName(src[1:])+": it is not UTF-8 text")
			return nil, false
		}
		return strings.TrimPrefix(string(raw), string(bom)), true
	}
	read, rule, why := n.fromText(src, asJSON)
	switch rule {
	case "":
		return read, true
	case RuleJSON:
		p.add(at, rule, "must be JSON ("+want(n)+"): "+why)
	default:
		at.value = src
		p.addWrong(at, rule)
	}
	return nil, false
}

func (p *flagParser) hint(at location, keys []string) bool {
	return slices.Contains(keys, at.path[len(at.path)-1])
}

func (p *flagParser) jsonKeys() []string {
	if p.tool.CLI == nil {
		return nil
	}
	return p.tool.CLI.JSONKeys
}

func (p *flagParser) fileInputs() []string {
	if p.tool.CLI == nil {
		return nil
	}
	return p.tool.CLI.FileInputs
}

// operations reads the operations file: a JSON list, or one JSON object per
// line. nil = none.
func (p *flagParser) operations(name *string) any {
	if name == nil {
		return nil
	}
	at := location{path: []string{fieldOperations}, rank: []int{-1}}
	raw, ok := p.file(at, strings.TrimPrefix(trim(*name), "@"))
	if !ok {
		return nil
	}
	if b := bytes.TrimSpace(bytes.TrimPrefix(raw, bom)); len(b) > 0 && b[0] == '{' {
		return p.lines(at, b)
	}
	v, err := ParseJSON(raw)
	if err != nil {
		p.add(at, RuleJSON, "holds no JSON: "+err.Error())
		return nil
	}
	if _, isList := v.([]any); !isList {
		at.value = v
		p.add(at, RuleType, "must hold a JSON list of operations, not "+given(at))
		return nil
	}
	return v
}

// lines reads JSON Lines, one operation each.
func (p *flagParser) lines(at location, raw []byte) any {
	ops := []any{}
	for i, line := range bytes.Split(raw, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v, err := ParseJSON(line)
		op, isObject := v.(map[string]any)
		if _, named := op["action"]; err != nil || !isObject || !named {
			p.add(at, RuleJSON, "must hold a JSON list of operations, or one operation with action on each line; line "+strconv.Itoa(i+1)+" is neither")
			return nil
		}
		ops = append(ops, v)
	}
	return ops
}

// stripConfirm removes confirm from arguments and from the params of each
// operation in them.
func stripConfirm(args map[string]any) {
	delete(args, catalog.KeyConfirm)
	ops, _ := args[keyOperations].([]any)
	for _, op := range ops {
		o, _ := op.(map[string]any)
		if params, ok := o[keyParams].(map[string]any); ok {
			stripConfirm(params)
		}
	}
}

// input reads files, and standard input once: a second reader would get
// nothing and not know.
type input struct {
	files   Files
	stdinBy string
}

// jsonText gives the text behind "@file" and "-", or the text itself.
func (p *flagParser) jsonText(at location, src string) ([]byte, bool) {
	src = trim(src)
	if name, ok := strings.CutPrefix(src, "@"); ok {
		return p.file(at, name)
	}
	if src == "-" {
		return p.file(at, src)
	}
	return []byte(src), true
}

func (p *flagParser) file(at location, name string) ([]byte, bool) {
	switch {
	case name == "":
		p.add(at, RuleFile, "names no file")
		return nil, false
	case name == "-" && p.in.stdinBy != "":
		p.add(at, RuleFile, "can't be read from standard input: "+p.in.stdinBy+" is read from there")
		return nil, false
	case name == "-":
		p.in.stdinBy = at.field()
	}
	b, err := p.in.files.ReadFile(name)
	switch {
	case err == nil:
		return b, true
	case fault.CodeOf(err) == fault.LimitExceeded:
		p.fatal = err
	case fault.Of(err) != nil:
		p.add(at, RuleFile, "can't be read: "+fault.Of(err).Message)
	default:
		p.add(at, RuleFile, "can't be read from "+quoteName(name)+": "+text.Line(err.Error()))
	}
	return nil, false
}

func quoteName(name string) string { return `"` + text.Cut(text.Line(name), 120) + `"` }
