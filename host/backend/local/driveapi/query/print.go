package query

import (
	"strings"
	"time"
)

// String writes an expression so that Parse reads the same one again, with
// parentheses around everything that is joined.
func String(e Expr) string {
	switch e := e.(type) {
	case And:
		return "(" + String(e.Left) + " and " + String(e.Right) + ")"
	case Or:
		return "(" + String(e.Left) + " or " + String(e.Right) + ")"
	case Not:
		return "(not " + String(e.X) + ")"
	case Term:
		return e.String()
	}
	return ""
}

// String writes a term.
func (t Term) String() string {
	switch {
	case t.Op == In:
		return Quote(t.Text) + " in " + t.Field
	case t.Op == Has:
		return t.Field + " has {key=" + Quote(t.Key) + " and value=" + Quote(t.Text) + "}"
	case !t.Time.IsZero():
		return t.Field + " " + string(t.Op) + " " + Quote(t.Time.Format(time.RFC3339Nano))
	}
	if b := Files()[t.Field].Kind == Bool || t.Field == "hidden"; b {
		return t.Field + " " + string(t.Op) + " " + map[bool]string{true: "true", false: "false"}[t.Bool]
	}
	return t.Field + " " + string(t.Op) + " " + Quote(t.Text)
}

// Quote writes a text literal.
func Quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
