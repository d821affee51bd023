package discoverytest

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Conform checks an answer: against the response schema of the method that the
// request names, or, from status 400 on, against Google's error format. path is
// the request's without the leading slash; body is the JSON of the answer, nil
// where it is empty.
func (d *Document) Conform(method, path string, status int, body any) error {
	if status >= http.StatusBadRequest {
		if err := conformError(status, body); err != nil {
			return fmt.Errorf("%s %s: not Google's error format: %w", method, path, err)
		}
		return nil
	}
	path, _, _ = strings.Cut(strings.TrimPrefix(path, "upload/"), "?")
	i := slices.IndexFunc(d.patterns, func(p pattern) bool { return p.HTTPMethod == method && p.path.MatchString(path) })
	if i < 0 {
		return fmt.Errorf("%s %s: no method of the document", method, path)
	}
	m := d.patterns[i]
	switch {
	case m.Response == nil && status != http.StatusNoContent:
		return fmt.Errorf("%s: status %d, want 204", m.ID, status)
	case m.Response == nil || status == http.StatusNotModified:
		if body != nil {
			return fmt.Errorf("%s: a body where none belongs", m.ID)
		}
		return nil
	}
	if err := d.check(m.Response.Ref, *m.Response, body); err != nil {
		return fmt.Errorf("%s: %w", m.ID, err)
	}
	return nil
}

func conformError(status int, body any) error {
	root, _ := body.(map[string]any)
	e, _ := root["error"].(map[string]any)
	if e["code"] != float64(status) {
		return fmt.Errorf("the code is %v, the status %d", e["code"], status)
	}
	list, _ := e["errors"].([]any)
	if len(list) == 0 {
		return fmt.Errorf("it lists no errors")
	}
	first, _ := list[0].(map[string]any)
	for name, value := range map[string]any{
		"message": e["message"], "status": e["status"],
		"errors.0.message": first["message"], "errors.0.domain": first["domain"], "errors.0.reason": first["reason"],
	} {
		if s, _ := value.(string); s == "" {
			return fmt.Errorf("%s is empty", name)
		}
	}
	return nil
}

// check walks a value along a schema: every name must be known, every type and
// format right, every enumeration kept.
func (d *Document) check(at string, s Schema, v any) error {
	s = d.resolve(s)
	if s.Type == "any" {
		return nil
	}
	ok := false
	switch v := v.(type) {
	case map[string]any:
		if ok = s.Type == "object"; ok {
			return d.checkObject(at, s, v)
		}
	case []any:
		if ok = s.Type == "array"; ok {
			return d.checkList(at, s, v)
		}
	case string:
		if ok = s.Type == "string"; ok {
			return d.checkText(at, s, v)
		}
	case bool:
		ok = s.Type == "boolean"
	case float64:
		ok = s.Type == "number" || s.Type == "integer" && v == math.Trunc(v)
	}
	if !ok {
		return fmt.Errorf("%s is %T (%v), the document wants %q", at, v, v, s.Type)
	}
	return nil
}

func (d *Document) checkObject(at string, s Schema, v map[string]any) error {
	for name, value := range v {
		p, known := s.Properties[name]
		if !known && s.AdditionalProperties != nil {
			p, known = *s.AdditionalProperties, true
		}
		if !known {
			return fmt.Errorf("%s.%s is not in the schema", at, name)
		}
		if err := d.check(at+"."+name, p, value); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) checkList(at string, s Schema, v []any) error {
	for i, value := range v {
		if err := d.check(fmt.Sprintf("%s[%d]", at, i), *s.Items, value); err != nil {
			return err
		}
	}
	return nil
}

var wholeNumber = regexp.MustCompile(`^-?\d+$`)

func (d *Document) checkText(at string, s Schema, v string) error {
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
		return fmt.Errorf("%s is %q, not one of %v", at, v, s.Enum)
	}
	var err error
	switch s.Format {
	case "date-time":
		_, err = time.Parse(cmp.Or(d.TimeLayout, time.RFC3339), v)
	case "date":
		_, err = time.Parse(time.DateOnly, v)
	case "int64", "uint64":
		if !wholeNumber.MatchString(v) {
			err = fmt.Errorf("no whole number")
		}
	}
	if err != nil {
		return fmt.Errorf("%s is %q, not of the format %s: %w", at, v, s.Format, err)
	}
	return nil
}
