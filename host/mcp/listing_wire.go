package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wslite/wslite/host/fault"
)

// pageSize is how many tools a page of tools/list has at most, unless the
// options say otherwise: that of the SDK.
const pageSize = sdk.DefaultPageSize

// wire is a list of tools as it goes out: one array of JSON, of which a page is
// a piece.
type wire struct {
	names []string // sorted
	raw   []byte   // the tools with commas between them
	ends  []int    // where each tool ends in raw
}

// newWire writes the tools, which are sorted by name.
func newWire(tools []*sdk.Tool, how Listing) (wire, error) {
	var w wire
	for i, t := range tools {
		one, err := written(t, how)
		if err != nil {
			return w, fault.Wrap(err, fault.PluginFault, "the tool %s can't be written as JSON", t.Name)
		}
		if i > 0 {
			w.raw = append(w.raw, ',')
		}
		w.raw = append(w.raw, one...)
		w.names, w.ends = append(w.names, t.Name), append(w.ends, len(w.raw))
	}
	return w, nil
}

// at is the i-th tool; one is that of a name, nil where there is none.
func (w wire) at(i int) []byte {
	begin := 0
	if i > 0 {
		begin = w.ends[i-1] + 1
	}
	return w.raw[begin:w.ends[i]]
}

func (w wire) one(name string) []byte {
	i, found := slices.BinarySearch(w.names, name)
	if !found {
		return nil
	}
	return w.at(i)
}

// written is one tool. The short list leaves out the hints that are what the
// protocol assumes without them.
func written(t *sdk.Tool, how Listing) ([]byte, error) {
	if how == Full {
		return compact(t)
	}
	return compact(struct {
		Name        string   `json:"name"`
		Title       string   `json:"title,omitempty"`
		Description string   `json:"description"`
		Input       any      `json:"inputSchema"`
		Output      any      `json:"outputSchema,omitempty"`
		Annotations *hints   `json:"annotations,omitempty"`
		Meta        sdk.Meta `json:"_meta,omitempty"`
	}{t.Name, t.Title, t.Description, t.InputSchema, t.OutputSchema, hintsOf(t.Annotations), t.Meta})
}

// hints are the annotations of a tool. What is absent is: not read-only,
// destructive, not idempotent, open world.
type hints struct {
	ReadOnly    bool  `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  bool  `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

// hintsOf keeps the hints that say something: destructive and idempotent mean
// nothing where a tool only reads. nil is nothing to say.
func hintsOf(a *sdk.ToolAnnotations) *hints {
	if a == nil {
		return nil
	}
	h := hints{ReadOnly: a.ReadOnlyHint}
	if !a.ReadOnlyHint {
		h.Idempotent = a.IdempotentHint
		if a.DestructiveHint != nil && !*a.DestructiveHint {
			h.Destructive = a.DestructiveHint
		}
	}
	if a.OpenWorldHint != nil && !*a.OpenWorldHint {
		h.OpenWorld = a.OpenWorldHint
	}
	if h == (hints{}) {
		return nil
	}
	return &h
}

// compact writes JSON in one line, with < and > as they are.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// answer gives the page that is asked for. What stands beside the tools in an
// answer is the SDK's.
func (w wire) answer(ctx context.Context, req *sdk.ListToolsRequest, next sdk.MethodHandler, size int) (sdk.Result, error) {
	cursor := ""
	if req.Params != nil {
		cursor = req.Params.Cursor
	}
	tools, more, err := w.page(cursor, size)
	if err != nil {
		return nil, err
	}
	plain := *req
	plain.Params = &sdk.ListToolsParams{}
	if req.Params != nil {
		plain.Params.Meta = req.Params.Meta
	}
	res, err := next(ctx, "tools/list", &plain)
	if err != nil {
		return nil, err
	}
	list, ok := res.(*sdk.ListToolsResult)
	if !ok {
		return res, nil
	}
	list.NextCursor = more
	return page{list, tools}, nil
}

// page gives the tools behind a cursor, and the cursor of the page behind them. A
// cursor names the last tool of its page, so it holds also where tools come and
// go in between.
func (w wire) page(cursor string, size int) (tools []byte, more string, err error) {
	if size <= 0 {
		size = pageSize
	}
	from := 0
	if cursor != "" {
		last, err := base64.RawURLEncoding.DecodeString(cursor)
		if err != nil || len(last) == 0 {
			return nil, "", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the cursor is none of this server; list again without one"}
		}
		at, found := slices.BinarySearch(w.names, string(last))
		if found {
			at++
		}
		from = at
	}
	until := min(from+size, len(w.names))
	if until < len(w.names) {
		more = base64.RawURLEncoding.EncodeToString([]byte(w.names[until-1]))
	}
	if from == until {
		return nil, more, nil
	}
	begin := 0
	if from > 0 {
		begin = w.ends[from-1] + 1
	}
	return w.raw[begin:w.ends[until-1]], more, nil
}

// page is an answer to tools/list whose tools are written already.
type page struct {
	*sdk.ListToolsResult
	tools []byte
}

// MarshalJSON writes the SDK's answer with our tools in it.
func (p page) MarshalJSON() ([]byte, error) {
	head := *p.ListToolsResult
	head.Tools = []*sdk.Tool{}
	raw, err := json.Marshal(&head)
	if err != nil {
		return nil, err
	}
	const empty = `"tools":[]`
	at := bytes.LastIndex(raw, []byte(empty))
	if at < 0 {
		return nil, fault.New(fault.Client, "an answer to tools/list has no place for tools")
	}
	at += len(empty) - 1
	return slices.Concat(raw[:at], p.tools, raw[at:]), nil
}
