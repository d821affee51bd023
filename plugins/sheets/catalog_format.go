package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
	"github.com/wslite/wslite/sdk/value"
)

func sortOrder() schema.Field {
	return schema.Optional("ascending", schema.Boolean().Default(value.Bool(true)).Describe("False sorts from Z to A and from large to small."))
}

func formatRange() abi.Tool {
	t := tool("rangeFormat", "write", "Format cells",
		"Sets colours, font, alignment, number format, wrapping and borders of a range; what is not given stays. "+
			"It changes no values. Returns what was applied. Through a proxy, borders that are not named are erased.",
		rangeWords, spreadsheetID(), onSheet(),
		inRange("The cells, as A1:C1 or 'My Sheet'!A:C."),
		colour("background", "Cell colour: a CSS name, or # and 3 or 6 hex digits, as #ffcc00."),
		colour("fontColor", "Text colour, written like background."),
		word("fontFamily", "The font's name, as Roboto."),
		schema.Optional("fontSize", count(1, 400, "Points, 1 to 400.")),
		google.Flag("bold", "True for bold, false for normal."),
		google.Flag("italic", "True for italic, false for upright."),
		google.Flag("underline", "True to underline. A proxy can't underline and strike through at once."),
		google.Flag("strikethrough", "True to strike through."),
		schema.Optional("horizontalAlignment", schema.Enum("left", "center", "right", "general").Describe("general: text left, numbers right.")),
		schema.Optional("verticalAlignment", schema.Enum("top", "middle", "bottom").Describe("Where the text stands in a high cell.")),
		word("numberFormat", "A pattern, as #,##0.00 or 0% or yyyy-mm-dd or @ for plain text."),
		google.Flag("textWrap", "True breaks long text into lines, false lets it overflow."),
		google.Flag("borderTop", "True draws the upper edge."),
		google.Flag("borderBottom", "True draws the lower edge."),
		google.Flag("borderLeft", "True draws the left edge."),
		google.Flag("borderRight", "True draws the right edge."),
		schema.Optional("borderStyle", schema.Enum("SOLID", "DOTTED", "DASHED", "DOUBLE").Default(value.String("SOLID")).Describe("The line of the borders that are drawn.")),
		colour("borderColor", "Colour of the borders that are drawn, written like background."))
	t.Examples = []string{"wslite sheets format-range 1AbC A1:D1 --bold --background '#eeeeee'"}
	return t
}

func mergeCells() abi.Tool {
	return tool("rangeMerge", "write", "Merge cells",
		"Makes one cell of a range. Only the value of its upper left cell is kept, all others are lost: read the range first. "+
			"sheets_unmerge_cells splits it again, without the lost values.",
		rangeWords, spreadsheetID(), onSheet(), inRange("The cells to merge, as A1:C1."))
}

func unmergeCells() abi.Tool {
	return tool("rangeUnmerge", "write", "Unmerge cells",
		"Splits the merged cells of a range. The value stays in the upper left cell. "+
			"The range must cover each merged cell wholly.",
		rangeWords, spreadsheetID(), onSheet(), inRange("The cells, as A1:C1."))
}

func setColumnWidth() abi.Tool {
	return tool("columnWidth", "write", "Set a column's width",
		"Sets the width of one column in pixels. Nothing else changes.",
		fileWord, spreadsheetID(), theSheet(),
		schema.Required("column", count(1, google.MaxSafeInt, "The column, counted from 1: 1 is A.")),
		schema.Required("width", count(10, 1024, "Pixels, 10 to 1024; 100 is usual.")))
}

func freezeRows() abi.Tool {
	return tool("freezeRows", "write", "Freeze rows",
		"Keeps the first rows of a sheet in view while one scrolls; 0 lets all rows move. At least one row must stay free.",
		fileWord, spreadsheetID(), theSheet(),
		schema.Required("numRows", count(0, google.MaxSafeInt, "How many rows to freeze, 0 to 10,000.")))
}

