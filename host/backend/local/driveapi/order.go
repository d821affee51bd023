package driveapi

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// sortKeys are the keys of orderBy with their columns. Names sort by their
// first sortedRunes characters, so that a page token, which holds the place
// where a page ended, stays short. Folders come first in
// the ascending order of folder, starred files last in that of starred.
var sortKeys = map[string]string{
	"createdTime": "f.created", "folder": "f.plain", "modifiedByMeTime": "f.modified_me", "modifiedTime": "f.modified", "name": "substr(f.name, 1, 64) COLLATE NOCASE",
	"name_natural": "f.natural", "quotaBytesUsed": "f.quota", "recency": "max(f.modified, f.viewed)", "sharedWithMeTime": "f.shared_at",
	"starred": "f.starred", "viewedByMeTime": "f.viewed",
}

// order is how a list is sorted: expressions and their directions, the last of
// which is unique.
type order struct {
	by   []string
	desc []bool
}

// readOrder reads orderBy; without it the newest come first.
func readOrder(text string) (*order, error) {
	o := &order{}
	if text == "" {
		return &order{[]string{"f.modified", "f.seq"}, []bool{true, true}}, nil
	}
	last := false
	for part := range strings.SplitSeq(text, ",") {
		fields := strings.Fields(part)
		if len(fields) == 0 || len(fields) > 2 || len(fields) == 2 && fields[1] != "desc" && fields[1] != "asc" {
			return nil, badOrder(part)
		}
		by, ok := sortKeys[fields[0]]
		if !ok {
			return nil, badOrder(part)
		}
		last = len(fields) == 2 && fields[1] == "desc"
		o.by, o.desc = append(o.by, by), append(o.desc, last)
	}
	if len(o.by) > len(sortKeys) {
		return nil, badOrder(text)
	}
	o.by, o.desc = append(o.by, "f.seq"), append(o.desc, last)
	return o, nil
}

func badOrder(part string) error {
	e := gapi.InvalidParameter("orderBy", "Invalid Value: %s is no sort key, or not one followed by desc.", gapi.Quote(strings.TrimSpace(part)))
	e.Reason = "invalid"
	return e
}

// sql is the ORDER BY, and the expressions whose values make a position.
func (o *order) sql() (orderBy, position string) {
	parts := make([]string, len(o.by))
	for i, by := range o.by {
		parts[i] = by
		if o.desc[i] {
			parts[i] += " DESC"
		}
	}
	return strings.Join(parts, ", "), strings.Join(o.by, ", ")
}

// same says whether all keys go in one direction, so that an index can seek.
func (o *order) same() bool {
	for _, d := range o.desc {
		if d != o.desc[0] {
			return false
		}
	}
	return true
}

// after is the condition that a row comes behind a position.
func (o *order) after(position []any) (string, []any) {
	sign := func(desc bool) string {
		if desc {
			return " < "
		}
		return " > "
	}
	if o.same() {
		marks := strings.TrimSuffix(strings.Repeat("?, ", len(o.by)), ", ")
		return "(" + strings.Join(o.by, ", ") + ")" + sign(o.desc[0]) + "(" + marks + ")", position
	}
	var any_ []string
	var args []any
	for i := range o.by {
		var all []string
		for j := range i {
			all = append(all, o.by[j]+" = ?")
			args = append(args, position[j])
		}
		all = append(all, o.by[i]+sign(o.desc[i])+"?")
		args = append(args, position[i])
		any_ = append(any_, "("+strings.Join(all, " AND ")+")")
	}
	return "(" + strings.Join(any_, " OR ") + ")", args
}

// encodePosition and decodePosition keep the values of a position in a page
// token: texts and whole numbers.
func encodePosition(values []any) ([]byte, error) {
	for i, v := range values {
		if b, ok := v.([]byte); ok {
			values[i] = string(b)
		}
	}
	return json.Marshal(values)
}

func (o *order) decodePosition(data []byte) ([]any, error) {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	var values []any
	if err := d.Decode(&values); err != nil || len(values) != len(o.by) {
		return nil, gapi.InvalidPageToken()
	}
	for i, v := range values {
		if n, ok := v.(json.Number); ok {
			whole, err := n.Int64()
			if err != nil {
				return nil, gapi.InvalidPageToken()
			}
			values[i] = whole
		}
	}
	return values, nil
}

// scope is what a page token is good for.
func (o *order) scope(method string, w *filter) string {
	return fmt.Sprintf("%s %q %q %v %v", method, w.where, w.args, o.by, o.desc)
}
