package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

// Bounds of the arguments: those of the proxies.
const (
	maxRows     = 20
	maxCols     = 10
	maxFont     = 400
	maxAltTitle = 1000
	maxAltText  = 5000
)

type maker func(string, schema.Schema) schema.Field

func presentationID() schema.Field {
	return schema.Required("presentationId", google.ID("The presentation: the part of its address after /d/."))
}

func index(make maker, key, text string) schema.Field {
	return make(key, google.Index().Describe(text))
}

func onSlide(more ...schema.Field) []schema.Field {
	return append([]schema.Field{presentationID(), index(schema.Required, "slideIndex", "The slide, counted from 0.")}, more...)
}

func onElement(more ...schema.Field) []schema.Field {
	object := schema.Required("objectId", schema.String().Describe("The element on it: an objectId from slides_get_slide_elements."))
	return onSlide(append([]schema.Field{object}, more...)...)
}

func points(make maker, key, text string) schema.Field {
	return make(key, schema.Number().Describe(text))
}

// inBox adds the place and size of what is inserted.
func inBox(more ...schema.Field) []schema.Field {
	return onSlide(append(more,
		schema.Optional("autoPosition", schema.Boolean().Default(value.Bool(true)).
			Describe("True puts it below the lowest element of the slide; false at a fixed standard place.")),
		points(schema.Optional, "left", "Distance from the left edge in points."),
		points(schema.Optional, "top", "Distance from the top edge in points."),
		points(schema.Optional, "width", "Width in points, above 0."),
		points(schema.Optional, "height", "Height in points, above 0."),
	)...)
}

func flag(key, text string) schema.Field { return google.Flag(key, text) }

func color(make maker, key, text string) schema.Field {
	return make(key, google.Colour(text))
}
