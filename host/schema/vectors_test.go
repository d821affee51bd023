package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/vectors"
)

// memFiles are the files of one test; "-" is standard input.
type memFiles map[string]string

func (m memFiles) ReadFile(name string) ([]byte, error) {
	s, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(s), nil
}

type parseExpect struct {
	OK    bool
	Args  map[string]any
	Error *parseError
}

type parseError struct {
	Kind, Code, Key string
	AllKeys         []string
	UnknownKeys     []string
}

// The peer's raw flags are a map in which each flag stands by its camelCase
// key and perhaps again in kebab-case, with the host's own flags among them.
func rawFlags(raw map[string]any) (f Flags, typed map[string]any) {
	f.Values = map[string]FlagValue{}
	typed = map[string]any{}
	pick := func(spellings ...string) any {
		for _, s := range spellings {
			if v, ok := raw[s]; ok {
				return v
			}
		}
		return nil
	}
	asText := func(v any) *string {
		switch v := v.(type) {
		case nil:
			return nil
		case string:
			return &v
		}
		s := fmt.Sprint(v)
		return &s
	}
	f.ParamsJSON = asText(pick("paramsJson", "params-json", "params_json"))
	f.OperationsFile = asText(pick("operationsFile", "operations-file", "operations_file"))
	if k, ok := pick("idempotencyKey", "idempotency-key", "idempotency_key").(string); ok {
		f.IdempotencyKey = k
	}
	if v := pick("operationsFile"); v == true {
		empty := ""
		f.OperationsFile = &empty // a flag without a value
	}
	for k, v := range raw {
		camel := camelCase(k)
		switch camel {
		case "paramsJson", "operationsFile", "yes", "json", "quiet", "verbose":
			continue
		}
		if _, both := raw[camel]; both && camel != k {
			continue
		}
		if camel == catalog.KeyIdempotencyKey && f.IdempotencyKey != "" {
			continue
		}
		switch v := v.(type) {
		case string:
			f.Values[k] = FlagValue{Text: v}
		case bool:
			if name, negated := strings.CutPrefix(k, "no-"); negated {
				f.Values[name] = FlagValue{Negated: v}
			} else if v {
				f.Values[k] = FlagValue{Bare: true}
			} else {
				typed[k] = v
			}
		default:
			typed[k] = v // no command line gives this; Coerce does
		}
	}
	return f, typed
}

func camelCase(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '_' })
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}

// TestParseVectors runs the recorded command lines against the peer's schemas.
func TestParseVectors(t *testing.T) {
	runParseVectors(t, compare, func(t *testing.T, name string) *catalog.Tool {
		tool := peer(t).Tool(name)
		if tool == nil {
			t.Fatalf("no tool %s", name)
		}
		return tool
	})
}

// TestParseVectorsOnPlugins runs them against the schemas of our own plugins,
// as their golden catalogs have them.
//
// Where the peer has a choice of forms, ours state the types beside it, so a
// wrong type is named as such; and Drive's page token may be the text that the
// answer before gave (quirk page-token-type), which the peer's number refuses.
func TestParseVectorsOnPlugins(t *testing.T) {
	x := pluginIndex(t)
	ours := func(v vectors.Vector, args map[string]any, err error, want parseExpect) string {
		if v.Quirk == "page-token-type" && err == nil && fmt.Sprint(args["pageToken"]) == "50" {
			return ""
		}
		switch {
		case v.ID == "boolean-94" && err == nil && args["isUnread"] == true: // a proxy is sent the text; see Gmail's cases
			return ""
		case v.ID == "unknownKey-417" && err == nil && args["attachments"] != nil: // the peer attaches no files
			return ""
		}
		if e := want.Error; err != nil && e != nil {
			own := *e
			switch {
			case e.Code == "invalid_union":
				own.Code = "invalid_type"
			case e.Kind == "invalid_number" && e.Key == "pageToken":
				own.Code = "invalid_format"
			}
			if compare(v, args, err, parseExpect{Error: &own}) == "" {
				return ""
			}
		}
		return compare(v, args, err, want)
	}
	runParseVectors(t, ours, func(t *testing.T, name string) *catalog.Tool {
		tool := x.Tool(name)
		if tool == nil {
			t.Fatalf("%s is a tool of no plugin of this build", name)
		}
		return tool
	})
}

