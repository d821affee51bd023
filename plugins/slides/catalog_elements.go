package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func getSlideElements() abi.Tool {
	t := tool("slideElementsList", "read", "List the elements of a slide",
		"Shows what is on a slide: each element with objectId, type, place and size in points, link, alt text and, for shapes, its text. "+
			"Start here for the objectId that other tools need. More than 200 elements are refused; very long texts are cut and say so.",
		onSlide(flag("confirm", "Of no effect: reading needs no confirmation."))...)
	t.Examples = []string{"wslite slides get-slide-elements p1 0"}
	return ofSlide(t)
}

func getElement() abi.Tool {
	return ofElement(tool("elementGet", "read", "Show an element",
		"Shows one element: type, place and size in points, rotation, link and alt text. For its text use slides_get_element_text.",
		onElement()...))
}

func getElementText() abi.Tool {
	return ofElement(tool("elementGetText", "read", "Read an element's text",
		"Returns the text of one shape, such as a title or a text box. Texts of over 200 000 characters are cut, and the answer says so. "+
			"Tables and images have no text here.",
		onElement()...))
}

func deleteElement() abi.Tool {
	t := tool("elementDelete", "manage", "Delete an element",
		"Deletes one element of a slide. Needs confirmation. For the whole slide use slides_delete_slide.",
		onElement(flag("confirm", "True once a person has agreed to this very call."))...)
	t.Examples = []string{"wslite slides delete-element p1 0 g1_0 --yes"}
	return ofElement(t)
}

func formatText() abi.Tool {
	t := tool("elementFormatText", "write", "Format text",
		"Formats every place in a shape where a text stands, letter for letter, and returns how many. Give at least one style. "+
			"A proxy formats the whole stretch of equal style around it. To change the words use slides_replace_all_text.",
		onElement(
			schema.Required("findText", schema.String().Describe("The text to format. Case counts.")),
			flag("bold", "True makes it bold, false not bold."),
			flag("italic", "True makes it italic, false upright."),
			flag("underline", "True underlines it, false takes the line away."),
			schema.Optional("fontFamily", schema.String().Describe("The font, such as Arial.")),
			schema.Optional("fontSize", schema.Integer().Range(1, maxFont).Describe("The size in points, 1 to 400.")),
			color(schema.Optional, "foregroundColor", "The color of the letters: #rrggbb, #rgb or a CSS name such as teal."),
			color(schema.Optional, "backgroundColor", "The color behind the letters: #rrggbb, #rgb, a CSS name, or transparent."),
			schema.Optional("linkUrl", schema.String().Describe("An address to link to: https:, http:, mailto: or tel:.")),
		)...)
	t.Examples = []string{"wslite slides format-text p1 0 g1_0 --find-text May --bold --foreground-color teal"}
	return ofElement(t)
}

func updateElementGeometry() abi.Tool {
	t := tool("elementGeometryUpdate", "write", "Move, resize or rotate an element",
		"Sets place, size or rotation of an element and returns it; what is not given stays. Give at least one. "+
			"For shear, mirroring or a matrix use slides_update_element_transform.",
		onElement(
			points(schema.Optional, "left", "Distance from the left edge in points."),
			points(schema.Optional, "top", "Distance from the top edge in points."),
			schema.Optional("width", schema.Number().Above(0).Describe("Width in points, above 0.")),
			schema.Optional("height", schema.Number().Above(0).Describe("Height in points, above 0.")),
			points(schema.Optional, "rotation", "Degrees clockwise from upright."),
		)...)
	t.Examples = []string{"wslite slides update-element-geometry p1 0 g1_0 --left 72 --width 300"}
	return ofElement(t)
}

func updateElementTransform() abi.Tool {
	return ofElement(tool("elementTransformUpdate", "write", "Transform an element",
		"Sets an element's transformation matrix, or multiplies it with one, and returns the element. "+
			"A proxy resets what is not given: scales to 1, the rest to 0. To move or resize use slides_update_element_geometry, which is simpler.",
		onElement(
			schema.Optional("applyMode", schema.Enum("ABSOLUTE", "RELATIVE").Default(value.String("ABSOLUTE")).
				Describe("ABSOLUTE sets the matrix, RELATIVE applies it on top of the present one.")),
			schema.Optional("unit", schema.Enum("PT", "EMU").Default(value.String("PT")).
				Describe("Unit of the translations: points, or EMU (12 700 to a point).")),
			points(schema.Optional, "scaleX", "Horizontal scale; 1 is the element's own width."),
			points(schema.Optional, "scaleY", "Vertical scale; 1 is the element's own height."),
			points(schema.Optional, "shearX", "Horizontal shear."),
			points(schema.Optional, "shearY", "Vertical shear."),
			points(schema.Optional, "translateX", "Horizontal shift, in unit."),
			points(schema.Optional, "translateY", "Vertical shift, in unit."),
		)...))
}

func setElementAltText() abi.Tool {
	t := tool("elementAltTextSet", "write", "Set an element's alt text",
		"Sets the title and description that screen readers read for an element, and returns it. Give at least one of the two.",
		onElement(
			schema.Optional("title", schema.String().Length(0, maxAltTitle).Describe("The short title. An empty text removes it.")),
			schema.Optional("description", schema.String().Length(0, maxAltText).Describe("What is to be seen. An empty text removes it.")),
		)...)
	t.Examples = []string{`wslite slides set-element-alt-text p1 0 g1_0 --description "Beans on poles"`}
	return ofElement(t)
}

func setElementLink() abi.Tool {
	t := tool("elementLinkSet", "write", "Link an element",
		"Makes a shape, image or line lead to an address or another slide, or takes its link away. Give exactly one of linkUrl, targetSlideIndex and clear. "+
			"To link a part of a text use slides_format_text.",
		onElement(
			schema.Optional("linkUrl", schema.String().Format(schema.HTTPSURL).Describe("The https address to lead to.")),
			index(schema.Optional, "targetSlideIndex", "The slide to lead to, counted from 0."),
			flag("clear", "True takes the link away."),
		)...)
	t.Examples = []string{"wslite slides set-element-link p1 0 g1_0 --target-slide-index 3"}
	return ofElement(t)
}

func reorderElement() abi.Tool {
	return google.Words(tool("elementReorder", "write", "Change what lies on top",
		"Puts an element further to the front or to the back of its slide, so that it covers others or is covered, and returns it.",
		onElement(schema.Required("operation", schema.Enum("BRING_FORWARD", "BRING_TO_FRONT", "SEND_BACKWARD", "SEND_TO_BACK").
			Describe("Where to: by one step, or all the way.")))...),
		"presentationId", "slideIndex", "objectId", "operation")
}
