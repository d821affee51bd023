package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/wslite/wslite/host/blob"
	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/fault"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/risk"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// maxPagedRows bounds what --page-all holds for CSV and tables, whose columns
// are known only at the end. JSON lines are printed page by page and need no
// bound.
const maxPagedRows = 100_000

// pager reads the pages of one list, the same question each time but for the
// token.
type pager struct {
	app  *App
	tool *catalog.Tool
	// key is the argument that takes the token; number says that it wants one.
	key    string
	number bool
	shape  shape
	rows   []any // kept for CSV and tables
	count  int
}

// newPager refuses what has no pages, or would change something once per page.
func (a *App) newPager(t *catalog.Tool, s *schema.Schema, sh shape, args map[string]any, proxied bool) (*pager, error) {
	tables, err := a.risk()
	if err != nil {
		return nil, err
	}
	key := pageKey(t, s, proxied)
	if n, numbered := args["page"].(json.Number); numbered && n != "0" {
		key = "page" // who begins with a number goes on with numbers
	}
	if key == "" || staticClass(tables, t) != risk.Read {
		return nil, fault.New(fault.Usage, "%s has no pages, so --page-all has no effect", t.Name)
	}
	return &pager{app: a, tool: t, key: key, shape: sh, number: !takesText(s, key)}, nil
}

// pageKey is the argument that takes a page token; "" where there is none. A
// proxy knows no argument that only REST honours.
func pageKey(t *catalog.Tool, s *schema.Schema, proxied bool) string {
	for _, key := range []string{"pageToken", "page", "token"} {
		if _, ok := s.Property(key); ok && !(proxied && slices.Contains(t.RestOnly, key)) {
			return key
		}
	}
	return ""
}

// takesText says whether the argument may be a string.
func takesText(s *schema.Schema, key string) bool {
	p, _ := s.Property(key)
	return slices.Contains(p.Types, "string")
}

// run reads page after page. What was printed stays printed when a later page
// fails, and the message then tells how to go on.
func (p *pager) run(ctx context.Context, pipeline *invoke.Pipeline, req invoke.Request) error {
	token := ""
	seen := map[string]bool{}
	for page := 1; ; page++ {
		r := req
		r.Args = maps.Clone(req.Args)
		if token != "" {
			r.Args[p.key] = p.argument(token)
		}
		res, err := p.page(ctx, pipeline, r)
		if err == nil && res.Response == nil {
			return p.app.report(ctx, p.tool, res, nil) // a dry run shows the first page's request
		}
		if err != nil || !res.Response.Success {
			return p.stopped(ctx, res, err, token)
		}
		if page == 1 {
			for _, w := range res.Warnings {
				p.app.note("warning: %s", w)
			}
		}
		for _, w := range res.Response.Warnings {
			p.app.note("warning: %s", w)
		}
		items, ok := pageItems(p.tool, res.Response.Data)
		if !ok {
			return p.app.failCall(res, fault.New(fault.MalformedResponse, "page %d of %s holds no list", page, p.tool.Name))
		}
		if err := p.take(ctx, items); err != nil {
			return p.app.failCall(res, err)
		}
		token = nextToken(res.Response.Pagination)
		switch {
		case token == "" && hasMore(res.Response.Pagination):
			p.app.note("stopped after %s and %s: there are more, but the service names no next page", counted(page, "page"), counted(p.count, "item"))
			return p.end()
		case token == "":
			if later := laterToken(res.Response.Data); later != "" {
				p.app.note("that was all; for later changes: --%s %s", p.flag(), text.Line(later))
			}
			return p.end()
		case seen[token]:
			return firstError(p.end(), p.app.failCall(res, fault.New(fault.MalformedResponse, "the service gave the same next page twice; stopped after %s", counted(page, "page"))))
		case page >= p.shape.pages:
			p.app.note("stopped after %s and %s, as --page-limit says: there are more; go on with --%s %s", counted(page, "page"), counted(p.count, "item"), p.flag(), text.Line(token))
			return p.end()
		}
		seen[token] = true
	}
}

// page reads one page. What it keeps of mails is gone with it: bounds hold for a
// page, and the memory of all of them is that of one.
func (p *pager) page(ctx context.Context, pipeline *invoke.Pipeline, r invoke.Request) (*invoke.Result, error) {
	r.Blobs = blob.New(p.app.blobOptions())
	defer r.Blobs.Close()
	return pipeline.Run(ctx, r)
}

// pageItems finds the items of a page: those of a list tool, else the lists that
// the data holds (comments beside the id of their file; the folders and the files
// of a folder).
func pageItems(t *catalog.Tool, data any) ([]any, bool) {
	if items, ok := itemsOf(t, data); ok {
		return items, true
	}
	if items, ok := data.([]any); ok {
		return items, true
	}
	m, _ := data.(map[string]any)
	lists := map[string][]any{}
	for name, v := range m {
		if items, ok := v.([]any); ok {
			lists[name] = items
		}
	}
	all := []any{}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		if len(lists) == 1 || haveIDs(lists[name]) {
			all = append(all, lists[name]...)
		} else {
			return nil, false // of lists of several kinds none is the list of items
		}
	}
	return all, len(lists) > 0
}

// haveIDs says whether all of a list are things of the service, with ids.
func haveIDs(items []any) bool {
	return !slices.ContainsFunc(items, func(item any) bool {
		m, _ := item.(map[string]any)
		_, ok := m["id"].(string)
		return !ok
	})
}

// laterToken is what the last page of a list of changes names for the next time;
// "" on other pages. It stands beside the items, so that their lines lack it.
func laterToken(data any) string {
	m, _ := data.(map[string]any)
	token, _ := m["newStartPageToken"].(string)
	return token
}

// argument is a token as the tool's schema wants it.
func (p *pager) argument(token string) any {
	if p.number {
		return json.Number(token)
	}
	return token
}

func (p *pager) flag() string { return catalog.Flag(p.key) }

// take prints or keeps the items of one page.
func (p *pager) take(ctx context.Context, items []any) error {
	p.count += len(items)
	if p.shape.format == "csv" || p.shape.format == "table" {
		if len(p.rows)+len(items) > maxPagedRows {
			return fault.New(fault.LimitExceeded, "there are more than %d items, too many for one table", maxPagedRows).
				WithHint("leave out --output: JSON lines have no limit")
		}
		p.rows = append(p.rows, items...)
		return nil
	}
	var b bytes.Buffer
	for _, item := range items {
		if p.shape.fields != nil {
			item = p.shape.fields.Apply(item)
		}
		if p.shape.query != nil {
			if err := p.shape.query.Run(ctx, item, p.app.printText); err != nil {
				return err
			}
			continue
		}
		if err := writeLine(&b, item); err != nil {
			return err
		}
	}
	_, err := p.app.Out.Write(text.EscapeJSON(b.Bytes()))
	return err
}

// end prints what was kept.
func (p *pager) end() error {
	if p.shape.format == "csv" || p.shape.format == "table" {
		return p.app.printRows(p.shape, p.tool, p.rows)
	}
	return nil
}

// stopped reports a page that failed, after those before it.
func (p *pager) stopped(ctx context.Context, res *invoke.Result, err error, token string) error {
	if e := p.end(); e != nil {
		return e
	}
	if token != "" {
		p.app.note("stopped after %s; go on with --%s %s", counted(p.count, "item"), p.flag(), text.Line(token))
	}
	// stdout holds items; the failure must not look like one.
	p.app.globals.JSON = false
	return p.app.report(ctx, p.tool, res, err)
}

// writeLine writes one JSON value on one line.
func writeLine(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// counted is "1 page", "2 pages".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}
