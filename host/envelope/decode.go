package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// maxDepth bounds the nesting of an answer; no service nests a tenth of it.
const maxDepth = 1000

// decode reads one JSON value: objects, arrays, strings, booleans, nil and
// json.Number. encoding/json alone would take the last of two equal keys and
// mend broken UTF-8; both are refused here. A byte order mark before the value
// is skipped, as browsers and scripts do.
func decode(body []byte) (any, error) {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(body) {
		return nil, errors.New("not UTF-8")
	}
	// The decoder below reads a stream; this makes sure that the value is
	// whole and that nothing follows it.
	if !json.Valid(body) {
		return nil, errors.New("not one JSON value")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	return value(dec, 0)
}

func value(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("nested too deeply")
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		obj := map[string]any{}
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name := key.(string)
			if _, twice := obj[name]; twice {
				return nil, errors.New("a key stands twice")
			}
			if obj[name], err = value(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err = dec.Token()
		return obj, err
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := value(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	}
	return tok, nil
}
