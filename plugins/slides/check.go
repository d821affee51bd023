package main

import (
	"github.com/wslite/wslite/sdk/actions"
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// far is the power of ten of points or degrees beyond which no place is meant:
// a number that a server would read as infinite is refused here.
const far = 9

// finite refuses numbers that no place on a page can have.
func finite(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if n := p.Get(key).Number(); n != "" && !readDecimal(n).within(far) {
			p.Fail(plugin.BadRequest, key, key+" is too large for a place on a slide.")
		}
	}
}

// positive refuses sizes of nothing or less.
func positive(p *actions.Params, keys ...string) {
	for _, key := range keys {
		if n := p.Get(key).Number(); n != "" && !readDecimal(n).positive() {
			p.Fail(plugin.BadRequest, key, key+" must be above 0.")
		}
	}
}

func checkAdd(p *actions.Params) {
	if text.Blank(p.Get("titleText").Text()) && !text.Blank(p.Get("bodyText").Text()) {
		p.Warn("An Apps Script proxy leaves bodyText out where there is no titleText.")
	}
}

func checkMove(p *actions.Params) {
	from, _ := p.Get("slideIndex").AsInt()
	to, _ := p.Get("newIndex").AsInt()
	if to > from {
		p.Warn("An Apps Script proxy puts a slide that moves towards the end one place before newIndex. Look with slides_get_presentation.")
	}
}

// checkBox is about where something is inserted.
func checkBox(p *actions.Params) {
	finite(p, "left", "top", "width", "height")
	positive(p, "width", "height")
	placed, sized := p.Has("left") || p.Has("top"), p.Has("width") || p.Has("height")
	automatic, given := p.Get("autoPosition").AsBool()
	switch {
	case given && !automatic && (placed || sized):
		p.Warn("An Apps Script proxy ignores left, top, width and height where autoPosition is false.")
	case sized && !placed:
		p.Warn("An Apps Script proxy ignores width and height where neither left nor top is given.")
	}
}

func checkImage(p *actions.Params) {
	checkBox(p)
	url := text.Trim(p.Get("imageUrl").Text())
	const scheme = "https://"
	if len(url) < len(scheme) {
		return // the schema has refused it
	}
	for _, r := range url[len(scheme):] {
		switch r {
		case '@':
			p.Fail(plugin.BadRequest, "imageUrl", "imageUrl must not hold a user name or a password.")
			return
		case '/', '\\', '?', '#':
			return
		}
	}
}

// checkTable wants a table that can be made, and tells of values that have no
// place in it.
func checkTable(p *actions.Params) {
	checkBox(p)
	values := p.Get("values").Items()
	if len(values) == 0 {
		p.Fail(plugin.BadRequest, "values", "values must hold at least one row.")
		return
	}
	rows, given := p.Get("rows").AsInt()
	if !given {
		rows = int64(len(values))
	}
	if rows > maxRows {
		p.Fail(plugin.BadRequest, "values", "A table may have 20 rows at most and values has "+text.Int(len(values))+".")
	}
	cols, given := p.Get("cols").AsInt()
	if !given {
		cols = int64(values[0].Len())
	}
	if cols < 1 || cols > maxCols {
		p.Fail(plugin.BadRequest, "values.0", "A table has 1 to 10 columns and the first row has "+text.Int(values[0].Len())+". Give cols, or another row.")
	}
	if int64(len(values)) > rows || longest(values) > cols {
		p.Warn("Values beyond the table's rows and columns are left out.")
	}
	if hasZero(values) {
		p.Warn("An Apps Script proxy leaves cells with 0 or false empty. Give them as text to see them.")
	}
}

func longest(rows []value.Value) (cells int64) {
	for _, row := range rows {
		cells = max(cells, int64(row.Len()))
	}
	return cells
}

// hasZero looks for cells that a script takes for nothing.
func hasZero(rows []value.Value) bool {
	for _, row := range rows {
		for _, cell := range row.Items() {
			b, isBool := cell.AsBool()
			if isBool && !b || cell.Kind() == value.KindNumber && readDecimal(cell.Number()).zero {
				return true
			}
		}
	}
	return false
}

func checkLine(p *actions.Params) {
	finite(p, "startLeft", "startTop", "endLeft", "endTop")
	if p.Get("startLeft").Equal(p.Get("endLeft")) && p.Get("startTop").Equal(p.Get("endTop")) {
		p.Warn("The line ends where it starts, so there is nothing to see.")
	}
	if kind := p.Get("lineType").Text(); kind != "" && kind != "SOLID" {
		p.Warn("An Apps Script proxy draws every line solid, whatever lineType says.")
	}
}

func checkReplace(p *actions.Params) {
	for _, key := range [...]string{"findText", "replaceText"} {
		s := p.Get(key).Text()
		if trimmed := text.Trim(s); trimmed != s && trimmed != "" {
			p.Warn("An Apps Script proxy takes the white space off both ends of " + key + ".")
		}
	}
}
