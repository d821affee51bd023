package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/output"
	"github.com/wslite/wslite/host/text"
)

// formats are what --output names beside paths. A file of such a name is
// written ./csv.
var formats = []string{"json", "table", "csv", "yaml"}

// setOutput reads --output, which may stand twice: once as a format, once as a
// path.
func (g *globals) setOutput(v string) error {
	old, what := &g.OutputPath, "path"
	if slices.Contains(formats, v) {
		old, what = &g.Format, "format"
	}
	switch {
	case v == "":
		return fault.New(fault.Usage, "--output needs a format (%s) or a path", strings.Join(formats, ", "))
	case *old != "" && *old != v:
		return fault.New(fault.Usage, "--output names two %ss: %q and %q", what, text.Line(*old), text.Line(v))
	}
	*old = v
	if v == "json" {
		g.JSON = true
	}
	return nil
}

// document is the form in which a failure goes to stdout; "" where stdout is
// for data alone, and failures are told on stderr.
func (g *globals) document() string {
	switch {
	case g.asked["jq"]:
		return ""
	case g.JSON:
		return "json"
	case g.Format == "yaml":
		return "yaml"
	}
	return ""
}

// shape is how the user wants a result: what is picked out of it and how it is
// written.
type shape struct {
	format string // "" where nothing was said
	fields *output.Fields
	query  *output.Query
	// all asks for every page, up to pages.
	all   bool
	pages int
}

// defaultPages bounds --page-all where nobody said how far it may go.
const defaultPages = 100

// shapeOf reads the flags that shape a result, before anything is sent: a
// mistake in them must not cost a call.
func (g *globals) shapeOf() (s shape, err error) {
	s = shape{format: g.Format, all: g.PageAll, pages: defaultPages}
	if g.JSON {
		if s.format != "" && s.format != "json" {
			return s, fault.New(fault.Usage, "--json and --output %s can't both hold", s.format)
		}
		s.format = "json"
	}
	if g.asked["fields"] {
		if s.fields, err = output.ParseFields(g.Fields); err != nil {
			return s, err
		}
	}
	if g.asked["jq"] {
		if s.format == "table" || s.format == "csv" || s.format == "yaml" {
			return s, fault.New(fault.Usage, "--jq prints text or JSON, not %s", s.format).WithHint("a jq expression can end in @csv")
		}
		if s.query, err = output.ParseQuery(g.JQ); err != nil {
			return s, err
		}
	}
	if g.asked["page-limit"] {
		n, err := strconv.Atoi(g.PageLimit)
		if err != nil || n < 1 {
			return s, fault.New(fault.Usage, "--page-limit takes a whole number above zero, not %q", text.Line(g.PageLimit))
		}
		if !s.all {
			return s, fault.New(fault.Usage, "--page-limit has no effect without --page-all")
		}
		s.pages = n
	}
	if g.Force && g.OutputPath == "" {
		return s, fault.New(fault.Usage, "--force has no effect without --output PATH")
	}
	return s, nil
}

// plain says that a success is shown as it always was.
func (s shape) plain() bool {
	return s.fields == nil && s.query == nil && (s.format == "" || s.format == "json")
}

// structured says that stdout is for a program: errors are a document, too.
func (s shape) structured() bool { return s.format == "json" && s.query == nil || s.format == "yaml" }

