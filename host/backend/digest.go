package backend

import (
	"bytes"
	"encoding/json"

	"github.com/wslite/wslite/host/canon"
	"github.com/wslite/wslite/host/fault"
)

// Digest is that of an effect's form, with a JSON value in it under a name.
// encoding/json must be able to write both, numbers in the value as json.Number.
//
// The value counts by what it means: in which order its members stand and how
// its numbers are written is the same. Where it holds a number that no double
// has exactly, it stands in the form as text instead, under another name, and
// every digit counts: a request is not refused for what a digest can't carry.
func Digest(form map[string]any, name string, value any) (string, error) {
	whole := map[string]any{name: value}
	for key, v := range form {
		whole[key] = v
	}
	sum, err := canon.Digest(whole)
	if err == nil {
		return sum, nil
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "", fault.Wrap(err, fault.BadRequest, "the value can't be written as JSON")
	}
	delete(whole, name)
	whole[name+"Text"] = text.String()
	return canon.Digest(whole)
}
