package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/number"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/show"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// render writes what a tool did and the object that it is about. An answer of a
// shape that is not known here is left to the host.
func render(a *plugin.Answer) (string, error) {
	d := a.Data
	switch a.Tool {
	case table.Batch:
		return actions.RenderBatch(a, outcome), nil
	case "slides_get_presentation", "slides_create_presentation":
		return renderPresentation(a), nil
	case "slides_get_slide_elements":
		return renderElements(d), nil
	case "slides_get_slide_notes":
		return renderNotes(a), nil
	case "slides_get_element_text":
		return renderText(d), nil
	}
	if d.Get("element").Has("objectId") {
		return changed(d) + renderElement(d.Get("element")), nil
	}
	if s := did(a.Tool, d); s != "" {
		return s + "\n", nil
	}
	return "", nil
}

// did is the sentence about what a tool did; "" where the answer is of another
// shape.
func did(tool string, d value.Value) string {
	if d.Has("objectId") {
		if s := inserted(tool, d); s != "" {
			return s
		}
	}
	switch {
	case d.Get("deleted").IsTrue() && d.Has("objectId"):
		return "Deleted the element " + d.Get("objectId").Text() + " of slide " + num(d.Get("slideIndex")) + "."
	case d.Get("deleted").IsTrue() && d.Has("slideIndex"):
		return "Deleted slide " + num(d.Get("slideIndex")) + ". Slides after it have moved up."
	case d.Get("duplicated").IsTrue():
		return duplicated(d)
	case d.Get("moved").IsTrue():
		return "Moved slide " + num(d.Get("fromIndex")) + " to index " + num(d.Get("toIndex")) + "."
	case d.Has("replacements"):
		return "Replaced " + times(d.Get("replacements")) + "."
	case d.Has("formattedCount"):
		return formatted(d)
	case tool == "slides_set_slide_background" && d.Has("color"):
		return "Gave slide " + num(d.Get("slideIndex")) + " the background " + d.Get("color").Text() + "."
	}
	return ""
}

// inserted is about what was added to a presentation.
func inserted(tool string, d value.Value) string {
	id := " (" + d.Get("objectId").Text() + ")"
	at := " at " + num(d.Get("left")) + ", " + num(d.Get("top"))
	size := ", " + num(d.Get("width")) + " x " + num(d.Get("height")) + " points"
	switch tool {
	case "slides_add_slide":
		return "Added slide " + num(d.Get("slideIndex")) + id + ", layout " + d.Get("layout").Text() +
			". Free space begins " + num(d.Get("bottomY")) + " points from the top."
	case "slides_insert_text_box":
		return "Inserted a text box" + id + at + size + "."
	case "slides_insert_image":
		return "Inserted an image" + id + at + size + "."
	case "slides_insert_shape":
		return "Inserted the shape " + d.Get("shapeType").Text() + id + at + size + "."
	case "slides_insert_table":
		return "Inserted a table" + id + " of " + num(d.Get("rows")) + " rows and " + num(d.Get("cols")) + " columns" + at + "."
	case "slides_insert_line":
		return "Drew a line" + id + " from " + num(d.Get("startLeft")) + ", " + num(d.Get("startTop")) +
			" to " + num(d.Get("endLeft")) + ", " + num(d.Get("endTop")) + "."
	}
	return ""
}

// duplicated counts on from the original: a copy stands right after it,
// whatever index a proxy reports.
func duplicated(d value.Value) string {
	n, ok := d.Get("originalIndex").AsInt()
	if !ok {
		return ""
	}
	return "Copied slide " + text.Int(int(n)) + ": the copy is slide " + text.Int(int(n)+1) + " (" + d.Get("newObjectId").Text() + ")."
}

// formatted does not call a search without a match a success.
func formatted(d value.Value) string {
	if n, ok := d.Get("formattedCount").AsInt(); ok && n == 0 {
		return "Formatted nothing: the text does not stand in " + d.Get("objectId").Text() + "."
	}
	return "Formatted the text in " + d.Get("objectId").Text() + " " + times(d.Get("formattedCount")) + "."
}

func times(v value.Value) string {
	if n, ok := v.AsInt(); ok {
		return text.Count(int(n), "time", "times")
	}
	return num(v) + " times"
}

// num is a number for people; "?" where there is none.
func num(v value.Value) string {
	if n := v.Number(); n != "" {
		return number.Round(n)
	}
	return "?"
}

// changed says what happened to the element that follows; nothing for a read.
func changed(d value.Value) string {
	if list := d.Get("changes"); list.Len() > 0 {
		return "Changed " + show.Join(list, ", ", value.Value.Text) + ": "
	}
	if d.Has("applyMode") {
		return "Transformed: "
	}
	if d.Has("operation") {
		return d.Get("operation").Text() + ": "
	}
	return ""
}

// outcome is the one thing about an operation's data that the next step is
// likely to need.
func outcome(d value.Value) string {
	switch {
	case d.Has("newObjectId"):
		return "the copy is " + d.Get("newObjectId").Text()
	case d.Get("deleted").IsTrue():
		return "deleted"
	case d.Has("replacements"):
		return times(d.Get("replacements"))
	case d.Has("formattedCount"):
		return times(d.Get("formattedCount"))
	case d.Has("text"):
		return whole(d.Get("text").Text(), d.Get("textTruncated"))
	case d.Has("notes"):
		return whole(d.Get("notes").Text(), d.Get("notesTruncated"))
	case d.Get("element").Has("objectId"):
		return d.Get("element").Get("objectId").Text()
	case d.Has("layout"):
		return "slide " + num(d.Get("slideIndex")) + " (" + d.Get("objectId").Text() + ")"
	case d.Has("objectId"):
		return d.Get("objectId").Text()
	case d.Get("elements").Kind() == value.KindArray:
		return text.Count(d.Get("elements").Len(), "element", "elements")
	case d.Get("presentation").Has("id"):
		return text.OneLine(d.Get("presentation").Get("name").Text()) + " (" + d.Get("presentation").Get("id").Text() + ")"
	}
	return ""
}
