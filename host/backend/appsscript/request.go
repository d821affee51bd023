package appsscript

import (
	"bytes"
	"encoding/json"

	"github.com/wslite/wslite/host/backend"
	"github.com/wslite/wslite/host/fault"
)

// request is what a proxy reads.
type request struct {
	Token  string         `json:"token"`
	Action string         `json:"action"`
	Params map[string]any `json:"params"`
}

// encode writes the request. limit counts UTF-16 units, since a proxy measures
// a script's text: 400 000 Chinese characters are 1.2 MB and pass.
func encode(token string, c backend.Call, limit int64) ([]byte, error) {
	params := c.Params
	if params == nil {
		params = map[string]any{}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(request{token, c.Action, params}); err != nil {
		return nil, fault.Wrap(err, fault.Client, "the parameters of %s can't be written as JSON", word(c.Action))
	}
	body := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	if n := units(body); n > limit {
		return nil, fault.New(fault.LimitExceeded, "the request is %d characters long, and a proxy takes at most %d; nothing was sent", n, limit).
			WithHint("send less, or in several calls")
	}
	return body, nil
}

// units counts UTF-16 code units of UTF-8 text.
func units(b []byte) (n int64) {
	for _, r := range string(b) {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
