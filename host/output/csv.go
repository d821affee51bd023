package output

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
)

// CSV writes rows quoted as RFC 4180 says, under one header. Lines end in LF,
// which every reader of CSV takes and other tools in a pipe expect. columns are dotted paths;
// nil takes first, in their order, and then every other path that any row has,
// sorted, so that the header is the same whatever the first row lacks. A list
// in a cell is JSON.
//
// A cell that begins with =, +, - or @ is left as it is, though a spreadsheet that
// opens the file takes it for a formula. The quote or tab that defuses it there is
// no part of CSV: every other reader would get other data than the service gave,
// negative numbers and phone numbers first, and nothing could tell such a quote
// from one that belongs to the text. Terminals and files get the same.
func CSV(w io.Writer, columns, first []string, rows []any) error {
	flat := make([]map[string]string, len(rows))
	seen := map[string]bool{}
	for i, row := range rows {
		flat[i] = map[string]string{}
		flatten(flat[i], "", row)
		for path := range flat[i] {
			seen[path] = true
		}
	}
	if columns == nil {
		columns = order(first, seen)
	}
	out := csv.NewWriter(w)
	if len(columns) > 0 {
		if err := out.Write(columns); err != nil {
			return err
		}
	}
	for i := range rows {
		record := make([]string, len(columns))
		for j, path := range columns {
			if cell, ok := flat[i][path]; ok {
				record[j] = cell
			} else if v := At(rows[i], path); v != nil {
				record[j] = scalar(v) // a chosen column may hold an object
			}
		}
		if len(record) > 0 {
			if err := out.Write(record); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func order(first []string, seen map[string]bool) []string {
	var columns []string
	for _, path := range first {
		if seen[path] && !slices.Contains(columns, path) {
			columns = append(columns, path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(seen)) {
		if !slices.Contains(columns, path) {
			columns = append(columns, path)
		}
	}
	return columns
}

// flatten lays the members of objects out as dotted paths.
func flatten(out map[string]string, path string, v any) {
	m, isObject := v.(map[string]any)
	if !isObject {
		if path == "" {
			path = "value"
		}
		out[path] = scalar(v)
		return
	}
	if path != "" {
		path += "."
	}
	for key, member := range m {
		flatten(out, path+key, member)
	}
}

// scalar is a value as one cell; null is empty.
func scalar(v any) string {
	switch x := v.(type) {
	case nil:
		return ""
	case string:
		return x
	case bool:
		return strconv.FormatBool(x)
	case json.Number:
		return x.String()
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// At follows a dotted path through objects; nil where it leads nowhere.
func At(v any, path string) any {
	for path != "" {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		// A key may hold dots itself; the longest name that is there counts.
		head := path
		for {
			if member, ok := m[head]; ok {
				v = member
				break
			}
			i := lastDot(head)
			if i < 0 {
				return nil
			}
			head = head[:i]
		}
		path = path[len(head):]
		if path != "" {
			path = path[1:]
		}
	}
	return v
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}
