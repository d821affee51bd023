package main

import (
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

func renderPresentation(a *plugin.Answer) string {
	p := a.Data.Get("presentation")
	if !p.Has("id") {
		return ""
	}
	head := text.OneLine(p.Get("name").Text())
	if a.Tool == "slides_create_presentation" {
		head = "Created: " + head
	}
	return head + "\n" + text.Details(
		text.Line{Label: "Page", Text: pageSize(p)},
		text.Line{Label: "Id", Text: p.Get("id").Text()},
		text.Line{Label: "Open", Text: p.Get("url").Text()},
		text.Line{Label: "Slides", Text: slideCount(p)},
	) + show.Join(p.Get("slides"), "", renderSlide)
}

func renderSlide(s value.Value) string {
	layout := s.Get("layout").Text()
	if layout != "" {
		layout += ", "
	}
	n, _ := s.Get("numElements").AsInt()
	return "  " + num(s.Get("index")) + "  " + layout + text.Count(int(n), "element", "elements") + " (" + s.Get("objectId").Text() + ")\n"
}

// renderElements shows a slide from the back to the front, as servers list it.
func renderElements(d value.Value) string {
	list := d.Get("elements")
	if list.Kind() != value.KindArray {
		return ""
	}
	return "Slide " + num(d.Get("slideIndex")) + " (" + d.Get("slideObjectId").Text() + "): " +
		text.Count(list.Len(), "element", "elements") + "\n" +
		show.Join(list, "", func(e value.Value) string { return "\n" + renderElement(e) })
}

func renderElement(e value.Value) string {
	kind := e.Get("type").Text()
	if kind == "TABLE" && e.Has("numRows") {
		kind += " of " + num(e.Get("numRows")) + " rows and " + num(e.Get("numCols")) + " columns"
	}
	return kind + " " + e.Get("objectId").Text() + "\n" + text.Details(
		text.Line{Label: "At", Text: num(e.Get("left")) + ", " + num(e.Get("top"))},
		text.Line{Label: "Size", Text: num(e.Get("width")) + " x " + num(e.Get("height")) + " points"},
		text.Line{Label: "Rotation", Text: rotation(e.Get("rotation"))},
		text.Line{Label: "Link", Text: link(e.Get("link"))},
		text.Line{Label: "Title", Text: e.Get("title").Text()},
		text.Line{Label: "Description", Text: e.Get("description").Text()},
		text.Line{Label: "Text", Text: whole(e.Get("text").Text(), e.Get("textTruncated"))},
	)
}

func rotation(v value.Value) string {
	n := v.Number()
	if n == "" || number.Read(n).IsZero() {
		return ""
	}
	return number.Round(n) + " degrees"
}

func link(l value.Value) string {
	switch {
	case l.Get("url").Text() != "":
		return l.Get("url").Text()
	case l.Get("slideId").Text() != "":
		return "slide " + l.Get("slideId").Text()
	case l.Get("slideIndex").Number() != "":
		return "slide " + num(l.Get("slideIndex"))
	case l.Get("position").Text() != "":
		return l.Get("position").Text()
	}
	return l.Get("type").Text()
}

// whole is a text without the line end that closes each shape; a cut one says
// so.
func whole(s string, cut value.Value) string {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		s = s[:n-1]
	}
	if cut.IsTrue() {
		return s + "\n[cut: there is more]"
	}
	return s
}

func renderText(d value.Value) string {
	if !d.Has("text") {
		return ""
	}
	if s := whole(d.Get("text").Text(), d.Get("textTruncated")); s != "" {
		return s + "\n"
	}
	return "(no text)\n"
}

func renderNotes(a *plugin.Answer) string {
	d := a.Data
	of := " of slide " + num(d.Get("slideIndex"))
	if d.Get("notesSet").IsTrue() {
		if a.Args.Get("notes").Text() == "" {
			return "Removed the notes" + of + ".\n"
		}
		return "Set the notes" + of + ".\n"
	}
	if !d.Has("notes") {
		return ""
	}
	if s := whole(d.Get("notes").Text(), d.Get("notesTruncated")); s != "" {
		return s + "\n"
	}
	return "There are no notes" + of + ".\n"
}

func pageSize(p value.Value) string {
	if !p.Has("pageWidth") || !p.Has("pageHeight") {
		return ""
	}
	return num(p.Get("pageWidth")) + " x " + num(p.Get("pageHeight")) + " points"
}

// slideCount is the server's; where it is left out, of the slides that are there.
func slideCount(p value.Value) string {
	if p.Has("numSlides") {
		return num(p.Get("numSlides"))
	}
	return text.Int(p.Get("slides").Len())
}
