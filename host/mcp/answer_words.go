package mcp

import (
	"fmt"
	"strings"

	"github.com/wslite/wslite/host/invoke"
	"github.com/wslite/wslite/host/schema"
	"github.com/wslite/wslite/host/text"
)

// Bounds of what stands below an answer: it is never left out, so it must not
// grow.
const (
	maxWarnings = 12
	maxWarning  = 600 // cells
	maxToken    = 4096
)

// footer tells what the data does not: more pages, warnings, a duplicate, what
// was left out and how to get it. It is never cut itself.
func footer(res *invoke.Result, more ...string) string {
	lines := append([]string{}, more...)
	if p := res.Response.Pagination; p != nil && p.HasMore != nil && *p.HasMore {
		line := "There is more."
		if p.NextPageToken != nil && len(*p.NextPageToken) <= maxToken {
			line = "There is more: pageToken " + text.Line(*p.NextPageToken)
		}
		lines = append(lines, line)
	}
	for _, w := range warnings(res) {
		lines = append(lines, "Warning: "+w)
	}
	if res.Duplicate {
		lines = append(lines, "This was done before, by the same key; nothing was sent now.")
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n\n" + strings.Join(lines, "\n")
}

// warnings are those of the tool and of the answer, each in one line.
func warnings(res *invoke.Result) []string {
	var out []string
	for _, list := range [][]string{res.Warnings, res.Response.Warnings} {
		for _, w := range list {
			if len(out) == maxWarnings {
				n := len(res.Warnings) + len(res.Response.Warnings) - maxWarnings
				return append(out, fmt.Sprintf("and %d more", n))
			}
			out = append(out, text.Cut(text.Line(w), maxWarning))
		}
	}
	return out
}

// words say what was left out, and how to go on.
func (c caller) words(l loss, whole string) []string {
	var out []string
	switch {
	case l.All:
		out = append(out, "The result is too large to be shown, and was left out.")
	default:
		for _, list := range l.Lists[:min(3, len(l.Lists))] {
			out = append(out, fmt.Sprintf("Left out for size: %s shows %d of %d items.", placeWords(list.Place), list.Shown, list.Of))
		}
		for _, t := range l.Texts[:min(3, len(l.Texts))] {
			if t.Shown == 0 {
				out = append(out, fmt.Sprintf("Left out for size: the encoded content of %s.", placeWords(t.Place)))
				continue
			}
			out = append(out, fmt.Sprintf("Cut for size: %s shows %d of %d characters.", placeWords(t.Place), t.Shown, t.Of))
		}
	}
	if !l.some() {
		return nil
	}
	return append(out, c.goOn(l, whole))
}

// sizeArguments and partArguments are the words that the tools have for how much
// they give, and for which part.
var (
	sizeArguments = []string{"maxResults", "pageSize", "limit"}
	partArguments = []string{"offset", "range", "startPosition", "page", "fields"}
)

// goOn says how to get what was left out: by the tool's own arguments, and from
// the whole answer where it was kept.
func (c caller) goOn(l loss, whole string) string {
	size, part := c.argument(sizeArguments), c.argument(partArguments)
	var ways []string
	switch {
	case size != "" && len(l.Lists) > 0:
		ways = append(ways, fmt.Sprintf("ask again with %s %d; the next page begins behind all %d of this one", size, l.Lists[0].Shown, l.Lists[0].Of))
	case size != "":
		ways = append(ways, "ask again with a smaller "+size)
	}
	if part != "" {
		ways = append(ways, "read a part with "+part)
	}
	if whole != "" {
		ways = append(ways, "the whole answer is the resource "+whole+", for an hour")
	}
	if len(ways) == 0 {
		ways = append(ways, "ask for less: a narrower query, or single things by their ids")
	}
	return "To go on: " + strings.Join(ways, "; or ") + "."
}

// argument is the first of the names that the tool takes; "" where it takes none.
func (c caller) argument(names []string) string {
	if len(c.tool.Input) == 0 {
		return ""
	}
	s, err := schema.Compile(c.tool.Input)
	if err != nil {
		return ""
	}
	for _, name := range names {
		if _, takes := s.Property(name); takes {
			return name
		}
	}
	return ""
}

func placeWords(place string) string {
	if place == "" {
		return "the result"
	}
	return text.Cut(text.Line(place), 80)
}
