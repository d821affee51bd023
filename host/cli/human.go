package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/wslite/wslite/host/catalog"
	"github.com/wslite/wslite/host/envelope"
	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/size"
	"github.com/wslite/wslite/host/text"
)

// printHuman shows a success without --json.
//
// Lists are tables, unless the plugin has text for one, since a table would be
// wrong (events that last whole days beside others). Everything else is the
// plugin's text on a terminal and the data as JSON in a pipe: scripts written
// for workspace-lite read that JSON, and a person does not want it.
func (a *App) printHuman(t *catalog.Tool, res *invoke.Result) error {
	r := res.Response
	if len(res.Saved) > 0 {
		a.printSaved(res)
		return nil
	}
	if t != nil && t.Output != nil && t.Output.Kind == "list" {
		if items, ok := listItems(t, r.Data); ok {
			if res.Text != "" {
				fmt.Fprintln(a.Out, strings.TrimRight(text.Clean(res.Text), "\n"))
			} else {
				a.printList(t, items, r)
			}
			if a.OutTTY {
				a.printItems(res.Items)
			}
			a.printNextPage(t, res)
			a.printNotes(t, res)
			return nil
		}
	}
	if a.OutTTY && res.Text != "" {
		fmt.Fprintln(a.Out, strings.TrimRight(text.Clean(res.Text), "\n"))
		a.printItems(res.Items)
		if r.Partial && (t == nil || !t.IsBatchTool) {
			a.printFailedParts(r)
		}
		a.printNotes(t, res)
		return nil
	}
	var doc any = r.Data
	if r.Partial {
		var o object
		o.add("data", r.Data)
		o.add("results", r.Results)
		o.add("partial", true)
		doc = o
	}
	if err := writeJSON(a.Out, doc); err != nil {
		return err
	}
	if a.OutTTY { // in a pipe stands the data and nothing else
		a.printItems(res.Items)
	}
	a.printNotes(t, res)
	return nil
}

// printSaved tells where a tool's file went. In a pipe that is the data, as for
// any other result.
func (a *App) printSaved(res *invoke.Result) {
	if !a.OutTTY {
		writeJSON(a.Out, res.Response.Data)
	} else {
		for _, f := range res.Saved {
			fmt.Fprintf(a.Out, "Saved %s (%s)\n", text.Line(f.Path), size.Text(float64(f.Size)))
		}
	}
	a.printNotes(nil, res)
}

// listItems finds the array of a list answer: data itself or its items key.
func listItems(t *catalog.Tool, data any) ([]any, bool) {
	if items, ok := data.([]any); ok {
		return items, true
	}
	m, _ := data.(map[string]any)
	items, ok := m[t.Output.ItemsKey].([]any)
	return items, ok
}

func (a *App) printList(t *catalog.Tool, items []any, r *envelope.Response) {
	noun := t.Output.Noun
	if len(items) != 1 {
		noun = t.Output.Plural
		if noun == "" {
			noun = t.Output.Noun + "s"
		}
	}
	more := ""
	if hasMore(r.Pagination) {
		more = " (more available)"
	}
	fmt.Fprintf(a.Out, "%d %s%s\n", len(items), text.Line(noun), more)
	if len(items) > 0 {
		a.printTable(t.Output.Columns, items)
	}
}

// printNextPage tells how to get more, with the tool's own flag.
func (a *App) printNextPage(t *catalog.Tool, res *invoke.Result) {
	if tok := nextToken(res.Response.Pagination); tok != "" {
		fmt.Fprintln(a.Out, nextPage(t, res, tok))
	}
}

