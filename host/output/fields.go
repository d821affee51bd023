package output

import (
	"strings"

	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/keep"
)

// Fields is a choice of fields: "id,title,owner.email", in Google's syntax for
// partial answers (a/b, a(b,c), *) or with dots.
type Fields struct {
	mask    *keep.Mask
	columns []string
}

// ParseFields reads a choice. The error is a USAGE fault.
func ParseFields(text string) (*Fields, error) {
	spec := strings.ReplaceAll(strings.Join(strings.Fields(text), ""), ".", "/")
	mask, err := keep.Parse(spec)
	if err != nil {
		return nil, fault.New(fault.Usage, "--fields: %v", err).
			WithHint(`fields look like "id,name,owner.email" or "id,owner(email,name)"`)
	}
	return &Fields{mask: mask, columns: columnsOf(spec, "")}, nil
}

// Columns are the chosen fields as dotted paths, in the order given.
func (f *Fields) Columns() []string { return f.columns }

// Apply keeps the chosen fields of a value; of a list, those of each item. A
// field that is not there is left out.
func (f *Fields) Apply(v any) any {
	kept, ok := f.mask.Apply(v)
	if !ok {
		if _, isList := v.([]any); isList {
			return []any{}
		}
		return map[string]any{}
	}
	return kept
}

// columnsOf spells the leaves of a well-formed mask out.
func columnsOf(list, prefix string) []string {
	var out []string
	for list != "" {
		item := list
		list = ""
		depth := 0
		for i, c := range item {
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case c == ',' && depth == 0:
				item, list = item[:i], item[i+1:]
			default:
				continue
			}
			if list != "" {
				break
			}
		}
		head, below, nested := strings.Cut(item, "(")
		path := prefix + strings.ReplaceAll(head, "/", ".")
		if nested {
			out = append(out, columnsOf(strings.TrimSuffix(below, ")"), path+".")...)
		} else {
			out = append(out, path)
		}
	}
	return out
}
