package main

import (
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// list writes a count and a line per item; "" for an answer without the list.
func list(items value.Value, one, many string, line func(value.Value) string) string {
	if items.Kind() != value.KindArray {
		return ""
	}
	var lines []string
	for _, item := range items.Items() {
		lines = append(lines, line(item))
	}
	return text.Count(len(lines), one, many) + "\n" + text.Bullets(lines)
}

func renderBookmarks(items value.Value) string {
	return list(items, "bookmark", "bookmarks", bookmark)
}

func bookmark(b value.Value) string {
	out := b.Get("id").Text()
	if at := integer(b.Get("paragraphIndex")); out != "" && at != "" {
		out += ": paragraph " + at + text.After(", character ", integer(b.Get("offset")))
	}
	return out
}

func renderNamedRanges(items value.Value) string {
	return list(items, "named range", "named ranges", func(r value.Value) string {
		return namedRange(r) + text.After("\n", elements(r))
	})
}

func namedRange(r value.Value) string {
	if !r.Has("id") {
		return ""
	}
	return text.OneLine(r.Get("name").Text()) + " (" + r.Get("id").Text() + ")"
}

// elements is a line for each stretch of text in a named range.
func elements(r value.Value) string {
	return show.Join(r.Get("range").Get("elements"), "\n", element)
}

// element is one stretch. Proxies don't know the paragraph's index of all.
func element(e value.Value) string {
	out := text.After("paragraph ", integer(e.Get("paragraphIndex")))
	if out == "" {
		out = spaced(text.Lower(e.Get("elementType").Text()))
	}
	if start, stop := integer(e.Get("startOffset")), integer(e.Get("endOffsetInclusive")); start != "" && stop != "" {
		out += ", characters " + start + " to " + stop
	}
	return out + text.After(": ", hang(e.Get("textPreview").Text(), 2))
}

// spaced makes words of a constant: "list_item" is a list item.
func spaced(s string) string {
	out := []byte(s)
	for i, c := range out {
		if c == '_' {
			out[i] = ' '
		}
	}
	return string(out)
}

func renderContents(items value.Value) string {
	return list(items, "table of contents", "tables of contents", func(t value.Value) string {
		out := "element " + integer(t.Get("childIndex")) + ", " + show.Count(t.Get("textLength"), "character", "characters")
		return out + text.After("\n", hang(t.Get("textPreview").Text(), 0))
	})
}