// nextPage says what to type for the next page. After a page by its number that
// is the next number where pages are counted, as proxies do; a place is given in
// its stead elsewhere. A tool without an argument for it (the peer has such) can
// only be told the token.
func nextPage(t *catalog.Tool, res *invoke.Result, tok string) string {
	tok = text.Line(tok)
	if s, err := schema.Compile(t.Input); err == nil {
		key := pageKey(t, s, res.Proxied)
		instead := ""
		if n, given := res.Params["page"].(json.Number); given && n != "0" && key != "page" {
			if number, err := n.Int64(); res.Proxied || err == nil && tok == strconv.FormatInt(number+1, 10) {
				key = "page"
			} else {
				instead = " in place of --page"
			}
		}
		if p, ok := s.Property(key); ok {
			return fmt.Sprintf("next page: --%s %s%s", p.Flag, tok, instead)
		}
	}
	return "next page token: " + tok
}

// printFailedParts tells what of a partial success failed, for a tool whose
// text speaks of what was done. A batch's text has both.
func (a *App) printFailedParts(r *envelope.Response) {
	for _, item := range r.Results {
		part, _ := item.(map[string]any)
		if part["success"] == true {
			continue
		}
		e, _ := part["error"].(map[string]any)
		action, code, message := cell(part["action"]), cell(e["code"]), cell(e["message"])
		fmt.Fprintf(a.Err, "[%s] %s: %s\n", code, action, message)
	}
}

func hasMore(p *envelope.Pagination) bool {
	return p != nil && (p.HasMore != nil && *p.HasMore || nextToken(p) != "")
}

func nextToken(p *envelope.Pagination) string {
	if p == nil || p.NextPageToken == nil {
		return ""
	}
	return *p.NextPageToken
}

// printNotes tells warnings on stderr, and the tool's hint to a person who
// sits there. A page token of an answer that is no list would be lost.
func (a *App) printNotes(t *catalog.Tool, res *invoke.Result) {
	for _, w := range warningsOf(res) {
		a.note("warning: %s", w)
	}
	isList := t != nil && t.Output != nil && t.Output.Kind == "list"
	if tok := nextToken(res.Response.Pagination); tok != "" && !isList {
		if t == nil {
			a.note("more available: the next page token is %s", tok)
		} else {
			a.note("more available, %s", nextPage(t, res, tok))
		}
	}
	if isList && t.Output.Hint != "" && a.OutTTY && a.ErrTTY {
		if hint := hintFor(t.Output.Hint, res.Proxied); hint != "" {
			a.note("%s", a.typed(hint))
		}
	}
}

// hintFor leaves out of a hint, which speaks of all backends, the sentences on
// Apps Script proxies where none took part.
func hintFor(hint string, proxied bool) string {
	if proxied {
		return hint
	}
	var kept []string
	for _, sentence := range strings.SplitAfter(hint, ". ") {
		if !strings.Contains(sentence, "Apps Script proxy") {
			kept = append(kept, sentence)
		}
	}
	return strings.TrimSpace(strings.Join(kept, ""))
}

// commands puts the names of tools in a message into what a person types.
func (a *App) commands(message string) string {
	if !strings.Contains(message, "_") {
		return message
	}
	return toolWord.ReplaceAllStringFunc(message, func(word string) string {
		name := word[1:]
		if t, err := a.toolNamed(name); err == nil {
			return word[:1] + commandOf(t)
		}
		return word
	})
}

// toolWord is a word that may be a tool's name, behind a blank: what is quoted
// is somebody's input.
var toolWord = regexp.MustCompile(` [a-z]+(_[a-z0-9]+)+\b`)

// typed puts a hint, which speaks to callers of every kind, into what a person
// types: "gmail_get_message" is "wslite gmail get-message", "eventId" is
// "--event-id".
func (a *App) typed(hint string) string {
	words := strings.Split(hint, " ")
	for i, w := range words {
		bare := strings.TrimRight(w, ".,;:")
		end := w[len(bare):]
		if t, err := a.toolNamed(bare); err == nil {
			words[i] = commandOf(t) + end
		} else if bare == "nextPageToken" {
			continue // a part of answers, not an argument
		} else if strings.ToLower(bare) != bare && strings.ToLower(bare[:1]) == bare[:1] {
			words[i] = "--" + catalog.Flag(bare) + end
		}
	}
	return strings.Join(words, " ")
}
