package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func catalog() abi.Catalog {
	// The order of the tools' names; the batch comes second in it.
	tools := []abi.Tool{
		addSlide(), createPresentation(), deleteElement(), deleteSlide(), duplicateSlide(), formatText(),
		getElement(), getElementText(), getPresentation(), getSlideElements(), getSlideNotes(),
		insertImage(), insertLine(), insertShape(), insertTable(), insertTextBox(), moveSlide(),
		reorderElement(), replaceAllText(), setElementAltText(), setElementLink(), setSlideBackground(),
		updateElementGeometry(), updateElementTransform(),
	}
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "slides",
		Title:    "Google Slides",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    google.Insert(tools, 1, batch(tools)),
	}
}

func tool(action, group, title, description string, input ...schema.Field) abi.Tool {
	return google.Tool(&table, action, group, title, description, input...)
}

// ofDeck, ofSlide and ofElement make plain words fill the ids of a tool.
func ofDeck(t abi.Tool) abi.Tool  { return google.Words(t, "presentationId") }
func ofSlide(t abi.Tool) abi.Tool { return google.Words(t, "presentationId", "slideIndex") }
func ofElement(t abi.Tool) abi.Tool {
	return google.Words(t, "presentationId", "slideIndex", "objectId")
}

func batch(tools []abi.Tool) abi.Tool {
	return google.BatchTool(&table, tools, google.Batch{
		What:    "one presentation",
		When:    "Choose it to build or change several things at once; each slideIndex counts the slides as the operations before it left them.",
		Confirm: "delete",
		Outer:   []schema.Field{presentationID()},
		Examples: []string{
			`wslite slides batch --params-json '{"presentationId":"p1","operations":[{"action":"slideAdd","params":{"titleText":"Plan"}},{"action":"slideNotes","params":{"slideIndex":1,"notes":"Be brief."}}]}'`,
		},
	})
}