// printShaped prints a success, or a failure that the service reported, as the
// shape wants it. For CSV, tables and jq a failure is told on stderr alone, so
// that what reads stdout never takes it for data.
func (a *App) printShaped(ctx context.Context, s shape, t *catalog.Tool, res *invoke.Result, exit int) error {
	r := res.Response
	if !r.Success && !s.structured() {
		a.printFailure(fault.Code(r.Error.Code), r.Error.Message, "")
		return exitWith(exit)
	}
	if r.Success && s.fields != nil {
		a.noteMissingFields(s.fields.Columns(), rowsOf(t, r.Data))
		r.Data = s.pick(t, r.Data)
	}
	var err error
	switch {
	case s.query != nil:
		err = a.printQuery(ctx, s.query, responseObject(res, exit))
	case s.format == "yaml":
		err = a.printYAML(responseObject(res, exit))
	case s.format == "json":
		return firstError(writeJSON(a.Out, responseObject(res, exit)), exitWith(exit))
	case s.format == "csv", s.format == "table":
		err = a.printRows(s, t, rowsOf(t, r.Data))
	default: // --fields alone: the data as it stands, without the plugin's text
		res.Text = ""
		return firstError(a.printFields(s, t, res), exitWith(exit))
	}
	if err != nil {
		return err
	}
	// A document holds warnings and the next page itself; an expression seldom
	// asks for them, and what it leaves out must not be lost in silence.
	if s.query != nil || s.format != "yaml" {
		a.printNotes(t, res)
		a.noteNextPage(t, res)
	}
	return exitWith(exit)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// pick keeps the chosen fields of the data; of a list's answer, those of each
// item.
func (s shape) pick(t *catalog.Tool, data any) any {
	if items, ok := itemsOf(t, data); ok {
		kept := s.fields.Apply(items)
		if m, wrapped := data.(map[string]any); wrapped {
			m[t.Output.ItemsKey] = kept
			return m
		}
		return kept
	}
	return s.fields.Apply(data)
}

// itemsOf is listItems for a tool that may be none.
func itemsOf(t *catalog.Tool, data any) ([]any, bool) {
	if t == nil || t.Output == nil || t.Output.Kind != "list" {
		return nil, false
	}
	return listItems(t, data)
}

// rowsOf gives the rows of a result: a list's items, else the one object.
func rowsOf(t *catalog.Tool, data any) []any {
	if items, ok := itemsOf(t, data); ok {
		return items
	}
	if items, ok := data.([]any); ok {
		return items
	}
	return []any{data}
}

// printRows writes rows as CSV or as a table. Chosen fields are the columns.
func (a *App) printRows(s shape, t *catalog.Tool, rows []any) error {
	var chosen []string
	if s.fields != nil {
		chosen = s.fields.Columns()
	}
	if s.format == "csv" {
		return output.CSV(a.csvOut(), chosen, columnKeys(t), rows)
	}
	columns := columnsFor(t, chosen, rows)
	_, err := fmt.Fprint(a.Out, a.renderTable(columns, rows))
	return err
}

// printFields prints chosen fields where no format was named: a list as a table
// of them on a terminal, everything else and every pipe as JSON data.
func (a *App) printFields(s shape, t *catalog.Tool, res *invoke.Result) error {
	var err error
	if items, ok := itemsOf(t, res.Response.Data); ok && a.OutTTY {
		s.format = "table"
		err = a.printRows(s, t, items)
	} else {
		err = writeJSON(a.Out, res.Response.Data)
	}
	if err != nil {
		return err
	}
	a.printNotes(t, res)
	a.noteNextPage(t, res)
	return nil
}

// noteNextPage tells on stderr that a list has more: its stdout is rows alone.
func (a *App) noteNextPage(t *catalog.Tool, res *invoke.Result) {
	if _, isList := itemsOf(t, res.Response.Data); !isList {
		return // printNotes has told
	}
	if tok := nextToken(res.Response.Pagination); tok != "" {
		a.note("more available, %s, or --page-all for all of them", nextPage(t, res, tok))
	} else if hasMore(res.Response.Pagination) {
		a.note("more available than is shown")
	}
}

func (a *App) printYAML(o object) error {
	doc, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return output.YAML(a.Out, text.EscapeJSON(doc))
}

// printQuery prints what a jq expression makes of a document.
func (a *App) printQuery(ctx context.Context, q *output.Query, o object) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	doc, err := output.Document(raw)
	if err != nil {
		return err
	}
	err = q.Run(ctx, doc, a.printText)
	if f := fault.Of(err); f != nil && f.Code == fault.Client {
		return a.doneAlready(f)
	}
	return err
}

// printText writes one result of an expression. On a terminal a stranger's text
// is cleaned; a pipe gets every byte.
func (a *App) printText(s string) error {
	if a.OutTTY {
		s = text.Clean(s)
	}
	_, err := fmt.Fprintln(a.Out, s)
	return err
}
