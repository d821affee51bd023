package output

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"time"

	"github.com/itchyny/gojq"

	"github.com/wslite/wslite/host/fault"
)

// jqTime bounds one run of an expression: one that never ends would otherwise
// hold the command for ever.
const jqTime = 30 * time.Second

// Query is a compiled jq expression. It sees the document alone: no environment,
// no other input, no modules.
type Query struct{ code *gojq.Code }

// ParseQuery compiles an expression. The error is a USAGE fault.
func ParseQuery(expression string) (*Query, error) {
	q, err := gojq.Parse(expression)
	if err != nil {
		return nil, fault.New(fault.Usage, "--jq: %v", err).WithHint("in a shell, put the expression into single quotes")
	}
	code, err := gojq.Compile(q)
	if err != nil {
		return nil, fault.New(fault.Usage, "--jq: %v", err)
	}
	return &Query{code}, nil
}

// Run gives each result as one text without a line end: a string as it is, as
// jq -r does, anything else as compact JSON. emit may stop by an error. An
// error of the expression itself is a CLIENT_ERROR fault: what it works on was
// read before, so that the command line alone was not wrong.
func (q *Query) Run(ctx context.Context, doc any, emit func(string) error) error {
	limited, cancel := context.WithTimeout(ctx, jqTime)
	defer cancel()
	iter := q.code.RunWithContext(limited, plain(doc))
	for {
		v, ok := iter.Next()
		if !ok {
			return nil
		}
		if err, failed := v.(error); failed {
			var halt *gojq.HaltError
			if errors.As(err, &halt) && halt.Value() == nil {
				return nil
			}
			switch {
			case ctx.Err() != nil:
				return fault.New(fault.Interrupted, "interrupted")
			case limited.Err() != nil:
				return fault.New(fault.Client, "--jq: the expression ran for more than %s", jqTime)
			}
			return fault.New(fault.Client, "--jq: %v", err)
		}
		s, isText := v.(string)
		if !isText {
			b, err := gojq.Marshal(v)
			if err != nil {
				return fault.Wrap(err, fault.Client, "--jq: a result can't be written as JSON")
			}
			s = string(b)
		}
		if err := emit(s); err != nil {
			return err
		}
	}
}

// Document decodes JSON text for Run, which takes no Go types but JSON's.
func Document(doc []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// plain turns json.Number into what gojq computes with. Whole numbers keep all
// their digits.
func plain(v any) any {
	switch x := v.(type) {
	case json.Number:
		if n, ok := new(big.Int).SetString(x.String(), 10); ok {
			if n.IsInt64() && int64(int(n.Int64())) == n.Int64() {
				return int(n.Int64())
			}
			return n
		}
		f, _ := x.Float64()
		return f
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = plain(x[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(x))
		for k := range x {
			out[k] = plain(x[k])
		}
		return out
	}
	return v
}
