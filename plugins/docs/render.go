package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes what a tool read or did. An answer of a shape that is not
// known here, and a document as JSON, are left to the host.
func render(a *plugin.Answer) (string, error) {
	switch d := a.Data; a.Tool {
	case "docs_batch":
		return actions.RenderBatch(a, outcome), nil
	case "docs_get_document":
		return renderDocument(d.Get("document")), nil
	case "docs_create_document":
		return renderCreated(d.Get("document")), nil
	case "docs_get_page_setup":
		return renderPageSetup("Page setup", d.Get("pageSetup")), nil
	case "docs_update_page_setup":
		return renderPageSetup("Changed "+names(d.Get("changes"), "the page setup"), d.Get("pageSetup")), nil
	case "docs_list_bookmarks":
		return renderBookmarks(d.Get("bookmarks")), nil
	case "docs_list_named_ranges":
		return renderNamedRanges(d.Get("namedRanges")), nil
	case "docs_list_table_of_contents":
		return renderContents(d.Get("tablesOfContents")), nil
	}
	sentence := did(a)
	if sentence == "" {
		return "", nil
	}
	return sentence + ".\n" + below(a), nil
}

// below is what stands under the sentence: the text that was written.
func below(a *plugin.Answer) string {
	content := ""
	switch a.Tool {
	case "docs_insert_paragraph", "docs_set_header", "docs_set_footer":
		content = hang(a.Data.Get("text").Text(), 0)
	case "docs_create_named_range":
		content = elements(a.Data.Get("namedRange"))
	}
	if content == "" {
		return ""
	}
	return text.Indent(content, "  ") + "\n"
}

// did is the one sentence about an edit.
func did(a *plugin.Answer) string {
	d := a.Data
	done := d.Get("inserted").IsTrue() || d.Get("set").IsTrue() || d.Get("deleted").IsTrue()
	switch a.Tool {
	case "docs_insert_paragraph":
		return text.After("Added ", paragraph(d))
	case "docs_update_paragraph":
		return text.After("Changed "+names(d.Get("changes"), "the content")+" of paragraph ", integer(d.Get("index")))
	case "docs_replace_text":
		return text.After("Replaced ", show.Count(d.Get("replacements"), "occurrence", "occurrences"))
	case "docs_format_text":
		if !styled(a.Args) {
			return text.After("Changed nothing, as no style was given; found ", show.Count(d.Get("occurrences"), "occurrence", "occurrences"))
		}
		return text.After("Formatted ", show.Count(d.Get("occurrences"), "occurrence", "occurrences"))
	case "docs_insert_list":
		return text.After("Added a list of ", show.Count(d.Get("items"), "item", "items")) + end(a, d.Has("items"))
	case "docs_insert_table":
		return text.After("Added a table of ", tableSize(d)) + end(a, d.Has("rows"))
	case "docs_create_bookmark":
		return text.After("Created the bookmark ", bookmark(d.Get("bookmark")))
	case "docs_create_named_range":
		return text.After("Created the named range ", namedRange(d.Get("namedRange")))
	}
	if !done {
		return ""
	}
	switch a.Tool {
	case "docs_insert_image":
		return "Added the image" + end(a, true)
	case "docs_insert_page_break":
		return "Added a page break" + end(a, true)
	case "docs_insert_horizontal_rule":
		return "Added a horizontal line" + end(a, true)
	case "docs_set_text":
		return "Replaced the whole text"
	case "docs_set_header":
		return setTo(d, "header")
	case "docs_set_footer":
		return setTo(d, "footer")
	case "docs_delete_paragraph":
		return text.After("Deleted paragraph ", integer(d.Get("index")))
	case "docs_delete_bookmark":
		return text.After("Deleted the bookmark ", d.Get("bookmarkId").Text())
	case "docs_delete_named_range":
		return text.After("Deleted the named range ", d.Get("namedRangeId").Text())
	}
	return ""
}

// outcome is an operation's result in a batch, where the action's name stands
// before it.
func outcome(d value.Value) string {
	switch {
	case d.Has("document"):
		return text.OneLine(d.Get("document").Get("name").Text())
	case d.Has("replacements"):
		return show.Count(d.Get("replacements"), "occurrence", "occurrences") + " replaced"
	case d.Has("occurrences"):
		return show.Count(d.Get("occurrences"), "occurrence", "occurrences")
	case d.Get("items").Number() != "":
		return show.Count(d.Get("items"), "item", "items")
	case d.Has("rows"):
		return tableSize(d)
	case d.Has("bookmark"):
		return bookmark(d.Get("bookmark"))
	case d.Has("namedRange"):
		return namedRange(d.Get("namedRange"))
	case d.Has("index"):
		return "paragraph " + integer(d.Get("index"))
	}
	for _, list := range [...]struct{ key, one, many string }{
		{"bookmarks", "bookmark", "bookmarks"},
		{"namedRanges", "named range", "named ranges"},
		{"tablesOfContents", "table of contents", "tables of contents"},
	} {
		if v := d.Get(list.key); v.Kind() == value.KindArray {
			return show.Count(value.Int(int64(v.Len())), list.one, list.many)
		}
	}
	return ""
}
