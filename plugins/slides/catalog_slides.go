package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func createPresentation() abi.Tool {
	t := tool("presentationCreate", "write", "Create a presentation",
		"Creates a presentation with one title slide and returns its id, address and slides. It can't be part of a batch. "+
			"To copy a presentation or put it into a folder use the drive tools.",
		schema.Required("name", schema.String().Length(1, -1).Describe("The presentation's name.")))
	t.Examples = []string{`wslite slides create-presentation "Garden plan"`}
	return google.Words(t, "name")
}

func getPresentation() abi.Tool {
	t := tool("presentationGet", "read", "Show a presentation",
		"Shows a presentation: name, address, page size in points, and for each slide its index, objectId, layout and number of elements. "+
			"For what is on a slide use slides_get_slide_elements.",
		presentationID())
	t.Examples = []string{"wslite slides get-presentation p1"}
	return ofDeck(t)
}

func addSlide() abi.Tool {
	t := tool("slideAdd", "write", "Add a slide",
		"Adds a slide at the end, with a title and a body if given, and returns its index, objectId, layout and bottomY, where free space begins. "+
			"To repeat a slide use slides_duplicate_slide.",
		presentationID(),
		schema.Optional("titleText", schema.String().Describe("The title of the slide.")),
		schema.Optional("bodyText", schema.String().Describe("The text below the title. A proxy takes it only with a title.")))
	t.Examples = []string{`wslite slides add-slide p1 --title-text "Plan" --body-text "Sow in May"`}
	return ofDeck(t)
}

func deleteSlide() abi.Tool {
	t := tool("slideDelete", "manage", "Delete a slide",
		"Deletes a slide with everything on it. Needs confirmation. The slides after it move up by one index. For one element use slides_delete_element.",
		onSlide(flag("confirm", "True once a person has agreed to this very call."))...)
	t.Examples = []string{"wslite slides delete-slide p1 2 --yes"}
	return ofSlide(t)
}

func duplicateSlide() abi.Tool {
	return ofSlide(tool("slideDuplicate", "write", "Duplicate a slide",
		"Copies a slide to the place right after it and returns the copy's objectId. For an empty slide use slides_add_slide.",
		onSlide(flag("confirm", "Of no effect: a copy needs no confirmation."))...))
}

func moveSlide() abi.Tool {
	t := tool("slideMove", "write", "Move a slide",
		"Moves a slide to another place in its presentation; the others close up.",
		onSlide(index(schema.Required, "newIndex", "The index that the slide is to have, counted from 0."))...)
	t.Examples = []string{"wslite slides move-slide p1 3 0"}
	return google.Words(t, "presentationId", "slideIndex", "newIndex")
}

func setSlideBackground() abi.Tool {
	t := tool("slideBackground", "write", "Color a slide's background",
		"Gives a slide a background of one color. The theme and other slides stay as they are.",
		onSlide(color(schema.Required, "color", "#rrggbb, #rgb or a CSS name such as teal. A proxy may refuse names."))...)
	t.Examples = []string{`wslite slides set-slide-background p1 0 "#ffeecc"`}
	return google.Words(t, "presentationId", "slideIndex", "color")
}

func getSlideNotes() abi.Tool {
	t := tool("slideNotes", "read", "Read or write speaker notes",
		"Reads the speaker notes of a slide or, if notes is given, replaces them, which counts as a write. "+
			"For the text on the slide itself use slides_get_slide_elements.",
		onSlide(schema.Optional("notes", schema.String().Describe("The new notes. An empty text removes them. Left out, the notes are read.")))...)
	t.Examples = []string{"wslite slides get-slide-notes p1 0"}
	return ofSlide(t)
}

func replaceAllText() abi.Tool {
	t := tool("textReplaceAll", "write", "Replace text everywhere",
		"Replaces a text in the whole presentation, whatever the case of its letters, and returns how often. Use it to fill in placeholders. "+
			"To format text use slides_format_text.",
		presentationID(),
		schema.Required("findText", schema.String().Length(1, -1).Describe("The text to look for. Case does not count.")),
		schema.Required("replaceText", schema.String().Describe("The text to put there. A proxy refuses an empty one.")))
	t.Examples = []string{`wslite slides replace-all-text p1 --find-text "{{name}}" --replace-text "Ada"`}
	return ofDeck(t)
}