func createChart() abi.Tool {
	t := tool("chartCreate", "write", "Create a chart",
		"Adds a chart of a range, up to 10,000 cells, to the sheet. The first column names the points, each further one is a series; the first row is the header. "+
			"A second call adds a second chart; charts can't be changed or removed here. COLUMN and LINE suit most data, PIE one series.",
		rangeWords, spreadsheetID(), onSheet(),
		inRange("The data with its header row, as A1:C13."),
		schema.Required("chartType", schema.Enum("AREA", "BAR", "COLUMN", "COMBO", "HISTOGRAM", "LINE", "PIE", "SCATTER", "TABLE", "TIMELINE", "WATERFALL").
			Describe("The kind of chart. TABLE and TIMELINE work through a proxy only.")),
		word("title", "The chart's title."),
		word("xAxisTitle", "The title of the horizontal axis. A PIE has none."),
		word("yAxisTitle", "The title of the vertical axis. A PIE has none."),
		schema.Optional("position", a1Text("The cell where the chart's upper left corner goes, as E2.").Default(value.String("A1"))),
		schema.Optional("width", count(100, 1200, "Pixels, 100 to 1200.").Default(value.Int(600))),
		schema.Optional("height", count(100, 1200, "Pixels, 100 to 1200.").Default(value.Int(400))),
		schema.Optional("legendPosition", schema.Enum("BOTTOM", "TOP", "LEFT", "RIGHT", "NONE", "LABELED").Default(value.String("RIGHT")).
			Describe("Where the legend stands; LABELED, beside the slices, is for PIE.")),
		google.Flag("stacked", "True puts the series on top of each other: AREA, BAR and COLUMN."))
	t.Examples = []string{"wslite sheets create-chart 1AbC A1:C13 --chart-type LINE --position E2"}
	return t
}

func setDataValidation() abi.Tool {
	t := tool("dataValidationSet", "write", "Set data validation",
		"Sets what may be typed into the cells of a range: a list to choose from, numbers, text, dates, a checkbox or a formula of one's own. "+
			"It replaces their earlier rule and leaves values as they are. Each validationType needs its own operands.",
		rangeWords, spreadsheetID(),
		inRange("The cells, as B2:B50."),
		schema.Required("validationType", schema.Enum("VALUE_IN_LIST", "NUMBER_BETWEEN", "NUMBER_GREATER_THAN", "NUMBER_GREATER_THAN_OR_EQUAL_TO",
			"NUMBER_LESS_THAN", "NUMBER_LESS_THAN_OR_EQUAL_TO", "NUMBER_EQUAL_TO", "NUMBER_NOT_BETWEEN", "TEXT_CONTAINS", "TEXT_DOES_NOT_CONTAIN",
			"TEXT_EQUAL_TO", "TEXT_IS_VALID_EMAIL", "TEXT_IS_VALID_URL", "DATE_EQUAL_TO", "DATE_BEFORE", "DATE_AFTER", "CHECKBOX", "CUSTOM_FORMULA").
			Describe("The rule. It says which of the operands below are needed.")),
		onSheet(),
		schema.Optional("values", schema.Array(schema.String()).Describe("VALUE_IN_LIST: the choices.")),
		amount("min", "NUMBER_BETWEEN and NUMBER_NOT_BETWEEN: the lower bound."),
		amount("max", "NUMBER_BETWEEN and NUMBER_NOT_BETWEEN: the upper bound."),
		amount("value", "The other NUMBER rules: the number to compare with."),
		word("text", "TEXT_CONTAINS, TEXT_DOES_NOT_CONTAIN, TEXT_EQUAL_TO: the text."),
		word("date", "DATE rules: the day, as 2031-05-04."),
		word("formula", "CUSTOM_FORMULA: a formula that is true for what is allowed, as =B2>A2."),
		word("helpText", "What the user sees beside the cell."),
		schema.Optional("strict", schema.Boolean().Default(value.Bool(false)).Describe("True refuses other input, false only marks it.")))
	t.Examples = []string{`wslite sheets set-data-validation 1AbC B2:B50 --validation-type VALUE_IN_LIST --values '["open","done"]' --strict`}
	return t
}