type comparison func(v vectors.Vector, args map[string]any, err error, want parseExpect) string

func runParseVectors(t *testing.T, compare comparison, toolOf func(t *testing.T, name string) *catalog.Tool) {
	vectors.Run(t, "parse", nil, func(t *testing.T, v vectors.Vector) string {
		var in struct {
			Tool  string
			Raw   map[string]any
			Files map[string]string
		}
		var want parseExpect
		v.In(t, &in)
		v.Want(t, &want)
		tool := toolOf(t, in.Tool)
		s, err := Compile(tool.Input)
		if err != nil {
			t.Fatal(err)
		}
		f, typed := rawFlags(in.Raw)
		args, err := s.Parse(tool, f, memFiles(in.Files))
		if len(typed) > 0 {
			args, err = parseTyped(s, f, typed)
		}
		diff := compare(v, args, err, want)
		if diff == "" && err == nil {
			again, err := s.Check(args)
			if err != nil || !cmp.Equal(again, args) {
				t.Errorf("what was accepted does not pass again: %v %v", again, err)
			}
		}
		return diff
	})
}

// parseTyped is for the vectors whose raw values are no text: they went
// straight into the peer's coercion.
func parseTyped(s *Schema, f Flags, typed map[string]any) (map[string]any, error) {
	args := maps.Clone(typed)
	for k, v := range f.Values {
		args[k] = v.Text
	}
	args = s.Coerce(args)
	stripConfirm(args)
	return s.Check(args)
}

// rules maps the peer's kinds and codes to ours.
var rules = map[string][]Rule{
	"too_small":               {RuleRange, RuleLength},
	"too_big":                 {RuleRange, RuleLength},
	"invalid_type":            {RuleType, RuleMissing},
	"invalid_format":          {RulePattern, RuleFormat},
	"custom":                  {RuleFormat},
	"invalid_value":           {RuleEnum},
	"invalid_union":           {RuleChoice, RuleEnum, RuleMissing},
	"unrecognized_keys":       {RuleUnknown},
	"invalid_number":          {RuleType},
	"invalid_boolean":         {RuleType},
	"invalid_json":            {RuleJSON, RuleType},
	"file_unreadable":         {RuleFile},
	"params_json_invalid":     {RuleJSON, RuleType},
	"operations_file_path":    {RuleFile},
	"operations_file_invalid": {RuleJSON, RuleType},
}

func compare(_ vectors.Vector, args map[string]any, err error, want parseExpect) string {
	if want.OK {
		if err != nil {
			return "refused: " + err.Error()
		}
		return cmp.Diff(want.Args, args)
	}
	if err == nil {
		b, _ := json.Marshal(args)
		return fmt.Sprintf("accepted as %s, want an error at %s", b, want.Error.Key)
	}
	if fault.CodeOf(err) != fault.Usage || fault.ExitOf(err) != fault.ExitUsage {
		return "not a usage error: " + err.Error()
	}
	problems := Problems(err)
	if len(problems) == 0 || fault.Of(err).Field != problems[0].Field {
		return "an error without its field: " + err.Error()
	}
	e := want.Error
	var fields []string
	for _, p := range problems {
		fields = append(fields, p.Field)
	}
	wanted := []string{e.Key}
	if e.AllKeys != nil {
		wanted = e.AllKeys
	}
	wanted = slices.DeleteFunc(slices.Clone(wanted), func(k string) bool { return k == "(root)" || len(e.UnknownKeys) > 0 })
	for _, k := range e.UnknownKeys {
		if e.Key != "(root)" {
			k = e.Key + "." + k
		}
		wanted = append(wanted, k)
	}
	for _, k := range wanted {
		if !slices.Contains(fields, k) {
			return fmt.Sprintf("%s is not named: %v", k, err)
		}
	}
	if len(wanted) > 0 && fields[0] != wanted[0] {
		return fmt.Sprintf("the first field is %s, want %s: %v", fields[0], wanted[0], err)
	}
	code := e.Code
	if code == "" {
		code = e.Kind
	}
	if allowed, ok := rules[code]; !ok || !slices.Contains(allowed, problems[0].Rule) {
		return fmt.Sprintf("rule %s for the peer's %s: %v", problems[0].Rule, code, err)
	}
	return ""
}
