package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/actions"
)

var (
	deck    = []string{"presentationId"}
	slide   = and(deck, "slideIndex")
	element = and(slide, "objectId")
)

// and gives the keys with more of them.
func and(keys []string, more ...string) []string { return append(keys[:len(keys):len(keys)], more...) }

// table is all that the plugin knows about an action beside its tool's schema
// and text. The rows stand in the order of the tools' names.
var table = actions.Table{
	Service:       "slides",
	Batch:         "slides_batch",
	MaxOperations: google.MaxOperations,
	Rows: []actions.Row{
		{Name: "slideAdd", Tool: "slides_add_slide", Required: deck, Check: checkAdd},
		{Name: "presentationCreate", Tool: "slides_create_presentation", Required: []string{"name"}, Alone: true},
		{Name: "elementDelete", Tool: "slides_delete_element", Required: element},
		{Name: "slideDelete", Tool: "slides_delete_slide", Required: slide},
		{Name: "slideDuplicate", Tool: "slides_duplicate_slide", Required: slide},
		{Name: "elementFormatText", Tool: "slides_format_text", Required: and(element, "findText"), Check: checkFormat},
		{Name: "elementGet", Tool: "slides_get_element", Required: element},
		{Name: "elementGetText", Tool: "slides_get_element_text", Required: element},
		{Name: "presentationGet", Tool: "slides_get_presentation", Required: deck},
		{Name: "slideElementsList", Tool: "slides_get_slide_elements", Required: slide},
		{Name: "slideNotes", Tool: "slides_get_slide_notes", Required: slide},
		{Name: "imageInsert", Tool: "slides_insert_image", Required: and(slide, "imageUrl"), Check: checkImage},
		{Name: "lineInsert", Tool: "slides_insert_line", Required: slide, Check: checkLine},
		{Name: "shapeInsert", Tool: "slides_insert_shape", Required: slide, Check: checkBox},
		{Name: "tableInsert", Tool: "slides_insert_table", Required: slide, Check: checkTable},
		{Name: "textBoxInsert", Tool: "slides_insert_text_box", Required: and(slide, "text"), Check: checkBox},
		{Name: "slideMove", Tool: "slides_move_slide", Required: slide, Check: checkMove},
		{Name: "elementReorder", Tool: "slides_reorder_element", Required: element},
		// White space is a text that can be replaced, and nothing is one to
		// replace it with.
		{Name: "textReplaceAll", Tool: "slides_replace_all_text", Required: deck, Check: checkReplace},
		{Name: "elementAltTextSet", Tool: "slides_set_element_alt_text", Required: element},
		{Name: "elementLinkSet", Tool: "slides_set_element_link", Required: element},
		{Name: "slideBackground", Tool: "slides_set_slide_background", Required: slide, Check: checkBackground},
		{Name: "elementGeometryUpdate", Tool: "slides_update_element_geometry", Required: element, Check: checkGeometry},
		{Name: "elementTransformUpdate", Tool: "slides_update_element_transform", Required: element, Check: checkTransform},
	},
}
