package main

import (
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func insertTextBox() abi.Tool {
	t := tool("textBoxInsert", "write", "Insert a text box",
		"Puts a text box on a slide and returns its objectId, place and size in points. To fill a new slide's own title and body use slides_add_slide.",
		inBox(schema.Required("text", schema.String().Describe("The text in the box.")))...)
	t.Examples = []string{`wslite slides insert-text-box p1 0 --text "Sow in May" --left 72 --top 300`}
	return ofSlide(t)
}

func insertImage() abi.Tool {
	t := tool("imageInsert", "write", "Insert an image",
		"Puts an image from an https address on a slide and returns its objectId, place and size. "+
			"PNG, JPEG or GIF, up to 10 MB; the proportions are kept. The server may allow some hosts only.",
		inBox(schema.Required("imageUrl", schema.String().Format(schema.HTTPSURL).
			Describe("The image's https address, open to everybody, without a user name in it.")))...)
	t.Examples = []string{"wslite slides insert-image p1 0 --image-url https://example.com/garden.png"}
	return ofSlide(t)
}

func insertShape() abi.Tool {
	t := tool("shapeInsert", "write", "Insert a shape",
		"Puts a shape on a slide and returns its objectId, place and size. For text without a frame use slides_insert_text_box, for a line slides_insert_line.",
		inBox(schema.Required("shapeType", schema.Enum(shapes...).Describe("What shape it has.")))...)
	t.Examples = []string{"wslite slides insert-shape p1 0 --shape-type CLOUD"}
	return ofSlide(t)
}

var shapes = []string{
	"RECTANGLE", "ROUND_RECTANGLE", "ELLIPSE", "TRIANGLE", "ARROW_RIGHT", "ARROW_LEFT", "STAR_5", "HEXAGON",
	"CLOUD", "FLOW_CHART_PROCESS", "FLOW_CHART_DECISION", "WAVE", "CHEVRON", "PENTAGON", "TRAPEZOID",
}

func insertTable() abi.Tool {
	cell := schema.AnyOf(schema.String(), schema.Number(), schema.Boolean(), schema.Null())
	t := tool("tableInsert", "write", "Insert a table",
		"Puts a table with these values on a slide and returns its objectId, rows, cols and place. Up to 20 rows and 10 columns. "+
			"Later changes of its cells are not possible with these tools.",
		inBox(
			schema.Required("values", schema.Array(schema.Array(cell)).Describe(`The cells, row by row: [["Plant","Month"],["Beans","May"]]. null is an empty cell.`)),
			schema.Optional("rows", schema.Integer().Range(1, maxRows).Describe("How many rows, 1 to 20. Left out: as many as values has.")),
			schema.Optional("cols", schema.Integer().Range(1, maxCols).Describe("How many columns, 1 to 10. Left out: as many as the first row has.")),
		)...)
	t.Examples = []string{`wslite slides insert-table p1 0 --values '[["Plant","Month"],["Beans","May"]]'`}
	return ofSlide(t)
}

func insertLine() abi.Tool {
	t := tool("lineInsert", "write", "Insert a line",
		"Draws a line between two points of a slide and returns its objectId. It has no arrow heads; for an arrow use slides_insert_shape.",
		onSlide(
			schema.Required("lineCategory", schema.Enum("STRAIGHT", "BENT", "CURVED").Describe("What way the line takes.")),
			points(schema.Required, "startLeft", "Where it starts, in points from the left edge."),
			points(schema.Required, "startTop", "Where it starts, in points from the top edge."),
			points(schema.Required, "endLeft", "Where it ends, in points from the left edge."),
			points(schema.Required, "endTop", "Where it ends, in points from the top edge."),
			schema.Optional("lineType", schema.Enum("SOLID", "DOTTED", "DASHED").Default(value.String("SOLID")).
				Describe("How it is drawn. A proxy draws every line solid.")),
		)...)
	t.Examples = []string{"wslite slides insert-line p1 0 --line-category STRAIGHT --start-left 72 --start-top 100 --end-left 500 --end-top 100"}
	return ofSlide(t)
}
