package gapi

import (
	"net/url"
	"strconv"
)

// Query holds the query values that a client gave, checked for type. An empty
// value is as good as none, as in Google's own front end.
type Query struct {
	values map[string]string
	lists  map[string][]string // of repeated parameters
}

// Has says whether the parameter was given.
func (q Query) Has(name string) bool { return q.values[name] != "" }

// String gives the value, empty if not given.
func (q Query) String(name string) string { return q.values[name] }

// Bool gives the value or the default.
func (q Query) Bool(name string, byDefault bool) bool {
	if v, err := strconv.ParseBool(q.values[name]); err == nil {
		return v
	}
	return byDefault
}

// All gives the values of a repeated parameter in their order, without empty
// ones.
func (q Query) All(name string) []string { return q.lists[name] }

// Int gives the value or the default. Out of lo to hi is an error.
func (q Query) Int(name string, byDefault, lo, hi int) (int, error) {
	if !q.Has(name) {
		return byDefault, nil
	}
	v, err := strconv.Atoi(q.values[name])
	if err != nil || v < lo || v > hi {
		return 0, badParameter(name, "Invalid value %s for %s: it must be from %d to %d.", Quote(q.values[name]), name, lo, hi)
	}
	return v, nil
}

// system are Google's parameters that every method takes. The ones without a
// meaning here (keys, tokens, quotas) are accepted and ignored.
var system = map[string]Type{
	"$.xgafv": String, "access_token": String, "alt": String, "callback": String, "fields": String, "key": String,
	"oauth_token": String, "prettyPrint": Boolean, "quotaUser": String, "uploadType": String, "upload_protocol": String,
}

// parseQuery checks names and types against the method's parameters.
func parseQuery(raw string, params []Param) (Query, error) {
	given, err := url.ParseQuery(raw)
	if err != nil {
		return Query{}, Invalid("The query string is malformed.")
	}
	known := make(map[string]Type, len(params))
	repeated := map[string]bool{}
	for _, p := range params {
		known[p.Name] = p.Type
		repeated[p.Name] = p.Repeated
	}
	q := Query{values: make(map[string]string, len(given)), lists: map[string][]string{}}
	for name, values := range given {
		typ, ok := known[name]
		if !ok {
			typ, ok = system[name]
		}
		if !ok {
			return Query{}, badParameter(name, "Invalid JSON payload received. Unknown name %s: Cannot bind query parameter. "+
				"Field %s could not be found in request message.", Quote(name), Quote(name))
		}
		if repeated[name] {
			if q.lists[name], err = typ.checkAll(name, values); err != nil {
				return Query{}, err
			}
			continue
		}
		if len(values) > 1 {
			return Query{}, badParameter(name, "Invalid value at %s: the parameter is not repeating, and %d values were given.", Quote(name), len(values))
		}
		if err := typ.check(name, values[0]); err != nil {
			return Query{}, err
		}
		q.values[name] = values[0]
	}
	return q, nil
}

// checkAll checks the values of a repeated parameter and leaves out empty ones.
func (t Type) checkAll(name string, values []string) (kept []string, err error) {
	for _, v := range values {
		if err := t.check(name, v); err != nil {
			return nil, err
		}
		if v != "" {
			kept = append(kept, v)
		}
	}
	return kept, nil
}

func (t Type) check(name, value string) error {
	if value == "" {
		return nil
	}
	switch t {
	case Integer:
		if _, err := strconv.ParseInt(value, 10, 32); err != nil {
			return badParameter(name, "Invalid value at %s (TYPE_INT32), %s", Quote(name), Quote(value))
		}
	case Boolean:
		switch value {
		case "true", "false", "1", "0":
		default:
			return badParameter(name, "Invalid value at %s (TYPE_BOOL), %s", Quote(name), Quote(value))
		}
	}
	return nil
}
